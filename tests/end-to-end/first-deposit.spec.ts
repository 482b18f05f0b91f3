import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { signUp } from './sign-up.ts'
import { test } from './test.ts'

let regtest: Regtest
let server: ServerProcess

const headline = 'Bread from the next village'

/** The advertiser's own page, which the ad is proposed from. */
const site = http.createServer((_, response) => {
  response.end(
    `<html lang="en"><title>${headline}</title><meta name="description" content="Baked at four, on your table at seven.">`
  )
})

test.beforeAll(async () => {
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  regtest = await startRegtest()
  server = await startServerProcess({
    BITCOIN_RPC_URL: regtest.config.rpcUrl,
    BITCOIN_XPUB: regtest.config.xpub,
    BITCOIN_NETWORK: 'regtest'
  })
})
test.afterAll(async () => {
  site.close()
  await server?.dispose()
  await regtest?.dispose()
})

for (const width of [360, 1440]) {
  test(`a new advertiser comes from the landing page to a funded campaign: ${width} px`, async ({
    page,
    browser
  }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width, height: 900 })
    const began = Date.now()
    const inputs = await writeCampaign(page)
    const money = page.getByRole('heading', { name: 'Add money to start' })
    await expect(money).toBeVisible()
    const amount = page.getByLabel('Amount to deposit')
    // A week at 0.002 BTC a day.
    await expect(amount).toHaveValue('0.014')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I understand, show the address' }).click()
    const wallet = page.getByRole('link', { name: 'Open in a wallet' })
    await expect(wallet).toHaveAttribute('href', /^bitcoin:bcrt1q\w+\?amount=0\.01400000$/)
    await expect(page.getByRole('img', { name: 'QR code of your BTC address' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Copy/ }).first()).toBeVisible()
    await expectAccessible(page)
    const keepRunning = page.getByLabel('Keep running while the account has money')
    await expect(keepRunning).toBeChecked()
    const seconds = (Date.now() - began) / 1000

    const uri = new URL((await wallet.getAttribute('href')) ?? '')
    await regtest.pay({ [uri.pathname]: uri.searchParams.get('amount') ?? '' })
    await expect(page.getByText('0 of 2 confirmations').first()).toBeVisible({ timeout: 20_000 })
    await regtest.mine(2)
    await expect(page.getByText(/^Your deposit has arrived/)).toBeVisible({ timeout: 30_000 })
    await expect(money).toBeHidden()

    // The advertiser presses nothing more: the reviewer approves, and the campaign takes its money.
    const operator = await signUp(browser, server.url, `operator-${width}@example.com`)
    await server.mille('admin', `operator-${width}@example.com`)
    await operator.goto(`${server.url}/admin/creatives`)
    await operator.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Running', { exact: true }).first()).toBeVisible({
      timeout: 30_000
    })
    await expect(page.getByText(/^Your deposit has arrived/)).toBeHidden()
    process.stdout.write(
      `${width} px: ${inputs} fields, ${seconds.toFixed(1)} s to the payment code\n`
    )
    expect(inputs).toBeLessThanOrEqual(4)
  })
}

/** Signs up from the landing page and submits a campaign. Returns how many fields had to be filled or chosen. */
async function writeCampaign(page: Page): Promise<number> {
  let inputs = 0
  const type = async (label: string, text: string) => {
    inputs++
    await page.getByRole('textbox', { name: label }).last().fill(text)
  }
  await page.goto(`${server.url}/#create-account`)
  await page.getByRole('button', { name: 'Continue without an email address' }).click()
  await page.getByRole('button', { name: 'Create anonymous account' }).click()
  const code = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  inputs++
  await page.getByLabel('I have saved the code').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Create a campaign' }).click()
  await type('Link', `http://127.0.0.1:${(site.address() as AddressInfo).port}/welcome`)
  await type('Daily budget', '0.002')
  await expect(page.getByRole('textbox', { name: 'Headline' })).toHaveValue(headline)
  await expect(page.getByText('Filled in from the page: headline, text.').last()).toBeVisible()
  await expectAccessible(page)
  // The wizard begins with what was entered and proposed here.
  await page.getByRole('link', { name: 'More settings' }).click()
  await expect(page).toHaveURL(/\/campaigns\/new/)
  await expect(page.getByRole('textbox', { name: 'Headline' })).toHaveValue(headline)
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Daily budget' })).toHaveValue('0.002')
  await page.getByRole('button', { name: 'Create campaign' }).dblclick()
  await type('Access code', code)
  await page.getByRole('button', { name: 'Confirm and submit' }).click()
  await expect(page).toHaveURL(/\/campaigns\/\d+\/money/)
  return inputs
}
