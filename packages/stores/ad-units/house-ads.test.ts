import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleBanner, sampleHouseAd } from '../shared/sample-documents.ts'
import { createHouseAdStores, houseAdForm, sharesOf } from './house-ads.ts'

const first = sampleHouseAd('1')
const second = sampleHouseAd('2', { text: 'Second', weight: 30 })

function open(answer: () => Response) {
  const { transport, calls } = createFakeTransport(answer)
  const api = createApi({ transport })
  return { stores: createHouseAdStores(api, { unitId: '7', loaded: [first, second] }), calls }
}
const texts = ({ $ads }: ReturnType<typeof open>['stores']) =>
  $ads.get().map(it => it.attributes.text)

test('a new one is sent with a whole address and moments in UTC, and comes to the end', async () => {
  const made = sampleHouseAd('3', { text: 'Third' })
  const { stores, calls } = open(() => jsonResponse({ data: made }, 201))
  const form = {
    ...houseAdForm(null),
    text: 'Third',
    link: 'a.example/',
    ends_at: '2036-03-02T10:00'
  }
  expect(await stores.save(form, [sampleBanner('5')], null)).toBe(true)
  expect(calls[0]).toMatchObject({ method: 'POST', path: '/api/v1/ad_units/7/house_ads' })
  expect(attributesOf(calls[0])).toEqual({
    text: 'Third',
    link: 'https://a.example/',
    weight: 10,
    starts_at: null,
    ends_at: '2036-03-02T10:00:00Z',
    banner_ids: ['5']
  })
  expect(texts(stores)).toEqual(['Our own book', 'Second', 'Third'])
})

test('a changed one stays in its place', async () => {
  const changed = sampleHouseAd('1', { text: 'Changed' })
  const { stores, calls } = open(() => jsonResponse({ data: changed }))
  expect(await stores.save({ ...houseAdForm(first), text: 'Changed' }, [], first)).toBe(true)
  expect(calls[0]).toMatchObject({ method: 'PATCH', path: '/api/v1/house_ads/1' })
  expect(texts(stores)).toEqual(['Changed', 'Second'])
})

test('what was refused is said at its field until that is changed', async () => {
  const { stores } = open(() =>
    errorResponse(422, 'invalid', 'must not be empty', '/data/attributes/text')
  )
  expect(await stores.save(houseAdForm(null), [], null)).toBe(false)
  expect(stores.$problems.get().fields).toEqual({ text: 'must not be empty' })
  stores.forgetProblems(['text'])
  expect(stores.$problems.get().fields).toEqual({})
  expect(texts(stores)).toHaveLength(2)
})

test.each([
  ['removed', () => new Response(null, { status: 204 }), ['Second']],
  ['gone already', () => errorResponse(404, 'not_found'), ['Second']],
  ['not removed', () => errorResponse(503, 'unavailable'), ['Our own book', 'Second']]
])('one that is %s', async (_, answer, left) => {
  const { stores } = open(answer)
  expect(await stores.remove(first)).toBe(left.length === 1)
  expect(texts(stores)).toEqual(left)
  expect(stores.$removeProblem.get() === null).toBe(left.length === 1)
})

test('those within their dates share what is shown by their weights', () => {
  const at = '2026-03-02T10:00:00.000Z'
  const ended = sampleHouseAd('3', { weight: 100, ends_at: at })
  const begins = sampleHouseAd('4', { weight: 40, starts_at: at })
  const ads = [first, second, ended, begins]
  expect(sharesOf(ads, Date.parse(at))).toEqual([1 / 8, 3 / 8, null, 1 / 2])
  expect(sharesOf(ads, Date.parse(at) - 1)).toEqual([10 / 140, 30 / 140, 100 / 140, null])
})
