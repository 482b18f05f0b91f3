import { createActiveCampaign } from '@mille/testing/campaigns.ts'
import { addUnit, addVerifiedSite } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forecastBudget } from './traffic-forecast.ts'

let app: TestApp
let publisher: SignedInBrowser
const today = Date.parse('2026-03-16T00:00:00Z')

beforeAll(async () => {
  app = await createTestApp()
  publisher = await app.signIn()
  app.context.clock.set('2026-03-16T13:00:00Z')
  await summedUntil(0)
})
afterAll(() => app.close())

const dayBefore = (days: number) => new Date(today - days * 86_400_000)
const createUnit = async () => Number(await addUnit(app.context, { userId: publisher.userId }))

async function summedUntil(daysAgo: number): Promise<void> {
  const until = new Date(dayBefore(daysAgo).getTime() + 7_200_000)
  await app.context.db.updateTable('counter_sums_until').set({ until }).execute()
  await app.context.db.updateTable('share_sums_until').set({ until }).execute()
}

type Paid = Partial<Record<'BTC' | 'USD', bigint>>
/** Stores a day's views and payments in the tables of sums, with a fifth of each payment as the fee. */
async function show(unit_id: number, daysAgo: number, billable: bigint, paid: Paid = {}) {
  const day = { is_day: true, unit_id }
  const none = { served: 0n, rendered: 0n, viewable: billable, clicked: 0n, rejected: 0n }
  const { db } = app.context
  const bucket = dayBefore(daysAgo)
  await db
    .insertInto('unit_sums')
    .values({ ...day, ...none, bucket, billable })
    .execute()
  for (const [asset, gross] of Object.entries(paid))
    await db
      .insertInto('unit_share_sums')
      .values({ ...day, window_start: bucket, asset, gross, net: (gross * 4n) / 5n })
      .execute()
}

async function range(category: string) {
  const result = await app.open().api.trafficStatistics.readTrafficEstimations({
    type: 'traffic_estimations',
    impressions: 100_000,
    category_ids: [category]
  })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.value.data.attributes.range
}

type Input = Parameters<SignedInBrowser['api']['trafficStatistics']['readTrafficStatistics']>[0]
type Budget = NonNullable<NonNullable<Input>['budget']>
async function forecast(units: number[], budget: Partial<Budget> = {}) {
  const result = await app.open().api.trafficStatistics.readTrafficStatistics({
    selected_ad_unit_ids: units.map(String),
    budget: { currency: 'btc', traffic_type: 'cpd', daily_budget: '1000', ...budget }
  })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.value.data.attributes.forecast
}
const viewsOf = async (units: number[], budget: Partial<Budget> = {}) =>
  (await forecast(units, budget))?.views_per_day

test('without a budget there is no forecast, and without enough views there is nothing in it', async () => {
  const unit = await createUnit()
  const { api } = app.open()
  const plain = await api.trafficStatistics.readTrafficStatistics({})
  expect(plain.ok && plain.value.data.attributes.forecast).toBeNull()
  const nothing = { views_per_day: null, going_rate: null, missing: 'too_few_views' }
  const empty = { asset: 'BTC', days: 0, ad_units_count: 0, ...nothing }
  expect(await forecast([unit])).toEqual(empty)
  await show(unit, 1, 999n, { BTC: 999n })
  // Views of today, and those of a day that is too long ago, do not count.
  await show(unit, 0, 5000n, { BTC: 5000n })
  await show(unit, 15, 5000n, { BTC: 5000n })
  expect(await forecast([unit])).toEqual({ ...empty, days: 1, ad_units_count: 1 })
})

test('of one day, both ends are its views, and the quarters its price', async () => {
  const unit = await createUnit()
  await show(unit, 1, 2000n, { BTC: 1000n })
  const one = (units: string) => ({ low: units, median: units, high: units })
  expect(await forecast([unit])).toEqual({
    asset: 'BTC',
    days: 1,
    ad_units_count: 1,
    // A budget equal to what is already spent there gets half of the views.
    views_per_day: { low: 1000, high: 1000 },
    going_rate: { paid: one('500'), net: one('400') },
    missing: null
  })
  expect(await forecast([unit], { daily_budget: null })).toMatchObject({
    views_per_day: null,
    going_rate: { paid: one('500') }
  })
})

test('the range is the middle half of the days, and a day without views is one of them', async () => {
  const unit = await createUnit()
  // There were views 4 to 14 days ago and none on the three days since: of these 14 days, a quarter are below the range
  // and a quarter above it.
  for (let daysAgo = 4; daysAgo <= 14; daysAgo++)
    await show(unit, daysAgo, BigInt(daysAgo) * 100n, { BTC: 10n })
  expect(await forecast([unit], { daily_budget: '10' })).toMatchObject({
    days: 14,
    views_per_day: { low: 200, high: 550 }
  })
  await summedUntil(4)
  expect(await forecast([unit], { daily_budget: '10' })).toMatchObject({
    days: 10,
    views_per_day: { low: 350, high: 600 }
  })
  await summedUntil(0)
})

test('a budget gets no more than there is, and by CPM no more than it can pay', async () => {
  const unit = await createUnit()
  const unsold = await createUnit()
  await show(unit, 1, 10_000n, { BTC: 1000n })
  await show(unsold, 1, 3000n)
  const all = await viewsOf([unit], { daily_budget: '9000000000000000000' })
  expect(all?.high).toBeLessThanOrEqual(10_000)
  expect(all?.low).toBeGreaterThan(9990)
  expect(await forecast([unsold])).toMatchObject({
    views_per_day: { low: 3000, high: 3000 },
    going_rate: null,
    missing: 'no_prices'
  })
  const cpm = { traffic_type: 'cpm', max_cpm: '500' } as const
  expect(await viewsOf([unit], cpm)).toEqual({ low: 2000, high: 2000 })
  expect(await viewsOf([unit], { ...cpm, traffic_type: 'cpd' })).toEqual({ low: 5000, high: 5000 })
  const result = await app.open().api.trafficStatistics.readTrafficStatistics({
    budget: { currency: 'btc', traffic_type: 'cpd', daily_budget: '0' }
  })
  expect(result).toMatchObject({ ok: false, code: 'amount_invalid' })
})

test('each price counts with its views', async () => {
  const units = [await createUnit(), await createUnit(), await createUnit()]
  const [cheap = 0, usual = 0, dear = 0] = units
  await show(cheap, 1, 1000n, { BTC: 100n })
  await show(usual, 2, 2000n, { BTC: 1000n })
  await show(dear, 3, 999n, { BTC: 3996n })
  // The price of an ad unit with hardly any views does not change the quartiles.
  await show(cheap, 2, 1n, { BTC: 1_000_000n })
  expect(await forecast(units)).toMatchObject({
    days: 3,
    ad_units_count: 3,
    going_rate: { paid: { low: '100', median: '500', high: '500' } }
  })
  await show(dear, 4, 1n, { BTC: 4n })
  await show(dear, 5, 1n, { BTC: 4n })
  expect(await forecast(units)).toMatchObject({ going_rate: { paid: { high: '4000' } } })
})

test('what was paid in the other currency is compared by the exchange rate', async () => {
  const unit = await createUnit()
  // Uses the development exchange rate of 64,000 USD per bitcoin.
  await show(unit, 1, 2000n, { BTC: 1000n, USD: 64_000_000n })
  expect(await forecast([unit])).toMatchObject({
    asset: 'BTC',
    going_rate: { paid: { median: '1000' } }
  })
  expect(await forecast([unit], { currency: 'us_cents' })).toMatchObject({
    asset: 'USD',
    going_rate: { paid: { median: '64000000' }, net: { median: '51200000' } }
  })
})

test('an ad unit whose floor the price is below adds to the going rate alone', async () => {
  const units = [await createUnit(), await createUnit()]
  const [open = 0, floored = 0] = units
  await show(open, 1, 2000n, { BTC: 1000n })
  await show(floored, 1, 8000n, { BTC: 8000n })
  const setFloor = (asset: string, net_cpm: bigint) =>
    sql`update ad_units set floor_asset = ${asset}, floor_net_cpm = ${net_cpm} where id = ${floored}`.execute(
      app.context.db
    )
  const highOf = async (max_cpm: string | null) => (await viewsOf(units, { max_cpm }))?.high
  // The fee is a fifth of the bid, so a bid of 1,000 just meets a floor of 800.
  await setFloor('BTC', 800n)
  expect(await highOf('1000')).toBe(1000)
  expect(await highOf('999')).toBe(1000)
  expect(await highOf(null)).toBe(1000)
  await show(open, 2, 100_000n)
  await show(floored, 2, 8000n)
  expect(await highOf('999')).toBe(100_000)
  expect(await highOf('1000')).toBe(108_000)
  expect(await highOf(null)).toBe(108_000)
  await setFloor('USD', 800n * 64_000n)
  expect(await highOf('999')).toBe(100_000)
  expect(await highOf('1000')).toBe(108_000)
  expect(await forecast(units, { max_cpm: '1' })).toMatchObject({
    ad_units_count: 2,
    going_rate: { paid: { median: '1000' } }
  })
})

test('of more ad units and days than it looks at, it takes the newest whole days', async () => {
  const units = [await createUnit(), await createUnit()]
  for (const unit of units)
    for (const daysAgo of [1, 2, 3]) await show(unit, daysAgo, 1000n, { BTC: 1000n })
  const targets = { sites: [], units: [], categories: [] }
  const selection = {
    language: 'en',
    pageLanguages: null,
    keywords: null,
    rating: null,
    isBannersOnly: false,
    bannerSizes: [],
    selected: { ...targets, units },
    blocked: targets,
    ownerId: null
  }
  const budget = { asset: 'BTC', trafficType: 'cpd', units: 2000n, maxCpm: null } as const
  const daysOf = async (most: number) => {
    const found = await forecastBudget(app.context, selection, budget, 2000, most)
    return [found.days, found.views_per_day]
  }
  const each = { low: 1000, high: 1000 }
  expect(await daysOf(7)).toEqual([3, each])
  expect(await daysOf(5)).toEqual([2, each])
  expect(await daysOf(3)).toEqual([1, each])
})

test('the earnings of a month range over the quarters of the net prices, up to what campaigns can pay', async () => {
  const siteId = await addVerifiedSite(app.context, {
    userId: publisher.userId,
    domainName: 'range.example',
    categoryIds: [90]
  })
  const unit = Number(await addUnit(app.context, { userId: publisher.userId, siteId }))
  // Half of what is served is billable.
  const key = { bucket: dayBefore(1), unit_id: unit, campaign_id: 1, banner_id: 0 }
  await app.context.db
    .insertInto('delivery_counters')
    .values([
      { ...key, kind: 'served', count: 8000n },
      { ...key, kind: 'billable', count: 4000n }
    ])
    .execute()
  await show(unit, 1, 999n, { BTC: 1998n })
  expect(await range('90')).toBeNull()
  await show(unit, 2, 1498n, { BTC: 5992n })
  await show(unit, 3, 1499n, { BTC: 8994n })
  // No advertiser has money left to pay.
  expect(await range('90')).toMatchObject({ low: '0', high: '0', is_limited: true })
  const advertiser = await app.signIn()
  const changes = { currency: 'btc', daily_budget: '10000' } as const
  await createActiveCampaign(app.context, advertiser, await app.signInAdmin(), 275_000n, changes)
  // Of 100,000 views, 50,000 are billable. Their price before the fee of a fifth was 2,000 in the lower quarter,
  // 4,000 in the middle and 6,000 in the upper one. After the fee and
  // rounding down, they are 1,599 and 3,199, and the campaign can pay 220,000.
  expect(await range('90')).toEqual({
    asset: 'BTC',
    low: '79950',
    median: '159950',
    high: '220000',
    is_limited: true
  })
})
