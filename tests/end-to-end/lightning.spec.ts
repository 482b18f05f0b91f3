import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Connection, connect } from '@mille/server/db/connect.ts'
import { migrate } from '@mille/server/db/migrate.ts'
import { createCampaign } from '@mille/testing/campaigns.ts'
import { freePort } from '@mille/testing/free-port.ts'
import {
  fundTestChannel,
  startTestLightning,
  type TestLightning,
  until
} from '@mille/testing/lightning.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { contextApi } from './context-api.ts'
import { signUp } from './sign-up.ts'
import { test } from './test.ts'

let regtest: Regtest
let server: ServerProcess
let payer: TestLightning
let database: Connection

test.beforeAll(async () => {
  test.setTimeout(300_000)
  regtest = await startRegtest()
  await regtest.mine(1)
  const port = await freePort()
  server = await startServerProcess({
    BITCOIN_NETWORK: 'regtest',
    BITCOIN_RPC_URL: regtest.config.rpcUrl,
    BITCOIN_XPUB: regtest.config.xpub,
    LIGHTNING: 'embedded',
    LIGHTNING_SEED: 'd1e2'.repeat(16),
    LIGHTNING_LISTEN: `127.0.0.1:${port}`
  })
  const nodeOf = () =>
    server.query('select public_key, height, usable_channels from lightning_node')
  await until(async () => typeof (await nodeOf())[0]?.height === 'number')
  const publicKey = String((await nodeOf())[0]?.public_key)
  database = await createDatabase()
  const own = { database, port: await freePort(), credit: async () => {} }
  payer = await startTestLightning(regtest, 7, { node: () => ({ publicKey }), port }, own)
  await fundTestChannel(regtest, payer, publicKey, 1_000_000n)
  await until(async () => (await nodeOf())[0]?.usable_channels === 1)
})
test.afterAll(async () => {
  await payer?.dispose()
  await database?.close()
  await server?.dispose()
  await regtest?.dispose()
})

/** Creates a database for the payer's node in the server's PostgreSQL, whose folder is in the fifth line of a file. */
async function createDatabase(): Promise<Connection> {
  await server.query('create database payer')
  const file = join(server.dataFolder, 'postgres/postmaster.pid')
  const host = readFileSync(file, 'utf8').split('\n')[4] ?? ''
  const made = await connect({ host, user: 'postgres', database: 'payer' }, 5)
  await migrate(made.pool)
  return made
}

/** Asks for an invoice where the page or dialog offers it, and pays it. Returns the time from the payment to the page. */
async function payByLightning(page: Page, amount: string, done: RegExp): Promise<number> {
  // The page of a campaign has another amount, which is moved from the balance.
  await page.locator('input[name="lightning"]').fill(amount)
  await page.getByRole('button', { name: 'Create invoice' }).click()
  await expect(page.getByRole('img', { name: 'QR code of your Lightning invoice' })).toBeVisible({
    timeout: 20_000
  })
  await expect(page.getByText(/^Waiting for your payment/)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^(60:00|59:\d\d)$/)
  await expectAccessible(page)
  const href = await page.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href')
  expect(href).toMatch(/^lightning:lnbcrt/)
  const invoice = (href ?? '').replace('lightning:', '')
  const began = performance.now()
  const units = BigInt(Math.round(Number(amount) * 1e8))
  const paymentId = invoice.slice(-40)
  const payment = { paymentId, invoice, amount: units, maximumFee: 10n }
  expect(await payer.node().pay(payment)).toMatchObject({ payment: { paymentId } })
  await expect(page.getByText(done)).toBeVisible()
  return performance.now() - began
}

for (const width of [360, 1440])
  test(`an invoice that another node pays is on the account without a reload: ${width} px`, async ({
    browser
  }) => {
    const page = await signUp(browser, server.url, `lightning-${width}@example.com`)
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${server.url}/finances/deposit`)
    await page.getByText('Lightning', { exact: true }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(/^From 0\.\d+ BTC to 0\.\d+ BTC\.$/)).toBeVisible()
    const ms = await payByLightning(page, '0.0001', /^Paid: .*0\.0001.* is on your account$/)
    process.stdout.write(`${width} px: ${Math.round(ms)} ms from the payment to the page\n`)
    await expectAccessible(page)

    await page.reload()
    await expect(page.getByText(/^Paid: /)).toBeVisible()
    await page.getByRole('link', { name: 'See your history' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Lightning' })).toBeVisible()
    await page.getByRole('link', { name: 'Deposited' }).click()
    await expect(page.getByText('Completed')).toBeVisible()
  })

test('an invoice from the page of a campaign pays that campaign', async ({ browser }) => {
  const page = await signUp(browser, server.url, 'lightning-campaign@example.com')
  const { data } = await createCampaign(contextApi(page.context(), server.url))
  await page.goto(`${server.url}/campaigns/${data.id}/money`)
  await page.getByText('Lightning', { exact: true }).click()
  await payByLightning(page, '0.0002', /^Paid: .*0\.0002.* is on your campaign, which starts/)
  const onCampaign = () =>
    server.query(`select balance from ledger_accounts where owner = 'campaign'
      and owner_id = ${Number(data.id)} and kind = 'available'`)
  await expect.poll(async () => (await onCampaign())[0]?.balance).toBe('20000')
})

test('an invoice of another wallet is paid once from the page, with a proof: 360 px', async ({
  browser
}) => {
  const page = await signUp(browser, server.url, 'lightning-publisher@example.com')
  await page.setViewportSize({ width: 360, height: 900 })
  await page.goto(`${server.url}/finances/deposit?currency=btc&method=lightning&step=1`)
  await payByLightning(page, '0.0006', /^Paid: .*0\.0006.* is on your account$/)

  await page.goto(`${server.url}/finances/withdraw`)
  const field = page.getByLabel('Invoice or Lightning Address')
  // This network pays out by Lightning only, so the form has no choice.
  await expect(field).toBeVisible()
  const make = { amount: 20_000n, description: 'Payout of October', expirySeconds: 600 }
  const { invoice, paymentHash } = await payer.node().createInvoice(make)
  await field.fill('lnbc1notaninvoice')
  await page.getByRole('button', { name: 'Pay invoice' }).click()
  await expect(page.getByRole('alert')).toHaveText(/not a valid Lightning invoice/)
  await field.fill(`lightning:${invoice.toUpperCase()}`)
  await expect(page.getByText('Payout of October')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 900 })
  await expectFits(page)
  await page.setViewportSize({ width: 360, height: 900 })

  const posts: string[] = []
  page.on(
    'request',
    it => void (it.url().endsWith('/lightning_withdrawals') && posts.push(it.url()))
  )
  const began = performance.now()
  await page.getByRole('button', { name: 'Pay invoice' }).dblclick()
  const list = page.getByRole('table', { name: 'Withdrawals' })
  await expect(list.getByText('Paid', { exact: true })).toBeVisible({ timeout: 20_000 })
  const ms = Math.round(performance.now() - began)
  process.stdout.write(`360 px: ${ms} ms from the press to the paid withdrawal on the page\n`)
  expect(posts).toHaveLength(1)
  await expect(list.getByText(/Routing fee: 0\.00000000 BTC/)).toBeVisible()
  await expect(list.getByRole('button', { name: 'Copy proof of payment' })).toBeVisible()
  await expect(field).toHaveValue('')
  await until(async () => (await payer.node().findInvoice(paymentHash))?.state === 'settled')
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expectFits(page)
  }
  await expectAccessible(page)

  await field.fill(invoice)
  await page.getByRole('button', { name: 'Pay invoice' }).click()
  await expect(page.getByRole('alert')).toHaveText(/Another withdrawal has this invoice/)
  await expect(field).toHaveValue(invoice)
})

/** Expects that the page does not scroll sideways. */
async function expectFits(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(beyond).toBe(0)
}
