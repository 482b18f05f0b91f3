import type { CampaignDocument } from '@mille/api/campaigns/endpoints.ts'
import { deviceSystems, deviceTypes } from '@mille/api/constants.ts'
import { hourMs } from '@mille/api/durations.ts'
import { createActiveCampaign, createCampaign, credit, decide } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleDue } from '../settlement/index.ts'

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

const creationInput = {
  link_text: 'a',
  creative_link: 'https://a.example',
  creative_text: 'b',
  daily_budget: '1'
}

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
      product_category: 'games',
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
      product_category: 'games',
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
    ['creative_link', 'http:\\\\e.example', 'invalid'],
    ['creative_link', 'https:/\\e.example', 'invalid'],
    ['creative_link', 'https:e.example', 'invalid'],
    ['creative_link', 'https://e.example\\@a.example/', 'invalid'],
    ['creative_link', 'https://a.example/\\..\\', 'invalid'],
    ['creative_link', 'https://a.example/\u202egpj.exe', 'invalid'],
    ['creative_link', 'https://a.example/\u2067gpj.exe', 'invalid'],
    ['creative_link', 'https://a.example/\u200fgpj.exe', 'invalid'],
    ['creative_link', 'https://a.example/\u061cgpj.exe', 'invalid'],
    ['creative_link', 'https://a.example/\ngpj.exe', 'invalid'],
    ['creative_link', 'https://{site}/', 'link_macro_misplaced'],
    ['creative_link', 'https://a.example/?from={country}', 'link_macro_unknown'],
    ['creative_link', 'https://a.example/{campaign_name}', 'link_macro_misplaced'],
    ['creative_text', 'right\u202eleft', 'invalid'],
    ['creative_action', '', 'invalid'],
    ['creative_action', 'x'.repeat(21), 'invalid'],
    ['creative_action', 'Try\nit', 'invalid'],
    ['creative_action', 'Try\u0007it', 'invalid'],
    ['utm_source', '', 'invalid'],
    ['utm_term', 'x'.repeat(101), 'invalid'],
    ['utm_content', '{device}', 'link_macro_unknown'],
    ['name', '', 'invalid'],
    ['name', ' \u00a0', 'invalid'],
    ['name', '\u200b', 'invalid'],
    ['name', 'x'.repeat(81), 'invalid'],
    ['name', 'Autumn\nWinter', 'invalid'],
    ['name', 'right\u202eleft', 'invalid'],
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

  test('a total budget of zero means no limit', async () => {
    const { included } = await createCampaign(owner.api, { total_budget: '0', max_cpm: '0' })
    expect(included).toContainEqual(
      expect.objectContaining({
        attributes: expect.objectContaining({ total_budget: null, max_cpm: null })
      })
    )
  })
})

describe('other people’s campaigns', () => {
  test('are not found by any call, nor are ids that do not exist', async () => {
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

  test('are not visible without signing in', async () => {
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
    // A request for the current state changes nothing.
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

  test('a clock that is behind never makes two times overlap', async () => {
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
  test('an edit waits while the live creative is still shown, and another edit takes its place', async () => {
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
      creative_text: 'With an index.',
      creative_action: null
    })
    const third = await update({ id, creative_action: 'Try it free' })
    if (!third.ok) throw new Error(third.code)
    expect(creativeIn(third.value).attributes).toMatchObject({
      state: 'pending',
      creative_text: 'With an index.',
      creative_action: 'Try it free'
    })
    const rows = await app.context.db
      .selectFrom('creatives')
      .select('state')
      .where('campaign_id', '=', Number(id))
      .orderBy('id')
      .execute()
    expect(rows.map(row => row.state)).toEqual(['live', 'superseded', 'superseded', 'pending'])
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

describe('what is added to the link', () => {
  const utm = {
    utm_source: 'Mille',
    utm_medium: 'cpm',
    utm_campaign: '{campaign_name}',
    utm_content: null,
    utm_term: null
  }

  test('is nothing unless it is set, and told where the owner reads the campaign', async () => {
    const none = (await createCampaign(owner.api)).data.attributes
    expect(Object.keys(utm).map(name => none[name as keyof typeof utm])).toEqual(
      Array(5).fill(null)
    )
    const { id, attributes } = (await createCampaign(owner.api, utm)).data
    expect(attributes).toMatchObject(utm)
    expect((await read(id)).data.attributes).toMatchObject(utm)
  })

  test('changes without a review while the page that the ad leads to stays, and stays when another thing changes', async () => {
    const before = await active()
    const { id } = before.data
    const changed = await update({ id, ...utm })
    if (!changed.ok) throw new Error(changed.code)
    const attributes = { ...before.data.attributes, ...utm }
    expect(changed.value).toEqual({ ...before, data: { ...before.data, attributes } })
    const renamed = await update({ id, name: 'Autumn', utm_medium: null })
    if (!renamed.ok) throw new Error(renamed.code)
    expect(renamed.value.data.attributes).toEqual({
      ...attributes,
      name: 'Autumn',
      utm_medium: null
    })
    expect(creativeIn(renamed.value).attributes.state).toBe('live')
    const edited = await update({ id, creative_link: 'https://a.example/?utm_source=x' })
    if (!edited.ok) throw new Error(edited.code)
    expect(creativeIn(edited.value).attributes.state).toBe('pending')
  })
})

describe('the name', () => {
  test('is trimmed, written with the usual letters, and told wherever the owner reads the campaign', async () => {
    const { id, attributes } = (await createCampaign(owner.api, { name: '  Ａutumn, ﬁnance  ' }))
      .data
    expect(attributes.name).toBe('Autumn, finance')
    expect((await read(id)).data.attributes.name).toBe('Autumn, finance')
    const listed = await owner.api.campaigns.listCampaigns({ 'page[limit]': 1 })
    expect(listed.ok && listed.value.data[0]?.attributes.name).toBe('Autumn, finance')
    expect((await createCampaign(owner.api)).data.attributes.name).toBe(null)
    const queue = await admin.api.admin.readReviewQueue({ 'page[limit]': 100 })
    const reviewed = queue.ok ? queue.value.included.find(it => it.id === id) : undefined
    expect(reviewed).toMatchObject({ type: 'campaigns', attributes: { name: 'Autumn, finance' } })
  })

  test('has 1 to 80 characters of any alphabet', async () => {
    for (const name of ['x', 'x'.repeat(80), 'Copy of Осень', '❤️ 👩‍💻'])
      expect((await createCampaign(owner.api, { name })).data.attributes.name).toBe(name)
  })

  test('of a running campaign changes without a review, and the campaign keeps running', async () => {
    const before = await active()
    const { id } = before.data
    const activity = await activityOf(id)
    const renamed = await update({ id, name: 'Autumn, docs sites' })
    if (!renamed.ok) throw new Error(renamed.code)
    const { attributes } = before.data
    const expected = { ...attributes, name: 'Autumn, docs sites' }
    expect(renamed.value).toEqual({ ...before, data: { ...before.data, attributes: expected } })
    expect(await read(id)).toEqual(renamed.value)
    expect(creativeIn(renamed.value).attributes.state).toBe('live')
    expect(await activityOf(id)).toEqual(activity)
  })

  test('stays when something else is edited, and null takes it away', async () => {
    const { id } = (await createCampaign(owner.api, { name: 'Autumn' })).data
    const edited = await update({ id, link_text: 'Other words' })
    expect(edited).toMatchObject({ ok: true, value: { data: { attributes: { name: 'Autumn' } } } })
    for (const name of ['', 'x'.repeat(81)]) {
      expect(await update({ id, name })).toMatchObject({
        ok: false,
        code: 'invalid',
        errors: [{ source: { pointer: '/data/attributes/name' } }]
      })
    }
    expect((await read(id)).data.attributes.name).toBe('Autumn')
    expect(await update({ id, name: null })).toMatchObject({ ok: true })
    expect((await read(id)).data.attributes.name).toBe(null)
  })

  test('can be given to a campaign that is archived, whose statistics stay', async () => {
    const { id } = (await createCampaign(owner.api)).data
    expect(await owner.api.campaigns.archiveCampaign({ id })).toMatchObject({ ok: true })
    expect(await update({ id, name: 'Autumn' })).toMatchObject({ ok: true })
    expect((await read(id)).data.attributes).toMatchObject({ name: 'Autumn', state: 'archived' })
  })

  test('is what finances call the campaign, and the headline that runs if it has none', async () => {
    const { id } = (await active()).data
    const calledIn = async () => {
      const holds = await owner.api.finances.readHolds({ userId: owner.userId })
      if (!holds.ok) throw new Error(holds.code)
      return holds.value.data
        .map(({ attributes: { source } }) => source)
        .flatMap(source => (source.type === 'campaign' && source.id === id ? source.name : []))
    }
    expect(await update({ id, link_text: 'Waits for review' })).toMatchObject({ ok: true })
    expect(await calledIn()).toEqual(['Open books for node runners'])
    expect(await update({ id, name: 'Autumn' })).toMatchObject({ ok: true })
    expect(await calledIn()).toEqual(['Autumn'])
  })

  test('is what notifications call the campaign', async () => {
    const named = await createCampaign(owner.api, { name: 'Autumn, docs sites' })
    await decide(admin, named)
    await decide(admin, await createCampaign(owner.api, { link_text: 'Unnamed' }), 'reject')
    const { userId } = owner
    const listed = await owner.api.notifications.listNotifications({ userId })
    expect(listed.ok && listed.value.data.slice(0, 2).map(it => it.attributes.title)).toEqual([
      'Your campaign “Unnamed” was rejected',
      'Your campaign “Autumn, docs sites” was approved'
    ])
  })

  test('is not for strangers to change', async () => {
    const { id } = (await createCampaign(owner.api, { name: 'Autumn' })).data
    const changed = await stranger.api.campaigns.updateCampaign({ id, name: 'Mine' })
    expect(changed).toMatchObject({ ok: false, code: 'not_found' })
    expect((await read(id)).data.attributes.name).toBe('Autumn')
  })
})

describe('the visitors', () => {
  test('are returned as they are stored, and null where all visitors see the campaign', async () => {
    const visitors = {
      countries: { mode: 'include' as const, codes: ['DE', 'AT', 'DE'] },
      devices: ['tablet' as const, 'phone' as const],
      systems: ['ios' as const, 'android' as const, 'ios' as const],
      page_languages: {
        mode: 'exclude' as const,
        codes: ['ja' as const, 'de' as const, 'ja' as const]
      },
      page_keywords: { include: ['Straße*', 'GOLD', ' gold '], exclude: ['ΦΟΡΟΣ'] }
    }
    const stored = {
      countries: { mode: 'include', codes: ['AT', 'DE'] },
      devices: ['phone', 'tablet'],
      systems: ['android', 'ios'],
      page_languages: { mode: 'exclude', codes: ['de', 'ja'] },
      page_keywords: { include: ['gold', 'strasse*'], exclude: ['φοροσ'] }
    }
    const { id, attributes } = (await createCampaign(owner.api, visitors)).data
    expect(attributes).toMatchObject(stored)
    expect((await read(id)).data.attributes).toMatchObject(stored)
    const pages = { page_languages: null, page_keywords: null }
    const all = { countries: null, devices: null, systems: null, ...pages }
    expect((await createCampaign(owner.api)).data.attributes).toMatchObject(all)
    const each = { devices: [...deviceTypes], systems: [...deviceSystems] }
    expect((await createCampaign(owner.api, each)).data.attributes).toMatchObject(all)
  })

  test('change without a review, each for itself', async () => {
    const { id } = (await active()).data
    const change = async (changes: Omit<Parameters<typeof update>[0], 'id'>) => {
      const changed = await update({ id, ...changes })
      if (!changed.ok) throw new Error(changed.code)
      const { attributes } = changed.value.data
      expect(attributes.state).toBe('active')
      expect(creativeIn(changed.value).attributes.state).toBe('live')
      expect((await read(id)).data.attributes).toEqual(attributes)
      const { countries, devices, systems, page_languages, page_keywords } = attributes
      return { countries, devices, systems, page_languages, page_keywords }
    }
    const countries = { mode: 'exclude' as const, codes: ['US'] }
    const pages = { page_languages: null, page_keywords: null }
    const all = { countries: null, devices: null, systems: null, ...pages }
    const page_languages = { mode: 'include' as const, codes: ['de' as const, 'en' as const] }
    const devices = ['computer' as const]
    const systems = ['linux' as const]
    expect(await change({ countries })).toEqual({ ...all, countries })
    expect(await change({ devices })).toEqual({ ...all, countries, devices })
    expect(await change({ systems })).toEqual({ ...all, countries, devices, systems })
    const each = { ...all, countries, devices, systems, page_languages }
    expect(await change({ page_languages })).toEqual(each)
    expect(await change({ name: 'The same' })).toEqual(each)
    expect(await change({ countries: null })).toEqual({ ...each, countries: null })
    expect(await change({ devices: null })).toEqual({ ...all, systems, page_languages })
    expect(await change({ systems: null })).toEqual({ ...all, page_languages })
    const others = { mode: 'exclude' as const, codes: page_languages.codes }
    expect(await change({ page_languages: others })).toEqual({ ...all, page_languages: others })
    expect(await change({ page_languages: null })).toEqual(all)
    const excluding = { page_keywords: { include: [], exclude: ['tax*'] } }
    expect(await change(excluding)).toEqual({ ...all, ...excluding })
    expect(await change({ name: 'Still the same' })).toEqual({ ...all, ...excluding })
    const including = { page_keywords: { include: ['gold'], exclude: [] } }
    expect(await change(including)).toEqual({ ...all, ...including })
    expect(await change({ page_keywords: null })).toEqual(all)
  })

  test.each([
    ['no country', { countries: { mode: 'include', codes: [] } }, 'countries/codes'],
    ['what is no country', { countries: { mode: 'include', codes: ['EU'] } }, 'countries/codes/0'],
    ['small letters', { countries: { mode: 'exclude', codes: ['de'] } }, 'countries/codes/0'],
    ['another mode', { countries: { mode: 'some', codes: ['DE'] } }, 'countries/mode'],
    ['no device', { devices: [] }, 'devices'],
    ['an unknown device', { devices: ['watch'] }, 'devices/0'],
    ['no system', { systems: [] }, 'systems'],
    ['an unknown system', { systems: ['ios', 'beos'] }, 'systems/1'],
    ['a system that reports alone know', { systems: ['unknown'] }, 'systems/0'],
    ['more systems than there are', { systems: Array(8).fill('ios') }, 'systems'],
    ['no keyword', { page_keywords: { include: [], exclude: [] } }, 'page_keywords/include'],
    ['two words', { page_keywords: { include: ['gold', 'gold coin'] } }, 'page_keywords/include/1'],
    ['a star within a word', { page_keywords: { exclude: ['go*ld'] } }, 'page_keywords/exclude/0'],
    ['a star alone', { page_keywords: { exclude: ['*'] } }, 'page_keywords/exclude/0'],
    ['a long word', { page_keywords: { include: ['a'.repeat(41)] } }, 'page_keywords/include/0'],
    [
      'more keywords than 20',
      { page_keywords: { include: Array(21).fill('gold') } },
      'page_keywords/include'
    ],
    ['no language', { page_languages: { mode: 'exclude', codes: [] } }, 'page_languages/codes'],
    [
      'an unknown language',
      { page_languages: { mode: 'include', codes: ['de', 'xx'] } },
      'page_languages/codes/1'
    ],
    [
      'another mode for languages',
      { page_languages: { mode: 'all', codes: ['de'] } },
      'page_languages/mode'
    ],
    [
      'more languages than there are',
      { page_languages: { mode: 'include', codes: Array(45).fill('de') } },
      'page_languages/codes'
    ]
  ])('%s is refused', async (_what, visitors, field) => {
    const creation = { ...creationInput, ...(visitors as object) }
    const refused = await owner.api.campaigns.createCampaign(creation)
    const errors = [{ code: 'invalid', source: { pointer: `/data/attributes/${field}` } }]
    expect(refused).toMatchObject({ ok: false, status: 422, errors })
  })
})

describe('the dates', () => {
  const inHours = (hours: number) => new Date(app.context.now().getTime() + hours * hourMs)
  const iso = (hours: number) => inHours(hours).toISOString()

  test('are returned as they are stored, in UTC, and null where there are none', async () => {
    const dates = { starts_at: '2036-03-02T10:00:00+02:00', ends_at: '2036-03-03T00:00:00Z' }
    const { id, attributes } = (await createCampaign(owner.api, dates)).data
    const stored = { starts_at: '2036-03-02T08:00:00.000Z', ends_at: '2036-03-03T00:00:00.000Z' }
    expect(attributes).toMatchObject(stored)
    expect((await read(id)).data.attributes).toMatchObject(stored)
    expect(attributes.dates_state).toBe('not_started')
    const without = { starts_at: null, ends_at: null, dates_state: 'open' }
    expect((await createCampaign(owner.api)).data.attributes).toMatchObject(without)
  })

  test.each([
    ['an end that is past', { ends_at: '2020-01-01T00:00:00Z' }, 'end_passed', 'ends_at'],
    [
      'an end that is past and before the start',
      { starts_at: '2036-01-01T00:00:00Z', ends_at: '2020-01-01T00:00:00Z' },
      'end_passed',
      'ends_at'
    ],
    [
      'an end before the start',
      { starts_at: '2036-01-02T00:00:00Z', ends_at: '2036-01-01T00:00:00Z' },
      'end_before_start',
      'ends_at'
    ],
    [
      'an end at the start',
      { starts_at: '2036-01-01T01:00:00+01:00', ends_at: '2036-01-01T00:00:00Z' },
      'end_before_start',
      'ends_at'
    ],
    ['a date without a time', { starts_at: '2036-01-01' }, 'invalid', 'starts_at'],
    ['a time without a zone', { ends_at: '2036-01-01T00:00:00' }, 'invalid', 'ends_at']
  ])('%s is refused', async (_what, dates, code, field) => {
    const errors = [{ code, source: { pointer: `/data/attributes/${field}` } }]
    const { id } = (await createCampaign(owner.api)).data
    expect(await update({ id, ...dates })).toMatchObject({ ok: false, status: 422, errors })
    const creation = { ...creationInput, ...dates }
    const refused = await owner.api.campaigns.createCampaign(creation)
    expect(refused).toMatchObject({ ok: false, status: 422, errors })
  })

  test('a start may not be moved behind the end, and a past one may stay', async () => {
    const { id } = (await createCampaign(owner.api, { starts_at: iso(-1), ends_at: iso(1) })).data
    expect(await update({ id, starts_at: iso(2) })).toMatchObject({
      ok: false,
      errors: [{ code: 'end_before_start', source: { pointer: '/data/attributes/starts_at' } }]
    })
    expect(await update({ id, starts_at: iso(2), ends_at: iso(3) })).toMatchObject({ ok: true })
  })

  test('an end that has passed since keeps nothing else from being edited', async () => {
    const ends_at = iso(1)
    const { id } = (await createCampaign(owner.api, { ends_at })).data
    const state = async () => (await read(id)).data.attributes.dates_state
    expect(await state()).toBe('open')
    app.context.clock.advance(2 * hourMs)
    expect(await state()).toBe('ended')
    expect(await update({ id, name: 'Over' })).toMatchObject({ ok: true })
    expect(await update({ id, name: 'All over', ends_at })).toMatchObject({ ok: true })
    expect(await update({ id, ends_at: null })).toMatchObject({ ok: true })
    expect((await read(id)).data.attributes.ends_at).toBe(null)
  })

  test('change without a review, and plan what the campaign is charged for', async () => {
    const before = await active()
    const { id } = before.data
    const began = (await activityOf(id))[0]?.started_at
    app.context.clock.advance(hourMs)
    const ended = await update({ id, ends_at: iso(5) })
    if (!ended.ok) throw new Error(ended.code)
    expect(ended.value.data.attributes.state).toBe('active')
    expect(creativeIn(ended.value).attributes.state).toBe('live')
    const first = { started_at: began, ended_at: inHours(5) }
    expect(await activityOf(id)).toEqual([first])
    expect(await update({ id, name: 'The same' })).toMatchObject({ ok: true })
    expect(await activityOf(id)).toEqual([first])

    const stopped = { started_at: began, ended_at: inHours(0) }
    expect(await update({ id, starts_at: iso(2) })).toMatchObject({ ok: true })
    const planned = { started_at: inHours(2), ended_at: inHours(5) }
    expect(await activityOf(id)).toEqual([stopped, planned])
    expect(await update({ id, state: 'paused' })).toMatchObject({ ok: true })
    expect(await activityOf(id)).toEqual([stopped])
    expect(await update({ id, state: 'active', ends_at: null })).toMatchObject({ ok: true })
    expect(await activityOf(id)).toEqual([stopped, { started_at: inHours(2), ended_at: null }])
    app.context.clock.advance(hourMs)
    expect(await update({ id, starts_at: null })).toMatchObject({ ok: true })
    expect(await activityOf(id)).toEqual([stopped, { started_at: inHours(0), ended_at: null }])
  })

  test('leave the money of an ended campaign to its owner, as a pause does', async () => {
    const { id } = (await active({ ends_at: iso(1) })).data
    app.context.clock.advance(4 * hourMs)
    expect((await read(id)).data.attributes).toMatchObject({ state: 'active', balance: '10000' })
    expect(await owner.api.campaigns.archiveCampaign({ id })).toMatchObject({ ok: false })
    expect(await update({ id, state: 'paused' })).toMatchObject({ ok: true })
    await settleDue(app.context)
    expect(await owner.api.campaigns.archiveCampaign({ id })).toMatchObject({ ok: true })
    expect((await read(id)).data.attributes).toMatchObject({ state: 'archived', balance: '0' })
  })

  test('are not for strangers to change', async () => {
    const { id } = (await createCampaign(owner.api)).data
    const changed = await stranger.api.campaigns.updateCampaign({ id, ends_at: iso(1) })
    expect(changed).toMatchObject({ ok: false, code: 'not_found' })
  })
})

describe('hours', () => {
  const closed = '0'.repeat(24)
  const office = `${'0'.repeat(9)}${'1'.repeat(9)}${'0'.repeat(6)}`
  const hours = [...Array<string>(5).fill(office), closed, closed]

  test('are those of the time zone that the account has when they are set, and null where all are chosen', async () => {
    const traveler = await app.signIn()
    const { api, userId } = traveler
    const setZone = (time_zone: string) => api.accounts.updateUser({ id: userId, time_zone })
    await setZone('Europe/Berlin')
    const { id, attributes } = (await createCampaign(api, { hours })).data
    const berlin = { hours, hours_time_zone: 'Europe/Berlin' }
    expect(attributes).toMatchObject(berlin)
    await setZone('Asia/Tokyo')
    expect(await api.campaigns.updateCampaign({ id, name: 'Office' })).toMatchObject({
      value: { data: { attributes: berlin } }
    })
    expect(await api.campaigns.updateCampaign({ id, hours })).toMatchObject({
      value: { data: { attributes: { hours, hours_time_zone: 'Asia/Tokyo' } } }
    })
    for (const always of [null, Array<string>(7).fill('1'.repeat(24))])
      expect(await api.campaigns.updateCampaign({ id, hours: always })).toMatchObject({
        value: { data: { attributes: { hours: null, hours_time_zone: null } } }
      })
  })

  test.each([
    ['six days', hours.slice(1), 'invalid'],
    ['eight days', [...hours, closed], 'invalid'],
    ['a day of 23 hours', [office.slice(1), ...hours.slice(1)], 'invalid'],
    ['another digit', [office.replace('1', '2'), ...hours.slice(1)], 'invalid'],
    ['no hour', Array<string>(7).fill(closed), 'hours_empty']
  ])('%s are refused', async (_what, wrong, code) => {
    const pointer = expect.stringMatching(/^\/data\/attributes\/hours/)
    const errors = [{ code, source: { pointer } }]
    const { id } = (await createCampaign(owner.api)).data
    expect(await update({ id, hours: wrong })).toMatchObject({ ok: false, status: 422, errors })
    const refused = await owner.api.campaigns.createCampaign({ ...creationInput, hours: wrong })
    expect(refused).toMatchObject({ ok: false, status: 422, errors })
  })

  test('change without a review, survive new terms, and may change 20 times an hour', async () => {
    const before = await active()
    const { id } = before.data
    const changed = await update({ id, hours })
    if (!changed.ok) throw new Error(changed.code)
    expect(changed.value.data.attributes).toMatchObject({ state: 'active', hours })
    expect(creativeIn(changed.value).attributes.state).toBe('live')
    const terms = { traffic_type: 'cpm', daily_budget: '500', max_cpm: '100' } as const
    const repriced = await owner.api.campaigns.updatePaymentModel({
      ...{ id, currency: 'btc', total_budget: null },
      ...terms
    })
    expect(repriced).toMatchObject({ ok: true })
    expect((await read(id)).data.attributes).toMatchObject({ hours })
    for (let again = 0; again < 18; again++)
      expect(await update({ id, hours: again % 2 ? hours : null })).toMatchObject({ ok: true })
    expect(await update({ id, hours: null })).toMatchObject({ code: 'too_many_requests' })
    expect(await update({ id, name: 'Free' })).toMatchObject({ ok: true })
  })

  test('are not for strangers to change, nor those of an archived campaign', async () => {
    const { id } = (await createCampaign(owner.api)).data
    const changed = await stranger.api.campaigns.updateCampaign({ id, hours })
    expect(changed).toMatchObject({ ok: false, code: 'not_found' })
    expect(await owner.api.campaigns.archiveCampaign({ id })).toMatchObject({ ok: true })
    expect(await update({ id, hours })).toMatchObject({
      ...{ code: 'state_not_allowed' },
      errors: [{ source: { pointer: '/data/attributes/hours' } }]
    })
  })
})

describe('a share for one site', () => {
  const versionsOf = (id: string) =>
    app.context.db
      .selectFrom('campaign_terms')
      .select(['id', 'valid_from', 'daily_budget', 'site_share_percent'])
      .where('campaign_id', '=', Number(id))
      .orderBy('id')
      .execute()

  test('is a version of the terms that applies at once, survives new prices, and needs no review', async () => {
    const { id } = (await active()).data
    expect((await read(id)).data.attributes.site_share_percent).toBeNull()
    const before = await versionsOf(id)
    const at = app.context.now()
    const changed = await update({ id, site_share_percent: 20 })
    expect(changed).toMatchObject({
      value: { data: { attributes: { state: 'active', site_share_percent: 20 } } }
    })
    const [set] = (await versionsOf(id)).slice(before.length)
    expect(set).toMatchObject({
      site_share_percent: 20,
      valid_from: new Date(at.getTime() - (at.getTime() % 1000)),
      daily_budget: before.at(-1)?.daily_budget
    })
    const cheaper = { currency: 'btc', daily_budget: '1', total_budget: null } as const
    const payment = { id, ...cheaper, traffic_type: 'cpd', max_cpm: null } as const
    expect(await owner.api.campaigns.updatePaymentModel(payment)).toMatchObject({ ok: true })
    expect((await versionsOf(id)).at(-1)).toMatchObject({
      ...{ site_share_percent: 20, daily_budget: 1n }
    })
    expect(await update({ id, name: 'Wide', site_share_percent: 20 })).toMatchObject({ ok: true })
    expect(await versionsOf(id)).toHaveLength(before.length + 2)
    expect(await update({ id, site_share_percent: null })).toMatchObject({
      value: { data: { attributes: { site_share_percent: null } } }
    })
  })

  test('can be set when a campaign is created', async () => {
    const { id, attributes } = (await createCampaign(owner.api, { site_share_percent: 100 })).data
    expect(attributes.site_share_percent).toBe(100)
    expect(await versionsOf(id)).toMatchObject([{ site_share_percent: 100 }])
  })

  test.each([0, 101, 12.5, -1])('of %d percent is refused', async site_share_percent => {
    const errors = [{ code: 'invalid', source: { pointer: '/data/attributes/site_share_percent' } }]
    const { id } = (await createCampaign(owner.api)).data
    expect(await update({ id, site_share_percent })).toMatchObject({ status: 422, errors })
    const created = await owner.api.campaigns.createCampaign({
      ...creationInput,
      site_share_percent
    })
    expect(created).toMatchObject({ ok: false, status: 422, errors })
  })

  test('may change 20 times an hour, and not once a campaign is archived', async () => {
    const { id } = (await active()).data
    for (let again = 0; again < 20; again++)
      expect(await update({ id, site_share_percent: again + 1 })).toMatchObject({ ok: true })
    const one = { id, site_share_percent: 50 }
    expect(await update(one)).toMatchObject({ code: 'too_many_requests' })
    const other = { id: (await createCampaign(owner.api)).data.id, site_share_percent: 50 }
    expect(await stranger.api.campaigns.updateCampaign(other)).toMatchObject({ code: 'not_found' })
    expect(await owner.api.campaigns.archiveCampaign({ id: other.id })).toMatchObject({ ok: true })
    expect(await update(other)).toMatchObject({
      ...{ code: 'state_not_allowed' },
      errors: [{ source: { pointer: '/data/attributes/site_share_percent' } }]
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
