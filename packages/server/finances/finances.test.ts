import { formatAmount } from '@mille/money/amount.ts'
import {
  type AccountRef,
  adUnitAccount,
  campaignAccount,
  networkAccount,
  transfer,
  userAccount
} from '@mille/server/ledger/index.ts'
import { settleDue } from '@mille/server/settlement/index.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userMoney } from './wallets.ts'

let app: TestApp
let advertiser: SignedInBrowser
let publisher: SignedInBrowser
let campaignId: number
let unitId: number

/**
 * Creates an advertiser with 1,000 units on the account and 5,000 on a campaign, of which one settlement period has
 * been charged.
 */
beforeAll(async () => {
  app = await createTestApp()
  const { context } = app
  advertiser = await app.signIn()
  publisher = await app.signIn()
  const at = context.now()
  const campaign = await context.db
    .insertInto('campaigns')
    .values({
      user_id: Number(advertiser.userId),
      state: 'active',
      created_at: at,
      currency: 'btc',
      asset: 'BTC'
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  campaignId = campaign.id
  const terms = { asset: 'BTC', traffic_type: 'cpd', daily_budget: 1200n }
  await context.db
    .insertInto('campaign_terms')
    .values({ campaign_id: campaignId, valid_from: at, changed_at: at, ...terms })
    .execute()
  const variant = await context.db
    .insertInto('variants')
    .values({ campaign_id: campaignId, name: 'A', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const creative = {
    campaign_id: campaignId,
    variant_id: variant.id,
    language: 'en',
    creative_link: 'https://books.example/',
    creative_text: 'Text',
    banners_only: false,
    created_at: at
  }
  await context.db
    .insertInto('creatives')
    .values([
      { ...creative, state: 'live', link_text: 'Open books' },
      { ...creative, state: 'pending', link_text: 'Edited' }
    ])
    .execute()
  await sql`
    insert into delivery_heartbeats (minute)
    select generate_series(timestamptz '2026-03-02 10:00Z', '2026-03-02 13:59Z', interval '1 minute')`.execute(
    context.db
  )
  await context.db
    .insertInto('campaign_activity')
    .values({ campaign_id: campaignId, started_at: at })
    .execute()
  const unit = await context.db
    .insertInto('ad_units')
    .values({
      user_id: Number(publisher.userId),
      kind: 'app',
      name: 'Sidebar',
      page_url: 'https://blog.example/',
      size: '300x250',
      screen_type: 'desktop',
      ad_type: 'mixed',
      disallowed_ratings: [],
      impressions: 0,
      settings: '{}',
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  unitId = unit.id
  const own = userAccount(Number(advertiser.userId), 'BTC')
  await move('first', 'adjustment', networkAccount('BTC', 'outside'), own, 6_000n, 'Welcome')
  await move('funding', 'funding', own, campaignAccount(campaignId, 'BTC'), 5_000n)
  for (const bucket of ['2026-03-02T10:00:00Z', '2026-03-02T12:00:00Z']) {
    const key = { bucket, unit_id: unitId, campaign_id: campaignId, banner_id: 0 }
    await context.db
      .insertInto('delivery_counters')
      .values([
        { ...key, kind: 'served', count: 9n },
        { ...key, kind: 'viewable', count: 4n },
        { ...key, kind: 'billable', count: 3n },
        { ...key, kind: 'rejected_bot', count: 2n }
      ])
      .execute()
  }
  app.context.clock.set('2026-03-02T12:00:01Z')
  await settleDue(context)
})
afterAll(() => app.close())

async function move(
  key: string,
  kind: string,
  from: AccountRef,
  to: AccountRef,
  amount: bigint,
  reason?: string
) {
  const at = app.context.now()
  const done = await app.context.db
    .transaction()
    .execute(tx => transfer(tx, [{ key, kind, from, to, amount, reason, at }]))
  expect(done.ok).toBe(true)
}

test('shows each account its money by where it is', async () => {
  const balances = await advertiser.api.finances.readBalances({ userId: advertiser.userId })
  const none = {
    available: '0',
    held: '0',
    promotion: '0',
    in_campaigns: '0',
    in_ad_units: '0',
    pending_deposits: '0',
    pending_withdrawals: '0'
  }
  expect(balances.ok && balances.value.data.map(it => it.attributes)).toEqual([
    { ...none, currency: 'BTC', available: '1000', in_campaigns: '4900' },
    { ...none, currency: 'USD' }
  ])
  const earned = await publisher.api.finances.readBalances({ userId: publisher.userId })
  expect(earned.ok && earned.value.data[0]?.attributes).toEqual({
    ...none,
    currency: 'BTC',
    in_ad_units: '80'
  })
})

test('does not show money of other accounts', async () => {
  const { api } = publisher
  expect(await api.finances.readBalances({ userId: advertiser.userId })).toMatchObject({
    code: 'not_found'
  })
  expect(await api.finances.readHistory({ userId: advertiser.userId })).toMatchObject({
    code: 'not_found'
  })
  expect(await app.open().api.finances.readBalances({ userId: advertiser.userId })).toMatchObject({
    code: 'not_authenticated'
  })
})

test('lists what was spent, earned and given, newest first', async () => {
  const history = await advertiser.api.finances.readHistory({ userId: advertiser.userId })
  expect(history.ok && history.value).toMatchObject({
    data: [
      {
        attributes: {
          date: '2026-03-02T12:00:00.000Z',
          type: 'spending',
          source: { type: 'campaign', id: String(campaignId), name: 'Open books' },
          currency: 'BTC',
          amount: '-100',
          state: 'done',
          reference: `settlement:${campaignId}:2026-03-02T10:00:00.000Z`
        }
      },
      {
        attributes: {
          date: '2026-03-02T10:00:00.000Z',
          type: 'deposit',
          source: { type: 'account', id: advertiser.userId, name: 'Welcome' },
          amount: '6000'
        }
      }
    ],
    meta: { pagination: { records: 2 } }
  })
  const earned = await publisher.api.finances.readHistory({ userId: publisher.userId })
  expect(earned.ok && earned.value.data).toMatchObject([
    {
      attributes: {
        type: 'earning',
        source: { type: 'ad_unit', id: String(unitId), name: 'Sidebar' },
        amount: '80',
        state: 'maturing'
      }
    }
  ])
})

test('calls a campaign by its name where it has one', async () => {
  const { api, userId } = advertiser
  const id = String(campaignId)
  const { db } = app.context
  const rename = (name: string | null) => db.updateTable('campaigns').set({ name }).execute()
  await rename('Autumn, docs sites')
  const history = await api.finances.readHistory({ userId, 'filter[types]': 'spending' })
  expect(history.ok && history.value.data[0]?.attributes.source).toEqual({
    type: 'campaign',
    id,
    name: 'Autumn, docs sites'
  })
  const found = await api.finances.readHistory({ userId, 'filter[source]': 'DOCS' })
  expect(found.ok && found.value.data.map(it => it.attributes.type)).toEqual(['spending'])
  const file = await api.finances.downloadHistory({ userId, 'filter[types]': 'spending' })
  expect(file.ok && file.value).toContain('"Autumn, docs sites"')
  await rename(null)
})

test('gives the history page by page', async () => {
  const second = await advertiser.api.finances.readHistory({
    userId: advertiser.userId,
    'page[offset]': 1,
    'page[limit]': 1
  })
  expect(second.ok && second.value.data.map(it => it.attributes.type)).toEqual(['deposit'])
  expect(second.ok && second.value.meta.pagination.records).toBe(2)
})

test('sums an account’s money for its user document', async () => {
  const [outside, own] = [networkAccount('BTC', 'outside'), Number(publisher.userId)]
  await move('unit', 'test', outside, adUnitAccount(unitId, 'BTC'), 20n)
  await move(
    'promotion',
    'test',
    networkAccount('BTC', 'promotion'),
    userAccount(own, 'BTC', 'promotion'),
    7n
  )
  expect(await userMoney(app.context.db, own)).toEqual({
    total: 107n,
    inCampaigns: 0n,
    inAdUnits: 100n,
    promotion: 7n
  })
  expect(await userMoney(app.context.db, 2_000_000)).toEqual({
    total: 0n,
    inCampaigns: 0n,
    inAdUnits: 0n,
    promotion: 0n
  })
})

test('a correction by the operator shows what it took', async () => {
  const own = userAccount(Number(publisher.userId), 'USD')
  await move('usd', 'adjustment', networkAccount('USD', 'outside'), own, 50n, 'By mistake')
  app.context.clock.advance(1000)
  await move('back', 'adjustment', own, networkAccount('USD', 'outside'), 50n, 'Mistake corrected')
  const history = await publisher.api.finances.readHistory({ userId: publisher.userId })
  const adjustments =
    history.ok && history.value.data.filter(it => it.attributes.currency === 'USD')
  expect(adjustments).toMatchObject([
    { attributes: { type: 'withdrawal', amount: '-50' } },
    { attributes: { type: 'deposit', amount: '50' } }
  ])
})

test('statistics have a row for each day, counts by kind, rejections by reason, and money', async () => {
  const own = await publisher.api.statistics.readAdUnitStatistics({ id: String(unitId) })
  if (!own.ok) throw new Error(own.code)
  const { rows, total, interval } = own.value.data.attributes
  expect(interval).toBe('day')
  expect(rows).toHaveLength(30)
  expect(rows[0]).toEqual({
    at: '2026-02-01T00:00:00.000Z',
    served: 0,
    rendered: 0,
    viewable: 0,
    billable: 0,
    clicked: 0,
    rejected: {},
    money: { BTC: '0', USD: '0' },
    requests: null,
    filled: null
  })
  expect(rows.at(-1)).toMatchObject({
    at: '2026-03-02T00:00:00.000Z',
    served: 18,
    viewable: 8,
    billable: 6,
    rejected: { bot: 4 },
    money: { BTC: '80', USD: '0' }
  })
  expect(total).toMatchObject({ served: 18, rejected: { bot: 4 }, money: { BTC: '80', USD: '0' } })
})

test('statistics of an ad unit say how often an ad was requested, and null for the time before that was counted', async () => {
  const { api } = publisher
  const read = async (asked: { from?: string; interval?: 'hour' } = {}) => {
    const own = await api.statistics.readAdUnitStatistics({ id: String(unitId), ...asked })
    if (!own.ok) throw new Error(own.code)
    return own.value.data.attributes
  }
  const nothing = { requests: null, filled: null }
  const before = await read()
  expect(before.rows.at(-1)).toMatchObject(nothing)
  expect(before.total).toMatchObject({ ...nothing, unfilled: {} })

  const other = unitId + 1_000_000
  await app.context.pool.query(`
    insert into ad_unit_request_hours (hour, ad_unit_id, outcome, count) values
      ('2026-02-28 07:00Z', ${other}, 'filled', 9),
      ('2026-03-01 23:00Z', ${unitId}, 'filled', 5),
      ('2026-03-02 01:00Z', ${unitId}, 'filled', 30),
      ('2026-03-02 01:00Z', ${unitId}, 'no_campaign', 10),
      ('2026-03-02 03:00Z', ${unitId}, 'no_campaign', 7),
      ('2026-03-02 03:00Z', ${unitId}, 'unavailable', 3)`)
  const { rows, total } = await read()
  expect(rows.slice(-4)).toMatchObject([
    { at: '2026-02-27T00:00:00.000Z', ...nothing },
    { at: '2026-02-28T00:00:00.000Z', requests: 0, filled: 0 },
    { at: '2026-03-01T00:00:00.000Z', requests: 5, filled: 5 },
    { at: '2026-03-02T00:00:00.000Z', requests: 50, filled: 30 }
  ])
  expect(total).toMatchObject({
    requests: 55,
    filled: 35,
    unfilled: { no_campaign: 17, unavailable: 3 }
  })
  const hours = (await read({ from: '2026-02-28', interval: 'hour' })).rows
  expect(hours.slice(5, 9).map(it => it.requests)).toEqual([null, null, 0, 0])
  expect(hours.slice(49, 52).map(it => [it.requests, it.filled])).toEqual([
    [40, 30],
    [0, 0],
    [10, 0]
  ])
  await app.context.pool.query('truncate ad_unit_request_hours')
})

test('statistics by the hour, of a campaign', async () => {
  const asked = {
    id: String(campaignId),
    from: '2026-03-02',
    to: '2026-03-02',
    interval: 'hour' as const
  }
  const own = await advertiser.api.statistics.readCampaignStatistics(asked)
  if (!own.ok) throw new Error(own.code)
  const { rows } = own.value.data.attributes
  expect(rows).toHaveLength(24)
  expect(rows.map(it => it.billable).slice(9, 14)).toEqual([0, 3, 0, 3, 0])
  expect(rows.map(it => it.money.BTC).slice(9, 14)).toEqual(['0', '100', '0', '0', '0'])
})

test('statistics of others, and of too long or no time at all, are refused', async () => {
  const id = String(campaignId)
  const { readCampaignStatistics, readAdUnitStatistics } = advertiser.api.statistics
  expect(await publisher.api.statistics.readCampaignStatistics({ id })).toMatchObject({
    code: 'not_found'
  })
  expect(await readAdUnitStatistics({ id: String(unitId) })).toMatchObject({ code: 'not_found' })
  for (const wrong of [
    { from: '2026-01-01', to: '2026-03-01', interval: 'hour' as const },
    { from: '2024-01-01' },
    { from: '2026-03-04' },
    { from: '2026-03-02', to: '2026-03-01' },
    { from: 'yesterday' }
  ]) {
    expect(await readCampaignStatistics({ id, ...wrong })).toMatchObject({
      code: 'invalid',
      status: 422
    })
  }
})

test('history by source, dates and types, in both orders', async () => {
  const { userId, api } = advertiser
  const types = async (filter: Omit<Parameters<typeof api.finances.readHistory>[0], 'userId'>) => {
    const history = await api.finances.readHistory({ userId, ...filter })
    return history.ok ? history.value.data.map(it => it.attributes.type) : history.code
  }
  expect(await types({ sort: 'date' })).toEqual(['deposit', 'spending'])
  expect(await types({ 'filter[types]': 'spending,earning' })).toEqual(['spending'])
  expect(await types({ 'filter[source]': 'open BOO' })).toEqual(['spending'])
  expect(await types({ 'filter[source]': 'nothing' })).toEqual([])
  expect(
    await types({ 'filter[start_date]': '2026-03-02', 'filter[end_date]': '2026-03-02' })
  ).toHaveLength(2)
  expect(await types({ 'filter[end_date]': '2026-03-01' })).toEqual([])
  expect(await types({ 'filter[types]': 'all', sort: 'date' })).toEqual(['deposit', 'spending'])
  expect(await types({ 'filter[types]': 'earning,all', sort: 'date' })).toHaveLength(2)
  expect(await types({ 'filter[types]': 'gifts' })).toBe('invalid')
})

test('an operation is followed down to the ledger’s entries, by its owner', async () => {
  const { userId, api } = advertiser
  const history = await api.finances.readHistory({ userId })
  const id = history.ok ? (history.value.data[0]?.id ?? '') : ''
  const read = await api.finances.readOperation({ userId, id })
  if (!read.ok) throw new Error(read.code)
  expect(read.value.data.attributes.type).toBe('spending')
  const { entries } = read.value.meta
  expect(entries.length).toBeGreaterThan(0)
  expect(entries.reduce((sum, it) => sum + BigInt(it.amount), 0n)).toBe(-100n)
  expect(
    await publisher.api.finances.readOperation({ userId: publisher.userId, id })
  ).toMatchObject({ code: 'not_found' })
  const earned = await publisher.api.finances.readHistory({
    userId: publisher.userId,
    'filter[types]': 'earning'
  })
  const earning = await publisher.api.finances.readOperation({
    userId: publisher.userId,
    id: earned.ok ? (earned.value.data[0]?.id ?? '') : ''
  })
  expect(earning.ok && earning.value.meta.entries).toMatchObject([
    { amount: '80', account: { type: 'ad_unit', id: String(unitId) } }
  ])
})

test('sums by day, and the history as a file in which no name is a formula', async () => {
  const { userId, api } = advertiser
  const stats = await api.finances.readStats({ userId, from: '2026-03-01', to: '2026-03-02' })
  expect(stats.ok && stats.value.data.map(it => it.attributes)).toEqual([
    {
      date: '2026-03-02',
      currency: 'BTC',
      spending: '100',
      earning: '0',
      withdrawal: '0',
      deposit: '6000'
    }
  ])
  await app.context.db.updateTable('creatives').set({ link_text: '=1+"1"' }).execute()
  const file = await api.finances.downloadHistory({ userId, 'filter[types]': 'spending' })
  const [head = '', first = ''] = file.ok ? file.value.split('\r\n') : []
  expect(first).toContain(`"'=1+""1"""`)
  const names = head.split(',')
  const units = /,BTC,(-?\d+),/.exec(first)?.[1] ?? ''
  expect(names.slice(-2)).toEqual(['amount_decimal', 'period_start'])
  expect(first.split(',').at(-2)).toBe(formatAmount(BigInt(units)))
  expect(await publisher.api.finances.downloadHistory({ userId })).toMatchObject({
    code: 'not_found'
  })
  expect(await api.finances.readStats({ userId, from: '2020-01-01' })).toMatchObject({
    code: 'invalid'
  })
})

test('a settlement period that ends at midnight is of the day that it began on', async () => {
  const { userId, api } = advertiser
  const { context } = app
  await sql`
    insert into delivery_heartbeats (minute)
    select generate_series(timestamptz '2026-03-02 14:00Z', '2026-03-02 23:59Z', interval '1 minute')
    on conflict do nothing`.execute(context.db)
  const key = { bucket: '2026-03-02T22:00:00Z', unit_id: unitId, campaign_id: campaignId }
  await context.db
    .insertInto('delivery_counters')
    .values({ ...key, banner_id: 0, kind: 'billable', count: 3n })
    .execute()
  context.clock.set('2026-03-03T00:00:01Z')
  await settleDue(context)
  const days = { 'filter[start_date]': '2026-03-02', 'filter[end_date]': '2026-03-02' }
  const history = await api.finances.readHistory({ userId, 'filter[types]': 'spending', ...days })
  expect(history.ok && history.value.data[0]?.attributes).toMatchObject({
    period_start: '2026-03-02T22:00:00.000Z',
    date: '2026-03-03T00:00:00.000Z'
  })
  // The page has one of the day's four operations, while the day's sums include all four.
  const cut = await api.finances.readHistory({ userId, 'page[limit]': 1, 'page[offset]': 1 })
  const whole = await api.finances.readHistory({ userId })
  if (!cut.ok || !whole.ok) throw new Error('no history')
  const sumOf = (isPeriods: boolean) =>
    whole.value.data
      .filter(it => (it.attributes.period_start !== null) === isPeriods)
      .reduce((sum, it) => sum + BigInt(it.attributes.amount), 0n)
  expect(cut.value.data).toHaveLength(1)
  expect(cut.value.meta.days).toEqual(whole.value.meta.days)
  const day = { date: '2026-03-02', currency: 'BTC' }
  expect(whole.value.meta.days).toEqual([
    { ...day, is_settlement_periods: false, records: 1, in: String(sumOf(false)), out: '0' },
    { ...day, is_settlement_periods: true, records: 3, in: '0', out: String(-sumOf(true)) }
  ])
  const filtered = await api.finances.readHistory({ userId, 'filter[types]': 'deposit' })
  expect(filtered.ok && filtered.value.meta.days).toEqual(whole.value.meta.days.slice(0, 1))
  const stats = await api.finances.readStats({ userId, from: '2026-03-02', to: '2026-03-03' })
  const amounts = history.ok ? history.value.data.map(it => -BigInt(it.attributes.amount)) : []
  expect(stats.ok && stats.value.data.map(it => it.attributes)).toMatchObject([
    { date: '2026-03-02', spending: String(amounts.reduce((sum, it) => sum + it, 0n)) }
  ])
})
