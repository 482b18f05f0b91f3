import { adUnitAccount, networkAccount, transfer } from '@mille/server/ledger/index.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
let owner: SignedInBrowser
let stranger: SignedInBrowser
let siteId: string

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signIn()
  stranger = await app.signIn()
  const site = await owner.api.sites.createSite({ page_url: 'https://blog.example' })
  siteId = site.ok ? site.value.data.id : ''
})
afterAll(() => app.close())

type Input = Parameters<SignedInBrowser['api']['adUnits']['createAdUnit']>[0]

async function create(changes: Partial<Input> = {}, browser = owner) {
  const result = await browser.api.adUnits.createAdUnit({
    page_url: 'https://blog.example/about',
    ...changes
  })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.value
}

describe('creating', () => {
  test('a unit has the wizard’s defaults, its site and its code', async () => {
    const { data, meta } = await create()
    expect(data).toEqual({
      type: 'ad_units',
      id: expect.any(String),
      attributes: {
        name: 'blog.example Adaptive',
        page_url: 'https://blog.example/about',
        kind: 'site',
        state: 'active',
        size: 'Adaptive',
        screen_type: 'desktop',
        ad_type: 'mixed',
        disallowed_ratings: ['nsfw'],
        impressions: 1_000_000,
        settings: {
          position: 'fixed',
          sticky_side: 'header',
          invitation_link: 'internal',
          look: 'card',
          font: 'own',
          color: {}
        },
        fallback: 'invitation',
        fallback_url: null,
        floor: null,
        balances: { BTC: '0', USD: '0' },
        created_at: app.context.now().toISOString()
      },
      relationships: { site: { data: { type: 'sites', id: siteId } } }
    })
    expect(meta.code.script).toContain(`<mille-ad unit="${data.id}"`)
    expect(meta.code.iframe).toContain(`${app.context.config.publicUrl}/serve/frame/${data.id}`)
  })

  test('and takes what is chosen', async () => {
    const chosen = {
      name: 'Sidebar',
      size: '160x600',
      screen_type: 'mobile',
      ad_type: 'text',
      disallowed_ratings: ['risky', 'gambling'],
      impressions: 0,
      settings: {
        position: 'sticky',
        sticky_side: 'left',
        invitation_link: 'external',
        look: 'solid',
        font: 'page',
        color: { title: '#102030' }
      }
    } satisfies Partial<Input>
    expect((await create(chosen)).data.attributes).toMatchObject(chosen)
  })

  test('the page must be on a site of the account', async () => {
    for (const browser of [owner, stranger]) {
      const refused = await browser.api.adUnits.createAdUnit({
        page_url: browser === owner ? 'https://www.blog.example' : 'https://blog.example'
      })
      expect(refused).toMatchObject({
        ok: false,
        status: 422,
        code: 'invalid',
        errors: [{ source: { pointer: '/data/attributes/page_url' } }]
      })
    }
  })

  test.each([
    ['size', '301x250'],
    ['screen_type', 'watch'],
    ['ad_type', 'popup'],
    ['disallowed_ratings', ['all']],
    ['impressions', -1],
    ['name', ' '],
    ['page_url', 'javascript:alert(1)'],
    ['settings', { position: 'over' }],
    ['settings', { color: { title: 'url(https://evil.example)' } }]
  ])('%s %j is refused', async (name, value) => {
    const result = await owner.api.adUnits.createAdUnit({
      page_url: 'https://blog.example',
      [name]: value
    })
    expect(result).toMatchObject({ ok: false, status: 422, code: 'invalid' })
    expect(!result.ok && result.errors[0]?.source?.pointer).toContain(`/data/attributes/${name}`)
  })
})

test('other people’s units are not found by any call', async () => {
  const { id } = (await create()).data
  for (const wrong of [id, '2000000001']) {
    const { adUnits } = stranger.api
    const answers = [
      await adUnits.readAdUnit({ id: wrong }),
      await adUnits.updateAdUnit({ id: wrong, name: 'Mine' }),
      await adUnits.archiveAdUnit({ id: wrong }),
      await adUnits.readAdUnitCode({ id: wrong })
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({ ok: false, status: 404, code: 'not_found' })
  }
  expect(await owner.api.adUnits.readAdUnit({ id })).toMatchObject({
    ok: true,
    value: { data: { attributes: { state: 'active' } } }
  })
})

test('the list has the newest first, a page at a time, with what each has earned', async () => {
  const browser = await app.signIn()
  await browser.api.sites.createSite({ page_url: 'https://list.example' })
  const ids: string[] = []
  for (let count = 0; count < 3; count++)
    ids.unshift((await create({ page_url: 'https://list.example' }, browser)).data.id)
  await earn(ids[1] ?? '', 25n)
  const page = await browser.api.adUnits.listAdUnits({ 'page[offset]': 1, 'page[limit]': 2 })
  if (!page.ok) throw new Error(page.code)
  expect(page.value.data.map(it => it.id)).toEqual(ids.slice(1))
  expect(page.value.data.map(it => it.attributes.balances)).toEqual([
    { BTC: '25', USD: '0' },
    { BTC: '0', USD: '0' }
  ])
  expect(page.value.meta.pagination.records).toBe(3)
})

test('a unit from before there were looks and fonts has the usual ones', async () => {
  const { data } = await create()
  const { look: _, font: __, ...old } = data.attributes.settings
  await app.context.db
    .updateTable('ad_units')
    .set({ settings: JSON.stringify(old) })
    .where('id', '=', Number(data.id))
    .execute()
  const read = await owner.api.adUnits.readAdUnit({ id: data.id })
  expect(read).toMatchObject({ value: { data: { attributes: data.attributes } } })
})

test('a change changes what it names and nothing else', async () => {
  const { data } = await create({ name: 'Before', size: '300x250' })
  const settings = {
    position: 'sticky',
    sticky_side: 'footer',
    invitation_link: 'internal',
    look: 'plain',
    font: 'page',
    color: { link: '#aabbcc' }
  } as const
  const changed = await owner.api.adUnits.updateAdUnit({ id: data.id, name: 'After', settings })
  expect(changed).toMatchObject({
    ok: true,
    value: { data: { ...data, attributes: { ...data.attributes, name: 'After', settings } } }
  })
  expect(await owner.api.adUnits.readAdUnit({ id: data.id })).toEqual(changed)
  expect((await owner.api.adUnits.updateAdUnit({ id: data.id })).ok).toBe(true)
})

test('the code follows the size', async () => {
  const { data } = await create({ size: '300x250' })
  await owner.api.adUnits.updateAdUnit({ id: data.id, size: '728x90' })
  const code = await owner.api.adUnits.readAdUnitCode({ id: data.id })
  expect(code).toMatchObject({ ok: true, value: { data: { type: 'ad_unit_codes', id: data.id } } })
  expect(code.ok && code.value.data.attributes.iframe).toContain('width="728" height="90"')
})

test('an archived unit keeps its money', async () => {
  const { id } = (await create()).data
  await earn(id, 40n)
  expect((await owner.api.adUnits.archiveAdUnit({ id })).status).toBe(204)
  expect((await owner.api.adUnits.archiveAdUnit({ id })).status).toBe(204)
  expect(await owner.api.adUnits.readAdUnit({ id })).toMatchObject({
    value: { data: { attributes: { state: 'archived', balances: { BTC: '40' } } } }
  })
})

async function earn(id: string, amount: bigint) {
  const { db, now } = app.context
  const from = networkAccount('BTC', 'outside')
  const to = adUnitAccount(Number(id), 'BTC')
  await db
    .transaction()
    .execute(tx =>
      transfer(tx, [{ key: `test:${id}`, kind: 'adjustment', amount, from, to, at: now() }])
    )
}

test('a unit without a campaign shows the invitation or nothing', async () => {
  const { id } = (await create()).data
  const update = async (fallback: string) => {
    const result = await owner.api.adUnits.updateAdUnit({ id, fallback } as { id: string })
    return result.ok ? result.value.data.attributes.fallback : result.errors[0]?.source?.pointer
  }
  expect(await update('collapse')).toBe('collapse')
  expect(await update('own')).toBe('/data/attributes/fallback')
  expect(await update('invitation')).toBe('invitation')
})

test('a floor is one amount in one currency, stays with other changes and can be removed', async () => {
  const floor = { asset: 'USD', net_cpm: '150000000' } as const
  const { data } = await create({ floor })
  expect(data.attributes.floor).toEqual(floor)
  const update = async (changes: object) => {
    const result = await owner.api.adUnits.updateAdUnit({ id: data.id, ...changes })
    return result.ok ? result.value.data.attributes.floor : result.errors[0]?.source?.pointer
  }
  expect(await update({ name: 'Sidebar' })).toEqual(floor)
  expect(await update({ floor: { asset: 'BTC', net_cpm: '5' } })).toEqual({
    asset: 'BTC',
    net_cpm: '5'
  })
  for (const net_cpm of ['0', '-1', '1.5', '9'.repeat(19)])
    expect(await update({ floor: { asset: 'BTC', net_cpm } })).toBe(
      '/data/attributes/floor/net_cpm'
    )
  expect(await update({ floor: { asset: 'EUR', net_cpm: '5' } })).toBe(
    '/data/attributes/floor/asset'
  )
  const read = await owner.api.adUnits.readAdUnit({ id: data.id })
  expect(read.ok && read.value.data.attributes.floor?.net_cpm).toBe('5')
  expect(await update({ floor: null })).toBe(null)
})

test.each(['app', 'affiliate'] as const)('a unit of kind %s needs no site', async kind => {
  const { data } = await create({ page_url: 'https://nobody.example/', kind })
  expect(data.attributes).toMatchObject({ kind, name: 'nobody.example Adaptive' })
  expect(data.relationships.site.data).toBe(null)
})
