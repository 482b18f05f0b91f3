import { createApi } from '@mille/api/client.ts'
import type { Exclusion } from '@mille/api/traffic-sources/endpoints.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { createExclusionStores } from './exclusions.ts'

const exclusion = (id: string, excluded: boolean): Exclusion => ({
  type: 'campaign_exclusions',
  id,
  attributes: { target_type: 'site', excluded, excluded_by_site: excluded }
})
const answer = (...items: Exclusion[]) => jsonResponse({ data: items })

/** Creates stores for the sites 1, 2 and 3, of which the second is already excluded. */
function createStores(answers: (() => Response)[], campaignId: string | null = '9') {
  const { transport, calls } = createFakeTransport(() => {
    const next = answers.shift()
    if (!next) throw new Error('Nothing more is asked for')
    return next()
  })
  const known = [exclusion('1', false), exclusion('2', true), exclusion('3', false)]
  const exclusions = campaignId ? known : []
  const stores = createExclusionStores(createApi({ transport }), {
    ...{ target: 'site', campaignId, exclusions }
  })
  const excluded = () =>
    [...stores.$exclusions.get()].filter(([, it]) => it.excluded).map(([id]) => id)
  return { stores, calls, excluded }
}

test('all that are selected are excluded by one call, and undoing leaves what was so before', async () => {
  const { stores, calls, excluded } = createStores([
    () => answer(exclusion('1', true), exclusion('2', true)),
    () => answer(exclusion('1', false))
  ])
  stores.select(['2', '1', '3'], true)
  stores.select(['3'], false)
  expect(await stores.apply('9', true)).toBe(true)
  expect(calls.map(it => it.path)).toEqual(['/api/v1/campaigns/9/exclusions'])
  const wish = { target_type: 'site', target_ids: ['1', '2'], excluded: true }
  expect(attributesOf(calls[0])).toEqual(wish)
  expect(excluded()).toEqual(['1', '2'])
  expect(stores.$selected.get().size).toBe(0)
  expect(stores.$done.get()).toEqual({ campaignId: '9', ids: ['1'], excluded: true })
  expect(await stores.undo()).toBe(true)
  expect(attributesOf(calls[1])).toEqual({ ...wish, target_ids: ['1'], excluded: false })
  expect(excluded()).toEqual(['2'])
  expect(stores.$done.get()).toBe(null)
})

test('a failure keeps what is selected, and says why', async () => {
  const { stores, excluded } = createStores([() => errorResponse(503, 'unavailable')])
  stores.select(['1'], true)
  expect(await stores.apply('9', true)).toBe(false)
  expect([...stores.$selected.get()]).toEqual(['1'])
  expect(stores.$problem.get()).toMatchObject({ code: 'unavailable' })
  expect(stores.$isWorking.get()).toBe(false)
  expect(excluded()).toEqual(['2'])
})

test('of a campaign that is chosen it is read once what it excludes, also if the answer gets lost', async () => {
  const { stores, calls } = createStores(
    [
      () => answer(exclusion('1', false), exclusion('2', true)),
      () => errorResponse(503, 'unavailable'),
      () => answer(exclusion('1', true), exclusion('2', true))
    ],
    null
  )
  stores.select(['1', '2'], true)
  expect(await stores.apply('5', true)).toBe(false)
  expect(await stores.apply('5', true)).toBe(true)
  expect(calls.map(it => it.method)).toEqual(['GET', 'PATCH', 'PATCH'])
  expect(stores.$done.get()).toEqual({ campaignId: '5', ids: ['1'], excluded: true })
  expect(stores.$exclusions.get().size).toBe(0)
})
