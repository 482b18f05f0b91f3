import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { type Browser, expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { type BrowserAccount, openAccount } from './browser-account.ts'
import { type PublisherPage, startPublisherPage } from './publisher-page.ts'
import { test } from './test.ts'

const daySeconds = 86_400
/** 149.99 dollars. Half of the price is paid out over 30 days; the network keeps a fifth of everything. */
const price = 14_999_000_000n
const fee = price / 5n
const target = 'https://shop.example/bread'

// Each test builds on the previous one: they share one network.
test.describe.configure({ mode: 'serial' })

let server: ServerProcess
let site: PublisherPage
let publisher: BrowserAccount
let advertiser: BrowserAccount
let operator: BrowserAccount

test.beforeAll(async ({ browser }) => {
  server = await startServerProcess()
  site = await startPublisherPage()
  publisher = await openAccount(browser, server.url)
  advertiser = await openAccount(browser, server.url)
  operator = await openAccount(browser, server.url)
  expect((await server.mille('admin', operator.id)).code).toBe(0)
  const credit = ['credit', advertiser.id, '1000', 'USD', '--reason', 'A deposit by hand']
  expect((await server.mille(...credit)).code).toBe(0)
  await verifySite()
})
test.afterAll(async () => {
  await site.stop()
  await server.dispose()
})

/** Time limit in milliseconds for the job that releases what orders pay, which runs once a minute. */
const releasesMs = 90_000

test('from an offer to a publication that is paid, to the unit', async ({ browser }) => {
  test.setTimeout(300_000)
  await createOffer(publisher.page)
  await approveOffer(operator.page)
  await findOffer(browser)

  const { page } = advertiser
  const order = await placeOrder(page)
  expect(await moneyOf(advertiser)).toEqual({ available: 100_000_000_000n - price, held: price })

  await publisher.page.goto(`${server.url}/publication_orders`)
  await publisher.page.getByRole('link', { name: offerName }).click()
  await move(publisher.page, 'Accept', 'Accepted')
  await page.reload()
  await page.getByLabel('Your message').fill('Please by Friday.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('paragraph').filter({ hasText: 'Please by Friday.' })).toBeVisible()

  site.body = `<p>Bread, by <a rel="sponsored" href="${target}/">the baker</a>.</p>`
  await publisher.page.reload()
  await expect(publisher.page.getByText('Please by Friday.')).toBeVisible()
  await publisher.page.getByRole('button', { name: 'Submit publication' }).click()
  const dialog = publisher.page.getByRole('dialog')
  await dialog.getByLabel('URL of the publication').fill(site.url)
  await dialog.getByRole('button', { name: 'Submit publication' }).click()
  await expect(publisher.page.getByText('It contains the link')).toBeVisible()
  await expect(publisher.page.getByText('The link is marked sponsored')).toBeVisible()
  await expect(publisher.page.getByText('It is on the site in the offer')).toBeVisible()

  await page.reload()
  await move(page, 'Confirm', 'Confirmed')
  expect(await moneyOf(advertiser)).toEqual({ available: 100_000_000_000n - price, held: 0n })

  await letPass(15)
  await expect(async () => {
    // Half of the price is paid out over 30 days, half of which have passed; the network keeps a fifth.
    const released = ((price / 2n) * 15n) / 30n
    expect(await moneyOf(publisher)).toEqual({ available: released - released / 5n, held: 0n })
  }).toPass({ timeout: releasesMs })
  await letPass(15)
  await expect(async () => {
    await page.goto(order)
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: releasesMs })
  expect(await moneyOf(publisher)).toEqual({ available: price - fee, held: 0n })
  expect(await moneyOf(advertiser)).toEqual({ available: 100_000_000_000n - price, held: 0n })
  expect(await feeOfNetwork()).toBe(fee)
  await expect(page.getByRole('table', { name: 'Payments' }).getByRole('row')).toHaveCount(31)

  await page.getByLabel('Comment').fill('As it was promised.')
  await page.getByRole('button', { name: 'Submit rating' }).click()
  await expect(page.getByText('5 of 5 stars')).toBeVisible()
  await expectAccessible(page)
  const verdict = await server.mille('verify')
  expect(verdict, verdict.stderr + verdict.stdout).toMatchObject({ code: 0 })
})

test('a declined order gives the money back, with the reason', async () => {
  const before = await moneyOf(advertiser)
  const order = await placeOrder(advertiser.page)
  await publisher.page.goto(order)
  await publisher.page.getByRole('button', { name: 'Decline' }).click()
  const dialog = publisher.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog.getByText('Reason must not be empty.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('We are on holiday.')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(publisher.page.getByText('Declined', { exact: true }).first()).toBeVisible()
  expect(await moneyOf(advertiser)).toEqual(before)
  await advertiser.page.reload()
  await expect(advertiser.page.getByText('We are on holiday.')).toBeVisible()
})

test('an order is called back until it is accepted, and what cannot be paid cannot be chosen', async () => {
  const before = await moneyOf(advertiser)
  const { page } = advertiser
  await page.goto(`${server.url}/publication_orders/new?offer_id=1`)
  await expect(page.getByRole('radio', { name: /^Bitcoin/ })).toBeDisabled()
  await expect(page.getByRole('radio', { name: /^US dollars/ })).toBeChecked()
  await expect(page.getByRole('link', { name: /^Deposit .* BTC more$/ })).toBeVisible()
  const order = await placeOrder(page)
  expect((await moneyOf(advertiser)).held).toBeGreaterThan(0n)
  await move(page, 'Cancel order', 'Canceled')
  expect(await moneyOf(advertiser)).toEqual(before)
  await publisher.page.goto(order)
  await expect(publisher.page.getByText('Canceled', { exact: true }).first()).toBeVisible()
  await expect(publisher.page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
})

test('a dispute is decided by the operator, who sees what both wrote', async () => {
  const before = await moneyOf(advertiser)
  const order = await placeOrder(advertiser.page)
  const id = order.split('/').at(-1) ?? ''
  const { updateOrder } = publisher.api.marketplace
  expect(await updateOrder({ id, state: 'accepted' })).toMatchObject({ ok: true })
  site.body = '<p>Nothing about bread.</p>'
  const published = await updateOrder({ id, state: 'published', proof_url: site.url })
  expect(published).toMatchObject({
    value: { data: { attributes: { proof: { is_reachable: true, has_link: false } } } }
  })
  const { page } = advertiser
  await page.reload()
  await expect(page.getByText('The link was not found on the page')).toBeVisible()
  // The confirmation repeats what was found, and disputing is offered next to it.
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Confirm the publication?' })
  await expect(question.getByText('The link was not found on the page')).toBeVisible()
  await question.getByRole('button', { name: 'Dispute' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('There is no link.')
  await page.getByRole('dialog').getByRole('button', { name: 'Dispute' }).click()
  await expect(page.getByText('Disputed', { exact: true }).first()).toBeVisible()

  // Money moves, so the operator must have just proved their identity.
  await server.query(`update sessions set stepped_up_at = now() + interval '${daysPassed} days'`)
  await operator.page.goto(`${server.url}/admin/disputes`)
  await operator.page.getByRole('link', { name: offerName }).click()
  await expect(operator.page.getByText('There is no link.')).toBeVisible()
  await expectAccessible(operator.page)
  await operator.page.getByLabel('Reason').fill('The page does not have it.')
  await operator.page.getByRole('button', { name: 'Refund the advertiser' }).click()
  await expect(operator.page.getByText('Refunded', { exact: true }).first()).toBeVisible()
  expect(await moneyOf(advertiser)).toEqual(before)
  await publisher.page.goto(order)
  await expect(publisher.page.getByText('The page does not have it.')).toBeVisible()
})

test('nothing moves on the catalog and on an offer while they load', async ({ browser }) => {
  for (const width of [360, 1280]) {
    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const page = await context.newPage()
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          shifts.push(entry.value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of ['/marketplace', '/marketplace?filter[query]=bread', '/marketplace/1']) {
      // On a busy machine the font may come after the first paint. What moves at each of three loads is a fault.
      let shifts: number[] = []
      for (let loads = 0; loads === 0 || (loads < 3 && shifts.length > 0); loads++) {
        await page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' })
        shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
      }
      expect(shifts, `${path} at ${width} px`).toEqual([])
      await expectAccessible(page)
    }
    await context.close()
  }
})

const offerName = 'A reviewed article about bread'

async function verifySite(): Promise<void> {
  const created = await publisher.api.sites.createSite({ page_url: site.url })
  if (!created.ok) throw new Error(created.code)
  const { id } = created.value.data
  const [row] = await server.query(`select verification_token as token from sites where id = ${id}`)
  site.head = `<meta name="mille-site-verification" content="${String(row?.token)}">`
  expect(await publisher.api.sites.verifySite({ id })).toMatchObject({ ok: true })
}

/** Creates an offer through the form. Missing fields are reported, and typed text survives a reload. */
async function createOffer(page: Page): Promise<void> {
  await page.goto(`${server.url}/marketplace/become_publisher`)
  await page.getByRole('textbox', { name: 'Name' }).fill(offerName)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByRole('alert')).toContainText('Price (USD) must be an amount')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(offerName)
  await page.getByRole('combobox', { name: 'Site' }).click()
  await page.getByRole('option', { name: /localhost/ }).click()
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Article' }).click()
  await page
    .getByRole('textbox', { name: 'Description' })
    .fill('**Eight hundred** words, edited by us. <img src=x onerror=alert(1)>')
  await page.getByRole('textbox', { name: 'What is included' }).fill('Two links\nA picture')
  await page.getByLabel('Price (USD)').fill('149.99')
  await page.getByLabel('Business').check()
  await expectAccessible(page)
  await page.evaluate(() => {
    const told: unknown[] = []
    Object.assign(window, { told })
    document.addEventListener('publisher_marketplace', event =>
      told.push((event as CustomEvent).detail)
    )
  })
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page).toHaveURL(/publication_offers\?created=1/)
  await expect(page.getByText('In review')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { told: unknown }).told)).toEqual([
    { offer_id: '1' }
  ])
}

async function approveOffer(page: Page): Promise<void> {
  await page.goto(`${server.url}/admin/offers`)
  await expect(page.getByRole('heading', { name: offerName })).toBeVisible()
  await page.getByLabel('Feature as a hot offer').check()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Nothing to review')).toBeVisible()
}

/** Narrows the catalog as a visitor who is not signed in. The address brings the same result back. */
async function findOffer(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  await page.goto(`${server.url}/marketplace?page%5Bnumber%5D=1`)
  await page.getByLabel(/^Business/).check()
  await expect(page).toHaveURL(/categories_name_in%5D=business/)
  await page.getByLabel('Search offers and sites').fill('cheese')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('No offers match these filters')).toBeVisible()
  await page.getByRole('link', { name: 'Remove “cheese”' }).first().click()
  await expect(page.getByRole('link', { name: offerName })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(/^Business/)).toBeChecked()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(`${server.url}/marketplace`)
  await page.getByRole('link', { name: offerName }).click()
  await expect(page).toHaveURL(`${server.url}/marketplace/1`)
  await expect(page.locator('strong', { hasText: 'Eight hundred' })).toBeVisible()
  const answer = await page.request.get(page.url())
  expect((await answer.text()).includes('"@type":"Product"')).toBe(true)
  await page.close()
}

async function placeOrder(page: Page): Promise<string> {
  await page.goto(`${server.url}/marketplace/1`)
  await page.getByRole('link', { name: 'Order now' }).click()
  await page.getByLabel('Link', { exact: true }).fill('shop.example/bread')
  await page.getByLabel('Brief').fill('Please write about our bread.')
  await page.locator('input[type=file]').setInputFiles({
    name: 'facts.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Baked at four.')
  })
  await expect(page.getByText('facts.txt', { exact: true })).toBeVisible()
  await expect(page.getByText('Uploading facts.txt')).toHaveCount(0)
  await page.getByText('US dollars').click()
  await page.getByRole('button', { name: 'Place order' }).click()
  const question = page.getByRole('dialog', { name: 'Place this order?' })
  await expect(question).toContainText('USD of your balance is put on hold')
  // While the order's page loads slowly, the typed text stays visible and cannot be sent twice.
  const isRead = (url: URL) => /^\/api\/v1\/publication_orders\/\d+$/.test(url.pathname)
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route(isRead, async route => {
    await held
    await route.continue()
  })
  const place = question.getByRole('button', { name: /^Place order for/ })
  const reading = page.waitForRequest(request => isRead(new URL(request.url())))
  await place.click()
  await reading
  await expect(page.getByLabel('Brief')).toHaveValue('Please write about our bread.')
  await expect(place).toHaveAttribute('aria-busy', 'true')
  letGo()
  await expect(page).toHaveURL(/publication_orders\/\d+$/)
  await page.unroute(isRead)
  await expect(page.getByRole('link', { name: 'facts.txt' })).toBeVisible()
  return page.url()
}

/** Presses a button, agrees in the dialog, and waits for the state. */
async function move(page: Page, action: string, state: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
  await expect(page.getByText(state, { exact: true }).first()).toBeVisible()
}

async function moneyOf({ api, id }: BrowserAccount) {
  const read = await api.finances.readBalances({ userId: id })
  if (!read.ok) throw new Error(read.code)
  const usd = read.value.data.find(it => it.attributes.currency === 'USD')?.attributes
  return { available: BigInt(usd?.available ?? -1), held: BigInt(usd?.held ?? -1) }
}

async function feeOfNetwork(): Promise<bigint> {
  const [row] = await server.query(
    "select balance from ledger_accounts where owner = 'network' and kind = 'fee' and asset = 'USD'"
  )
  return BigInt(String(row?.balance))
}

/** Number of days that the server's clock is ahead of the database's clock. */
let daysPassed = 0

/** Moves the clock forward and makes a call as each person, or their sessions would expire. */
async function letPass(days: number): Promise<void> {
  daysPassed += days
  const answer = await advertiser.page.request.post(`${server.url}/dev/clock`, {
    headers: { 'Content-Type': 'application/json;charset=utf-8' },
    data: JSON.stringify({ seconds: days * daySeconds })
  })
  expect(answer.status()).toBe(200)
  for (const { api } of [publisher, advertiser, operator])
    expect(await api.accounts.readCurrentUser()).toMatchObject({ ok: true })
}
