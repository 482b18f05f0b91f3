import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let owner: SignedInBrowser
let other: SignedInBrowser
let campaign: string
let units: string[]

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signIn()
  other = await app.signIn()
  const created = await owner.api.campaigns.createCampaign({
    link_text: 'Open books',
    creative_link: 'https://books.example/',
    creative_text: 'For node runners',
    daily_budget: '1200'
  })
  if (!created.ok) throw new Error(created.code)
  campaign = created.value.data.id
  units = await addUnits()
  for (const [index, count] of [5, 9, 2].entries()) await countBillable(units[index] ?? '', count)
})
afterAll(() => app.close())

const list = () => owner.api.trafficSources.listTrafficSources({ id: campaign })
const exclude = (unit: string | undefined, what: Record<string, boolean>) =>
  owner.api.trafficSources.updateTrafficSource({ id: campaign, target_id: unit ?? '', ...what })

test('lists where the campaign ran, the most billable first', async () => {
  const answer = await list()
  expect(answer).toMatchObject({
    value: {
      data: [{ id: units[1] }, { id: units[0] }, { id: units[2] }],
      meta: { pagination: { records: 3 } }
    }
  })
  expect(answer).toMatchObject({
    value: {
      data: [
        {
          type: 'ad_units_traffic',
          attributes: {
            domain_name: 'traffic.example',
            size: '300x250',
            excluded_by_ad_unit: false,
            excluded_by_site: false,
            served: 0,
            billable: 9,
            clicked: 0,
            spent: '0'
          }
        },
        {},
        { attributes: { domain_name: null } }
      ]
    }
  })
  expect(
    await owner.api.trafficSources.listTrafficSources({
      id: campaign,
      'page[offset]': 2,
      'page[limit]': 5
    })
  ).toMatchObject({ value: { data: [{ id: units[2] }] } })
})

test('excludes a unit and takes it back, however often it is asked', async () => {
  for (const isExcluded of [true, true, false, false]) {
    expect(await exclude(units[0], { excluded_by_ad_unit: isExcluded })).toMatchObject({
      status: 200,
      value: { data: { id: units[0], attributes: { excluded_by_ad_unit: isExcluded } } }
    })
  }
})

test('excludes all units of a site at once', async () => {
  await exclude(units[0], { excluded_by_site: true })
  const flags = async () => {
    const answer = await list()
    return answer.ok ? answer.value.data.map(it => it.attributes.excluded_by_site) : null
  }
  expect(await flags()).toEqual([true, true, false])
  await exclude(units[1], { excluded_by_site: false })
  expect(await flags()).toEqual([false, false, false])
})

test('a unit without a site cannot be excluded by one', async () => {
  expect(await exclude(units[2], { excluded_by_site: true })).toMatchObject({
    status: 422,
    errors: [{ code: 'invalid', source: { pointer: expect.stringContaining('excluded_by_site') } }]
  })
})

test('asks for one of both', async () => {
  expect(await exclude(units[0], {})).toMatchObject({ status: 422, code: 'invalid' })
})

test('knows only own campaigns, and units where they ran', async () => {
  expect(await exclude(units[3], { excluded_by_ad_unit: true })).toMatchObject({ status: 404 })
  expect(await exclude('999999', { excluded_by_ad_unit: true })).toMatchObject({ status: 404 })
  const input = { id: campaign, target_id: units[0] ?? '', excluded_by_ad_unit: true }
  expect(await other.api.trafficSources.updateTrafficSource(input)).toMatchObject({ status: 404 })
  expect(await other.api.trafficSources.listTrafficSources({ id: campaign })).toMatchObject({
    status: 404
  })
})

const setMany = (what: Record<string, unknown>) =>
  owner.api.trafficSources.setExclusions({
    ...{
      id: campaign,
      target_type: 'ad_unit' as const,
      target_ids: units.slice(0, 2),
      excluded: true
    },
    ...what
  })
const flagsOf = async (target_type: 'ad_unit' | 'site', ids: string[]) => {
  const read = { id: campaign, target_type, target_ids: ids }
  const answer = await owner.api.trafficSources.readExclusions(read)
  if (!answer.ok) throw new Error(answer.code)
  return answer.value.data.map(({ id, attributes: it }) => [id, it.excluded, it.excluded_by_site])
}

test('excludes many units at once and takes them back, however often it is asked', async () => {
  const [first = '', second = '', third = ''] = units
  for (const excluded of [true, true, false, false]) {
    expect(await setMany({ excluded, target_ids: [second, first, second] })).toMatchObject({
      status: 200,
      value: {
        data: [{ id: first, attributes: { excluded, excluded_by_site: false } }, { id: second }]
      }
    })
    expect(await flagsOf('ad_unit', [first, second, third])).toEqual([
      [first, excluded, false],
      [second, excluded, false],
      [third, false, false]
    ])
  }
})

test('excludes sites, which is said of their units too', async () => {
  const [first = '', , third = ''] = units
  const site = String((await siteOf(first)) ?? '')
  expect(await setMany({ target_type: 'site', target_ids: [site] })).toMatchObject({
    value: { data: [{ id: site, attributes: { target_type: 'site', excluded: true } }] }
  })
  expect(await flagsOf('ad_unit', [first, third])).toEqual([
    [first, false, true],
    [third, false, false]
  ])
  await setMany({ target_type: 'site', target_ids: [site], excluded: false })
  expect(await flagsOf('site', [site])).toEqual([[site, false, false]])
})

test('excludes none of many if no campaign of the account ran on one of them, and names it', async () => {
  const [first = '', , , unused = ''] = units
  expect(await setMany({ target_ids: [first, unused] })).toMatchObject({
    status: 422,
    errors: [
      {
        code: 'traffic_source_unknown',
        detail: `No campaign of yours ran on the ad unit ${unused}. Nothing was excluded.`,
        source: { pointer: '/data/attributes/target_ids' }
      }
    ]
  })
  expect(await flagsOf('ad_unit', [first])).toEqual([[first, false, false]])
  expect(await setMany({ target_type: 'site', target_ids: ['999999'] })).toMatchObject({
    status: 422
  })
})

test('a campaign that never ran excludes where another one of the account ran', async () => {
  const created = await owner.api.campaigns.createCampaign({
    link_text: 'Open books, again',
    creative_link: 'https://books.example/',
    creative_text: 'For node runners',
    daily_budget: '1200'
  })
  if (!created.ok) throw new Error(created.code)
  expect(await setMany({ id: created.value.data.id })).toMatchObject({ status: 200 })
})

test('takes from one to a hundred, and only for own campaigns', async () => {
  expect(await setMany({ target_ids: [] })).toMatchObject({ status: 422 })
  const many = Array.from({ length: 101 }, (_, index) => String(index + 1))
  expect(await setMany({ target_ids: many })).toMatchObject({ status: 422 })
  const input = { id: campaign, target_type: 'ad_unit' as const, target_ids: units.slice(0, 1) }
  const { setExclusions, readExclusions } = other.api.trafficSources
  expect(await setExclusions({ ...input, excluded: true })).toMatchObject({ status: 404 })
  expect(await readExclusions(input)).toMatchObject({ status: 404 })
})

async function siteOf(unit: string): Promise<number | null | undefined> {
  const units = app.context.db.selectFrom('ad_units').select('site_id')
  return (await units.where('id', '=', Number(unit)).executeTakeFirst())?.site_id
}

/** Adds two ad units on one site, one on no site, and one where the campaign never ran. */
async function addUnits(): Promise<string[]> {
  const { db } = app.context
  const at = app.context.now()
  const user_id = Number(other.userId)
  const site = await db
    .insertInto('sites')
    .values({
      user_id,
      domain_name: 'traffic.example',
      origin: 'https://traffic.example',
      language: 'en',
      verification_token: 'token',
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const unit = {
    user_id,
    name: 'Unit',
    page_url: 'https://traffic.example/',
    size: '300x250',
    screen_type: 'desktop',
    ad_type: 'mixed',
    disallowed_ratings: [],
    impressions: 0,
    settings: '{}',
    created_at: at
  }
  const onSite = { ...unit, kind: 'site', site_id: site.id }
  const rows = await db
    .insertInto('ad_units')
    .values([onSite, onSite, { ...unit, kind: 'app', site_id: null }, onSite])
    .returning('id')
    .execute()
  return rows.map(row => String(row.id))
}

async function countBillable(unit: string, count: number): Promise<void> {
  await sql`
    insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    values (${app.context.now()}, ${Number(unit)}, ${Number(campaign)}, 0, 'billable', ${count})`.execute(
    app.context.db
  )
}
