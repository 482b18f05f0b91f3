import { createCampaign } from '@mille/testing/campaigns.ts'
import { addTrafficPack, addUnit, addVerifiedSite, addViews } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let publisher: SignedInBrowser
const sites: Record<string, string> = {}
const units: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  publisher = await app.signIn()
  const { userId } = publisher
  for (const [name, categoryIds] of [
    ['alpha', [10]],
    ['beta', [10, 101]],
    ['gamma', [101]]
  ] as const) {
    const domainName = `${name}.example`
    const siteId = await addVerifiedSite(app.context, {
      userId,
      domainName,
      categoryIds: [...categoryIds]
    })
    sites[name] = siteId
    units[name] = await addUnit(app.context, { userId, siteId })
  }
  await addVerifiedSite(app.context, { userId, domainName: 'no-units.example' })
  await addViews(app.context, units.beta!, 3000, '2026-02-20T10:00:00Z')
  await addViews(app.context, units.gamma!, 300, '2026-02-20T10:00:00Z')
  // Views of today do not count, because the day is not over.
  await addViews(app.context, units.alpha!, 9000, '2026-03-02T01:00:00Z')
})
afterAll(() => app.close())

async function get(query: string) {
  const response = await app.open().transport(`/api/v1/${query}`, { method: 'GET' })
  return { status: response.status, body: await response.json() }
}
const names = (body: { data: { attributes: { domain_name: string } }[] }) =>
  body.data.map(it => it.attributes.domain_name)

test('lists sites with most traffic first, with units and categories', async () => {
  const { status, body } = await get('traffic_selections')
  expect(status).toBe(200)
  expect(names(body)).toEqual(['beta.example', 'gamma.example', 'alpha.example'])
  expect(body.data[0]).toEqual({
    type: 'sites',
    id: sites.beta,
    attributes: {
      domain_name: 'beta.example',
      language: 'en',
      ad_units_count: 1,
      avg_all_cpm: null,
      avg_all_impressions: 100
    },
    relationships: {
      categories: {
        data: [
          { type: 'categories', id: '10' },
          { type: 'categories', id: '101' }
        ]
      },
      ad_units: { data: [{ type: 'ad_units', id: units.beta }] }
    }
  })
  expect(body.included).toHaveLength(3)
  expect(body.meta).toEqual({
    categories: [
      { id: '10', name: 'bitcoin' },
      { id: '101', name: 'news' }
    ],
    total_records: 3,
    pagination: { records: 3 }
  })
})

test.each([
  ['sort=domain_name', ['alpha.example', 'beta.example', 'gamma.example']],
  ['sort=-domain_name', ['gamma.example', 'beta.example', 'alpha.example']],
  ['sort=avg_all_impressions', ['alpha.example', 'gamma.example', 'beta.example']],
  ['sort=avg_all_cpm', ['alpha.example', 'beta.example', 'gamma.example']],
  ['page[size]=1&page[number]=2', ['gamma.example']],
  ['filter[query]=ALPH', ['alpha.example']],
  ['filter[query]=%25', []],
  ['filter[visible_categories_id_in][]=10', ['beta.example', 'alpha.example']],
  ['filter[visible_categories_id_in][]=1', ['beta.example', 'gamma.example', 'alpha.example']],
  [
    'filter[visible_categories_id_in][]=10&filter[visible_categories_id_in][]=101&sort=domain_name',
    ['alpha.example', 'beta.example', 'gamma.example']
  ],
  ['nothing=known', ['beta.example', 'gamma.example', 'alpha.example']]
])('traffic_selections?%s', async (query, expected) => {
  const { status, body } = await get(`traffic_selections?${query}`)
  expect(status).toBe(200)
  expect(names(body)).toEqual(expected)
})

test.each(['sort=price', 'page[size]=0', 'page[number]=-1', 'page[size]=101'])(
  'traffic_selections?%s is refused',
  async query => {
    const { status, body } = await get(`traffic_selections?${query}`)
    expect(status).toBe(422)
    expect(body.errors[0].source.parameter).toBe(query.split('=')[0])
  }
)

test('searches sites by a part of their name', async () => {
  const found = await get('search?filter[type]=sites&filter[query]=a.example&page[limit]=2')
  expect(names(found.body)).toEqual(['beta.example', 'gamma.example'])
  expect(found.body.meta.pagination.records).toBe(3)
  const more = await get(
    'search?filter[type]=sites&filter[query]=a.example&page[limit]=2&page[offset]=2'
  )
  expect(names(more.body)).toEqual(['alpha.example'])
  expect(names((await get('search?filter[type]=sites&filter[query]=')).body)).toEqual([])
  expect((await get('search?filter[type]=people&filter[query]=a')).status).toBe(422)
})

test('names the sources that were asked for, in any spelling of the query', async () => {
  const pack = await addTrafficPack(app.context, 'Calm', [
    { type: 'site', id: sites.alpha!, allowed: true },
    { type: 'category', id: '101', allowed: false }
  ])
  const affiliate = await addUnit(app.context, { userId: publisher.userId, kind: 'affiliate' })
  const name = (kind: string) => `data[attributes][${kind}]`
  const { body } = await get(
    `traffic_sources?${name('category_ids')}[][id]=10&${name('site_ids')}[]=${sites.beta}&${name('ad_unit_ids')}[][id]=${units.gamma}&${name('ad_unit_ids')}[][id]=${affiliate}&${name('traffic_pack_ids')}[0][id]=${pack}`
  )
  expect(body.data.map((it: { type: string; id: string }) => [it.type, it.id])).toEqual([
    ['categories', '10'],
    ['sites', sites.beta],
    ['ad_units', units.gamma],
    ['ad_units', affiliate],
    ['traffic_packs', pack]
  ])
  expect(body.data[3].attributes.kind).toBe('affiliate')
  const targets = body.included.filter((it: { type: string }) => it.type === 'campaign_targets')
  expect(targets).toMatchObject([
    { attributes: { allowed: false }, relationships: { category: { data: { id: '101' } } } },
    { attributes: { allowed: true }, relationships: { site: { data: { id: sites.alpha } } } }
  ])
  expect((await get(`traffic_packs/${pack}`)).body.data.attributes.name).toBe('Calm')
  expect((await get('traffic_packs')).body.data).toHaveLength(1)
  expect((await get('traffic_packs/2000000000')).status).toBe(404)
})

test('without a source all categories, and none for what is unknown', async () => {
  const all = await get('traffic_sources')
  expect(all.body.data).toHaveLength(16)
  expect(all.body.data[0]).toMatchObject({ id: '1', attributes: { avg_all_impressions: 110 } })
  const none = await get('traffic_sources?data[attributes][site_ids][][id]=2000000000')
  expect(none).toMatchObject({ status: 200, body: { data: [] } })
})

test('a category that is offered no more is listed only while sites have it', async () => {
  const { settings } = (await app.signInAdmin()).api
  const offer = (id: string, isOffered: boolean) =>
    settings.changeOffered({ id: `category:${id}`, is_offered: isOffered })
  for (const id of ['10', '102']) await offer(id, false)
  const { body } = await get('traffic_sources')
  const listed = new Map(
    body.data.map((it: { id: string; attributes: { is_offered: boolean } }) => [
      it.id,
      it.attributes.is_offered
    ])
  )
  expect(listed.get('10')).toBe(false)
  expect(listed.get('101')).toBe(true)
  expect(listed.has('102')).toBe(false)
  // Requested by ID, the category is still described, for links and campaigns that name it.
  const named = await get('traffic_sources?data[attributes][category_ids][][id]=102')
  expect(named.body.data).toMatchObject([{ id: '102', attributes: { is_offered: false } }])
  for (const id of ['10', '102']) await offer(id, true)
})

const packsOf = async () =>
  (await get('traffic_packs')).body.data.map(
    (it: { attributes: { name: string } }) => it.attributes.name
  )

test('an operator makes a pack, changes it and takes it away', async () => {
  const { trafficSelection } = (await app.signInAdmin()).api
  const made = await trafficSelection.createTrafficPack({
    name: 'Quiet',
    targets: [
      { type: 'category', id: '10' },
      { type: 'site', id: sites.alpha!, allowed: false }
    ]
  })
  if (!made.ok) throw new Error(JSON.stringify(made.errors))
  const { id } = made.value.data
  const allowedOf = async () => {
    const { body } = await get(`traffic_packs/${id}`)
    return body.included
      .filter((it: { type: string }) => it.type === 'campaign_targets')
      .map((it: { id: string; attributes: { allowed: boolean } }) => [it.id, it.attributes.allowed])
  }
  expect(await packsOf()).toContain('Quiet')
  expect(await allowedOf()).toEqual([
    [`${id}-category-10`, true],
    [`${id}-site-${sites.alpha}`, false]
  ])
  const targets = [{ type: 'ad_unit' as const, id: units.beta! }]
  expect(await trafficSelection.updateTrafficPack({ id, targets })).toMatchObject({ ok: true })
  expect(await allowedOf()).toEqual([[`${id}-ad_unit-${units.beta}`, true]])
  expect(await trafficSelection.updateTrafficPack({ id, name: 'Quieter' })).toMatchObject({
    value: { data: { attributes: { name: 'Quieter' } } }
  })
  expect(await allowedOf()).toHaveLength(1)
  expect(await trafficSelection.deleteTrafficPack({ id })).toMatchObject({ ok: true })
  expect(await trafficSelection.deleteTrafficPack({ id })).toMatchObject({ status: 404 })
  expect(await packsOf()).not.toContain('Quieter')
})

test('a pack with a name that is taken, with targets that are not there or twice, is refused', async () => {
  const { trafficSelection } = (await app.signInAdmin()).api
  const targets = [{ type: 'category' as const, id: '10' }]
  const made = await Promise.all(
    Array.from({ length: 4 }, () =>
      trafficSelection.createTrafficPack({ name: 'Only one', targets })
    )
  )
  expect(made.filter(it => it.ok)).toHaveLength(1)
  expect(made.find(it => !it.ok)).toMatchObject({
    code: 'invalid',
    errors: [{ source: { pointer: '/data/attributes/name' } }]
  })
  for (const type of ['category', 'site', 'ad_unit'] as const)
    expect(
      await trafficSelection.createTrafficPack({
        name: 'Unknown',
        targets: [...targets, { type, id: '2000000001' }]
      })
    ).toMatchObject({
      code: 'traffic_source_unknown',
      errors: [{ source: { pointer: '/data/attributes/targets/1/id' } }]
    })
  const wrong = [[], [...targets, ...targets]]
  for (const targets of wrong)
    expect(await trafficSelection.createTrafficPack({ name: 'Wrong', targets })).toMatchObject({
      code: 'invalid'
    })
  expect(await packsOf()).not.toContain('Unknown')
})

test('a pack that a campaign runs by stays', async () => {
  const { api } = await app.signInAdmin()
  const pack = await addTrafficPack(app.context, 'In use', [
    { type: 'category', id: '10', allowed: true }
  ])
  const campaign = await createCampaign(api)
  const target = { type: 'traffic_pack', target_id: Number(pack), allowed: true }
  await app.context.db
    .insertInto('campaign_targets')
    .values({ campaign_id: Number(campaign.data.id), ...target })
    .execute()
  expect(await api.trafficSelection.deleteTrafficPack({ id: pack })).toMatchObject({
    code: 'state_not_allowed'
  })
})
