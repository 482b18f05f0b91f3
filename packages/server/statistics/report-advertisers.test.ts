import type { SavedView } from '@mille/api/report-links/endpoints.ts'
import type { ReportInput } from '@mille/api/reports/endpoints.ts'
import { createActiveCampaign } from '@mille/testing/campaigns.ts'
import { addUpCounters } from '@mille/testing/reports.ts'
import { addUnit, addViews } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { findTooMuch } from './report-limits.ts'
import type { ReportQuery } from './report-query.ts'

const secret = 'Autumn push against Ada'
const day = '2026-03-02'

/**
 * Creates a publisher with two ad units, an advertiser with a public name and two campaigns, and one without a name
 * whose campaigns are for two domains.
 */
async function openNetwork() {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const { context } = app
  context.clock.set('2026-03-02T12:00:00Z')
  const admin = await app.signInAdmin()
  const publisher = await app.signIn()
  const named = await app.signIn()
  const unnamed = await app.signIn()
  await named.api.accounts.updateUser({
    ...{ id: named.userId, username: 'ada-private', advertiser_name: 'Books' }
  })
  await unnamed.api.accounts.updateUser({ id: unnamed.userId, username: 'bob-private' })
  const run = async (owner: SignedInBrowser, link: string, title: string) => {
    const changes = { name: secret, creative_link: link, link_text: title }
    const { data } = await createActiveCampaign(context, owner, admin, 10_000n, changes)
    return { campaign: data.id, creative: data.relationships.creative.data?.id ?? '' }
  }
  const ads = {
    novel: await run(named, 'https://books.example/novel', 'A novel'),
    poems: await run(named, 'https://poems.example/', 'Poems'),
    shop: await run(unnamed, 'https://WWW.Bücher.example:8443/a?b', 'A shop'),
    bank: await run(unnamed, 'http://bank.example', 'A bank')
  }
  const units = [
    await addUnit(context, { userId: publisher.userId }),
    await addUnit(context, { userId: publisher.userId })
  ] as const
  const show = async (unit: string, ad: keyof typeof ads, views: number, on = day) => {
    const { campaign, creative } = ads[ad]
    await addViews(context, unit, views, `${on}T10:00:00Z`, campaign)
    await sql`insert into unit_day_creatives (unit_id, day, creative_id, served, viewable, billable, clicked)
      values (${Number(unit)}, ${on}, ${Number(creative)}, ${views}, ${views}, ${views}, 1)`.execute(
      context.db
    )
  }
  return { app, publisher, named, ads, units, show }
}

/** A publisher's report by advertiser of the same days, as the server reads it. */
const plain: Omit<ReportQuery, 'userId'> = {
  ...{ side: 'publisher', from: '2026-02-28', to: day, timeZone: 'UTC', groupBy: 'advertiser' },
  ...{ campaigns: null, sites: null, units: null, banners: null, creatives: null },
  ...{ languages: null, countries: null, devices: null, systems: null, search: '' },
  ...{ sort: 'billable', isDescending: true, offset: 0, limit: 10 }
}

const asked = { side: 'publisher', from: '2026-02-28', to: day, time_zone: 'UTC' } as const

async function read(browser: SignedInBrowser, more: Partial<ReportInput> = {}) {
  const answer = await browser.api.reports.readReport({ ...asked, group_by: 'advertiser', ...more })
  if (!answer.ok) throw new Error(answer.code)
  return answer.value.data.attributes
}

test('a publisher sees its advertisers by public name or domain, with the ad that was seen most', async () => {
  const { app, publisher, ads, units, show } = await openNetwork()
  const [first, second] = units
  await show(first, 'novel', 5)
  await show(second, 'novel', 1)
  await show(second, 'poems', 9, '2026-03-01')
  await show(first, 'shop', 8)
  await show(second, 'bank', 2)
  const strangers = await addUnit(app.context, { userId: (await app.signIn()).userId })
  await show(strangers, 'bank', 500)
  await app.context.db
    .updateTable('creatives')
    .set({ product_category: 'banking' })
    .where('id', '=', Number(ads.bank.creative))
    .execute()

  const report = await read(publisher, { sort: 'viewable' })
  expect(report.rows).toMatchObject([
    { key: 'name:Books', name: 'Books', viewable: 15, requests: null, filled: null },
    { key: 'domain:bücher.example', name: 'xn--bcher-kva.example', viewable: 8 },
    { key: 'domain:bank.example', name: 'bank.example', viewable: 2 }
  ])
  expect(report.total.viewable).toBe(25)
  const byKey = new Map(report.advertisers.map(it => [it.key, it]))
  expect(byKey.size).toBe(3)
  expect(byKey.get('name:Books')).toEqual({
    ...{ key: 'name:Books', creative_id: ads.poems.creative, title: 'Poems' },
    ...{ domain: 'poems.example', product_category: null, picture: null },
    ...{ ad_unit_id: second, seen_since: '2026-03-01' }
  })
  expect(byKey.get('domain:bank.example')).toMatchObject({
    ...{ creative_id: ads.bank.creative, ad_unit_id: second, seen_since: day },
    product_category: 'banking'
  })

  const ofUnit = await read(publisher, { ad_unit_ids: [first], sort: 'viewable' })
  expect(ofUnit.rows.map(it => [it.name, it.viewable])).toEqual([
    ['xn--bcher-kva.example', 8],
    ['Books', 5]
  ])
  expect(ofUnit.advertisers.find(it => it.key === 'name:Books')?.title).toBe('A novel')
  const page = await read(publisher, { search: 'example', sort: 'name', 'page[limit]': 1 })
  expect(page.rows.map(it => it.name)).toEqual(['bank.example'])
  expect(page.advertisers).toHaveLength(1)
  await sql`update day_places_since set unit_creatives_day = '2026-03-01'`.execute(app.context.db)
  expect((await read(publisher)).advertisers.map(it => it.seen_since)).toEqual([null, null, null])
})

test('the ad of a row can be blocked with its advertiser, also when a newer version of it runs', async () => {
  const { app, publisher, named, ads, units, show } = await openNetwork()
  await show(units[0], 'novel', 5)
  const edited = await named.api.campaigns.updateCampaign({
    ...{ id: ads.novel.campaign, link_text: 'The novel' }
  })
  if (!edited.ok) throw new Error(edited.code)
  const before = await read(publisher)
  // The text that awaits its review is not shown to anyone.
  expect(before.advertisers).toMatchObject([{ creative_id: ads.novel.creative, title: 'A novel' }])
  const pending = await app.context.db
    .selectFrom('creatives')
    .select('id')
    .where('state', '=', 'pending')
    .limit(1)
    .executeTakeFirstOrThrow()
  const admin = await app.signInAdmin()
  await admin.api.admin.decideCreative({ id: String(pending.id), decision: 'approve' })
  const [advertiser] = (await read(publisher)).advertisers
  expect(advertiser).toMatchObject({ creative_id: String(pending.id), title: 'The novel' })
  expect(
    await publisher.api.adUnits.createBlockRule({
      ...{ kind: 'advertiser', creative_id: advertiser?.creative_id ?? '' },
      ...{ ad_unit_id: advertiser?.ad_unit_id ?? '', note: null }
    })
  ).toMatchObject({ value: { data: { attributes: { ad: { advertiser_name: 'Books' } } } } })
})

test('no answer to a publisher has the name of a campaign or the account behind it', async () => {
  const { app, publisher, named, ads, units, show } = await openNetwork()
  for (const ad of ['novel', 'poems', 'shop', 'bank'] as const) await show(units[0], ad, 5)
  // An ad that no reader saw is not named either.
  await sql`insert into creatives (campaign_id, variant_id, state, language, link_text, creative_link, creative_text, banners_only, created_at)
    select campaign_id, variant_id, 'pending', language, ${secret}, ${`https://${'plan'}.example`}, 'x', false, created_at
    from creatives where id = ${Number(ads.bank.creative)}`.execute(app.context.db)
  const answers: unknown[] = []
  for (const group_by of ['advertiser', 'creative', 'ad_unit', 'site', 'country', 'day'] as const) {
    answers.push(await publisher.api.reports.readReport({ ...asked, group_by }))
    answers.push(await publisher.api.reports.downloadReport({ ...asked, group_by }))
    answers.push(
      await publisher.api.reports.readReport({ ...asked, group_by, search: secret.slice(0, 6) })
    )
  }
  const made = await publisher.api.reportLinks.createReportLink({
    name: 'For the bank',
    view: {
      ...{ side: 'publisher', range: 'custom', from: asked.from, to: asked.to, order: 'desc' },
      ...{ interval: 'day', metric: 'viewable', group_by: 'advertiser', sort: 'viewable' }
    }
  })
  const token = made.ok ? (made.value.meta.url.split('/').at(-1) ?? '') : ''
  const shared = await app.open().api.reportLinks.readSharedReport({ token })
  expect(shared).toMatchObject({ ok: true })
  const text = JSON.stringify([...answers, shared])
  expect(text).toContain('name:Books')
  expect(text).toContain('domain:bank.example')
  for (const hidden of [secret, 'plan.example', 'private', '"campaign_id"', '"user_id"'])
    expect(text).not.toContain(hidden)
  // The owner does see it, so that the test looks for the right text.
  const own = await named.api.reports.readReport({
    ...{ side: 'advertiser', group_by: 'campaign', from: asked.from, to: day }
  })
  expect(JSON.stringify(own)).toContain(secret)

  // Without its name, the advertiser is called by the domain of each ad. Accounts are not told apart.
  await named.api.accounts.updateUser({ id: named.userId, advertiser_name: null })
  const { rows } = await read(publisher)
  expect(rows.map(it => it.name).toSorted()).toEqual([
    ...['bank.example', 'books.example', 'poems.example', 'xn--bcher-kva.example']
  ])
})

test('advertisers and creatives are of publishers, with what is known of them', async () => {
  const { publisher, named, ads, units, show } = await openNetwork()
  await show(units[0], 'novel', 5)
  await show(units[1], 'novel', 4)
  const byCreative = await read(publisher, { group_by: 'creative', ad_unit_ids: [units[0]] })
  expect(byCreative.rows).toMatchObject([
    { key: ads.novel.creative, name: 'A novel', served: 5, viewable: 5, clicked: 1, money: null }
  ])
  const file = await publisher.api.reports.downloadReport({ ...asked, group_by: 'advertiser' })
  expect(file.ok && file.value.split('\r\n').slice(0, 2)).toEqual([
    'advertiser,name,served,rendered,viewable,billable,clicked,rejected,earned_btc,earned_usd,earned_btc_decimal,earned_usd_decimal',
    expect.stringMatching(/^"name:Books","Books",\d+,\d+,9,/)
  ])
  for (const [wrong, parameter] of [
    [{ side: 'advertiser', group_by: 'advertiser' }, 'group_by'],
    [{ side: 'publisher', group_by: 'advertiser', countries: ['DE'] }, 'group_by'],
    [{ side: 'publisher', group_by: 'creative', creative_ids: [ads.bank.creative] }, 'side'],
    [{ side: 'publisher', group_by: 'campaign' }, 'group_by']
  ] as const)
    expect(
      await named.api.reports.readReport({ ...asked, ...wrong } as ReportInput),
      JSON.stringify(wrong)
    ).toMatchObject({ status: 422, errors: [{ source: { parameter } }] })
})

test('a report that would add up too many rows says what to choose instead', async () => {
  const { app, publisher, units, show } = await openNetwork()
  const { db } = app.context
  await show(units[0], 'novel', 5)
  await sql`insert into unit_day_creatives (unit_id, day, creative_id, viewable)
    select unit, ${day}::date, creative, 1 from unnest(${units.map(Number)}::integer[]) as unit,
      generate_series(1000000, 1100000) as creative`.execute(db)
  const detail = 'There is too much to add up. Choose up to 1 ad unit or a shorter range.'
  const tooMuch = {
    ...{ status: 422, code: 'report_too_large' },
    errors: [{ detail, source: { parameter: 'ad_unit_ids' } }]
  }
  for (const group_by of ['advertiser', 'creative'] as const) {
    const input = { ...asked, group_by }
    expect(await publisher.api.reports.readReport(input)).toMatchObject(tooMuch)
    expect(await publisher.api.reports.downloadReport(input)).toMatchObject(tooMuch)
  }
  const view: SavedView = {
    ...{ side: 'publisher', range: 'custom', from: asked.from, to: asked.to, order: 'desc' },
    ...{ interval: 'day', metric: 'viewable', group_by: 'creative', sort: 'viewable' },
    ...{ compare: false, search: '' }
  }
  expect(await publisher.api.reportLinks.createReportLink({ name: 'All', view })).toMatchObject({
    ...{ ok: false, code: 'report_too_large' },
    errors: [{ detail, source: { pointer: '/data/attributes/view' } }]
  })
  // As it says, one ad unit is read, and other reports of all of them are.
  expect((await read(publisher, { ad_unit_ids: [units[0]] })).rows).toMatchObject([
    { key: 'name:Books', viewable: 5 }
  ])
  expect((await read(publisher, { to: '2026-03-01' })).rows).toEqual([])
  expect((await read(publisher, { group_by: 'ad_unit' })).rows).toHaveLength(1)
}, 60_000)

test('the rows of days that are added up and of the counters after them are limited together', async () => {
  const { app, publisher, units, show } = await openNetwork()
  const { db } = app.context
  await show(units[0], 'novel', 2, '2026-03-01')
  await show(units[1], 'poems', 2, '2026-03-01')
  await show(units[0], 'novel', 2)
  await addUpCounters(db, new Date(day))
  const { rows } = await sql<{ summed: number; open: number }>`
    select (select count(*)::integer from campaign_unit_sums) as summed,
      (select count(*)::integer from delivery_counters where bucket >= ${day}) as open`.execute(db)
  expect(rows).toEqual([{ summed: 2, open: expect.any(Number) }])
  const open = rows[0]?.open ?? 0
  expect(open).toBeGreaterThan(0)
  const query = { ...plain, userId: Number(publisher.userId) }
  const all = 3 + 2 + open
  expect(await findTooMuch(db, query, all)).toBe(null)
  expect(await findTooMuch(db, query, all - 1)).toMatchObject({ code: 'report_too_large' })
  const ofOne = { ...query, units: [Number(units[1])] }
  expect(await findTooMuch(db, ofOne, 2)).toBe(null)
  expect(await findTooMuch(db, ofOne, 1)).toMatchObject({
    detail: 'There is too much to add up. Choose a shorter range.'
  })
  expect(await findTooMuch(db, { ...query, groupBy: 'creative' }, 3)).toBe(null)
  expect(await findTooMuch(db, { ...query, groupBy: 'creative' }, 2)).not.toBe(null)
  expect(await findTooMuch(db, { ...query, side: 'network' }, 0)).toBe(null)
  expect(await findTooMuch(db, { ...query, groupBy: 'ad_unit' }, 0)).toBe(null)
})
