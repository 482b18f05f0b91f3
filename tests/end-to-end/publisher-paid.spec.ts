import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { slice } from '@mille/testing/slice.ts'
import { type Browser, expect, type Page } from 'playwright/test'
import { approveAd } from './approve-ad.ts'
import { type Hands, handsAndWidths, mouse } from './hands.ts'
import { type PublisherPage, startPublisherPage } from './publisher-page.ts'
import { mailedCode } from './sign-up.ts'
import { test } from './test.ts'
import { continueOf, goOn } from './wizard-steps.ts'

const hourSeconds = 3_600
const publisherMail = 'publisher@example.com'
const advertiserMail = 'advertiser@example.com'
const operatorMail = 'operator@example.com'
const headline = 'Bread from the next village'

let regtest: Regtest
let signer: ChildProcess
let server: ServerProcess
let site: PublisherPage
let folder: string

/** Each test has its own network with its own chain, because days pass in it. */
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mille-e2e-paid-'))
  regtest = await startRegtest()
  const socket = join(folder, 'signer.sock')
  const keys = { SIGNER_SOCKET: socket, SIGNER_BITCOIN_XPRV: regtest.xprv }
  signer = spawn(
    process.execPath,
    [resolve(import.meta.dirname, '../../packages/server/cli.ts'), 'signer'],
    { env: { ...process.env, ...keys, BITCOIN_NETWORK: 'regtest' }, stdio: 'ignore' }
  )
  server = await startServerProcess({
    BITCOIN_RPC_URL: regtest.config.rpcUrl,
    BITCOIN_XPUB: regtest.config.xpub,
    BITCOIN_NETWORK: 'regtest',
    SIGNER_SOCKET: socket
  })
  site = await startPublisherPage()
})
test.afterEach(async () => {
  await site?.stop()
  await server?.dispose()
  signer?.kill('SIGTERM')
  await regtest?.dispose()
  rmSync(folder, { recursive: true, force: true })
})

/** One of the four combinations in `npm test`, all of them in `npm run prove`. */
for (const { width, createHands } of slice(handsAndWidths, 4)) {
  test(`bitcoin from an ad in the publisher’s own wallet: ${createHands.name}, ${width} px`, async ({
    browser
  }) => {
    test.setTimeout(360_000)
    const open = async (email: string) => {
      const page = await newPage(browser, width)
      const hands = createHands(page)
      await signUp(page, hands, email)
      return { page, hands }
    }
    const publisher = await open(publisherMail)
    await createAdUnit(publisher.page, publisher.hands)
    await proveSite(publisher.page, publisher.hands)

    const advertiser = await open(advertiserMail)
    await createCampaign(advertiser.page, advertiser.hands)
    const operator = await approve(browser)
    await deposit(advertiser.page, advertiser.hands)
    await fund(advertiser.page, advertiser.hands)

    await see(browser)
    await pass(3 * hourSeconds)
    // 2 BTC per thousand views: one view costs 0.002 BTC, of which the publisher gets four fifths.
    await showsAmount(publisher.page, 'In ad units', 160_000n)
    await showsAmount(publisher.page, 'Available', 0n)

    // The ad unit is new: its earnings are reviewed for a week after their day, and most of them are held back.
    await pass(8 * 24 * hourSeconds)
    await showsAmount(publisher.page, 'Available', 5_000n)
    await expect(publisher.page.getByText('waits here').first()).toBeVisible()
    await endSlowStart(operator)
    await showsAmount(publisher.page, 'Available', 160_000n)
    await withdraw(publisher.page, publisher.hands)
    const verdict = await server.mille('verify', '--chain')
    expect(verdict, verdict.stderr + verdict.stdout).toMatchObject({ code: 0 })
  })
}

async function newPage(browser: Browser, width: number): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    // Views by a declared bot are not counted, and headless Chromium declares itself one.
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  })
  const page = await context.newPage()
  page.on('pageerror', error => {
    throw error
  })
  return page
}

async function signUp(page: Page, hands: Hands, email: string): Promise<void> {
  await page.goto(`${server.url}/#create-account`)
  const dialog = page.getByRole('dialog')
  await hands.type(dialog.getByLabel('Email address'), email)
  await hands.press(dialog.getByRole('button', { name: 'Create account' }))
  const code = dialog.getByLabel('Access code')
  await expect(code).toBeVisible()
  await hands.type(code, await mailedCode(page, server.url, email))
  await hands.press(dialog.getByRole('button', { name: 'Sign in' }))
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`${server.url}/overview`)
}

async function createAdUnit(page: Page, hands: Hands): Promise<void> {
  await page.goto(`${server.url}/ad-units/new/`)
  await hands.type(page.getByLabel('Page URL'), site.url)
  await hands.press(continueOf(page))
  await expect(page.getByText('The page can be reached')).toBeVisible()
  await goOn(page, hands)
  await hands.choose(page.getByRole('radio', { name: /^Wide screens/ }))
  await goOn(page, hands)
  await hands.choose(page.getByRole('radio', { name: '300 × 250' }))
  await goOn(page, hands)
  await goOn(page, hands)
  await hands.choose(page.getByRole('radio', { name: /^Text only/ }))
  await goOn(page, hands)
  await hands.type(page.getByLabel('Estimated monthly views'), '10000')
  await goOn(page, hands)
  await hands.choose(page.getByRole('checkbox', { name: 'Blogs' }))
  await goOn(page, hands)
  await hands.press(page.getByRole('button', { name: 'Create the ad unit' }))
  await expect(page).toHaveURL(/\/ad-units\/\d+/)
  site.body = (await page.locator('pre', { hasText: '<mille-ad' }).first().textContent()) ?? ''
}

async function proveSite(page: Page, hands: Hands): Promise<void> {
  site.head =
    (await page.locator('pre', { hasText: 'mille-site-verification' }).first().textContent()) ?? ''
  await hands.press(page.getByRole('button', { name: 'Check now' }))
  await expect(page.getByText('Verified').first()).toBeVisible()
}

async function createCampaign(page: Page, hands: Hands): Promise<void> {
  await page.goto(`${server.url}/campaigns/new/`)
  await hands.type(page.getByLabel('Headline'), headline)
  await hands.type(page.getByRole('textbox', { name: 'Text' }), 'Baked at four, yours at seven.')
  await hands.type(page.getByRole('textbox', { name: 'Link' }), `${site.url}landing`)
  await goOn(page, hands)
  await expect(page.getByText('Banners are optional').first()).toBeVisible()
  await goOn(page, hands)
  await hands.choose(page.getByRole('radio', { name: /^Pay per 1,000 views/ }))
  await hands.type(page.getByLabel('Daily budget'), '1')
  await hands.type(page.getByLabel('Price per 1,000 views').last(), '2')
  await goOn(page, hands)
  await expect(page.getByRole('tab', { name: 'Sites' })).toBeVisible()
  await goOn(page, hands)
  await hands.press(page.getByRole('button', { name: 'Submit for review' }))
  await expect(page).toHaveURL(/\/campaigns\/\d+/)
}

async function approve(browser: Browser): Promise<Page> {
  const operator = await newPage(browser, 1280)
  await signUp(operator, mouse(operator), operatorMail)
  expect((await server.mille('admin', operatorMail)).code).toBe(0)
  await operator.goto(`${server.url}/admin/creatives`)
  await expect(operator.getByText(headline).first()).toBeVisible()
  await approveAd(operator, () => operator.getByRole('button', { name: 'Approve' }).click())
  await expect(operator.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  return operator
}

/**
 * Ends the ad unit's slow start as the operator, who knows the publisher and proves the operator's identity with an
 * emailed code.
 */
async function endSlowStart(operator: Page): Promise<void> {
  const used = [await mailedCode(operator, server.url, operatorMail)]
  await operator.goto(`${server.url}/admin/traffic`)
  await operator.getByRole('button', { name: /End slow start/ }).click()
  const proof = operator.getByRole('dialog', { name: 'Confirm that it is you' })
  const code = await mailedCode(operator, server.url, operatorMail, used)
  await proof.getByRole('textbox').fill(code)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(
    operator.getByText('Slow start ended. The ad unit now earns without a limit.')
  ).toBeVisible()
}

async function deposit(page: Page, hands: Hands): Promise<void> {
  await page.goto(`${server.url}/finances/deposit`)
  await hands.press(continueOf(page))
  await hands.press(page.getByRole('button', { name: 'I understand, show the address' }))
  const uri = await page.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href')
  const address = uri?.replace('bitcoin:', '') ?? ''
  await regtest.pay({ [address]: '3' })
  await expect(page.getByText('0 of 2 confirmations').first()).toBeVisible({ timeout: 20_000 })
  await regtest.mine(2)
  await expect(page.getByText('Credited', { exact: true })).toBeVisible({ timeout: 20_000 })
}

async function fund(page: Page, hands: Hands): Promise<void> {
  await page.goto(`${server.url}/campaigns`)
  await hands.press(page.getByRole('link', { name: headline }))
  await hands.press(page.getByRole('link', { name: 'Money', exact: true }))
  await hands.type(page.getByLabel('Amount'), '2')
  await hands.press(page.getByRole('button', { name: 'Add funds' }))
  await expect(page.getByText('Running').first()).toBeVisible()
}

/** Visits the publisher's page for as long as it takes to see the ad. */
async function see(browser: Browser): Promise<void> {
  const page = await newPage(browser, 1280)
  const viewed = page.waitForResponse(
    response =>
      response.url().endsWith('/serve/view') &&
      (response.request().postData() ?? '').includes('viewable')
  )
  await expect(async () => {
    await page.goto(site.url)
    await expect(page.getByRole('link', { name: headline })).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  expect((await viewed).status()).toBe(204)
}

async function pass(seconds: number): Promise<void> {
  const answer = await fetch(`${server.url}/dev/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json;charset=utf-8' },
    body: JSON.stringify({ seconds })
  })
  expect(answer.status).toBe(200)
}

/** Expects the exact units of the amount beside a label of the finances page, once the jobs have run. */
async function showsAmount(page: Page, label: string, units: bigint): Promise<void> {
  await expect(async () => {
    await page.goto(`${server.url}/finances`)
    const name = label === 'Available' ? 'Available, BTC' : label
    const row = page.getByText(name, { exact: true }).first().locator('..')
    const value = await row.locator('data').first().getAttribute('value')
    expect([label, value]).toEqual([label, String(units)])
  }).toPass({ timeout: 90_000 })
}

/** Withdraws to the publisher's own wallet, after proving the publisher's identity with an emailed code. */
async function withdraw(page: Page, hands: Hands): Promise<void> {
  const wallet = await regtest.rpc.wallet<string>('getnewaddress')
  const used = [await mailedCode(page, server.url, publisherMail)]
  await hands.press(page.getByRole('link', { name: 'Withdraw', exact: true }))
  await hands.type(page.getByLabel('Recipient address'), wallet)
  await hands.press(page.getByRole('button', { name: 'Use entire balance' }))
  await hands.press(page.getByRole('button', { name: 'Withdraw', exact: true }))
  const proof = page.getByRole('dialog')
  await hands.type(
    proof.getByRole('textbox'),
    await mailedCode(page, server.url, publisherMail, used)
  )
  await hands.press(proof.getByRole('button', { name: 'Confirm' }))
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 })
  await regtest.mine(8)
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible({ timeout: 30_000 })
  // 0.0016 BTC minus the fee.
  expect(await regtest.rpc.wallet<string>('getreceivedbyaddress', wallet, 1)).toBe('0.00155000')
}
