import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { expect, type Page } from 'playwright/test'
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
})
test.afterAll(async () => {
  await server?.dispose()
  signer?.kill('SIGTERM')
  await regtest?.dispose()
  rmSync(folder, { recursive: true, force: true })
})

test('a deposit is followed live from the first sight to the balance, and withdrawn again', async ({
  browser
}) => {
  const page = await signUp(browser, server.url, email)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${server.url}/finances`)
  await page.getByRole('link', { name: 'Deposit' }).click()
  await noViolations(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Deposit terms' }).click()
  await expect(page.getByRole('dialog')).toContainText('never converted')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'I understand, show the address' }).click()
  await expect(page.getByRole('img', { name: 'QR code of your BTC address' })).toBeVisible()
  const uri = await page.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href')
  const address = uri?.replace('bitcoin:', '') ?? ''
  expect(address).toMatch(/^bcrt1q/)
  await noViolations(page)

  const watched = page.getByRole('status').last()
  await regtest.pay({ [address]: '0.0234' })
  await expect(page.getByText('0 of 2 confirmations').first()).toBeVisible({ timeout: 20_000 })
  await regtest.mine(1)
  await expect(page.getByText('1 of 2 confirmations').first()).toBeVisible({ timeout: 20_000 })
  await regtest.mine(1)
  await expect(page.getByText('Credited', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(watched).toBeVisible()
  // The steps are in the address: a reload keeps them.
  await page.reload()
  await expect(page.getByText('Credited', { exact: true })).toBeVisible()

  await page.goto(`${server.url}/finances`)
  expect(await available(page)).toBe(2_340_000n)
  await noViolations(page)
  await page.getByRole('link', { name: 'Deposited' }).click()
  await expect(page.getByRole('heading', { name: 'Entries of the ledger' })).toBeVisible()
  await noViolations(page)

  await withdraw(page)
  const verdict = await server.mille('verify', '--chain')
  expect(verdict, verdict.stderr + verdict.stdout).toMatchObject({ code: 0 })
  expect(verdict.stdout).toContain('The chain holds')
})

async function withdraw(page: Page): Promise<void> {
  const outside = await regtest.rpc.wallet<string>('getnewaddress')
  const used = [await mailedCode(page, server.url, email)]
  // The code of the sign-up counts for five minutes; this is somebody who comes back later.
  await server.query('update sessions set stepped_up_at = null')
  await page.goto(`${server.url}/finances/withdraw`)
  await page.getByLabel('To the address').fill(`${outside.slice(0, -1)}b`)
  await page.getByLabel('Amount').fill('0.01')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const proof = page.getByRole('dialog')
  await proof.getByRole('textbox').fill(await mailedCode(page, server.url, email, used))
  await proof.getByRole('button', { name: 'Confirm' }).click()
  // What was typed is still there, with what is wrong beside it.
  await expect(page.getByRole('alert')).toContainText('address')
  await page.getByLabel('To the address').fill(outside)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 20_000 })
  await noViolations(page)
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

async function noViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(it => `${it.id}: ${it.nodes[0]?.html}`)).toEqual([])
}
