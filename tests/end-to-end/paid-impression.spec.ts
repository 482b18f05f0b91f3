import { resolve } from 'node:path'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { type Browser, expect, type Page } from 'playwright/test'
import { quietFor } from '../over-time.ts'
import { approveAd } from './approve-ad.ts'
import { type PublisherPage, startPublisherPage } from './publisher-page.ts'
import { test } from './test.ts'

let server: ServerProcess
let site: PublisherPage

test.beforeAll(async () => {
  // Settlement periods of five seconds instead of two hours, so that the test can watch a settlement.
  server = await startServerProcess({ SETTLEMENT_WINDOW_SECONDS: '5' })
  site = await startPublisherPage()
})
test.afterAll(async () => {
  await site.stop()
  await server.dispose()
})

test('a view on a publisher’s page is paid by the advertiser, to the unit', async ({ browser }) => {
  const publisher = await signUp(browser, 'publisher@example.com')
  const code = await createAdUnit(publisher)
  site.body = code
  await verifySite(publisher)

  const advertiser = await signUp(browser, 'advertiser@example.com')
  const headline = 'Bread from the next village'
  await createCampaign(advertiser, headline)

  const operator = await signUp(browser, 'operator@example.com')
  expect((await server.mille('admin', 'operator@example.com')).code).toBe(0)
  await operator.goto(`${server.url}/admin/creatives`)
  await expect(operator.getByText(headline).first()).toBeVisible()
  await approveAd(operator, () => operator.getByRole('button', { name: 'Approve' }).click())
  await expect(operator.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const credit = await server.mille(
    'credit',
    'advertiser@example.com',
    '0.01',
    'BTC',
    '--reason',
    'A deposit by hand'
  )
  expect(credit, credit.stderr).toMatchObject({ code: 0 })
  await fundCampaign(advertiser, headline, '0.005')
  const campaignUrl = advertiser.url()

  await previewOnSite(browser, advertiser, headline)
  await visit(browser, headline)

  // 0.001 BTC per thousand views: one view costs 100 units, of which the network keeps a fifth.
  await expect(async () => {
    await publisher.goto(`${server.url}/finances`)
    expect(await amountBeside(publisher, 'In ad units')).toBe(80n)
  }).toPass({ timeout: 30_000 })
  await advertiser.goto(`${server.url}/finances`)
  // The budget that the day may still cost is on hold for the current settlement period; the rest is on the campaign.
  const onCampaigns = await amountBeside(advertiser, 'In campaigns')
  expect(onCampaigns + (await amountBeside(advertiser, 'On hold'))).toBe(499_900n)
  await advertiser.goto(campaignUrl)
  expect(await amountBeside(advertiser, 'Spent so far')).toBe(100n)
  const [fee] = await server.query(
    "select balance from ledger_accounts where owner = 'network' and kind = 'fee'"
  )
  expect(fee).toEqual({ balance: '20' })
  const verdict = await server.mille('verify')
  expect(verdict, verdict.stderr + verdict.stdout).toMatchObject({ code: 0 })

  // Both sides see what was counted: one billable view, one click.
  await advertiser.getByRole('link', { name: 'Report', exact: true }).click()
  await expect(advertiser.getByText('Billable views', { exact: true }).locator('..')).toContainText(
    '1'
  )
  await publisher.goto(`${server.url}/ad-units`)
  await publisher
    .getByRole('link', { name: /localhost/ })
    .first()
    .click()
  await expect(publisher.getByText('Clicks', { exact: true }).locator('..')).toContainText('1')
})

async function newPage(browser: Browser): Promise<Page> {
  // Views by a declared bot are not counted, and headless Chromium declares itself one.
  const context = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  })
  const page = await context.newPage()
  page.on('pageerror', error => {
    throw error
  })
  return page
}

/** Signs up by an emailed code, through the interface and the outbox. */
async function signUp(browser: Browser, email: string): Promise<Page> {
  const page = await newPage(browser)
  await page.goto(`${server.url}/#create-account`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect(dialog.getByLabel('Access code')).toBeVisible()
  await dialog.getByLabel('Access code').fill(await mailedCode(page, email))
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: email })).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/overview`)
  return page
}

async function mailedCode(page: Page, email: string): Promise<string> {
  let code = ''
  await expect(async () => {
    const outbox = (await (await page.request.get(`${server.url}/dev/outbox.json`)).json()) as {
      to: string
      codes: string[]
    }[]
    code = outbox.find(mail => mail.to === email)?.codes[0] ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 10_000 })
  return code
}

/** Creates an ad unit and returns the snippet to paste. */
async function createAdUnit(page: Page): Promise<string> {
  await page.goto(`${server.url}/ad-units/new/`)
  const goOn = page.getByRole('button', { name: 'Continue' })
  await page.getByLabel('Page URL').fill(site.url)
  await goOn.click()
  await expect(page.getByText('The page can be reached')).toBeVisible()
  await goOn.click()
  await page.getByText('Wide screens').click()
  await goOn.click()
  await page.getByText('300 × 250', { exact: true }).click()
  await goOn.click()
  await page.getByLabel(/^Gambling/).check()
  await goOn.click()
  await page.getByText('Banners and text').click()
  await goOn.click()
  await page.getByLabel('Estimated monthly views').fill('10000')
  await goOn.click()
  await page.getByLabel('Blogs').check()
  await goOn.click()
  await page.getByRole('button', { name: 'Create the ad unit' }).click()
  await expect(page).toHaveURL(/\/ad-units\/\d+/)
  return (await page.locator('pre', { hasText: '<mille-ad' }).first().textContent()) ?? ''
}

async function verifySite(page: Page): Promise<void> {
  site.head =
    (await page.locator('pre', { hasText: 'mille-site-verification' }).first().textContent()) ?? ''
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('Verified').first()).toBeVisible()
}

async function createCampaign(page: Page, headline: string): Promise<void> {
  await page.goto(`${server.url}/campaigns/new/`)
  await page.getByLabel('Headline').fill(headline)
  await page.getByRole('textbox', { name: 'Text' }).fill('Baked at four, on your table at seven.')
  await page.getByRole('textbox', { name: 'Link' }).fill(`${site.url}landing`)
  await page.getByRole('button', { name: 'Continue' }).click()
  const picture = resolve(
    import.meta.dirname,
    '../../packages/testing/demo/banners/nettle-300x250.webp'
  )
  await page.locator('input[name=banner_ids]').setInputFiles(picture)
  await expect(
    page.getByRole('list', { name: 'Banners: files' }).getByText('300 × 250')
  ).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Pay per 1,000 views').click()
  await page.getByLabel('Daily budget').fill('0.002')
  await page.getByLabel('Price per 1,000 views').last().fill('0.001')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('tab', { name: 'Sites' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page).toHaveURL(/\/campaigns\/\d+/)
}

async function fundCampaign(page: Page, headline: string, amount: string): Promise<void> {
  await page.goto(`${server.url}/campaigns`)
  await page.getByRole('link', { name: headline }).click()
  await page.getByRole('link', { name: 'Money', exact: true }).click()
  await page.getByLabel('Amount').fill(amount)
  await page.getByRole('button', { name: 'Add funds' }).click()
  await expect(page.getByText('Running').first()).toBeVisible()
}

/** Looks at the ad on the publisher's page, as its advertiser, and expects that nothing is counted. */
async function previewOnSite(browser: Browser, advertiser: Page, headline: string): Promise<void> {
  const counted = async () =>
    (
      await server.query(`select (select count(*) from event_log_batches) as records,
      (select count(*) from campaign_day_creatives) as counters,
      (select coalesce(sum(count), 0) from ad_unit_request_hours) as requests`)
    )[0]
  const before = await counted()
  await advertiser.getByRole('link', { name: 'Creative', exact: true }).click()
  await advertiser.getByLabel('Page to open').fill(site.url)
  const opening = advertiser.waitForEvent('popup')
  await advertiser.getByRole('button', { name: 'Open the page' }).click()
  await (await opening).close()
  const link = advertiser.getByRole('link', { name: 'Open it again' })
  const address = (await link.getAttribute('href')) ?? ''
  expect(address).toContain('?mille-preview=')
  // Anyone who has the address sees the ad, without an account.
  const page = await newPage(browser)
  const asked = page.waitForResponse(it => it.url().includes('/serve/previews/'))
  await page.goto(address)
  expect((await asked).status()).toBe(200)
  await expect(page.getByRole('link', { name: headline })).toBeVisible()
  await expect(page.getByText('Preview, not counted').first()).toBeAttached()
  // Longer than the second after which a view would be reported.
  await quietFor(2_000, async () => expect(await counted()).toEqual(before))
  await page.context().close()
}

/** Visits the page as a reader who sees the ad and clicks it. */
async function visit(browser: Browser, headline: string): Promise<void> {
  const page = await newPage(browser)
  const viewed = page.waitForResponse(
    response =>
      response.url().endsWith('/serve/view') &&
      (response.request().postData() ?? '').includes('viewable')
  )
  await expect(async () => {
    await page.goto(site.url)
    await expect(page.getByRole('link', { name: headline })).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 15_000 })
  expect((await viewed).status()).toBe(204)
  const landing = page.context().waitForEvent('page')
  await page.getByRole('link', { name: headline }).click()
  await expect((await landing).getByRole('heading', { name: 'Welcome, visitor' })).toBeVisible()
}

/** Returns the exact units of the amount that is shown beside a label. */
async function amountBeside(page: Page, label: string): Promise<bigint> {
  const row = page.getByText(label, { exact: true }).first().locator('..')
  return BigInt((await row.locator('data').first().getAttribute('value')) ?? '-1')
}
