import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { addressAt } from '@mille/server/payments/bitcoin/keys.ts'
import { readExtendedKey } from '@mille/server/payments/facts/extended-key.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { type Browser, expect, type Locator, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addAuthenticator } from './authenticator.ts'
import { mailedCode, signUp } from './sign-up.ts'
import { test } from './test.ts'

let regtest: Regtest
let server: ServerProcess
let signer: ChildProcess
const folder = mkdtempSync(join(tmpdir(), 'mille-e2e-signer-'))
const email = 'depositor@example.com'

test.beforeAll(async () => {
  regtest = await startRegtest()
  const socket = join(folder, 'signer.sock')
  server = await startServerProcess({
    BITCOIN_RPC_URL: regtest.config.rpcUrl,
    BITCOIN_XPUB: regtest.config.xpub,
    BITCOIN_NETWORK: 'regtest',
    SIGNER_SOCKET: socket
  })
  signer = runSigner()
})
test.afterAll(async () => {
  await server?.dispose()
  signer?.kill('SIGTERM')
  await regtest?.dispose()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the signer, or runs one of its commands. */
function runSigner(...words: string[]): ChildProcess {
  const program = resolve(import.meta.dirname, '../../packages/server/cli.ts')
  const keys = {
    SIGNER_SOCKET: join(folder, 'signer.sock'),
    SIGNER_BITCOIN_XPRV: regtest.xprv,
    SIGNER_ORIGIN: server.url,
    BITCOIN_NETWORK: 'regtest'
  }
  return spawn(process.execPath, [program, 'signer', ...words], {
    env: { ...process.env, ...keys },
    stdio: 'ignore'
  })
}

test('a deposit is followed live from the first sight to the balance, and withdrawn again', async ({
  browser
}) => {
  const page = await openAccount(browser, email)
  await page.goto(`${server.url}/finances`)
  await page.getByRole('link', { name: 'Deposit' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Deposit terms' }).click()
  await expect(page.getByRole('dialog')).toContainText('never converted')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'I understand, show the address' }).click()
  await expect(page.getByRole('img', { name: 'QR code of your BTC address' })).toBeVisible()
  const uri = await page.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href')
  const address = uri?.replace('bitcoin:', '') ?? ''
  expect(address).toMatch(/^bcrt1q/)
  await expectAccessible(page)

  const watched = page.getByRole('status').last()
  await regtest.pay({ [address]: '0.0234' })
  await expect(page.getByText('0 of 2 confirmations').first()).toBeVisible({ timeout: 20_000 })
  await regtest.mine(1)
  await expect(page.getByText('1 of 2 confirmations').first()).toBeVisible({ timeout: 20_000 })
  await regtest.mine(1)
  await expect(page.getByText('Credited', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(watched).toBeVisible()
  // The current step is in the address, so a reload keeps it.
  await page.reload()
  await expect(page.getByText('Credited', { exact: true })).toBeVisible()

  await page.goto(`${server.url}/finances`)
  expect(await available(page)).toBe(2_340_000n)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Deposited' }).click()
  await expect(page.getByRole('heading', { name: 'Ledger entries' })).toBeVisible()
  await expectAccessible(page)

  await withdraw(page)
  const verdict = await server.mille('verify', '--chain')
  expect(verdict, verdict.stderr + verdict.stdout).toMatchObject({ code: 0 })
  expect(verdict.stdout).toContain('The blockchain holds')
})

test('a large withdrawal waits for the operator, and is followed down to the ledger and onto paper', async ({
  browser
}) => {
  const person = 'whale@example.com'
  const page = await openAccount(browser, person)
  const operator = await openAccount(browser, 'operator@example.com')
  expect(await server.mille('admin', 'operator@example.com')).toMatchObject({ code: 0 })
  await addOperatorsPasskey(operator)
  await regtest.pay({ [await newAddress(page)]: '0.6' })
  await regtest.mine(2)
  await expect(page.getByText('Credited', { exact: true })).toBeVisible({ timeout: 20_000 })

  const outside = await regtest.rpc.wallet<string>('getnewaddress')
  await page.goto(`${server.url}/finances/withdraw`)
  const list = page.getByRole('table', { name: 'Withdrawals' })
  await askFor(page, '0.3', outside)
  await expect(list.getByText('Waiting for approval')).toBeVisible()
  await askFor(page, '0.2', outside)
  await expect(list.getByText('Waiting for approval')).toHaveCount(2)

  await operator.goto(`${server.url}/admin/payouts`)
  const payouts = operator.getByRole('table', { name: 'Withdrawals' })
  await expectAccessible(operator)
  const [smaller, larger] = [rowWith(payouts, '0.2'), rowWith(payouts, '0.3')]
  await smaller.getByRole('button', { name: 'Reject' }).click()
  const dialog = operator.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Once a day is enough')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(smaller).toBeHidden()
  await larger.getByRole('button', { name: 'Approve' }).click()
  await expect(larger.getByText('Waiting for approval')).toBeHidden()

  await expect(list.getByText('Once a day is enough')).toBeVisible({ timeout: 20_000 })
  await expect(list.getByText('0 of 2 confirmations')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  await regtest.mine(1)
  await expect(list.getByText('1 of 2 confirmations')).toBeVisible({ timeout: 20_000 })
  await regtest.mine(7)
  await expect(list.getByText('Confirmed', { exact: true })).toBeVisible({ timeout: 20_000 })
  expect(await regtest.rpc.wallet<string>('getreceivedbyaddress', outside, 1)).toBe('0.29995000')

  await page.goto(`${server.url}/finances`)
  expect(await available(page)).toBe(30_000_000n)
  await page.getByRole('link', { name: 'History', exact: true }).click()
  const done = page
    .getByRole('listitem')
    .filter({ hasNot: page.getByText('Reversed', { exact: true }) })
  await done.getByRole('link', { name: 'Withdrawn' }).click()
  const entries = page.getByRole('table', { name: 'Ledger entries' })
  await expect(entries.getByText('withdrawal fee')).toBeVisible()
  expect(await sumOf(entries)).toBe(-30_000_000n)
  await expectAccessible(page)
  await page.goto(`${server.url}/finances/history`)
  await page.getByRole('link', { name: 'Statement' }).click()
  await printsCleanly(page)
})

test('an unassigned deposit is given to its account by the operator', async ({ browser }) => {
  const page = await openAccount(browser, 'late@example.com')
  const operator = await openAccount(browser, 'second@example.com')
  expect(await server.mille('admin', 'second@example.com')).toMatchObject({ code: 0 })
  const unknown = addressAt(readExtendedKey(regtest.config.xpub), 950, 'regtest')
  await regtest.pay({ [unknown]: '0.07' })
  await regtest.mine(2)
  await expect(async () => {
    await operator.goto(`${server.url}/admin/payouts`)
    await expect(operator.getByRole('heading', { name: 'Unassigned deposits' })).toBeVisible({
      timeout: 5_000
    })
  }).toPass({ timeout: 30_000 })
  await expectAccessible(operator)
  await operator.getByRole('button', { name: 'Assign' }).click()
  const account = await server.query("select id from users where email = 'late@example.com'")
  const dialog = operator.getByRole('dialog')
  await dialog.getByLabel('Account number').fill(String(account[0]?.id))
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(operator.getByRole('heading', { name: 'Unassigned deposits' })).toBeHidden()
  await expect(async () => {
    await page.goto(`${server.url}/finances`)
    expect(await available(page)).toBe(7_000_000n)
  }).toPass({ timeout: 20_000 })
})

async function openAccount(browser: Browser, name: string): Promise<Page> {
  const page = await signUp(browser, server.url, name)
  await page.setViewportSize({ width: 1280, height: 900 })
  return page
}

/** Follows the steps to a new deposit address, which end where its payments are watched. */
async function newAddress(page: Page): Promise<string> {
  await page.goto(`${server.url}/finances/deposit`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I understand, show the address' }).click()
  const uri = await page.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href')
  return uri?.replace('bitcoin:', '') ?? ''
}

async function askFor(page: Page, amount: string, address: string): Promise<void> {
  await page.getByLabel('Recipient address').fill(address)
  await page.getByLabel('Amount').fill(amount)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('')
}

const rowWith = (table: Locator, amount: string) =>
  table.getByRole('row').filter({ has: table.page().locator(`data[value="${units(amount)}"]`) })

const units = (amount: string) => String(BigInt(amount.replace('0.', '').padEnd(8, '0')))

/** Sums the amounts of the entries: the fourth cell of each, with its direction. */
async function sumOf(entries: Locator): Promise<bigint> {
  let sum = 0n
  for (const row of await entries.locator('tbody tr').all()) {
    const cell = row.getByRole('cell').nth(2)
    const value = BigInt((await cell.locator('data').first().getAttribute('value')) ?? '0')
    sum += (await cell.textContent())?.includes('−') ? -value : value
  }
  return sum
}

/**
 * Checks the printed page: no frame, no buttons, a white background even if the screen is dark, and no row cut off at
 * the side.
 */
async function printsCleanly(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /^Statement for /, level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  // A4 without its margins.
  await page.setViewportSize({ width: 718, height: 1040 })
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'By day' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'All statements' })).toHaveCount(0)
  expect(await page.title()).toMatch(/^Statement \d+-\d{4}-\d\d-BTC /)
  const look = await page.evaluate(() => ({
    scheme: getComputedStyle(document.documentElement).colorScheme,
    paper: getComputedStyle(document.body).backgroundColor,
    isWide: document.documentElement.scrollWidth > window.innerWidth
  }))
  expect(look).toEqual({ scheme: 'light', paper: 'rgba(0, 0, 0, 0)', isWide: false })
}

async function withdraw(page: Page): Promise<void> {
  const outside = await regtest.rpc.wallet<string>('getnewaddress')
  const used = [await mailedCode(page, server.url, email)]
  // The sign-up code proves the identity for five minutes; this person comes back later.
  await server.query('update sessions set stepped_up_at = null')
  await page.goto(`${server.url}/finances/withdraw`)
  await page.getByLabel('Recipient address').fill(`${outside.slice(0, -1)}b`)
  await page.getByLabel('Amount').fill('0.01')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const proof = page.getByRole('dialog')
  await proof.getByRole('textbox').fill(await mailedCode(page, server.url, email, used))
  await proof.getByRole('button', { name: 'Confirm' }).click()
  // The typed text is still there, with what is wrong beside it.
  await expect(page.getByRole('alert')).toContainText('address')
  await page.getByLabel('Recipient address').fill(outside)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  await regtest.mine(8)
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible({ timeout: 20_000 })
  expect(await regtest.rpc.wallet<string>('getreceivedbyaddress', outside, 1)).toBe('0.00995000')
  await page.goto(`${server.url}/finances`)
  expect(await available(page)).toBe(1_340_000n)
}

async function available(page: Page): Promise<bigint> {
  const card = page.getByRole('heading', { name: 'Available, BTC' }).locator('..')
  return BigInt((await card.locator('data').first().getAttribute('value')) ?? '-1')
}

/** Adds a passkey in the account's settings and to the signer's own list. */
async function addOperatorsPasskey(operator: Page): Promise<void> {
  await addAuthenticator(operator)
  await server.query('update sessions set stepped_up_at = now()')
  await operator.goto(`${server.url}/settings`)
  await operator.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(operator.getByText('Passkey added')).toBeVisible()
  const printed = await server.mille('passkeys', 'operator@example.com')
  const [code] = await once(runSigner('trust', ...printed.stdout.trim().split(' ')), 'exit')
  expect(code).toBe(0)
}
