import type { CampaignDocument } from '@mille/api/campaigns/endpoints.ts'
import { createActiveCampaign, createCampaign, credit, decide } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
let owner: SignedInBrowser
let stranger: SignedInBrowser
let admin: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signIn()
  stranger = await app.signIn()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

async function read(id: string): Promise<CampaignDocument> {
  const result = await owner.api.campaigns.readCampaign({ id })
  if (!result.ok) throw new Error(result.code)
  return result.value
}

async function stateOf(id: string) {
  return (await read(id)).data.attributes.state
}

function creativeIn({ included }: Pick<CampaignDocument, 'included'>) {
  return included.find(it => it.type === 'creatives')!
}

const active = (changes = {}) => createActiveCampaign(app.context, owner, admin, 10_000n, changes)
const update = (input: Parameters<typeof owner.api.campaigns.updateCampaign>[0]) =>
  owner.api.campaigns.updateCampaign(input)

describe('creating', () => {
  test('a campaign waits for moderation with its creative and payment model', async () => {
    const document = await createCampaign(owner.api, {
      currency: 'us_cents',
      daily_budget: '500000000',
      rating: 'gambling',
      language: 'de'
    })
    expect(document.data.attributes).toMatchObject({
      state: 'pending',
      asset: 'USD',
      balance: '0',
      spent: '0'
    })
    expect(creativeIn(document).attributes).toMatchObject({
      state: 'pending',
      rating: 'gambling',
      language: 'de',
      rejected_reason: null
    })
    expect(document.included).toContainEqual({
      type: 'campaign_payment_models',
      id: document.data.id,
      attributes: {
        currency: 'us_cents',
        traffic_type: 'cpd',
        daily_budget: '500000000',
        max_cpm: null,
        total_budget: null,
        coming: null
      }
    })
    expect(await read(document.data.id)).toEqual(document)
  })

  test.each([
    ['daily_budget', '-1', 'amount_invalid'],
    ['daily_budget', '1.5', 'amount_invalid'],
    ['daily_budget', '0', 'amount_invalid'],
    ['daily_budget', '9223372036854775808', 'amount_invalid'],
    ['total_budget', 'much', 'amount_invalid'],
    ['max_cpm', '1e9', 'amount_invalid'],
    ['link_text', '', 'invalid'],
    ['link_text', 'x'.repeat(61), 'invalid'],
    ['creative_link', 'javascript:alert(1)', 'invalid'],
    ['creative_text', 'right\u202eleft', 'invalid'],
    ['language', 'xx', 'invalid'],
    ['banner_ids', ['2000000001'], 'banner_unknown']
  ])('%s %j is refused with %s', async (name, value, code) => {
    const result = await owner.api.campaigns.createCampaign({
      link_text: 'a',
      creative_link: 'https://a.example',
      creative_text: 'b',
      daily_budget: '1',
      [name]: value
    })
    expect(result).toMatchObject({
      ok: false,
      status: 422,
      code,
      errors: [{ source: { pointer: `/data/attributes/${name}` } }]
    })
  })

  test('an ad leads to a private address only where the network is tried out', async () => {
    const production = await createTestApp({ allowPrivateHosts: false })
    const { api } = await production.signIn()
    const create = (creative_link: string) =>
      api.campaigns.createCampaign({
        link_text: 'a',
        creative_text: 'b',
        daily_budget: '1',
        creative_link
      })
    const refused = {
      status: 422,
      errors: [{ source: { pointer: '/data/attributes/creative_link' } }]
    }
    expect(await create('http://localhost:3000/')).toMatchObject(refused)
    expect(await create('http://192.168.1.1/')).toMatchObject(refused)
    const made = await create('https://a.example/')
    const id = made.ok ? made.value.data.id : ''
    const change = (creative_link: string) => api.campaigns.updateCampaign({ id, creative_link })
    expect(await change('http://[::1]/')).toMatchObject(refused)
    expect(await change('https://b.example/')).toMatchObject({ ok: true })
    await production.close()
    expect(
      (await createCampaign(owner.api, { creative_link: 'http://localhost/' })).data.id
    ).toBeTruthy()
  })

  test('the largest amount is taken whole, as text', async () => {
    const largest = '9223372036854775807'
    const { included } = await createCampaign(owner.api, { daily_budget: largest })
    expect(included).toContainEqual(
      expect.objectContaining({ attributes: expect.objectContaining({ daily_budget: largest }) })
    )
  })

  test('a CPM campaign needs its price, and only banners needs a banner', async () => {
    const plain = {
      link_text: 'a',
      creative_link: 'https://a.example',
      creative_text: 'b',
      daily_budget: '1'
    }
    const noPrice = await owner.api.campaigns.createCampaign({ ...plain, traffic_type: 'cpm' })
    expect(noPrice).toMatchObject({
      ok: false,
      code: 'invalid',
      errors: [{ source: { pointer: '/data/attributes/max_cpm' } }]
    })
    const noBanner = await owner.api.campaigns.createCampaign({ ...plain, banners_only: true })
    expect(noBanner).toMatchObject({
      ok: false,
      code: 'invalid',
      errors: [{ source: { pointer: '/data/attributes/banner_ids' } }]
    })
  })

  test('a total budget of zero is no limit', async () => {
    const { included } = await createCampaign(owner.api, { total_budget: '0', max_cpm: '0' })
    expect(included).toContainEqual(
      expect.objectContaining({
        attributes: expect.objectContaining({ total_budget: null, max_cpm: null })
      })
    )
  })
})

describe('other people’s campaigns', () => {
  test('are not found by any call, nor are ids that nobody has', async () => {
    const { id } = (await createCampaign(owner.api)).data
    const payment = {
      currency: 'btc',
      traffic_type: 'cpd',
      daily_budget: '1',
      max_cpm: null,
      total_budget: null
    } as const
    for (const wrong of [id, '2000000001']) {
      const answers = [
        await stranger.api.campaigns.readCampaign({ id: wrong }),
        await stranger.api.campaigns.updateCampaign({ id: wrong, state: 'paused' }),
        await stranger.api.campaigns.archiveCampaign({ id: wrong }),
        await stranger.api.campaigns.fundCampaign({ id: wrong, amount: '1' }),
        await stranger.api.campaigns.updatePaymentModel({ id: wrong, ...payment })
      ]
      for (const answer of answers)
        expect(answer).toMatchObject({ ok: false, status: 404, code: 'not_found' })
    }
    const list = await stranger.api.campaigns.listCampaigns()
    expect(list).toMatchObject({
      ok: true,
      value: { data: [], included: [], meta: { pagination: { records: 0 } } }
    })
  })

  test('nobody who is not signed in sees any', async () => {
    expect(await app.open().api.campaigns.listCampaigns()).toMatchObject({
      ok: false,
      status: 401,
      code: 'not_authenticated'
    })
  })
})

test('the list has the newest first, a page at a time, each with what belongs to it', async () => {
  const visitor = await app.signIn()
  const ids: string[] = []
  for (let count = 0; count < 3; count++) ids.unshift((await createCampaign(visitor.api)).data.id)
  const page = await visitor.api.campaigns.listCampaigns({ 'page[offset]': 1, 'page[limit]': 2 })
  if (!page.ok) throw new Error(page.code)
  expect(page.value.data.map(it => it.id)).toEqual(ids.slice(1))
  expect(page.value.meta.pagination.records).toBe(3)
  expect(page.value.included.filter(it => it.type === 'creatives')).toHaveLength(2)
  expect(page.value.included.filter(it => it.type === 'campaign_payment_models')).toHaveLength(2)
})

describe('running', () => {
  test('an approved campaign without money is out of funds, and funding starts it', async () => {
    const document = await createCampaign(owner.api)
    const { id } = document.data
    await decide(admin, document)
    expect(await stateOf(id)).toBe('out_of_funds')
    expect(await update({ id, state: 'active' })).toMatchObject({
      ok: false,
      code: 'insufficient_funds',
      errors: [{ source: { pointer: '/data/attributes/state' } }]
    })
    await credit(app.context, owner.userId, 100n)
    expect((await owner.api.campaigns.fundCampaign({ id, amount: '100' })).ok).toBe(true)
    expect(await stateOf(id)).toBe('active')
  })

  test('it is paused and resumed by its owner, and its activity says when', async () => {
    const { id } = (await active()).data
    const started = app.context.now()
    app.context.clock.advance(60_000)
    expect(await update({ id, state: 'paused' })).toMatchObject({
      ok: true,
      value: { data: { attributes: { state: 'paused' } } }
    })
    const ended = app.context.now()
    app.context.clock.advance(60_000)
    expect((await update({ id, state: 'active' })).ok).toBe(true)
    // To be asked for what is so already changes nothing.
    expect((await update({ id, state: 'active' })).ok).toBe(true)
    expect(await activityOf(id)).toEqual([
      { started_at: started, ended_at: ended },
      { started_at: app.context.now(), ended_at: null }
    ])
  })

  test('paused and resumed in one moment is one time of activity', async () => {
    const { id } = (await active()).data
    await update({ id, state: 'paused' })
    await update({ id, state: 'active' })
    expect(await activityOf(id)).toEqual([{ started_at: app.context.now(), ended_at: null }])
  })

  test('a clock that stands behind never makes two times overlap', async () => {
    const { id } = (await active()).data
    const later = new Date(app.context.now().getTime() + 5_000)
    app.context.clock.set(later)
    await update({ id, state: 'paused' })
    app.context.clock.advance(-5_000)
    await update({ id, state: 'active' })
    const [first, second] = await activityOf(id)
    expect(first?.ended_at).toEqual(later)
    expect(second).toEqual({ started_at: later, ended_at: null })
  })

  test.each([
    ['pending', 'active'],
    ['pending', 'paused'],
    ['active', 'pending']
  ] as const)('a campaign that is %s does not become %s by asking', async (from, to) => {
    const { id } = (from === 'active' ? await active() : await createCampaign(owner.api)).data
    expect(await update({ id, state: to })).toMatchObject({
      ok: false,
      status: 422,
      code: 'state_not_allowed',
      errors: [{ source: { pointer: '/data/attributes/state' } }]
    })
    expect(await stateOf(id)).toBe(from)
  })
})

describe('editing', () => {
  test('an edit waits while the live creative goes on, and another edit takes its place', async () => {
    const before = await active()
    const { id } = before.data
    const live = creativeIn(before)
    const first = await update({ id, link_text: 'Second edition' })
    if (!first.ok) throw new Error(first.code)
    expect(first.value.data.attributes.state).toBe('active')
    expect(creativeIn(first.value).attributes).toEqual({
      ...live.attributes,
      state: 'pending',
      link_text: 'Second edition'
    })
    const second = await update({ id, creative_text: 'With an index.' })
    if (!second.ok) throw new Error(second.code)
    expect(creativeIn(second.value).attributes).toMatchObject({
      link_text: 'Second edition',
      creative_text: 'With an index.'
    })
    const rows = await app.context.db
      .selectFrom('creatives')
      .select('state')
      .where('campaign_id', '=', Number(id))
      .orderBy('id')
      .execute()
    expect(rows.map(row => row.state)).toEqual(['live', 'superseded', 'pending'])
  })

  test('a rejected campaign goes back to moderation when it is edited or submitted', async () => {
    const document = await createCampaign(owner.api)
    const { id } = document.data
    await decide(admin, document, 'reject')
    const rejected = await read(id)
    expect(rejected.data.attributes.state).toBe('rejected')
    expect(creativeIn(rejected).attributes.rejected_reason).toBe('Too loud')

    const edited = await update({ id, link_text: 'Quieter' })
    if (!edited.ok) throw new Error(edited.code)
    expect(edited.value.data.attributes.state).toBe('pending')
    await decide(admin, edited.value, 'reject')
    const submitted = await update({ id, state: 'pending' })
    if (!submitted.ok) throw new Error(submitted.code)
    expect(creativeIn(submitted.value).attributes).toMatchObject({
      state: 'pending',
      link_text: 'Quieter',
      rejected_reason: null
    })
  })

  test('an edit cannot name banners that are not there, nor leave only banners without one', async () => {
    const { id } = (await createCampaign(owner.api)).data
    expect(await update({ id, banner_ids: ['2000000001'] })).toMatchObject({
      ok: false,
      code: 'banner_unknown'
    })
    expect(await update({ id, banners_only: true })).toMatchObject({
      ok: false,
      code: 'invalid',
      errors: [{ source: { pointer: '/data/attributes/banner_ids' } }]
    })
    expect(creativeIn(await read(id)).attributes.banners_only).toBe(false)
  })

  test('an archived campaign is not edited any more', async () => {
    const { id } = (await createCampaign(owner.api)).data
    expect((await owner.api.campaigns.archiveCampaign({ id })).status).toBe(204)
    expect(await update({ id, link_text: 'Late' })).toMatchObject({
      ok: false,
      code: 'state_not_allowed'
    })
    expect(await owner.api.campaigns.fundCampaign({ id, amount: '1' })).toMatchObject({
      ok: false,
      code: 'state_not_allowed'
    })
  })
})

async function activityOf(id: string) {
  return app.context.db
    .selectFrom('campaign_activity')
    .select(['started_at', 'ended_at'])
    .where('campaign_id', '=', Number(id))
    .orderBy('started_at')
    .execute()
}
