import { createActiveCampaign } from '@mille/testing/campaigns.ts'
import { addUnit, addVerifiedSite, addViews } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let app: TestApp
let advertiser: SignedInBrowser
let stranger: SignedInBrowser
let publisher: SignedInBrowser
let admin: SignedInBrowser
let campaign: string
let creative: string

beforeAll(async () => {
  app = await createTestApp()
  advertiser = await app.signIn()
  const { userId: id, api } = advertiser
  await api.accounts.updateUser({ id, username: 'ada-private', advertiser_name: 'Books' })
  stranger = await app.signIn()
  admin = await app.signInAdmin()
  const { data } = await createActiveCampaign(app.context, advertiser, admin)
  campaign = data.id
  creative = data.relationships.creative.data?.id ?? ''
})
beforeEach(async () => {
  publisher = await app.signIn()
})
afterAll(() => app.close())

type NewRule = Parameters<SignedInBrowser['api']['adUnits']['createBlockRule']>[0]
const block = (rule: NewRule, by = publisher) => by.api.adUnits.createBlockRule(rule)

async function list(input: object = {}, by = publisher) {
  const answer = await by.api.adUnits.listBlockRules(input)
  if (!answer.ok) throw new Error(answer.code)
  return answer.value
}
const domains = async (input: object = {}) =>
  (await list(input)).data.map(it => it.attributes.domain)

async function rows(count: number) {
  const rules = Array.from({ length: count }, (_, nth) => ({
    user_id: Number(publisher.userId),
    kind: 'domain',
    domain: `a${nth}.example`,
    created_at: app.context.now()
  }))
  await app.context.db.insertInto('block_rules').values(rules).execute()
}

describe('a rule', () => {
  test.each([
    ['https://www.Shop.example/a?b', 'shop.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['b.example:8080', 'b.example'],
    ['shop.example.co.uk.', 'shop.example.co.uk'],
    ['shop.github.io', 'shop.github.io'],
    ['github.io', 'github.io']
  ])('for a domain keeps its host: %s', async (domain, host) => {
    const made = await block({ kind: 'domain', domain, note: ' Sells what we sell ' })
    expect(made).toMatchObject({ ok: true, status: 201 })
    expect(made.ok && made.value.data).toEqual({
      type: 'block_rules',
      id: expect.any(String),
      attributes: {
        kind: 'domain',
        domain: host,
        ad: null,
        product_category: null,
        site_id: null,
        ad_unit_id: null,
        note: 'Sells what we sell',
        created_at: app.context.now().toISOString()
      }
    })
  })

  test.each(['nonsense', '10.0.0.1', 'a b.example', 'http://', '[::1]', 'com', 'co.uk', '公司.cn'])(
    'is refused at its field for what is not one domain: %s',
    async domain => {
      expect(await block({ kind: 'domain', domain })).toMatchObject({
        ok: false,
        status: 422,
        errors: [{ code: 'invalid', source: { pointer: '/data/attributes/domain' } }]
      })
    }
  )

  test('names an ad, or the advertiser by an ad, and shows no account', async () => {
    await block({ kind: 'creative', creative_id: creative })
    await block({ kind: 'advertiser', creative_id: creative })
    const { data } = await list()
    const ad = { id: creative, title: 'Open books for node runners', domain: 'books.example' }
    for (const { attributes } of data)
      expect(attributes.ad).toEqual({ ...ad, advertiser_name: 'Books' })
    expect(data.map(it => it.attributes.kind)).toEqual(['advertiser', 'creative'])
    expect(JSON.stringify(data)).not.toContain('ada-private')
  })

  test('names a category of what ads sell, and is found by its name', async () => {
    const product_category = 'crypto_exchanges'
    const made = await block({ kind: 'category', product_category })
    expect(made).toMatchObject({ ok: true, status: 201 })
    expect(made.ok && made.value.data.attributes).toMatchObject({
      ...{ kind: 'category', product_category, domain: null, ad: null }
    })
    expect(await block({ kind: 'category', product_category })).toMatchObject({ status: 200 })
    expect(await block({ kind: 'category', product_category: 'vpn' })).toMatchObject({
      status: 201
    })
    const { data } = await list({ 'filter[query]': 'crypto exch' })
    expect(data.map(it => it.attributes.product_category)).toEqual([product_category])
  })

  test('is for one of the account’s own sites or units', async () => {
    const { userId } = publisher
    const site_id = await addVerifiedSite(app.context, { userId, domainName: 'own.example' })
    const ad_unit_id = await addUnit(app.context, { userId, siteId: site_id })
    const domain = 'shop.example'
    for (const scope of [{}, { site_id }, { ad_unit_id }])
      expect(await block({ kind: 'domain', domain, ...scope })).toMatchObject({ status: 201 })
    expect((await list()).data.map(it => it.attributes)).toMatchObject([
      { site_id: null, ad_unit_id },
      { site_id, ad_unit_id: null },
      { site_id: null, ad_unit_id: null }
    ])
    const pointers = async (scope: object, by = publisher) => {
      const answer = await block({ kind: 'domain', domain, ...scope }, by)
      return answer.ok ? [] : answer.errors.map(it => it.source?.pointer)
    }
    expect(await pointers({ site_id }, stranger)).toEqual(['/data/attributes/site_id'])
    expect(await pointers({ ad_unit_id }, stranger)).toEqual(['/data/attributes/ad_unit_id'])
    expect(await pointers({ site_id, ad_unit_id })).toEqual(['/data/attributes/ad_unit_id'])
  })

  test.each([
    [{ kind: 'domain' }, 'domain'],
    [{ kind: 'domain', domain: 'a.example', creative_id: '1' }, 'creative_id'],
    [{ kind: 'creative' }, 'creative_id'],
    [{ kind: 'category' }, 'product_category'],
    [{ kind: 'category', product_category: 'nothing' }, 'product_category'],
    [{ kind: 'category', product_category: 'vpn', domain: 'a.example' }, 'domain'],
    [{ kind: 'domain', domain: 'a.example', product_category: 'vpn' }, 'product_category'],
    [{ kind: 'advertiser', creative_id: '2000000001' }, 'creative_id'],
    [{ kind: 'advertiser', creative_id: '1', domain: 'a.example' }, 'domain'],
    [{ kind: 'domain', domain: 'a.example', note: 'x'.repeat(201) }, 'note']
  ] as unknown as [NewRule, string][])(
    'that is not whole is refused at its field: %j',
    async (rule, field) => {
      const refused = await block(rule)
      expect(refused).toMatchObject({ ok: false, status: 422 })
      expect(!refused.ok && refused.errors.map(it => it.source?.pointer)).toContain(
        `/data/attributes/${field}`
      )
      expect((await list()).data).toEqual([])
    }
  )

  test('that is there already is given back, also when it is asked for several times at once', async () => {
    const rule = { kind: 'domain', domain: 'shop.example' } as const
    const answers = await Promise.all(Array.from({ length: 5 }, () => block(rule)))
    expect(answers.map(it => it.ok && it.status).sort()).toEqual([200, 200, 200, 200, 201])
    expect(new Set(answers.map(it => it.ok && it.value.data.id)).size).toBe(1)
  })

  test('is removed by its owner alone', async () => {
    const made = await block({ kind: 'domain', domain: 'shop.example' })
    const id = made.ok ? made.value.data.id : ''
    const remove = (by: SignedInBrowser) => by.api.adUnits.deleteBlockRule({ id })
    expect(await remove(stranger)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await remove(publisher)).toMatchObject({ ok: true, status: 204 })
    expect(await remove(publisher)).toMatchObject({ status: 404 })
  })
})

test('an account has 500 rules at most, and an existing one does not count again', async () => {
  await rows(499)
  expect(await block({ kind: 'domain', domain: 'last.example' })).toMatchObject({ status: 201 })
  expect(await block({ kind: 'domain', domain: 'more.example' })).toMatchObject({
    ok: false,
    status: 422,
    code: 'block_rules_too_many'
  })
  expect(await block({ kind: 'domain', domain: 'last.example' })).toMatchObject({ status: 200 })
})

test('the list has pages and can be searched, the newest first, and is the account’s own', async () => {
  await rows(30)
  await block({ kind: 'creative', creative_id: creative, note: 'Too loud' })
  const page = await list({ 'page[offset]': 1, 'page[limit]': 2 })
  expect(page.meta.pagination.records).toBe(31)
  expect(page.data.map(it => it.attributes.domain)).toEqual(['a29.example', 'a28.example'])
  expect(await domains({ 'filter[query]': 'A2.EX' })).toEqual(['a2.example'])
  expect(await domains({ 'filter[query]': 'loud' })).toEqual([null])
  expect(await domains({ 'filter[query]': 'node runners' })).toEqual([null])
  expect(await domains({ 'filter[query]': 'nothing' })).toEqual([])
  expect((await list({}, stranger)).data).toEqual([])
})

test('a rule reaches the diagnosis of the unit and of the campaign, as counts', async () => {
  const ad_unit_id = await addUnit(app.context, { userId: publisher.userId })
  const refusedOf = async () => {
    const unit = await publisher.api.diagnosis.readAdUnitDiagnosis({ id: ad_unit_id })
    const other = await advertiser.api.diagnosis.readCampaignDiagnosis({ id: campaign })
    return [unit, other].map(it => it.ok && it.value.data.attributes.reasons.refused)
  }
  expect(await refusedOf()).toEqual([undefined, undefined])
  for (const kind of ['advertiser', 'creative'] as const) {
    const made = await block({ kind, creative_id: creative, ad_unit_id })
    expect(await refusedOf()).toEqual([1, 1])
    await publisher.api.adUnits.deleteBlockRule({ id: made.ok ? made.value.data.id : '' })
  }
  await block({ kind: 'domain', domain: 'books.example' })
  expect(await refusedOf()).toEqual([1, 1])
})

test('a category refuses ads that sell it, once a change of what they sell is approved', async () => {
  const { data } = await createActiveCampaign(app.context, advertiser, admin, 10_000n, {
    ...{ product_category: 'media', creative_link: 'https://news.example/' }
  })
  const ad_unit_id = await addUnit(app.context, { userId: publisher.userId })
  const ofCampaign = async () => {
    const answer = await advertiser.api.diagnosis.readCampaignDiagnosis({ id: data.id })
    return answer.ok && answer.value.data.attributes.reasons.refused
  }
  const ofUnit = async () => {
    const answer = await publisher.api.diagnosis.readAdUnitDiagnosis({ id: ad_unit_id })
    return answer.ok && answer.value.data.attributes.reasons.refused
  }
  await block({ kind: 'category', product_category: 'media', ad_unit_id })
  expect([await ofUnit(), await ofCampaign()]).toEqual([1, 1])
  const edited = await advertiser.api.campaigns.updateCampaign({
    ...{ id: data.id, product_category: 'education' }
  })
  expect([await ofUnit(), await ofCampaign()]).toEqual([1, 1])
  await approve(edited.ok ? edited.value.data.relationships.creative.data?.id : undefined)
  expect([await ofUnit(), await ofCampaign()]).toEqual([undefined, undefined])
})

/** Adds a live variant to a campaign and returns the ID of its creative. */
async function addVariant(id: string, link_text: string): Promise<string> {
  const made = await advertiser.api.campaigns.createVariant({
    ...{ id, link_text, creative_text: 'What to read next.' },
    creative_link: 'https://books.example/next'
  })
  return approve(made.ok ? made.value.data.relationships.creative.data?.id : undefined)
}

async function approve(id = ''): Promise<string> {
  const decided = await admin.api.admin.decideCreative({ id, decision: 'approve' })
  if (!decided.ok) throw new Error(decided.code)
  return id
}

/** Adds views of a creative on an ad unit, some days ago, as counting adds them. */
async function addCreativeViews(unit: string, creative: string, viewable: number, daysAgo = 0) {
  const at = app.context.now().getTime() - daysAgo * 86_400_000
  await sql`insert into unit_day_creatives (unit_id, creative_id, day, viewable)
    values (${Number(unit)}, ${Number(creative)}, ${new Date(at).toISOString().slice(0, 10)}, ${viewable})`.execute(
    app.context.db
  )
}

const addUnits = () =>
  Promise.all([1, 2].map(() => addUnit(app.context, { userId: publisher.userId })))

async function shownAds(by = publisher) {
  const answer = await by.api.statistics.listShownAds({})
  return answer.ok ? answer.value.data : []
}

describe('the ads that the account’s units showed lately', () => {
  test('each have the views of their own variant, in all its versions', async () => {
    const { data } = await createActiveCampaign(app.context, advertiser, admin)
    const first = data.relationships.creative.data?.id ?? ''
    const second = await addVariant(data.id, 'Read this one next')
    const [few = '', most = ''] = await addUnits()
    await addCreativeViews(few, first, 3)
    await addCreativeViews(most, first, 4, 7)
    await addCreativeViews(most, first, 9, 8)
    await addCreativeViews(few, second, 40)
    // Counters say nothing about variants, and are not used.
    await addViews(app.context, few, 100, app.context.now().toISOString(), data.id)
    const variants = await advertiser.api.campaigns.listVariants({ id: data.id })
    const edited = await advertiser.api.campaigns.updateVariant({
      ...{ id: data.id, variant_id: variants.ok ? (variants.value.data[1]?.id ?? '') : '' },
      creative_text: 'What to read tomorrow.'
    })
    const newest = await approve(
      edited.ok ? edited.value.data.relationships.creative.data?.id : undefined
    )
    await addCreativeViews(few, newest, 2)
    await app.context.db
      .updateTable('creatives')
      .set({ product_category: 'gambling' })
      .where('id', '=', Number(newest))
      .execute()
    const known = { domain: 'books.example', advertiser_name: 'Books', viewable_of: 'variant' }
    const [gambling, unsaid] = [{ product_category: 'gambling' }, { product_category: null }]
    const [newer, older] = ['Read this one next', 'Open books for node runners']
    expect(await shownAds()).toEqual(
      [
        { id: newest, title: newer, viewable: 42, ad_unit_id: few, ...gambling },
        { id: first, title: older, viewable: 7, ad_unit_id: most, ...unsaid }
      ].map(({ id, ...own }) => ({ type: 'shown_ads', id, attributes: { ...known, ...own } }))
    )
    expect(await shownAds(stranger)).toEqual([])
  })

  test('have the views of their campaign, and say so, until a whole week is counted by ad unit and ad', async () => {
    const { data } = await createActiveCampaign(app.context, advertiser, admin)
    const first = data.relationships.creative.data?.id ?? ''
    const second = await addVariant(data.id, 'Read this one next')
    const [few = '', most = ''] = await addUnits()
    const now = app.context.now().toISOString()
    await addViews(app.context, few, 3, now, data.id)
    await addViews(app.context, most, 4, now, data.id)
    await addViews(app.context, most, 9, '2020-01-01T10:00:00Z', data.id)
    await addCreativeViews(few, second, 1)
    const views = async () =>
      (await shownAds()).map(({ id, attributes: { viewable, viewable_of, ad_unit_id } }) => [
        ...[id, viewable, viewable_of, ad_unit_id]
      ])
    const setSince = (daysAgo: number) =>
      sql`update day_places_since set unit_creatives_day = (${now}::timestamptz at time zone 'UTC')::date - ${daysAgo}::integer`.execute(
        app.context.db
      )
    await setSince(6)
    expect(await views()).toEqual([
      [first, 7, 'campaign', most],
      [second, 7, 'campaign', most]
    ])
    await setSince(7)
    expect(await views()).toEqual([[second, 1, 'variant', few]])
  })
})
