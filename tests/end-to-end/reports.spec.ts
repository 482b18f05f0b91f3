import { readFile } from 'node:fs/promises'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { slice } from '@mille/testing/slice.ts'
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { type BrowserAccount, openAccount } from './browser-account.ts'
import { addReportedAccount } from './report-account.ts'
import {
  choose,
  type Hand,
  press,
  readBreakdowns,
  sidewaysScroll,
  sortBothWays
} from './report-surface.ts'
import { test } from './test.ts'

let server: ServerProcess

test.beforeAll(({ server: shared }) => {
  server = shared
})

/**
 * Adds views of two ad units of the account, today and twenty days ago. Today, one ad unit has 690 views in Germany and
 * three in Iceland.
 */
async function addViews(owner: string): Promise<void> {
  await server.query(`
    with made as (
      insert into ad_units (user_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions,
        settings, created_at)
      select ${owner}, 'app', name, 'https://unit.example/', '300x250', 'desktop', 'mixed', '{}', 0, '{}', now()
      from unnest('{Sidebar,Footer}'::text[]) as name
      returning id, name
    ), places as (
      insert into unit_day_places (unit_id, day, country, device, viewable, billable, clicked)
      select id, (now() at time zone 'UTC')::date, country, device, viewable, viewable, 1
      from made, (values ('DE', 'phone', 690), ('IS', 'phone', 3), ('ZZ', 'unknown', 7)) as place (country, device, viewable)
      where name = 'Sidebar'
    ), systems as (
      insert into unit_day_systems (unit_id, day, system, viewable, billable, clicked)
      select id, (now() at time zone 'UTC')::date, system, viewable, viewable, 1
      from made, (values ('ios', 690), ('linux', 3), ('unknown', 7)) as split (system, viewable)
      where name = 'Sidebar'
    )
    insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    select date_trunc('day', now()) - ago * interval '1 day', made.id, 0, 0, kind,
      case name when 'Sidebar' then 700 else 30 end / case kind when 'clicked' then 10 else 1 end
    from made, unnest('{0,20}'::integer[]) as ago, unnest('{served,rendered,viewable,billable,clicked}'::text[]) as kind`)
  // Lets past data be counted: normally everything until now counts as already added up, with a sum of zero.
  await server.query("update counter_sums_until set until = '2000-01-01'")
}

const screens = [
  [360, 740],
  [1280, 900]
] as const

/** One of the two screens in `npm test`, both in `npm run prove`. */
for (const [width, height] of slice(screens, 2))
  test(`a publisher finds the unit and the days by keyboard, ${width} pixels wide, also after a lost network`, async ({
    browser
  }) => {
    const owner = await openAccount(browser, server.url)
    await addViews(owner.id)
    const { page } = owner
    await page.setViewportSize({ width, height })
    await page.goto(`${server.url}/reports`)
    const rows = page.getByRole('table', { name: 'Ad units' }).getByRole('row')
    await expect(rows.filter({ hasText: 'Total' })).toContainText('1,460')

    await page.getByRole('button', { name: /^Sidebar/ }).press('Enter')
    await expect(
      page.getByRole('button', { name: /^Remove the filter Ad unit: Sidebar/ })
    ).toBeVisible()
    await expect(rows.filter({ hasText: 'Total' })).toContainText('1,400')
    await expectAccessible(page)

    await page.context().setOffline(true)
    await choose(page, 'keyboard', 'Days', 'Last 7 days')
    await expect(page.getByText('The page could not be opened')).toBeVisible()
    await expect(rows.filter({ hasText: 'Total' })).toContainText('1,400')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows.filter({ hasText: 'Total' })).toContainText('700')
    await expect(page.getByRole('combobox', { name: 'Days' })).toContainText('Last 7 days')

    // The address contains the whole state of the report.
    await page.reload()
    await expect(rows.filter({ hasText: 'Total' })).toContainText('700')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as CSV' }).press('Enter')
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file.split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/,"Sidebar",0,0,700,700,700,700,70,0,/),
      ''
    ])

    await page.getByRole('button', { name: /^Remove the filter/ }).press('Enter')
    await expect(rows.filter({ hasText: 'Total' })).toContainText('730')
    await readCountries(page)
    await readChart(page)
    await page.context().close()
  })

/**
 * Reads the chart that compares today with the last of the twenty days before, under the content security policy of
 * real pages.
 */
async function readChart(page: Page): Promise<void> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`${server.url}/reports?range=custom&from=${day(19)}&to=${day(0)}&compare=1`)
  const chart = page.getByRole('group', { name: 'Billable by day' })
  await expect(chart.locator('canvas')).toBeVisible()
  await chart.press('End')
  await expect(page.getByRole('status').filter({ hasText: 'Billable' })).toHaveText(
    /Billable 730Period before \(.+\) 730$/
  )
  await expectAccessible(page)
}

/** Pressing a country narrows the report to it; the few views from another country are not broken down. */
async function readCountries(page: Page): Promise<void> {
  await choose(page, 'keyboard', 'Rows', 'Countries')
  const rows = page.getByRole('table', { name: 'Countries' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Other countries' })).toContainText('3')
  await expect(rows.filter({ hasText: 'Total' })).toContainText('700')
  await expect(page.getByText('Iceland')).toHaveCount(0)
  await page.getByRole('button', { name: 'Germany' }).press('Enter')
  await expect(
    page.getByRole('button', { name: 'Remove the filter Country: Germany' })
  ).toBeVisible()
  await expect(rows.filter({ hasText: 'Total' })).toContainText('690')
  await expectAccessible(page)
  await choose(page, 'keyboard', 'Rows', 'Devices')
  const devices = page.getByRole('table', { name: 'Devices' }).getByRole('row')
  await expect(devices.filter({ hasText: 'Phone' })).toContainText('690')
  await page.getByRole('button', { name: 'Remove the filter Country: Germany' }).press('Enter')
  await expect(devices.filter({ hasText: 'Total' })).toContainText('700')
  await choose(page, 'keyboard', 'Rows', 'Operating systems')
  const systems = page.getByRole('table', { name: 'Operating systems' }).getByRole('row')
  await expect(systems.filter({ hasText: 'iOS' })).toContainText('690')
  await expect(systems.filter({ hasText: 'Other' })).toContainText('3')
}

const places = ['Languages', 'Countries', 'Devices', 'Operating systems']
const times = ['Days', 'Weekdays', 'Hours of the day']
const breakdowns = {
  advertiser: ['Campaigns', 'Sites', 'Ad units', 'Banners', 'Creatives', ...places, ...times],
  publisher: ['Sites', 'Ad units', 'Creatives', 'Advertisers', ...places, ...times]
}
const surfaces = [
  [360, 740, 'keyboard'],
  [820, 1180, 'mouse'],
  [1440, 900, 'mouse']
] as const

/** The first surface in `npm test`, all of them in `npm run prove`. */
for (const [width, height, hand] of slice(surfaces, 3))
  test(`an advertiser works every part of a report by ${hand}, ${width} pixels wide`, async ({
    browser
  }) => {
    const owner = await openAccount(browser, server.url, { viewport: { width, height } })
    await addReportedAccount(server, owner.id)
    const { page } = owner
    await page.goto(`${server.url}/reports?side=advertiser`)
    await readBreakdowns(page, hand, { expected: breakdowns.advertiser })
    await choose(page, hand, 'Rows', 'Sites')
    await sortBothWays(page.getByRole('table', { name: 'Sites' }), hand, 'Billable')
    await compareByHours(page, hand)
    await readInOneCurrency(owner)
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page)
    await page.context().close()
  })

test('a publisher works every part of a report, 820 pixels wide', async ({ browser }) => {
  const owner = await openAccount(browser, server.url, { viewport: { width: 820, height: 1180 } })
  await addReportedAccount(server, owner.id)
  await owner.page.goto(`${server.url}/reports?side=publisher`)
  await readBreakdowns(owner.page, 'mouse', {
    expected: breakdowns.publisher,
    plain: ['Creatives', 'Advertisers']
  })
  await owner.page.context().close()
})

async function compareByHours(page: Page, hand: Hand): Promise<void> {
  await press(hand, page.getByRole('checkbox', { name: 'Compare with the period before' }), 'Space')
  await expect(page.getByText(/^\+\d+% from [\d,]+$/).first()).toBeVisible()
  await choose(page, hand, 'Interval', 'Hours')
  await expect(page.getByRole('group', { name: 'Billable by hour' })).toBeVisible()
}

/** Amounts in both currencies are shown as they were charged, until the account has chosen one currency. */
async function readInOneCurrency({ page, api, id }: BrowserAccount): Promise<void> {
  const spent = page.getByRole('columnheader', { name: 'Spent' })
  await expect(spent).toHaveText(['Spent, BTC', 'Spent, USD'])
  const changed = await api.accounts.updateUser({ id, display_currency: 'satoshi' })
  expect(changed.ok).toBe(true)
  await page.reload()
  await expect(spent).toHaveText(['Spent, sats'])
  await expect(page.getByRole('table', { name: 'Sites' })).toContainText(
    /≈\s[\d,]+\ssats \(exactly [\d.]+ BTC \+ [\d.]+ USD\)/
  )
}
