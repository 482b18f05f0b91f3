import { createCampaign } from '@mille/testing/campaigns.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { type Browser, expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { type BrowserAccount, openAccount } from './browser-account.ts'
import { contextApi } from './context-api.ts'
import { mailedCode } from './sign-up.ts'
import { test } from './test.ts'

/** Headless Chromium declares itself a crawler, whose visits are not counted. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const email = 'referred@example.com'
const hours = 3_600

let server: ServerProcess

test.beforeAll(async () => {
  server = await startServerProcess()
})
test.afterAll(() => server.dispose())

test('a partner sees the click, the sign-up and the earning of a visitor who follows the link', async ({
  browser
}) => {
  test.setTimeout(120_000)
  const partner = await openAccount(browser, server.url)
  const link = await readLink(partner)
  await visitByCrawler(browser, link)
  const day = new Date().toISOString().slice(0, 10)

  const visitor = await followAndSignUp(browser, link)
  const credit = await server.mille('credit', email, '0.02', 'BTC', '--reason', 'A deposit')
  expect(credit, credit.stderr).toMatchObject({ code: 0 })
  await advertise(browser, visitor)

  await expect(async () => {
    await partner.page.goto(`${server.url}/reports/partners`)
    const row = rowOf(partner.page, day)
    // One click, one sign-up, one new paying account, and a tenth of 0.001 BTC.
    await expect(row.getByRole('cell')).toHaveText(['1', '1', '1', /0\.0001/], { timeout: 2_000 })
  }).toPass({ timeout: 40_000 })
  await expectAccessible(partner.page)
  const report = await partner.api.affiliates.readReport({ from: day, to: day })
  expect(report).toMatchObject({
    value: {
      meta: {
        totals: {
          ...{ clicks: 1, sign_ups: 1, paying_accounts: 1 },
          earnings: { BTC: '10000', USD: '0' }
        }
      }
    }
  })
})

const rowOf = (page: Page, day: string) =>
  page.getByRole('row').filter({ has: page.locator(`time[datetime="${day}"]`) })

/** Builds a link to the page for advertisers, and returns it. */
async function readLink({ page, id }: BrowserAccount): Promise<string> {
  await page.goto(`${server.url}/crypto-affiliate-program/`)
  await page.getByRole('radio', { name: /^Link/ }).check()
  await page.getByRole('combobox', { name: 'Page' }).click()
  await page.getByRole('option', { name: 'For advertisers' }).click()
  await expectAccessible(page)
  const link = `${server.url}/ad-solutions/?partner=${id}`
  await expect(page.getByRole('link', { name: link })).toBeVisible()
  return link
}

async function visitByCrawler(browser: Browser, link: string): Promise<void> {
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
  await (await context.newPage()).goto(link)
  await context.close()
}

/** Follows the link, looks at another page, and signs up there by email. */
async function followAndSignUp(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext({ userAgent })
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('link', { name: 'Marketplace' }).first().click()
  await expect(page).toHaveURL(/\/marketplace/)
  await page.goto(`${server.url}/#create-account`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await dialog.getByLabel('Access code').fill(await mailedCode(page, server.url, email))
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${server.url}/overview`)
  return page
}

/** Runs a campaign of the visitor that is charged 0.001 BTC for ten views in the current settlement period. */
async function advertise(browser: Browser, visitor: Page): Promise<void> {
  const operator = await openAccount(browser, server.url)
  await server.query(`update users set roles = '{admin}' where id = ${operator.id}`)
  const api = contextApi(visitor.context(), server.url)
  const document = await createCampaign(api, {
    ...{ traffic_type: 'cpm', max_cpm: '10000000', daily_budget: '1000000' }
  })
  const { id } = document.data
  expect(await api.campaigns.fundCampaign({ id, amount: '1000000' })).toMatchObject({ ok: true })
  const creative = document.data.relationships.creative.data?.id ?? ''
  const decided = await operator.api.admin.decideCreative({ id: creative, decision: 'approve' })
  expect(decided).toMatchObject({ ok: true })
  await server.query(`
    with unit as (
      insert into ad_units (user_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions,
        settings, created_at)
      select ${operator.id}, 'app', 'Sidebar', 'https://unit.example/', '300x250', 'desktop', 'mixed', '{}', 0, '{}', now()
      returning id
    )
    insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    select date_trunc('hour', now()), id, ${id}, 0, 'billable', 10 from unit`)
  const answer = await fetch(`${server.url}/dev/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ seconds: 2 * hours })
  })
  expect(answer.status).toBe(200)
}
