import { maxHouseAdBanners, maxHouseAds } from '@mille/api/constants.ts'
import { addUnit } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let app: TestApp
let owner: SignedInBrowser
let stranger: SignedInBrowser
let unit: string

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signIn()
  stranger = await app.signIn()
})
beforeEach(async () => {
  unit = await addUnit(app.context, owner)
})
afterAll(() => app.close())

const shop = { text: 'Our <own> shop', link: 'https://blog.example/shop' }
const add = (changes: object = {}, by = owner) =>
  by.api.adUnits.createHouseAd({ id: unit, ...shop, ...changes })

async function added(changes: object = {}) {
  const made = await add(changes)
  if (!made.ok) throw new Error(JSON.stringify(made.errors))
  return made.value.data
}

async function list() {
  const answer = await owner.api.adUnits.listHouseAds({ id: unit })
  return answer.ok ? answer.value.data : answer.status
}

const iso = (days: number) =>
  new Date(app.context.now().getTime() + days * 86_400_000).toISOString()

const problemOf = (result: Awaited<ReturnType<typeof add>>) =>
  result.ok ? null : [result.code, result.errors[0]?.source?.pointer?.split('/').at(-1)]

test('house ads of a unit are listed in the order in which they were added', async () => {
  expect(await list()).toEqual([])
  const first = await added()
  expect(first).toEqual({
    type: 'house_ads',
    id: expect.any(String),
    attributes: {
      ...shop,
      weight: 10,
      starts_at: null,
      ends_at: null,
      created_at: app.context.now().toISOString(),
      banners: []
    }
  })
  const dates = { starts_at: iso(1), ends_at: iso(2) }
  const second = await added({ text: 'Book', weight: 100, ...dates })
  expect(second.attributes).toMatchObject({ text: 'Book', weight: 100, ...dates })
  expect(await list()).toEqual([first, second])
})

test('a change leaves what it does not name, and null removes a date', async () => {
  const { id } = await added({ weight: 30, ends_at: iso(2) })
  const update = async (changes: object) => {
    const result = await owner.api.adUnits.updateHouseAd({ id, ...changes })
    return result.ok ? result.value.data.attributes : problemOf(result)
  }
  expect(await update({ text: 'Book' })).toMatchObject({
    text: 'Book',
    link: shop.link,
    weight: 30
  })
  expect(await update({ starts_at: iso(3) })).toEqual(['end_before_start', 'starts_at'])
  expect(await update({ ends_at: null, weight: 1 })).toMatchObject({ ends_at: null, weight: 1 })
  expect(await update({ starts_at: iso(3) })).toMatchObject({ starts_at: iso(3) })
  expect(await list()).toMatchObject([
    { attributes: { text: 'Book', link: shop.link, weight: 1, starts_at: iso(3), ends_at: null } }
  ])
})

test('a house ad whose end has come can still be changed', async () => {
  const { id } = await added({ ends_at: iso(1) })
  const { db } = app.context
  const past = new Date(iso(-1))
  await db.updateTable('house_ads').set({ ends_at: past }).where('id', '=', Number(id)).execute()
  expect(await owner.api.adUnits.updateHouseAd({ id, text: 'Book' })).toMatchObject({ ok: true })
})

async function upload(width: number, height: number, by = owner, kind = 'banner') {
  const drawing = { width, height, channels: 3, background: '#f7931a' } as const
  const bytes = await sharp({ create: drawing }).png().toBuffer()
  const form = new FormData()
  form.append('data[image]', new File([new Uint8Array(bytes)], 'sale.png', { type: 'image/png' }))
  form.append('data[kind]', kind)
  const result = await by.api.banners.uploadBanner({ form })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.value.data
}

test('banners of a house ad are kept until a change names others', async () => {
  const small = await upload(300, 250)
  const wide = await upload(728, 90)
  const { id, attributes } = await added({ banner_ids: [wide.id, small.id, wide.id] })
  expect(attributes.banners).toEqual([small, wide])
  expect(await list()).toMatchObject([{ attributes: { banners: [small, wide] } }])
  const update = async (changes: object) => {
    const result = await owner.api.adUnits.updateHouseAd({ id, ...changes })
    return result.ok ? result.value.data.attributes.banners : problemOf(result)
  }
  expect(await update({ text: 'Book' })).toEqual([small, wide])
  expect(await update({ banner_ids: [wide.id] })).toEqual([wide])
  expect(await update({ banner_ids: [] })).toEqual([])
  expect(await list()).toMatchObject([{ attributes: { text: 'Book', banners: [] } }])
})

test('a banner cannot be deleted while a house ad has it', async () => {
  const { id } = await upload(300, 250)
  const ad = await added({ banner_ids: [id] })
  const { deleteBanner } = owner.api.banners
  expect(await deleteBanner({ id })).toMatchObject({ status: 422, code: 'banner_in_use' })
  expect(await owner.api.adUnits.deleteHouseAd({ id: ad.id })).toMatchObject({ status: 204 })
  expect(await deleteBanner({ id })).toMatchObject({ status: 204 })
})

test('a removed house ad is gone, once', async () => {
  const { id } = await added()
  expect(await owner.api.adUnits.deleteHouseAd({ id })).toMatchObject({ status: 204 })
  expect(await list()).toEqual([])
  expect(await owner.api.adUnits.deleteHouseAd({ id })).toMatchObject({ status: 404 })
})

describe('what is refused', () => {
  test.each([
    ['no text', { text: ' ' }, 'invalid', 'text'],
    ['a text of more than a line', { text: 'a'.repeat(121) }, 'invalid', 'text'],
    ['no link', { link: '' }, 'invalid', 'link'],
    ['a link that runs a script', { link: 'javascript:alert(1)' }, 'invalid', 'link'],
    ['a weight of 0', { weight: 0 }, 'invalid', 'weight'],
    ['a weight above 100', { weight: 101 }, 'invalid', 'weight'],
    ['a part of a weight', { weight: 1.5 }, 'invalid', 'weight'],
    ['a date without a time', { starts_at: '2036-01-01' }, 'invalid', 'starts_at'],
    ['an end that is past', { ends_at: '2020-01-01T00:00:00Z' }, 'end_passed', 'ends_at'],
    [
      'an end before its start',
      { starts_at: '2036-01-02T00:00:00Z', ends_at: '2036-01-01T00:00:00Z' },
      'end_before_start',
      'ends_at'
    ]
  ])('%s', async (_, changes, code, field) => {
    expect(problemOf(await add(changes))).toEqual([code, field])
    expect(await list()).toEqual([])
  })

  test('more than 20 of a unit, also at once', async () => {
    for (let count = 0; count < maxHouseAds - 2; count++) await added()
    const tried = await Promise.all(Array.from({ length: 10 }, () => add()))
    expect(tried.filter(it => it.ok)).toHaveLength(2)
    expect(tried.find(it => !it.ok)).toMatchObject({ status: 422, code: 'house_ads_too_many' })
    expect(await list()).toHaveLength(maxHouseAds)
  })

  test('banners of others, pictures of another kind, and too many', async () => {
    const ad = await added()
    const own = await upload(300, 250)
    const others = await upload(300, 250, stranger)
    const logo = await upload(256, 256, owner, 'logo')
    for (const banner_ids of [[own.id, others.id], [logo.id], ['999999999']]) {
      const refused = ['banner_unknown', 'banner_ids']
      expect(problemOf(await add({ banner_ids }))).toEqual(refused)
      const changed = await owner.api.adUnits.updateHouseAd({ id: ad.id, banner_ids })
      expect(problemOf(changed)).toEqual(refused)
    }
    const banner_ids = Array.from({ length: maxHouseAdBanners + 1 }, () => own.id)
    expect(problemOf(await add({ banner_ids }))).toEqual(['invalid', 'banner_ids'])
    expect(await list()).toMatchObject([{ attributes: { banners: [] } }])
  })

  test('house ads of another account', async () => {
    const { id } = await added()
    const { adUnits } = stranger.api
    expect(await adUnits.listHouseAds({ id: unit })).toMatchObject({ status: 404 })
    expect(await add({}, stranger)).toMatchObject({ status: 404 })
    expect(await adUnits.updateHouseAd({ id, text: 'Mine' })).toMatchObject({ status: 404 })
    expect(await adUnits.deleteHouseAd({ id })).toMatchObject({ status: 404 })
    expect(await list()).toMatchObject([{ attributes: shop }])
  })
})
