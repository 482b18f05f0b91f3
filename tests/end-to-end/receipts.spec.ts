import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '@mille/server/db/connect.ts'
import { addCampaign, addUnit } from '@mille/server/delivery/testing/network.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { type Browser, expect } from 'playwright/test'
import { type PublisherPage, startPublisherPage } from './publisher-page.ts'
import { test } from './test.ts'

const headline = 'Own your coins'

let server: ServerProcess
let site: PublisherPage

test.beforeAll(async () => {
  server = await startServerProcess({ SETTLEMENT_WINDOW_SECONDS: '5' })
  site = await startPublisherPage()
})
test.afterAll(async () => {
  await site.stop()
  await server.dispose()
})

/** Adds an ad unit, and a campaign that is shown on it. */
async function furnish(): Promise<number> {
  const pidFile = join(server.dataFolder, 'postgres/postmaster.pid')
  const host = readFileSync(pidFile, 'utf8').split('\n')[4] ?? ''
  const { db, close } = await connect({ host, user: 'postgres', database: 'postgres' })
  const { id } = await addUnit(db)
  await addCampaign(db, { title: headline })
  await close()
  return id
}

/** Returns the receipt that the page gets for a visitor with that browser version; empty if it gets none. */
async function collect(browser: Browser, version: number): Promise<string> {
  const context = await browser.newContext({
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`
  })
  const page = await context.newPage()
  await expect(async () => {
    await page.goto(site.url)
    // Until the node has the campaign, the unit shows an invitation to advertise, which is not reported as seen.
    await expect(page.locator('mille-ad .title')).toHaveText(headline, { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  const receipt = page.locator('#receipt[data-answered]')
  await receipt.waitFor({ state: 'attached', timeout: 30_000 })
  const text = (await receipt.textContent()) ?? ''
  await context.close()
  return text
}

/** A new network gives no receipts until its public log has begun, with the first settlement. */
async function waitForReceipts(browser: Browser): Promise<void> {
  let version = 100
  await expect
    .poll(() => collect(browser, version++), { timeout: 60_000, intervals: [1_000] })
    .not.toBe('')
}

test('a page on another origin collects receipts that anyone can check', async ({
  browser
}, info) => {
  const unit = await furnish()
  site.body = `<script type="module" src="${server.url}/embed/v1/ad.js"></script>
    <mille-ad unit="${unit}" size="300x250" receipts style="display:block;width:300px;height:250px"></mille-ad>
    <pre id="receipt"></pre>
    <script>addEventListener('mille-ad:viewable', async ({ detail }) => {
      const receipt = document.querySelector('#receipt')
      receipt.textContent = await detail.receipt
      receipt.dataset.answered = ''
    })</script>`
  await waitForReceipts(browser)
  const receipts = [await collect(browser, 140), await collect(browser, 139)]
  const file = info.outputPath('receipts.jsonl')
  writeFileSync(file, receipts.join('\n'))
  const check = () => server.mille('receipts', 'check', file, server.url)
  await expect
    .poll(async () => (await check()).stdout, { timeout: 90_000, intervals: [2_000] })
    .toContain('2 of 2 receipts: 2 billed, 0 rejected, 0 not settled yet, 0 broken promises.')
  expect((await check()).code).toBe(0)

  // An attacker with access to the database changes who has seen the ads.
  await server.query(`
    set session_replication_role = replica;
    update event_log_batches set body = set_byte(body, 46, 255 - get_byte(body, 46)) where get_byte(body, 1) = 2`)
  await server.stop()
  await server.restart()
  const { code, stderr } = await check()
  expect(code).toBe(1)
  expect(stderr).toContain(
    'broken promise: the view is not among those of the charge that is shown.'
  )
  expect(stderr).toContain('2 broken promises.')

  const away = await server.mille('receipts', 'check', file, 'http://localhost:1')
  expect(away).toMatchObject({ code: 2 })
  expect(away.stderr).toMatch(/^http:\/\/localhost:1 cannot be reached: .+\.\n$/)
})
