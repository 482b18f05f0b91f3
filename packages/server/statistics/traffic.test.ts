import { createActiveCampaign, createCampaign } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let publisher: SignedInBrowser
let advertiser: SignedInBrowser
const units: Record<string, number> = {}

/**
 * Creates an English site about bitcoin with a fixed and an adaptive unit, a German site, an unverified site, and an
 * app.
 */
beforeAll(async () => {
  app = await createTestApp()
  publisher = await app.signIn()
  advertiser = await app.signIn()
  const owner = Number(publisher.userId)
  const at = app.context.now()
  const { db } = app.context
  const sites: Record<string, number> = {}
  for (const [name, language, state, category] of [
    ['coins', 'en', 'verified', 10],
    ['blog', 'de', 'verified', 90],
    ['new', 'en', 'unverified', 10]
  ] as const) {
    const site = await sql<{ id: number }>`
      insert into sites (user_id, domain_name, origin, state, language, verification_token, created_at)
      values (${owner}, ${`${name}.example`}, ${`https://${name}.example`}, ${state}, ${language}, 't', ${at}) returning id`.execute(
      db
    )
    sites[name] = site.rows[0]?.id ?? 0
    await sql`insert into site_categories values (${sites[name]}, ${category})`.execute(db)
  }
  await sql`insert into site_words (site_id, words, read_at, tried_at)
    values (${sites.coins}, '{gold,ore}', ${at}, ${at})`.execute(db)
  for (const [name, site, kind, size, adType, ratings] of [
    ['fixed', 'coins', 'site', '300x250', 'mixed', ['nsfw']],
    ['adaptive', 'coins', 'site', 'Adaptive', 'banners', []],
    ['german', 'blog', 'site', '728x90', 'text', []],
    ['unverified', 'new', 'site', '300x250', 'mixed', []],
    ['app', null, 'app', '300x250', 'mixed', []],
    ['affiliate', null, 'affiliate', '300x250', 'mixed', []]
  ] as const) {
    const unit = await sql<{ id: number }>`
      insert into ad_units (user_id, site_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions, settings, created_at)
      values (${owner}, ${site === null ? null : sites[site]}, ${kind}, ${name}, 'https://x.example/', ${size}, 'desktop', ${adType}, ${ratings}, 0, '{}', ${at})
      returning id`.execute(db)
    units[name] = unit.rows[0]?.id ?? 0
  }
})
afterAll(() => app.close())

/** Inserts counters of yesterday and the payments for them as settlement does, but without transfers. */
async function show(name: string, viewable: bigint, paid: bigint, served = viewable * 2n) {
  const unit = units[name] ?? 0
  const { db } = app.context
  const key = { bucket: '2026-03-01T10:00:00Z', unit_id: unit, campaign_id: 1, banner_id: 0 }
  await db
    .insertInto('delivery_counters')
    .values([
      { ...key, kind: 'viewable', count: viewable },
      { ...key, kind: 'billable', count: viewable },
      { ...key, kind: 'served', count: served }
    ])
    .execute()
  await db.transaction().execute(async tx => {
    // The campaign ID is invented, so foreign keys are not checked.
    await sql`set local session_replication_role = replica`.execute(tx)
    const fee = paid / 5n
    await sql`
      insert into settlements (campaign_id, window_start, window_end, asset, active_seconds, billable, due, charged, fee, settled_at,
        terms_id, window_seconds, fee_basis_points, balance, spent, spent_today, unpaid, carried_in, carried_out)
      values (${1000 + unit}, '2026-03-01 10:00Z', '2026-03-01 12:00Z', 'BTC', 7200, ${viewable}, ${paid}, ${paid}, ${fee}, now(),
        1, 7200, 2000, 0, 0, 0, 0, 0, 0)`.execute(tx)
    await sql`
      insert into settlement_shares (campaign_id, window_start, unit_id, billable, gross, fee, net)
      values (${1000 + unit}, '2026-03-01 10:00Z', ${unit}, ${viewable}, ${paid}, ${fee}, ${paid - fee})`.execute(
      tx
    )
  })
}

type Input = Parameters<SignedInBrowser['api']['trafficStatistics']['readTrafficStatistics']>[0]
async function reach(input: Input = {}, browser: SignedInBrowser = advertiser) {
  const result = await browser.api.trafficStatistics.readTrafficStatistics(input)
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return { ...result.value.data.attributes, meta: result.value.meta }
}

test('a selection reaches the units that would show it', async () => {
  const count = async (input: Input, browser?: SignedInBrowser) =>
    (await reach(input, browser)).ad_units_count
  const { fixed = 0, app: anonymous = 0 } = units
  // An English text ad fits neither units that take only banners nor unverified sites.
  expect(await count({})).toBe(3)
  expect(await count({ language: 'de' })).toBe(1)
  // An app has no language.
  const pagesIn = (mode: 'include' | 'exclude', ...codes: ('de' | 'en' | 'ja')[]) => ({
    page_languages: { mode, codes }
  })
  expect(await count(pagesIn('include', 'de'))).toBe(1)
  expect(await count(pagesIn('include', 'de', 'ja', 'en'))).toBe(2)
  expect(await count(pagesIn('exclude', 'de'))).toBe(2)
  expect(await count(pagesIn('exclude', 'de', 'en'))).toBe(1)
  expect(await count({ ...pagesIn('include', 'en'), language: 'de' })).toBe(0)
  // Only one home page was read.
  const saying = (include: string[], exclude: string[] = []) => ({
    page_keywords: { include, exclude }
  })
  expect(await count(saying(['GOLD', 'tin']))).toBe(1)
  expect(await count(saying(['gol']))).toBe(0)
  expect(await count(saying(['gol*']))).toBe(1)
  expect(await count(saying(['gold'], ['or*']))).toBe(0)
  expect(await count(saying([], ['Or*']))).toBe(2)
  expect(await count(saying([], ['or']))).toBe(3)
  expect(await count({ banners_only: true, banner_sizes: ['300x250'] })).toBe(3)
  expect(await count({ banners_only: true, banner_sizes: ['970x90'] })).toBe(1)
  expect(await count({ banners_only: true })).toBe(0)
  expect(await count({ rating: 'nsfw' })).toBe(2)
  expect(await count({ selected_ad_unit_ids: [fixed, anonymous] })).toBe(2)
  expect(await count({ selected_category_ids: [10] })).toBe(1)
  expect(await count({ selected_category_ids: [1], blocked_category_ids: [90] })).toBe(2)
  expect(await count({ blocked_ad_unit_ids: [anonymous] })).toBe(2)
  expect(await count({ blocked_category_ids: [1] })).toBe(0)
  expect(await count({}, publisher)).toBe(0)
  expect(await reach({ selected_category_ids: ['1'], banner_sizes: ['300x250'] })).toMatchObject({
    banner_sizes: [
      { size: '300x250', ad_units_count: 2 },
      { size: '728x90', ad_units_count: 1 },
      { size: 'Adaptive', ad_units_count: 1 }
    ],
    meta: { traffic_sources: { total: 3 }, selected_category_ids: ['1'] }
  })
})

test('says what there is not enough data for, and then what the data say', async () => {
  const estimation = async (input: object = {}) => {
    const result = await app
      .open()
      .api.trafficStatistics.readTrafficEstimations({ type: 'traffic_estimations', ...input })
    if (!result.ok) throw new Error(JSON.stringify(result.errors))
    return result.value.data.attributes
  }
  await show('fixed', 999n, 100n, 999n)
  const thin = { enough_data: false, impressions_needed: 1000, impressions_counted: 999 }
  expect(await reach()).toMatchObject({ ...thin, impressions_per_day: null, cpm: null })
  expect(await estimation()).toEqual({
    ...thin,
    impressions: 1_000_000,
    billable_percent: null,
    net_cpm: null,
    earnings: null,
    earnings_low: null,
    is_limited: false,
    range: null,
    demand: { campaigns_count: 0, per_day: { BTC: '0', USD: '0' } }
  })
  const { id } = (await createCampaign(advertiser.api)).data
  const ask = async (budget: string, more: object = {}) => {
    const result = await advertiser.api.trafficStatistics.readCampaignTrafficStatistic({
      id,
      'data[attributes][currency]': 'btc',
      'data[attributes][daily_budget]': budget,
      ...more
    })
    return result.ok ? result.value.data.attributes : result.code
  }
  expect(await ask('1000')).toMatchObject({
    ad_units_count: 3,
    ...thin,
    estimated_impressions: null,
    estimated_cpm: null
  })

  await show('app', 59_001n, 29_900n, 119_001n)
  // There were 60,000 impressions in 30 days, paid with 30,000 units of 1e-8 BTC.
  expect(await reach()).toMatchObject({
    enough_data: true,
    impressions_counted: 60_000,
    impressions_per_day: 2000,
    cpm: { BTC: '500', USD: '0' }
  })
  // A budget equal to what is already spent there gets half of the impressions.
  expect(await ask('1000')).toMatchObject({
    impressions_per_day: 2000,
    estimated_impressions: 1000,
    estimated_cpm: '1000',
    estimated_daily_cost: '1000'
  })
  expect(await ask('1000', { 'data[attributes][max_cpm]': '300' })).toMatchObject({
    estimated_cpm: '300',
    estimated_daily_cost: '300'
  })
  expect(await ask('0')).toBe('amount_invalid')
  // 120,000 served impressions earned 24,000 net.
  expect(await estimation({ impressions: 60_000 })).toMatchObject({
    enough_data: true,
    billable_percent: 50,
    net_cpm: { BTC: '200' },
    // No advertiser has money left to pay.
    earnings: { BTC: '0', USD: '0' },
    is_limited: true
  })
  expect(await estimation({ category_ids: ['90'] })).toMatchObject({ enough_data: false })
  expect(await estimation({ category_ids: ['10', '90'] })).toMatchObject({
    impressions_counted: 999
  })
  expect(await estimation({ rating: ['nsfw'] })).toMatchObject({ impressions_counted: 999 })
  expect(await estimation({ size: '728x90' })).toMatchObject({ impressions_counted: 0 })
})

test('an estimation promises what campaigns have left to pay, and says what that is', async () => {
  const admin = await app.signInAdmin()
  const changes = { currency: 'btc', daily_budget: '1000' } as const
  await createActiveCampaign(app.context, advertiser, admin, 5000n, changes)
  const result = await app.open().api.trafficStatistics.readTrafficEstimations({
    type: 'traffic_estimations',
    impressions: 1_000_000
  })
  expect(result.ok && result.value.data.attributes).toMatchObject({
    enough_data: true,
    is_limited: true,
    demand: { campaigns_count: 1, per_day: { BTC: '1000', USD: '0' } },
    // A fifth of the campaign's 5,000 is the fee, and its money runs out before the month ends.
    earnings: { BTC: '4000', USD: '0' }
  })
  // An account's own campaigns do not count, because publishers do not earn from them.
  const own = await advertiser.api.trafficStatistics.readTrafficEstimations({
    type: 'traffic_estimations'
  })
  expect(own.ok && own.value.data.attributes.demand.campaigns_count).toBe(0)
})

test('a campaign reaches what its languages and packs choose and its exclusions leave', async () => {
  const { id } = (await createCampaign(advertiser.api)).data
  const { db } = app.context
  const count = async () => {
    const result = await advertiser.api.trafficStatistics.readCampaignTrafficStatistic({
      id,
      'data[attributes][currency]': 'btc',
      'data[attributes][daily_budget]': '100'
    })
    return result.ok ? result.value.data.attributes.ad_units_count : result.code
  }
  expect(await count()).toBe(3)
  const onPages = async (mode: 'include' | 'exclude', code: 'de' | 'en') => {
    await advertiser.api.campaigns.updateCampaign({ id, page_languages: { mode, codes: [code] } })
    return count()
  }
  expect(await onPages('include', 'en')).toBe(1)
  expect(await onPages('exclude', 'en')).toBe(2)
  expect(await onPages('exclude', 'de')).toBe(2)
  await advertiser.api.campaigns.updateCampaign({ id, page_languages: null })
  const saying = async (include: string[], exclude: string[]) => {
    await advertiser.api.campaigns.updateCampaign({ id, page_keywords: { include, exclude } })
    return count()
  }
  expect(await saying(['gold'], [])).toBe(1)
  expect(await saying([], ['gold'])).toBe(2)
  await advertiser.api.campaigns.updateCampaign({ id, page_keywords: null })
  const pack = await sql<{ id: number }>`
    insert into traffic_packs (name, created_at) values ('Coins', ${app.context.now()}) returning id`.execute(
    db
  )
  await sql`insert into traffic_pack_targets values (${pack.rows[0]?.id}, 'category', 10, true), (${pack.rows[0]?.id}, 'ad_unit', ${units.app}, true)`.execute(
    db
  )
  await sql`insert into campaign_targets values (${Number(id)}, 'traffic_pack', ${pack.rows[0]?.id}, true)`.execute(
    db
  )
  expect(await count()).toBe(2)
  await sql`insert into campaign_exclusions values (${Number(id)}, 'ad_unit', ${units.app}, ${app.context.now()})`.execute(
    db
  )
  expect(await count()).toBe(1)
})

test('a campaign’s figures are its owner’s', async () => {
  const { id } = (await createCampaign(advertiser.api)).data
  const input = {
    id,
    'data[attributes][currency]': 'usd',
    'data[attributes][daily_budget]': '100'
  } as const
  expect(await publisher.api.trafficStatistics.readCampaignTrafficStatistic(input)).toMatchObject({
    code: 'not_found'
  })
})

test('knows the fee with a coupon', async () => {
  const admin = await app.signInAdmin()
  await admin.api.coupons.createCoupon({ code: 'HALF', effect: 'half_fee' })
  expect((await reach()).fee_basis_points).toBe(2000)
  expect((await reach({ coupon_code: 'half' })).fee_basis_points).toBe(1000)
  expect((await reach({ coupon_code: 'never' })).fee_basis_points).toBe(2000)
})
