import { dayMs, hourMs } from '@mille/api/durations.ts'
import type { ReportGroup } from '@mille/api/reports/constants.ts'
import { createRandom } from '@mille/testing/random.ts'
import { addUpCounters } from '@mille/testing/reports.ts'
import { settledNetworks } from '@mille/testing/settled-network.ts'
import { addUnit, addVerifiedSite } from '@mille/testing/supply.ts'
import { createTestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sumChecks } from '../delivery/index.ts'
import { verdictOf } from '../ledger/index.ts'
import { settleDue, shareSumChecks, sumShares } from '../settlement/index.ts'
import { type FigureRow, type ReportQuery, readReport } from './report-query.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const queries = isProof ? 1000 : 150
const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const createNetwork = settledNetworks()

const kinds = [
  'served',
  'rendered',
  'viewable',
  'clicked',
  'rejected_bot',
  'rejected_rate'
] as const
const figures = [
  'requests',
  'filled',
  'served',
  'rendered',
  'viewable',
  'billable',
  'clicked',
  'rejected'
] as const
const timeGroups: ReportGroup[] = ['hour', 'day', 'month', 'weekday', 'hour_of_day']
const placeGroups: ReportGroup[] = ['site', 'ad_unit', 'language']
const groupsOfCampaigns: ReportGroup[] = ['campaign', 'banner', 'advertiser']
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland']
const first = Date.parse('2026-03-02T10:00:00Z')

type Place = {
  campaign: number
  /** The key of the advertiser. */
  advertiser: string
  unit: number
  site: number
  language: string
  at: Date
}
type Count = Place & { banner: number; kind: string; count: bigint }
type Asked = Omit<Place, 'campaign' | 'advertiser'> & { outcome: string; count: bigint }
type Share = Place & { asset: 'BTC' | 'USD'; gross: bigint; net: bigint }

test(`${queries} reports add up to what was counted and settled, whatever they are grouped and narrowed by`, async () => {
  process.stdout.write(`MILLE_SEED=${seed}\n`)
  const random = createRandom(seed)
  const pick = <Item>(items: readonly Item[]) => items[random.below(items.length)] as Item
  const network = await createNetwork({ settlementWindowSeconds: 7200 })
  const { context, db, publisher, advertiser } = network
  const userId = String(publisher)
  const sites = [
    await addVerifiedSite(context, { userId, domainName: 'one.example' }),
    await addVerifiedSite(context, { userId, domainName: 'two.example', language: 'de' })
  ]
  await sql`update ad_units set kind = 'site', site_id = ${Number(sites[0])} where id = ${network.first}`.execute(
    db
  )
  await sql`update ad_units set kind = 'site', site_id = ${Number(sites[1])} where id = ${network.second}`.execute(
    db
  )
  const nowhere = Number(await addUnit(context, { userId }))
  const units = [network.first, network.second, nowhere]
  const campaigns = [
    await network.createCampaign({ daily_budget: 5_000_000n, funds: 90_000_000n }),
    await network.createCampaign({ daily_budget: 700_001n, funds: 9_000_000n }),
    await network.createCampaign({ traffic_type: 'cpm', max_cpm: 90_000n, funds: 9_000_000n })
  ]
  const other = await network.createCampaign({ daily_budget: 900_001n, funds: 9_000_000n })
  await sql`update campaigns set user_id = ${publisher} where id = ${other}`.execute(db)
  await sql`update users set advertiser_name = 'Books: new' where id = ${advertiser}`.execute(db)
  const days = 4
  for (let hour = 0; hour < days * 24; hour++) {
    if (random.chance(0.3)) continue
    const bucket = new Date(first + hour * hourMs).toISOString()
    for (const campaign of [...campaigns, other])
      for (const unit of units) {
        if (random.chance(0.5)) continue
        await network.count(campaign, bucket, unit, BigInt(1 + random.below(20)))
        const rows = kinds.map(kind => ({
          ...{ bucket, campaign_id: campaign, unit_id: unit, banner_id: random.below(3), kind },
          count: BigInt(1 + random.below(50))
        }))
        await db.insertInto('delivery_counters').values(rows).execute()
      }
  }
  await sql`insert into ad_unit_request_hours (hour, ad_unit_id, outcome, count)
    select hour, unit, outcome, 1 + extract(hour from hour)::integer % 7
    from generate_series(${new Date(first)}::timestamptz, ${new Date(first + days * dayMs)}::timestamptz, '3 hours') as hour,
      unnest(${units}::integer[]) as unit, unnest('{filled,no_campaign}'::text[]) as outcome`.execute(
    db
  )
  await sql`insert into ad_unit_request_sums (is_day, at, ad_unit_id, requests, filled)
    select is_day, case when is_day then date_trunc('day', hour, 'UTC') else hour end, ad_unit_id, sum(count),
      sum(count) filter (where outcome = 'filled')
    from ad_unit_request_hours, (values (false), (true)) as span (is_day) group by 1, 2, 3`.execute(
    db
  )
  await sql`insert into account_request_sums (is_day, at, side, user_id, requests, filled)
    select is_day, at, side, owner, sum(requests), sum(filled)
    from ad_unit_request_sums join unit_owners on unit_id = ad_unit_id,
      lateral (values ('publisher', user_id), ('network', 0)) as account (side, owner) group by 1, 2, 3, 4`.execute(
    db
  )
  context.clock.set(new Date(first + days * dayMs + hourMs).toISOString())
  expect((await settleDue(context)).failedCampaigns).toEqual([])

  const place = sql`campaign_id as campaign, case campaign_id when ${other} then 'unknown' else 'name:Books: new' end as advertiser, unit_id as unit, coalesce(site_id, 0) as site, coalesce(language, 'unknown') as language`
  const { rows: counted } = await sql<Count>`
    select ${place}, bucket as at, banner_id as banner, delivery_counters.kind, count from delivery_counters
    join ad_units on ad_units.id = unit_id left join sites on sites.id = site_id`.execute(db)
  const { rows: shares } = await sql<Share>`
    select ${place}, window_start as at, asset, gross, settlement_shares.net from settlement_shares
    join settlements using (campaign_id, window_start)
    join ad_units on ad_units.id = unit_id left join sites on sites.id = site_id`.execute(db)
  const { rows: asked } = await sql<Asked>`
    select ad_unit_id as unit, coalesce(site_id, 0) as site, coalesce(language, 'unknown') as language, hour as at, outcome, count
    from ad_unit_request_hours join ad_units on ad_units.id = ad_unit_id left join sites on sites.id = site_id`.execute(
    db
  )
  expect(shares.length).toBeGreaterThan(50)
  // The shares add up to all charges, and verification compares the charges with the ledger.
  const { rows: settled } = await sql<{
    charged: bigint
  }>`select sum(charged) as charged from settlements`.execute(db)
  expect(shares.reduce((sum, it) => sum + it.gross, 0n)).toBe(settled[0]?.charged)

  // The tests run with some days summed and others not, and the last settled period also stays unsummed for a while.
  const steps = [0, 30, 51, days * 24]
  for (let nth = 0; nth < queries; nth++) {
    if (nth % Math.ceil(queries / steps.length) === 0) {
      const hours = steps.shift() ?? 0
      await addUpCounters(db, new Date(first + hours * hourMs))
      if (hours === 30) await sumShares(db)
      // A publisher corrects a site's language, also for the days that are summed already.
      const language = pick(['en', 'de', 'es'])
      await sql`update sites set language = ${language} where id = ${Number(sites[0])}`.execute(db)
      for (const it of [...counted, ...shares, ...asked])
        if (it.site === Number(sites[0])) it.language = language
      if (hours === 51) {
        // Advertisers get a name later, also for the days that are summed already.
        await sql`update users set advertiser_name = 'A house' where id = ${publisher}`.execute(db)
        for (const it of [...counted, ...shares])
          if (it.campaign === other) it.advertiser = 'name:A house'
      }
      expect(await verdictOf(db, [...sumChecks, ...shareSumChecks])).toEqual({ ok: true })
    }
    const side = pick(['advertiser', 'publisher', 'network'] as const)
    const groups: ReportGroup[] = [...timeGroups, ...placeGroups]
    if (side !== 'publisher') groups.push('campaign', 'banner')
    if (side !== 'advertiser') groups.push('advertiser')
    const from = Date.parse('2026-03-01') + random.below(4) * dayMs
    const some = <Item>(items: readonly Item[]) =>
      random.chance(0.7) ? null : items.filter(() => random.chance(0.5))
    const query: ReportQuery = {
      side,
      userId: side === 'publisher' ? publisher : advertiser,
      from: dayText(from),
      to: dayText(from + random.below(4) * dayMs),
      timeZone: pick(zones),
      groupBy: pick(groups),
      campaigns: side === 'publisher' ? null : some([...campaigns, other]),
      sites: some([0, ...sites.map(Number)]),
      units: some(units),
      banners: side === 'publisher' ? null : some([0, 1, 2]),
      languages: some(['en', 'de', 'es', 'unknown']),
      ...{ countries: null, devices: null, systems: null, creatives: null },
      search: '',
      sort: pick(['key', 'name', 'billable', 'click_rate', 'fill_rate', 'BTC'] as const),
      isDescending: random.chance(0.5),
      ...{ offset: 0, limit: 1000 }
    }
    const answer = await readReport(db, query)
    const where = JSON.stringify(query)
    const isOwn = (it: Place) => side !== 'advertiser' || it.campaign !== other
    const expected = expectedRows(query, {
      counted: counted.filter(isOwn),
      shares: shares.filter(isOwn),
      asked
    })
    const all = new Map(answer.rows.map(row => [row.key, row]))
    for (const [key, row] of expected) expect(all.get(key), `${key} of ${where}`).toMatchObject(row)
    for (const [key, row] of all)
      if (!expected.has(key)) expect(sumOf(row), `${key} of ${where}`).toBe(0n)
    for (const name of [...figures, 'btc', 'usd'] as const) {
      const sum = answer.rows.reduce((total, row) => total + row[name], 0n)
      expect(answer.total[name], `${name} of ${where}`).toBe(sum)
    }
    expect(answer.records).toBe(answer.rows.length)
    if (query.groupBy === 'advertiser') {
      // Requests belong to no advertiser. Everything else is in the same report without advertisers.
      const { total } = await readReport(db, { ...query, groupBy: 'day' })
      const { key, name, place, requests, filled, records, ...rest } = answer.total as FigureRow & {
        place: bigint
        records: bigint
      }
      expect({ ...total, ...rest }, `the total of ${where}`).toEqual(total)
    }
  }
}, 120_000)

const sumOf = (row: FigureRow) => figures.reduce((sum, name) => sum + row[name], row.btc + row.usd)
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10)

type Facts = { counted: readonly Count[]; shares: readonly Share[]; asked: readonly Asked[] }

function expectedRows(query: ReportQuery, { counted, shares, asked }: Facts) {
  const rows = new Map<string, Record<string, bigint>>()
  const add = (key: string, name: string, amount: bigint) => {
    const row = rows.get(key) ?? {}
    row[name] = (row[name] ?? 0n) + amount
    rows.set(key, row)
  }
  const isAmong = <Item>(items: readonly Item[] | null, item: Item) =>
    items === null || items.includes(item)
  const isIn = (it: Place) => {
    const { day } = localParts(it.at, query.timeZone)
    return (
      day >= query.from &&
      day <= query.to &&
      isAmong(query.campaigns, it.campaign) &&
      isAmong(query.sites, it.site) &&
      isAmong(query.units, it.unit) &&
      isAmong(query.languages, it.language)
    )
  }
  for (const it of counted) {
    if (!isIn(it) || !isAmong(query.banners, it.banner)) continue
    const name = it.kind.startsWith('rejected_') ? 'rejected' : it.kind
    add(keyOf(query, it, it.banner), name, it.count)
  }
  const isOfCampaigns =
    groupsOfCampaigns.includes(query.groupBy) || query.campaigns || query.banners
  for (const request of query.side === 'advertiser' || isOfCampaigns ? [] : asked) {
    const it = { ...request, campaign: 0, advertiser: '' }
    if (!isIn(it)) continue
    add(keyOf(query, it, 0), 'requests', it.count)
    if (it.outcome === 'filled') add(keyOf(query, it, 0), 'filled', it.count)
  }
  if (query.groupBy === 'banner' || query.banners) return rows
  for (const it of shares) {
    if (!isIn(it)) continue
    const amount = query.side === 'publisher' ? it.net : it.gross
    add(keyOf(query, it, 0), it.asset.toLowerCase(), amount)
  }
  return rows
}

function keyOf({ groupBy, timeZone }: ReportQuery, it: Place, banner: number): string {
  const { day, hour } = localParts(it.at, timeZone)
  const keys: Partial<Record<ReportGroup, string | number>> = {
    hour: `${day}T${hour}`,
    day,
    month: day.slice(0, 7),
    weekday: new Date(day).getUTCDay() || 7,
    hour_of_day: Number(hour),
    campaign: it.campaign,
    advertiser: it.advertiser,
    site: it.site,
    ad_unit: it.unit,
    banner,
    language: it.language
  }
  return String(keys[groupBy])
}

const localTexts = new Map<string, string>()
const clocks = new Map(
  zones.map(timeZone => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  ])
)

function localParts(at: Date, timeZone: string): { day: string; hour: string } {
  const key = `${timeZone} ${at.getTime()}`
  const text = localTexts.get(key) ?? clocks.get(timeZone)?.format(at) ?? ''
  localTexts.set(key, text)
  return { day: text.slice(0, 10), hour: text.slice(11, 13) }
}

test('a report by hour has banners that were first used on a whole day, today, or after the last sums', async () => {
  const app = await createTestApp()
  const { db } = app.context
  const { userId } = await app.signIn()
  const unit = Number(await addUnit(app.context, { userId }))
  const hours = ['03T23', '04T09', '04T15']
  for (const [nth, hour] of hours.entries())
    await sql`insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
      values (${`2026-03-${hour}:00Z`}, ${unit}, ${nth + 1}, ${nth + 5}, 'billable', ${nth + 2})`.execute(
      db
    )
  await addUpCounters(db, new Date('2026-03-04T13:00:00Z'))
  const query: ReportQuery = {
    ...{ side: 'network', userId: Number(userId), from: '2026-03-02', to: '2026-03-04' },
    ...{ timeZone: 'UTC', groupBy: 'hour', search: '', sort: 'key', isDescending: false },
    ...{ campaigns: null, sites: null, units: null, creatives: null, languages: null },
    ...{ banners: null, countries: null, devices: null, systems: null, offset: 0, limit: 100 }
  }
  const seen = async (more: Partial<ReportQuery>) => {
    const { rows } = await readReport(db, { ...query, ...more })
    return rows.filter(it => it.billable > 0n).map(it => [it.key, it.billable])
  }
  for (const [nth, hour] of hours.entries()) {
    const found = [[`2026-03-${hour}`, BigInt(nth + 2)]]
    expect(await seen({ banners: [nth + 5] }), hour).toEqual(found)
    expect(await seen({ banners: [nth + 5], from: '2026-03-03' }), hour).toEqual(found)
  }
  // The hour before midnight in UTC is the first of the next day in Berlin.
  const berlin = { timeZone: 'Europe/Berlin', groupBy: 'day' as const, banners: [5] }
  expect(await seen(berlin)).toEqual([['2026-03-04', 2n]])
  expect(await seen({ ...berlin, from: '2026-03-04', banners: [5, 6] })).toEqual([
    ['2026-03-04', 5n]
  ])
  await app.close()
})

test('days are those of the account, unless a time zone is asked for', async () => {
  const app = await createTestApp()
  const { api, userId } = await app.signIn()
  const unit = await addUnit(app.context, { userId })
  app.context.clock.set('2026-03-10T20:00:00Z')
  await sql`insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    values ('2026-03-10 14:00Z', ${Number(unit)}, 0, 0, 'billable', 2),
      ('2026-03-10 15:00Z', ${Number(unit)}, 0, 0, 'billable', 5)`.execute(app.context.db)
  const read = async (time_zone?: string) => {
    const zone = time_zone ? { time_zone } : {}
    const answer = await api.reports.readReport({ side: 'publisher', sort: 'key', ...zone })
    if (!answer.ok) throw new Error(answer.code)
    const { rows, ...attributes } = answer.value.data.attributes
    return { zone: attributes.time_zone, last: rows.slice(-2).map(it => [it.key, it.billable]) }
  }
  const ofUtc = {
    zone: 'UTC',
    last: [
      ['2026-03-09', 0],
      ['2026-03-10', 7]
    ]
  }
  const ofTokyo = {
    zone: 'Asia/Tokyo',
    last: [
      ['2026-03-10', 2],
      ['2026-03-11', 5]
    ]
  }
  expect(await read()).toEqual(ofUtc)
  await api.accounts.updateUser({ id: userId, time_zone: 'Asia/Tokyo' })
  expect(await read()).toEqual(ofTokyo)
  expect(await read('UTC')).toEqual(ofUtc)
  const file = await api.reports.downloadReport({ side: 'publisher' })
  expect(file.ok && file.value).toContain('"2026-03-11",0,0,0,0,0,5,')
  await app.close()
})

test('a report is of the account that asks, in pages, and says which of its questions is wrong', async () => {
  const app = await createTestApp()
  const owner = await app.signIn()
  const stranger = await app.signIn()
  const own = await addUnit(app.context, { userId: owner.userId })
  const other = await addUnit(app.context, { userId: stranger.userId })
  for (const [unit, count] of [
    [own, 7],
    [other, 9]
  ] as const)
    await sql`insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
      values (${app.context.now()}, ${Number(unit)}, 0, 0, 'billable', ${count})`.execute(
      app.context.db
    )
  const read = (input: Partial<Parameters<typeof owner.api.reports.readReport>[0]> = {}) =>
    owner.api.reports.readReport({ side: 'publisher', ...input })

  const byDay = await read()
  if (!byDay.ok) throw new Error(byDay.code)
  const { rows, total } = byDay.value.data.attributes
  expect(rows).toHaveLength(30)
  expect(rows.at(-1)).toMatchObject({
    key: app.context.now().toISOString().slice(0, 10),
    billable: 7
  })
  expect(total).toMatchObject({
    billable: 7,
    requests: 0,
    filled: 0,
    money: { BTC: '0', USD: '0' }
  })

  const page = await read({ sort: 'billable', 'page[limit]': 1, 'page[offset]': 0 })
  if (!page.ok) throw new Error(page.code)
  expect(page.value.meta.pagination.records).toBe(30)
  expect(page.value.data.attributes).toMatchObject({
    rows: [{ billable: 7 }],
    total: { billable: 7 }
  })

  expect(await read({ group_by: 'ad_unit', search: 'UNI' })).toMatchObject({
    value: { data: { attributes: { rows: [{ key: own, name: 'Unit', billable: 7 }] } } }
  })
  for (const [group_by, key, name] of [
    ['site', '0', 'Without a site'],
    ['language', 'unknown', 'Unknown']
  ] as const)
    expect(await read({ group_by, search: name })).toMatchObject({
      value: { data: { attributes: { rows: [{ key, name, billable: 7 }] } } }
    })
  expect(await read({ group_by: 'ad_unit', search: '%' })).toMatchObject({
    value: { data: { attributes: { rows: [], total: { billable: 0 } } } }
  })
  expect(await read({ group_by: 'ad_unit', ad_unit_ids: [other] })).toMatchObject({
    value: { data: { attributes: { rows: [] } } }
  })
  expect(await read({ group_by: 'site', ad_unit_ids: [own, other] })).toMatchObject({
    value: {
      data: {
        attributes: {
          filters: [
            { group_by: 'ad_unit', key: own, name: 'Unit' },
            { group_by: 'ad_unit', key: other, name: '' }
          ]
        }
      }
    }
  })
  const input = { side: 'publisher', group_by: 'ad_unit' } as const
  expect(await owner.api.reports.downloadReport(input)).toMatchObject({
    value: [
      'ad_unit_id,name,requests,filled,served,rendered,viewable,billable,clicked,rejected,earned_btc,earned_usd,earned_btc_decimal,earned_usd_decimal',
      `"${own}","Unit",0,0,0,0,0,7,0,0,0,0,0.00000000,0.00000000`,
      ''
    ].join('\r\n')
  })
  for (const [wrong, pointer] of [
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
    [{ from: '2020-01-01' }, 'from'],
    [{ group_by: 'hour', from: '2026-01-01', to: '2026-02-28' }, 'from'],
    [{ group_by: 'hour_of_day', ad_unit_ids: own, from: '2026-01-01', to: '2026-02-28' }, 'from'],
    [{ group_by: 'campaign' }, 'group_by'],
    [{ campaign_ids: '1' }, 'side'],
    [{ 'page[limit]': 1001 }, 'page[limit]']
  ] as const)
    expect(await read(wrong), pointer).toMatchObject({
      status: 422,
      errors: [{ source: { parameter: pointer } }]
    })
  const hours = (from: string) =>
    owner.api.reports.readReport({
      ...{ side: 'advertiser', group_by: 'hour', languages: ['de'], from, to: '2026-02-28' }
    })
  expect(await hours('2026-02-22')).toMatchObject({ ok: true })
  expect(await hours('2026-02-21')).toMatchObject({
    code: 'invalid',
    errors: [
      {
        source: { parameter: 'from' },
        detail:
          'must be at most 6 days before to in a report by hour with these filters: choose a later day, or group by day'
      }
    ]
  })
  expect(await owner.api.reports.readNetworkReport({})).toMatchObject({ status: 403 })
  const operator = await app.signInAdmin()
  expect(await operator.api.reports.readNetworkReport({ group_by: 'ad_unit' })).toMatchObject({
    value: { data: { attributes: { side: 'network', total: { billable: 16 } } } }
  })
  expect(await app.open().api.reports.readReport({ side: 'publisher' })).toMatchObject({
    status: 401
  })
  await app.close()
})

test('a report that takes too long is given up with a code that says so', async () => {
  const app = await createTestApp()
  const { api } = await app.signIn()
  const locked = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const lock = app.context.db.transaction().execute(async tx => {
    await sql`lock table delivery_counters`.execute(tx)
    locked.resolve()
    await asked.promise
  })
  await locked.promise
  const tooLarge = { status: 422, code: 'report_too_large' }
  const answers = await Promise.all([
    api.reports.readReport({ side: 'publisher' }),
    api.reports.downloadReport({ side: 'advertiser' })
  ])
  expect(answers).toMatchObject([tooLarge, tooLarge])
  asked.resolve()
  await lock
  expect(await api.reports.readReport({ side: 'publisher' })).toMatchObject({ ok: true })
  await app.close()
}, 20_000)
