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

/** Two on one site, one on none, and one where the campaign never ran. */
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
