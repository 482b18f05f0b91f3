import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { type Browser, expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { median } from '../benchmarks/rounds.ts'
import { type Hands, person } from './hands.ts'
import { signUp, signUpInPopup } from './sign-up.ts'
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

const isProof = process.env.MILLE_PROOF === 'full'
/** `npm run prove` measures ten runs for each width. */
const runs = isProof ? 10 : 1

test('a campaign that was paid for runs as soon as a reviewer approves it: 360 px', async ({
  browser
}) => {
  test.setTimeout(180_000)
  const operator = await signUp(browser, server.url, 'operator@example.com')
  await server.mille('admin', 'operator@example.com')
  const page = await openPage(browser, 360)
  await writeCampaign(page, person())
  await payByAddress(page, person())
  await expect(page.getByText(/^Your deposit has arrived/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('heading', { name: 'Add money to start' })).toBeHidden()
  await expectAccessible(page)

  // The advertiser presses nothing more: the reviewer approves, and the campaign takes its money.
  await operator.goto(`${server.url}/admin/creatives`)
  await operator.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Running', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/^Your deposit has arrived/)).toBeHidden()
})

for (const width of isProof ? [360, 1440] : [1440]) {
  test(`a new advertiser comes from the landing page to a campaign that runs: ${width} px`, async ({
    browser
  }) => {
    test.setTimeout(120_000 * runs)
    await trustEveryone(browser, width)
    const found: Run[] = []
    for (let run = 0; run < runs; run++) found.push(await runOnce(browser, width))
    const inputs = median(found.map(it => it.inputs))
    const toCode = median(found.map(it => it.toCode))
    const toRunning = median(found.map(it => it.toRunning))
    process.stdout.write(
      `${width} px, median of ${runs} at a person’s pace: ${inputs} fields, from the landing page to the payment code in ` +
        `${toCode.toFixed(1)} s, and to a campaign that has its money and runs in ${toRunning.toFixed(1)} s. The operator ` +
        'trusts new texts; the wallet pays, and two blocks are found, as soon as the code is shown.\n'
    )
    expect(inputs).toBeLessThanOrEqual(8)
    expect(toRunning).toBeLessThanOrEqual(60)
  })
}

/** The operator of a demonstration network lets every new account's texts go live at once. */
async function trustEveryone(browser: Browser, width: number): Promise<void> {
  const email = `trusting-${width}@example.com`
  const operator = await signUp(browser, server.url, email)
  await server.mille('admin', email)
  await operator.goto(`${server.url}/admin/settings`)
  const field = operator.getByLabel('Approvals until an account is trusted')
  await field.fill('0')
  await field.press('Enter')
  await expect(operator.getByText('Saved', { exact: true }).first()).toBeVisible()
  await operator.context().close()
}

/** Seconds since the landing page was opened. */
type Run = { inputs: number; toCode: number; toRunning: number }

/** One advertiser with a new account, who pays for a campaign and sees it run. */
async function runOnce(browser: Browser, width: number): Promise<Run> {
  const page = await openPage(browser, width)
  const hands = person()
  const began = Date.now()
  const secondsNow = () => (Date.now() - began) / 1000
  const inputs = await writeCampaign(page, hands)
  let toCode = 0
  await payByAddress(page, hands, () => {
    toCode = secondsNow()
  })
  await expect(page.getByText('Running', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  const toRunning = secondsNow()
  await expect(page.getByRole('heading', { name: 'Add money to start' })).toBeHidden()
  await page.context().close()
  return { inputs, toCode, toRunning }
}

async function openPage(browser: Browser, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  return context.newPage()
}

/** Shows the address of the deposit on the campaign's page, and pays the proposed amount from another wallet. */
async function payByAddress(page: Page, hands: Hands, onCode = () => {}): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Add money to start' })).toBeVisible()
  // A week at 0.002 BTC a day.
  await expect(page.getByLabel('Amount to deposit')).toHaveValue('0.014')
  await hands.press(page.getByRole('button', { name: 'I understand, show the address' }))
  const wallet = page.getByRole('link', { name: 'Open in a wallet' })
  await expect(wallet).toHaveAttribute('href', /^bitcoin:bcrt1q\w+\?amount=0\.01400000$/)
  await expect(page.getByRole('img', { name: 'QR code of your BTC address' })).toBeVisible()
  onCode()
  const uri = new URL((await wallet.getAttribute('href')) ?? '')
  await regtest.pay({ [uri.pathname]: uri.searchParams.get('amount') ?? '' })
  await expect(page.getByText('0 of 2 confirmations').first()).toBeVisible({ timeout: 20_000 })
  await regtest.mine(2)
}

/** Comes from the landing page and submits a campaign. Returns how many fields had to be filled or chosen. */
async function writeCampaign(page: Page, hands: Hands): Promise<number> {
  await page.goto(server.url)
  await hands.press(page.getByRole('link', { name: 'Start a campaign' }))
  await expect(page).toHaveURL(/\/campaigns\/quick/)
  const { port } = site.address() as AddressInfo
  await hands.type(page.getByRole('textbox', { name: 'Link' }), `http://127.0.0.1:${port}/welcome`)
  await hands.type(page.getByRole('textbox', { name: 'Daily budget' }), '0.002')
  await expect(page.getByRole('textbox', { name: 'Headline' })).toHaveValue(headline)
  await hands.press(page.getByRole('button', { name: 'Create campaign' }))
  await signUpInPopup(page, hands)
  await hands.press(page.getByRole('button', { name: 'Create campaign' }))
  await hands.press(page.getByRole('button', { name: 'Submit without confirming' }))
  await expect(page).toHaveURL(/\/campaigns\/\d+\/money/)
  return 3
}

for (const width of [320, 1440]) {
  test(`a campaign on one page is created once, and its deposit comes with the amount: ${width} px`, async ({
    page
  }) => {
    test.setTimeout(90_000)
    await page.setViewportSize({ width, height: 900 })
    await createCampaign(page)
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
  })
}

/** Signs up and submits a campaign by a double click. The account code is asked for again. */
async function createCampaign(page: Page): Promise<void> {
  const type = (label: string, text: string) =>
    page.getByRole('textbox', { name: label }).last().fill(text)
  await page.goto(`${server.url}/#create-account`)
  await page.getByRole('button', { name: 'Continue without an email address' }).click()
  await page.getByRole('button', { name: 'Create anonymous account' }).click()
  const code = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
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
}
