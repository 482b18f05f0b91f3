import { dayMs } from '@mille/api/durations.ts'
import { type ReportGroup, reportDevices, reportSystems } from '@mille/api/reports/constants.ts'
import type { ReportInput } from '@mille/api/reports/endpoints.ts'
import { createCampaign } from '@mille/testing/campaigns.ts'
import { createRandom, type Random } from '@mille/testing/random.ts'
import { addUpCounters } from '@mille/testing/reports.ts'
import { addUnit, addVerifiedSite } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../db/connect.ts'
import { type ReportQuery, readReport } from './report-query.ts'

const queries = process.env.MILLE_PROOF === 'full' ? 1000 : 150
const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const first = Date.parse('2026-03-30')
const days = 4
const dateOf = (day: number) => new Date(first + day * dayMs)
const dayText = (day: number) => dateOf(day).toISOString().slice(0, 10)

type View = {
  campaign: number
  unit: number
  day: string
  country: string
  device: string
  system?: string
  creative?: number
  served?: number
  viewable: number
  billable: number
  clicked: number
}
type Supply = { site: number; language: string }

test(`${queries} reports by country and device, by system, or by creative, add up to the counters of their whole days`, async () => {
  process.stdout.write(`MILLE_SEED=${seed}\n`)
  const random = createRandom(seed)
  const { app, owner, campaigns, supply } = await openNetwork()
  const { db } = app.context
  const units = [...supply.keys()]
  const views = makeViews(random, campaigns, units)
  await addCounted(db, views)

  for (let nth = 0; nth < queries; nth++) {
    // At first no day is summed, then some days are, and finally all of them.
    const isNext = nth > 0 && nth % Math.floor(queries / 3) === 0
    if (isNext) await addUpCounters(db, dateOf(nth < queries / 2 ? 2 : days))
    const query = makeQuery(random, { userId: Number(owner.userId), campaigns, units, supply })
    const answer = await readReport(db, query)
    const where = JSON.stringify(query)
    const expected = expectedRows(query, views, supply)
    const rows = new Map(answer.rows.map(row => [row.key, row]))
    for (const [key, row] of expected)
      expect(rows.get(key), `${key} of ${where}`).toMatchObject(row)
    for (const [key, row] of rows)
      if (!expected.has(key))
        expect(row, `${key} of ${where}`).toMatchObject({ viewable: 0n, clicked: 0n })
    for (const name of ['viewable', 'billable', 'clicked'] as const)
      expect(answer.rows.reduce((sum, row) => sum + row[name], 0n)).toBe(answer.total[name])
    if (query.countries || query.devices || query.systems || query.creatives) continue
    // Totals match those of the same report without countries, systems and creatives, so no views are lost.
    const { total } = await readReport(db, { ...query, groupBy: 'day', timeZone: 'UTC' })
    const { viewable, billable, clicked } = total
    expect(answer.total, where).toMatchObject({ viewable, billable, clicked })
    if (query.groupBy === 'creative') expect(answer.total.served, where).toBe(total.served)
  }
})

test('reads the sums of days that are over, of whole accounts, campaigns and ad units', async () => {
  const { app, owner, campaigns, supply } = await openNetwork()
  const { db } = app.context
  const random = createRandom(seed)
  await addCounted(db, makeViews(random, campaigns, [...supply.keys()]))
  const read = (query: Partial<ReportQuery>) =>
    readReport(db, {
      ...{ side: 'network', userId: Number(owner.userId), from: dayText(0), to: dayText(days - 1) },
      ...{ timeZone: 'UTC', groupBy: 'country', campaigns: null, units: null, sites: null },
      ...{ banners: null, creatives: null, languages: null },
      ...{ countries: null, devices: null, systems: null },
      ...{ search: '', sort: 'key', isDescending: false, offset: 0, limit: 1000, ...query }
    })
  const onlyOf = (groupBy: string) => (groupBy === 'device' ? [...supply.keys()].slice(1) : null)
  const readAll = async () => {
    const answers: unknown[] = []
    for (const side of ['advertiser', 'publisher', 'network'] as const)
      for (const groupBy of ['country', 'device', 'day'] as const)
        answers.push(await read({ side, groupBy, countries: ['AT', 'DE', 'other'] }))
    for (const groupBy of ['campaign', 'ad_unit', 'device'] as const)
      answers.push(await read({ groupBy, devices: ['phone'], units: onlyOf(groupBy) }))
    return answers
  }
  const before = await readAll()
  await addUpCounters(db, dateOf(days - 1))
  // The last day is not over, so it is the only one still read from these tables.
  for (const table of ['campaign_day_places', 'unit_day_places'])
    await sql`delete from ${sql.table(table)} where day < ${dayText(days - 1)}`.execute(db)
  expect(await readAll()).toEqual(before)
})

/**
 * If any combination of answers revealed that four views were from Iceland, and not from Ireland, one of these
 * questions would be answered differently if they had been from Ireland.
 */
test('no question and no comparison of answers reveals four views from a country', async () => {
  const { app, owner, campaigns, supply } = await openNetwork()
  const [campaign = 0] = campaigns
  const [unit = 0, other = 0] = supply.keys()
  // No day had more than four views on ChromeOS, on any ad unit.
  const systems: Record<string, string> = { DE: 'macos', FR: 'ios', IS: 'chromeos', IT: 'windows' }
  const seen = (day: number, country: string, device: string, viewable: number, on = unit) => ({
    ...{
      campaign,
      unit: on,
      day: dayText(day),
      country,
      device,
      system: systems[country] ?? 'ios'
    },
    ...{ viewable, billable: viewable, clicked: 1 }
  })
  await addCounted(app.context.db, [
    ...[0, 1, 2].map(day => seen(day, 'DE', 'phone', 20)),
    seen(1, 'FR', 'phone', 9),
    seen(0, 'IS', 'phone', 2),
    seen(1, 'IS', 'phone', 1),
    seen(2, 'IS', 'tablet', 1, other),
    // Italy has enough views over three days but not on the last day, so no sum without that day may reveal this.
    seen(0, 'IT', 'phone', 7),
    seen(1, 'IT', 'phone', 6),
    seen(2, 'IT', 'phone', 4)
  ])
  const before = await askEverything(owner, campaign, unit)
  expect(before.filter(it => /"key":"IT"/.test(it)).length).toBeGreaterThan(20)
  for (const table of ['campaign_day_places', 'unit_day_places'])
    await sql`update ${sql.table(table)} set country = case country when 'IS' then 'IE' else 'NO' end
      where country = 'IS' or (country = 'IT' and viewable = 4)`.execute(app.context.db)
  for (const table of ['campaign_day_systems', 'unit_day_systems'])
    await sql`update ${sql.table(table)} set system = 'linux' where system = 'chromeos' and viewable < 5`.execute(
      app.context.db
    )
  expect(await askEverything(owner, campaign, unit)).toEqual(before)
  expect(before.filter(it => it.includes('"key":"macos"')).length).toBeGreaterThan(20)
  expect(before.filter(it => /"key":"(linux|chromeos)","name":"[^"]+","served"/.test(it))).toEqual(
    []
  )
  expect(before.filter(it => /"key":"(IS|IE|NO)","name":"[^"]+","served"/.test(it))).toEqual([])
})

test('a report by country says what it knows, from when, and which questions it cannot answer', async () => {
  const { app, owner, campaigns, supply } = await openNetwork()
  const [campaign = 0] = campaigns
  const [unit = 0] = supply.keys()
  const seen = { campaign, unit, device: 'phone', billable: 10, clicked: 2 }
  await addCounted(app.context.db, [
    { ...seen, day: dayText(0), country: 'DE', viewable: 900 },
    { ...seen, day: dayText(2), country: 'DE', viewable: 12 },
    { ...seen, day: dayText(2), country: 'AT', viewable: 30 },
    { ...seen, day: dayText(2), country: 'ZZ', viewable: 10 }
  ])
  await sql`update day_places_since set day = ${dayText(1)}`.execute(app.context.db)
  const range = { from: dayText(0), to: dayText(3) }
  const read = (input: Partial<ReportInput>) =>
    owner.api.reports.readReport({ side: 'publisher', ...range, ...input })

  const byCountry = await read({ group_by: 'country', sort: 'name', time_zone: 'Asia/Tokyo' })
  if (!byCountry.ok) throw new Error(byCountry.code)
  const nothing = {
    served: null,
    rendered: null,
    rejected: null,
    requests: null,
    filled: null,
    money: null
  }
  expect(byCountry.value.data.attributes).toMatchObject({
    ...{ ...range, time_zone: 'UTC', places_since: dayText(1) },
    rows: [
      { key: 'AT', name: 'Austria', viewable: 30, billable: 10, clicked: 2, ...nothing },
      { key: 'DE', name: 'Germany', viewable: 12 },
      { key: 'ZZ', name: 'Unknown', viewable: 10 }
    ],
    total: { viewable: 52, billable: 30, clicked: 6, ...nothing }
  })
  const byDay = await read({ countries: ['DE'] })
  if (!byDay.ok) throw new Error(byDay.code)
  expect(byDay.value.data.attributes).toMatchObject({
    filters: [{ group_by: 'country', key: 'DE', name: 'Germany' }],
    rows: [
      { key: dayText(1), viewable: 0 },
      { key: dayText(2), viewable: 12 },
      { key: dayText(3), viewable: 0 }
    ]
  })
  expect(await read({})).toMatchObject({ value: { data: { attributes: { places_since: null } } } })
  expect(await read({ group_by: 'country', search: 'germ' })).toMatchObject({
    value: { data: { attributes: { rows: [{ key: 'DE' }], total: { viewable: 12 } } } }
  })
  const input = { side: 'publisher', ...range, group_by: 'country', devices: 'phone' } as const
  expect(await owner.api.reports.downloadReport(input)).toMatchObject({
    value: [
      'country,name,viewable,billable,clicked',
      ...['"AT","Austria",30,10,2', '"DE","Germany",12,10,2', '"ZZ","Unknown",10,10,2', '']
    ].join('\r\n')
  })

  for (const [wrong, parameter] of [
    [{ group_by: 'hour', countries: ['DE'] }, 'group_by'],
    [{ group_by: 'hour_of_day', devices: ['phone'] }, 'group_by'],
    [{ group_by: 'ad_unit', side: 'advertiser', countries: ['DE'] }, 'group_by'],
    [{ group_by: 'country', side: 'advertiser', site_ids: ['1'] }, 'site_ids'],
    [{ group_by: 'device', side: 'advertiser', banner_ids: ['1'] }, 'banner_ids'],
    [{ countries: ['Germany'] }, 'countries'],
    [{ devices: ['watch'] as never }, 'devices'],
    [{ systems: ['beos'] as never }, 'systems'],
    [{ group_by: 'hour', systems: ['ios'] }, 'group_by'],
    [{ group_by: 'country', systems: ['ios'] }, 'systems'],
    [{ group_by: 'system', countries: ['DE'] }, 'countries'],
    [{ devices: ['phone'], systems: ['ios'] }, 'systems']
  ] as const)
    expect(await read(wrong as Partial<ReportInput>), parameter).toMatchObject({
      status: 422,
      errors: [{ source: { parameter } }]
    })
  expect(await read({ group_by: 'hour', countries: ['DE'], to: dayText(0) })).toMatchObject({
    errors: [
      {
        detail:
          'must be one of country, device, day, month, weekday, ad_unit, site, language in a report by or narrowed by country or device'
      }
    ]
  })
  expect(await read({ group_by: 'system', devices: ['phone'] })).toMatchObject({
    errors: [
      {
        detail:
          'must be left out in a report by or narrowed by operating system, which can be narrowed by system, ad_unit, site, language'
      }
    ]
  })
  const operator = await app.signInAdmin()
  const both = { campaign_ids: String(campaign), site_ids: '0', group_by: 'country' } as const
  expect(await operator.api.reports.readNetworkReport(both)).toMatchObject({
    errors: [{ source: { parameter: 'site_ids' } }]
  })
})

test('a report by operating system begins with its own first day, and few views are under other', async () => {
  const { app, owner, campaigns, supply } = await openNetwork()
  const [campaign = 0] = campaigns
  const [unit = 0] = supply.keys()
  const seen = { campaign, unit, country: 'DE', device: 'phone', billable: 4, clicked: 2 }
  await addCounted(app.context.db, [
    { ...seen, day: dayText(1), system: 'ios', viewable: 900 },
    { ...seen, day: dayText(2), system: 'ios', viewable: 12 },
    { ...seen, day: dayText(2), system: 'other', viewable: 6 },
    { ...seen, day: dayText(2), system: 'linux', viewable: 4 },
    { ...seen, day: dayText(2), viewable: 4 }
  ])
  await sql`update day_places_since set day = ${dayText(1)}, systems_day = ${dayText(2)}`.execute(
    app.context.db
  )
  const range = { from: dayText(0), to: dayText(3) }
  const asked = { side: 'publisher', ...range, group_by: 'system' } as const
  const bySystem = await owner.api.reports.readReport({ ...asked, time_zone: 'Asia/Tokyo' })
  expect(bySystem).toMatchObject({
    value: {
      data: {
        attributes: {
          ...{ time_zone: 'UTC', places_since: dayText(2), total: { viewable: 26, served: null } },
          rows: [
            { key: 'other', name: 'other', viewable: 10, billable: 8, clicked: 4, money: null },
            { key: 'ios', viewable: 12 },
            { key: 'unknown', viewable: 4 }
          ]
        }
      }
    }
  })
  expect(
    await owner.api.reports.downloadReport({ ...asked, systems: ['ios', 'linux'] })
  ).toMatchObject({ value: 'system,viewable,billable,clicked\r\n"ios",12,4,2\r\n' })
  expect(await owner.api.reports.readReport({ ...asked, group_by: 'device' })).toMatchObject({
    value: { data: { attributes: { places_since: dayText(1), total: { viewable: 926 } } } }
  })
  expect(
    await owner.api.reports.readReport({ ...asked, group_by: 'month', systems: ['ios'] })
  ).toMatchObject({
    value: {
      data: {
        attributes: {
          filters: [{ group_by: 'system', key: 'ios', name: 'ios' }],
          total: { viewable: 12 }
        }
      }
    }
  })
})

test('a report by creative names each by its headline, and begins with the first day that counted them', async () => {
  const { app, owner, campaigns } = await openNetwork()
  const { db } = app.context
  const [campaign = 0, , strangers = 0] = campaigns
  const creativeOf = async (id: number) =>
    db
      .selectFrom('creatives')
      .select(['id', 'link_text'])
      .where('campaign_id', '=', id)
      .limit(1)
      .executeTakeFirstOrThrow()
  const [own, other] = [await creativeOf(campaign), await creativeOf(strangers)]
  const counted = (of: number, day: number, creative: number, served: number) => sql`
    insert into campaign_day_creatives (campaign_id, day, creative_id, served, viewable, billable, clicked)
    values (${of}, ${dayText(day)}, ${creative}, ${served}, ${served - 1}, ${served - 2}, 3)`
  await counted(campaign, 0, own.id, 900).execute(db)
  await counted(campaign, 2, own.id, 40).execute(db)
  await counted(campaign, 3, own.id, 20).execute(db)
  // The creative of an earlier headline, of which no row is left, has its ID only.
  await counted(campaign, 2, 99_999, 10).execute(db)
  await counted(strangers, 2, other.id, 500).execute(db)
  await sql`update day_places_since set creatives_day = ${dayText(1)}`.execute(db)
  const range = { from: dayText(0), to: dayText(3) }
  const asked = { side: 'advertiser', ...range, group_by: 'creative' } as const
  const named = { key: String(own.id), name: own.link_text }
  const uncounted = { rendered: null, rejected: null, requests: null, money: null }
  expect(await owner.api.reports.readReport({ ...asked, time_zone: 'Asia/Tokyo' })).toMatchObject({
    value: {
      data: {
        attributes: {
          ...{ time_zone: 'UTC', places_since: dayText(1) },
          rows: [
            { ...named, served: 60, viewable: 58, billable: 56, clicked: 6, ...uncounted },
            { key: '99999', name: '', served: 10 }
          ],
          total: { served: 70, viewable: 67, billable: 64, clicked: 9, ...uncounted }
        }
      }
    }
  })
  const narrowed = { ...asked, creative_ids: [String(own.id), String(other.id)] }
  expect(await owner.api.reports.readReport({ ...narrowed, group_by: 'day' })).toMatchObject({
    value: {
      data: {
        attributes: {
          filters: [
            { group_by: 'creative', ...named },
            { group_by: 'creative', key: String(other.id), name: '' }
          ],
          rows: [{ served: 0 }, { key: dayText(2), served: 40 }, { key: dayText(3), served: 20 }],
          total: { served: 60 }
        }
      }
    }
  })
  const file = {
    value: `creative_id,name,served,viewable,billable,clicked\r\n"${own.id}","${own.link_text}",60,58,56,6\r\n`
  }
  expect(await owner.api.reports.downloadReport(narrowed)).toMatchObject(file)
  const operator = await app.signInAdmin()
  expect(
    await operator.api.reports.readNetworkReport({ ...range, group_by: 'creative' })
  ).toMatchObject({
    value: {
      data: {
        attributes: {
          rows: [{ key: String(other.id), name: other.link_text, served: 500 }, named, {}],
          total: { served: 570 }
        }
      }
    }
  })
  for (const [wrong, parameter] of [
    [{ group_by: 'advertiser' }, 'group_by'],
    [{ side: 'publisher', group_by: 'day', creative_ids: ['1'] }, 'side'],
    [{ site_ids: ['1'] }, 'site_ids'],
    [{ countries: ['DE'] }, 'countries'],
    [{ group_by: 'hour', creative_ids: ['1'] }, 'group_by']
  ] as const)
    expect(
      await owner.api.reports.readReport({ ...asked, ...wrong } as ReportInput),
      parameter
    ).toMatchObject({ status: 422, errors: [{ source: { parameter } }] })
})

/** Creates an account with campaigns and ad units, and a stranger with one of each. */
async function openNetwork() {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const owner = await app.signIn()
  const stranger = await app.signIn()
  const campaigns: number[] = []
  const supply = new Map<number, Supply>()
  for (const { api, userId } of [owner, owner, stranger]) {
    campaigns.push(Number((await createCampaign(api)).data.id))
    const site = userId === owner.userId && supply.size > 0 ? 'one.example' : null
    const siteId =
      site && (await addVerifiedSite(app.context, { userId, domainName: site, language: 'de' }))
    const unit = await addUnit(app.context, { userId, ...(siteId && { siteId }) })
    supply.set(Number(unit), { site: Number(siteId ?? 0), language: siteId ? 'de' : 'unknown' })
  }
  return { app, owner, campaigns, supply }
}

function makeViews(random: Random, campaigns: number[], units: number[]): View[] {
  const views: View[] = []
  for (let day = 0; day < days; day++)
    for (const campaign of campaigns)
      for (const unit of units)
        for (const country of ['AT', 'DE', 'FR', 'IS', 'ZZ'])
          for (const device of reportDevices) {
            if (random.chance(0.6)) continue
            const viewable = random.below(8)
            const billable = random.below(viewable + 1)
            const clicked = random.below(3)
            views.push({
              ...{ campaign, unit, day: dayText(day), country, device },
              system: random.pick(reportSystems),
              creative: campaign * 10 + random.below(3),
              served: viewable + random.below(3),
              viewable,
              billable,
              clicked
            })
          }
  return views
}

/** Inserts views into the seven tables in the way the counting job does. */
async function addCounted(db: Database, views: readonly View[]): Promise<void> {
  const sums = sql`sum(viewable)::bigint, sum(billable)::bigint, sum(clicked)::bigint
    from jsonb_to_recordset(${JSON.stringify(views)}::jsonb) as view (campaign integer, unit integer, day date, country text,
      device text, system text, creative integer, served bigint, viewable bigint, billable bigint, clicked bigint)`
  await sql`insert into campaign_day_places (campaign_id, day, country, device, viewable, billable, clicked)
    select campaign, day, country, device, ${sums} group by 1, 2, 3, 4`.execute(db)
  await sql`insert into unit_day_places (unit_id, day, country, device, viewable, billable, clicked)
    select unit, day, country, device, ${sums} group by 1, 2, 3, 4`.execute(db)
  for (const owner of ['campaign', 'unit'])
    await sql`insert into ${sql.table(`${owner}_day_systems`)} (${sql.ref(`${owner}_id`)}, day, system, viewable, billable, clicked)
      select ${sql.ref(owner)}, day, coalesce(system, 'unknown'), ${sums} group by 1, 2, 3`.execute(
      db
    )
  const served = sql`sum(coalesce(served, 0))::bigint`
  await sql`insert into campaign_day_creatives (campaign_id, day, creative_id, served, viewable, billable, clicked)
    select campaign, day, coalesce(creative, 0), ${served}, ${sums} group by 1, 2, 3`.execute(db)
  await sql`insert into unit_day_creatives (unit_id, day, creative_id, served, viewable, billable, clicked)
    select unit, day, coalesce(creative, 0), ${served}, ${sums} group by 1, 2, 3`.execute(db)
  await sql`insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    select (day + interval '23 hours') at time zone 'UTC', unit, campaign, 0, kind, count
    from (
      select day, unit, campaign, ${served}, ${sums} group by 1, 2, 3
    ) as day (day, unit, campaign, served, viewable, billable, clicked),
      lateral (values ('served', served), ('viewable', viewable), ('billable', billable), ('clicked', clicked)) as of_kind (kind, count)
    where count > 0`.execute(db)
}

type Known = { userId: number; campaigns: number[]; units: number[]; supply: Map<number, Supply> }

const creativesOf = (campaign: number) => [0, 1, 2].map(nth => campaign * 10 + nth)

function makeQuery(random: Random, { userId, campaigns, units, supply }: Known): ReportQuery {
  const some = <Item>(items: readonly Item[]) =>
    random.chance(0.6) ? null : items.filter(() => random.chance(0.5))
  const side = random.pick(['advertiser', 'publisher', 'network'] as const)
  const isOfCampaigns = side === 'advertiser' || (side === 'network' && random.chance(0.5))
  const hasCreatives = isOfCampaigns || side === 'publisher'
  const others = hasCreatives ? (['system', 'creative'] as const) : (['system'] as const)
  const split = random.chance(0.5) ? 'place' : random.pick(others)
  const countries = split === 'place' ? some(['AT', 'DE', 'FR', 'IS', 'ZZ', 'other']) : null
  const devices = split === 'place' ? some(reportDevices) : null
  const systems = split === 'system' ? some(reportSystems) : null
  // Publishers cannot choose creatives, of which they might not have shown some.
  const creatives =
    split === 'creative' && isOfCampaigns ? some(campaigns.flatMap(creativesOf)) : null
  const groups: ReportGroup[] = split === 'place' ? ['country', 'device'] : [split]
  if (countries || devices || systems || creatives) {
    groups.push('day', 'month', 'weekday')
    groups.push(
      ...(isOfCampaigns ? ['campaign' as const] : (['ad_unit', 'site', 'language'] as const))
    )
  }
  const from = random.below(days)
  return {
    ...{ side, userId, timeZone: 'UTC', groupBy: random.pick(groups) },
    ...{ from: dayText(from), to: dayText(from + random.below(days - from)) },
    // A network report covers campaigns when it is narrowed to some of them.
    campaigns: isOfCampaigns ? (some(campaigns) ?? (side === 'network' ? campaigns : null)) : null,
    units: isOfCampaigns ? null : some(units),
    sites: isOfCampaigns ? null : some([...supply.values()].map(it => it.site)),
    languages: isOfCampaigns ? null : some(['de', 'unknown']),
    ...{ banners: null, creatives, countries, devices, systems, search: '' },
    sort: random.pick(['key', 'name', 'billable', 'click_rate', 'BTC'] as const),
    ...{ isDescending: random.chance(0.5), offset: 0, limit: 1000 }
  }
}

function expectedRows(query: ReportQuery, views: readonly View[], supply: Map<number, Supply>) {
  const isOfCampaigns =
    query.side === 'advertiser' || query.campaigns || query.groupBy === 'campaign'
  const isOfSystems = query.groupBy === 'system' || query.systems !== null
  const isOfCreatives = query.groupBy === 'creative' || query.creatives !== null
  const splitOf = ({ creative, system, country, device }: View) =>
    isOfCreatives ? creative : isOfSystems ? system : `${country} ${device}`
  const cells = new Map<string, View>()
  for (const view of views) {
    const id = isOfCampaigns ? view.campaign : view.unit
    const key = `${id} ${view.day} ${splitOf(view)}`
    const cell = cells.get(key) ?? { ...view, served: 0, viewable: 0, billable: 0, clicked: 0 }
    cell.served = (cell.served ?? 0) + (view.served ?? 0)
    cell.viewable += view.viewable
    cell.billable += view.billable
    cell.clicked += view.clicked
    cells.set(key, cell)
  }
  const ids = [...new Set(views.map(it => (isOfCampaigns ? it.campaign : it.unit)))]
  // The last ID belongs to the stranger, so it is left out of the owner's reports.
  const own = query.side === 'network' ? ids : ids.toSorted((a, b) => a - b).slice(0, -1)
  const isAmong = <Item>(items: readonly Item[] | null, item: Item) => items?.includes(item) ?? true
  const counted = ['viewable', 'billable', 'clicked', ...(isOfCreatives ? ['served'] : [])]
  const rows = new Map<string, Record<string, bigint>>()
  for (const cell of cells.values()) {
    const { campaign, unit, day, device, creative = 0 } = cell
    const { site, language } = supply.get(unit) ?? { site: 0, language: '' }
    const country = cell.viewable >= 5 || cell.country === 'ZZ' ? cell.country : 'other'
    const known = cell.system ?? 'unknown'
    const system = cell.viewable >= 5 || known === 'unknown' ? known : 'other'
    const isFound =
      own.includes(isOfCampaigns ? campaign : unit) &&
      day >= query.from &&
      day <= query.to &&
      isAmong(query.campaigns, campaign) &&
      isAmong(query.units, unit) &&
      isAmong(query.sites, site) &&
      isAmong(query.languages, language) &&
      isAmong(query.countries, country) &&
      isAmong(query.devices, device) &&
      isAmong(query.systems, system) &&
      isAmong(query.creatives, creative)
    if (!isFound) continue
    const keys: Partial<Record<ReportGroup, string | number>> = {
      ...{
        country,
        device,
        system,
        day,
        month: day.slice(0, 7),
        weekday: new Date(day).getUTCDay() || 7
      },
      ...{ campaign, ad_unit: unit, site, language, creative }
    }
    const key = String(keys[query.groupBy])
    const row = rows.get(key) ?? {}
    for (const name of counted) row[name] = (row[name] ?? 0n) + BigInt(cell[name as 'viewable'])
    rows.set(key, row)
  }
  return rows
}

/** Asks every possible report question about three days, as advertiser and as publisher, in JSON and in CSV. */
async function askEverything({ api }: SignedInBrowser, campaign: number, unit: number) {
  const answers: string[] = []
  const ask = async (input: ReportInput) => {
    answers.push(JSON.stringify(await api.reports.readReport(input)))
  }
  for (const [from, to] of [
    [0, 2],
    [0, 1],
    [1, 2],
    [2, 2]
  ] as const)
    for (const side of ['advertiser', 'publisher'] as const) {
      const asked = { side, from: dayText(from), to: dayText(to), sort: 'viewable' } as const
      const own =
        side === 'advertiser'
          ? { campaign_ids: [String(campaign)] }
          : { ad_unit_ids: [String(unit)] }
      for (const search of ['ice', 'ire', 'norw'])
        await ask({ ...asked, group_by: 'country', search })
      for (const countries of [null, ['DE', 'IS'], ['IT'], ['IT', 'NO', 'IE'], ['other']])
        for (const group_by of ['country', 'device', 'day'] as const) {
          const question = { ...asked, group_by, ...(countries && { countries }) }
          await ask(question)
          await ask({ ...question, ...own, devices: ['phone'] })
        }
      for (const systems of [null, ['macos', 'linux'], ['other'], ['chromeos']] as const)
        for (const group_by of ['system', 'day'] as const)
          await ask({ ...asked, group_by, ...(systems && { systems: [...systems] }), ...own })
      const file = await api.reports.downloadReport({ ...asked, group_by: 'country' })
      answers.push(JSON.stringify(file))
    }
  return answers
}
