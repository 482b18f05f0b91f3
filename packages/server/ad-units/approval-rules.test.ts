import { createActiveCampaign } from '@mille/testing/campaigns.ts'
import { addUnit, addVerifiedSite } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let app: TestApp
let advertiser: SignedInBrowser
let stranger: SignedInBrowser
let publisher: SignedInBrowser
const campaigns: string[] = []
const creatives: string[] = []
beforeAll(async () => {
  app = await createTestApp()
  advertiser = await app.signIn()
  stranger = await app.signIn()
  const { userId: id, api } = advertiser
  await api.accounts.updateUser({ id, username: 'ada-private', advertiser_name: 'Books' })
  const operator = await app.signInAdmin()
  for (let nth = 0; nth < 2; nth++) {
    const { data } = await createActiveCampaign(app.context, advertiser, operator)
    campaigns.push(data.id)
    creatives.push(data.relationships.creative.data?.id ?? '')
  }
})
beforeEach(async () => {
  publisher = await app.signIn()
})
afterAll(() => app.close())

type NewRule = Parameters<SignedInBrowser['api']['adUnits']['createApprovalRule']>[0]
const add = (rule: NewRule, by = publisher) => by.api.adUnits.createApprovalRule(rule)
const only = (scope: object = {}) => add({ kind: 'only_approved', ...scope })

async function idOf(rule: NewRule): Promise<string> {
  const made = await add(rule)
  if (!made.ok) throw new Error(made.code)
  return made.value.data.id
}

async function queue(input: object = {}, by = publisher) {
  const answer = await by.api.adUnits.listAdsToApprove(input)
  if (!answer.ok) throw new Error(answer.code)
  return answer.value
}
const waiting = async (input: object = {}) => (await queue(input)).data.map(it => it.id)
const newestFirst = () => [...creatives].reverse()

async function addPlaces() {
  const { userId } = publisher
  const site_id = await addVerifiedSite(app.context, {
    userId,
    domainName: `blog-${userId}.example`
  })
  const ofSite = await addUnit(app.context, { userId, siteId: site_id })
  return { site_id, ofSite, other: await addUnit(app.context, { userId }) }
}

test('a rule is made once, listed by its kind, shows no account, and is removed by its owner alone', async () => {
  expect(await only()).toMatchObject({ ok: true, status: 201 })
  const again = await Promise.all([only(), only()])
  expect(again.map(it => it.ok && it.status)).toEqual([200, 200])
  const id = await idOf({ kind: 'advertiser', creative_id: creatives[0] ?? '' })
  const list = async (input: object = {}, by = publisher) => {
    const answer = await by.api.adUnits.listApprovalRules(input)
    if (!answer.ok) throw new Error(answer.code)
    return answer.value
  }
  const all = await list()
  const ad = { id: creatives[0], title: 'Open books for node runners', domain: 'books.example' }
  expect(all.data.map(it => it.attributes)).toMatchObject([
    {
      kind: 'advertiser',
      ad: { ...ad, advertiser_name: 'Books' },
      site_id: null,
      ad_unit_id: null
    },
    { kind: 'only_approved', ad: null }
  ])
  expect(JSON.stringify(all)).not.toContain('ada-private')
  const switches = await list({ 'filter[kind]': 'only_approved' })
  expect(switches.meta.pagination.records).toBe(1)
  expect(switches.data).toHaveLength(1)
  expect((await list({}, stranger)).data).toEqual([])
  const remove = (by: SignedInBrowser) => by.api.adUnits.deleteApprovalRule({ id })
  expect(await remove(stranger)).toMatchObject({ status: 404, code: 'not_found' })
  expect(await remove(publisher)).toMatchObject({ ok: true, status: 204 })
  expect(await remove(publisher)).toMatchObject({ status: 404 })
})

test('what was approved is found by kinds and by a part of its title, domain or advertiser', async () => {
  const [first = '', second = ''] = creatives
  await only()
  const ad = await idOf({ kind: 'creative', creative_id: first })
  const trusted = await idOf({ kind: 'advertiser', creative_id: second })
  const found = async (input: object) => {
    const answer = await publisher.api.adUnits.listApprovalRules({
      'filter[kind]': ['creative', 'advertiser'],
      ...input
    })
    if (!answer.ok) throw new Error(answer.code)
    const { data, meta } = answer.value
    return [data.map(it => it.id), meta.pagination.records]
  }
  expect(await found({})).toEqual([[trusted, ad], 2])
  expect(await found({ 'page[limit]': 1 })).toEqual([[trusted], 2])
  expect(await found({ 'page[offset]': 1 })).toEqual([[ad], 2])
  expect(await found({ 'filter[kind]': 'creative' })).toEqual([[ad], 1])
  for (const query of ['OPEN BOOKS', 'books.ex', 'Books'])
    expect(await found({ 'filter[query]': query })).toEqual([[trusted, ad], 2])
  expect(await found({ 'filter[query]': 'casino' })).toEqual([[], 0])
})

test('a rule that is not whole, or names what is not the account’s, is refused at its field', async () => {
  const { site_id, ofSite } = await addPlaces()
  const pointers = async (rule: object, by = publisher) => {
    const answer = await add(rule as NewRule, by)
    return answer.ok ? [] : answer.errors.map(it => it.source?.pointer?.split('/').at(-1))
  }
  expect(await pointers({ kind: 'creative' })).toEqual(['creative_id'])
  expect(await pointers({ kind: 'only_approved', creative_id: '1' })).toEqual(['creative_id'])
  expect(await pointers({ kind: 'creative', creative_id: '2000000001' })).toEqual(['creative_id'])
  const both = { site_id, ad_unit_id: ofSite }
  expect(await pointers({ kind: 'only_approved', ...both })).toEqual(['ad_unit_id'])
  for (const field of ['site_id', 'ad_unit_id'] as const) {
    const rule = { kind: 'only_approved', [field]: both[field] }
    expect(await pointers(rule, stranger)).toEqual([field])
  }
})

test('an account has 2,000 of them at most, and an existing one does not count again', async () => {
  await only()
  await app.context.pool.query(
    `insert into creatives (campaign_id, variant_id, state, language, link_text, creative_link, creative_text, banners_only, created_at)
     select campaign_id, variant_id, 'superseded', language, link_text, creative_link, creative_text, banners_only, created_at
     from creatives, generate_series(1, 1999) where id = $1`,
    [creatives[0]]
  )
  await app.context.pool.query(
    `insert into approval_rules (user_id, kind, creative_id, created_at)
     select $1, 'creative', id, now() from creatives where state = 'superseded' order by id limit 1999`,
    [publisher.userId]
  )
  expect(await only()).toMatchObject({ status: 200 })
  expect(await add({ kind: 'creative', creative_id: creatives[0] ?? '' })).toMatchObject({
    ok: false,
    status: 422,
    code: 'approval_rules_too_many'
  })
})

test('the queue has what fits the units and is neither approved nor blocked, the newest first', async () => {
  const { ofSite, other } = await addPlaces()
  const [first = '', second = ''] = creatives
  const { data, meta } = await queue()
  expect(data.map(it => it.id)).toEqual(newestFirst())
  expect(meta.pagination.records).toBe(2)
  expect(data[1]).toMatchObject({
    type: 'ads_to_approve',
    id: first,
    attributes: {
      title: 'Open books for node runners',
      domain: 'books.example',
      advertiser_name: 'Books',
      rating: null,
      ad_unit_ids: [ofSite, other].sort((a, b) => Number(a) - Number(b)),
      ad_units_count: 2
    }
  })
  expect(JSON.stringify(data)).not.toContain('ada-private')
  expect(await waiting({ 'page[offset]': 1, 'page[limit]': 1 })).toEqual([first])
  expect((await queue({}, advertiser)).data).toEqual([])

  const approval = await idOf({ kind: 'creative', creative_id: second })
  expect(await waiting()).toEqual([first])
  const blocked = await publisher.api.adUnits.createBlockRule({
    kind: 'creative',
    creative_id: first
  })
  expect(await waiting()).toEqual([])
  await publisher.api.adUnits.deleteBlockRule({ id: blocked.ok ? blocked.value.data.id : '' })
  await publisher.api.adUnits.deleteApprovalRule({ id: approval })
  expect(await waiting()).toEqual(newestFirst())
  await add({ kind: 'advertiser', creative_id: first })
  expect(await waiting()).toEqual([])
})

test('the queue is about the units that show only approved ads, and about all while none does', async () => {
  const { site_id, ofSite, other } = await addPlaces()
  const unitsOf = async (input: object = {}) => (await queue(input)).data[0]?.attributes.ad_unit_ids
  await only({ site_id })
  expect(await unitsOf()).toEqual([ofSite])
  expect(await unitsOf({ 'filter[site_id]': site_id })).toEqual([ofSite])
  expect(await unitsOf({ 'filter[ad_unit_id]': other })).toEqual([other])
  for (const creative_id of creatives)
    await add({ kind: 'creative', creative_id, ad_unit_id: ofSite })
  expect(await unitsOf()).toBe(undefined)
  expect(
    await publisher.api.adUnits.listAdsToApprove({
      'filter[site_id]': site_id,
      'filter[ad_unit_id]': other
    })
  ).toMatchObject({ ok: false, status: 422 })
})

test('an ad that cannot run any more is not in the queue', async () => {
  await addPlaces()
  const ended = { ends_at: app.context.now() }
  const [id] = campaigns
  const change = (values: { ends_at: Date | null }) =>
    app.context.db.updateTable('campaigns').set(values).where('id', '=', Number(id)).execute()
  await change(ended)
  expect(await waiting()).toEqual([creatives[1]])
  await change({ ends_at: null })
})

test('a changed ad needs an approval again, unless its advertiser is trusted', async () => {
  await addPlaces()
  await only()
  const [first = '', second = ''] = creatives
  for (const creative_id of [first, second]) await add({ kind: 'creative', creative_id })
  const { rows } = await app.context.pool.query<{ id: number }>(
    `with old as (update creatives set state = 'superseded' where id = $1 returning *)
     insert into creatives (campaign_id, variant_id, state, language, link_text, creative_link, creative_text, banners_only, created_at, decided_at)
     select campaign_id, variant_id, 'live', language, link_text, creative_link, creative_text, banners_only, created_at, decided_at from old
     returning id`,
    [first]
  )
  const changed = String(rows[0]?.id)
  expect(await waiting()).toEqual([changed])
  await add({ kind: 'advertiser', creative_id: second })
  expect(await waiting()).toEqual([])
})

test('the diagnosis of the unit and of the campaign counts what waits for an approval', async () => {
  const { other } = await addPlaces()
  const [, campaign = ''] = campaigns
  const [, creative_id = ''] = creatives
  const waitingOf = async () => {
    const unit = await publisher.api.diagnosis.readAdUnitDiagnosis({ id: other })
    const its = await advertiser.api.diagnosis.readCampaignDiagnosis({ id: campaign })
    return [unit, its].map(it => it.ok && it.value.data.attributes.reasons.not_approved)
  }
  const [, before = 0] = await waitingOf()
  await only({ ad_unit_id: other })
  expect(await waitingOf()).toEqual([2, Number(before) + 1])
  await add({ kind: 'creative', creative_id })
  expect(await waitingOf()).toEqual([1, before || undefined])
})
