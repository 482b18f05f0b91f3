import type { ApprovalRule } from '@mille/api/ad-units/endpoints.ts'
import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { createApprovedStores } from './approved.ts'

const rule = (id: string): ApprovalRule => ({
  type: 'approval_rules',
  id,
  attributes: {
    kind: 'advertiser',
    ad: { id: '9', title: 'Own your coins', domain: 'wallet.example', advertiser_name: null },
    ...{ site_id: '4', ad_unit_id: null, created_at: '2026-03-02T10:00:00.000Z' }
  }
})
const listOf = (records: number, ...data: ApprovalRule[]) => ({
  data,
  meta: { pagination: { records } }
})

function open(answers: Response[], list = listOf(2, rule('2'), rule('1'))) {
  const { transport, calls } = createFakeTransport(
    () => answers.shift() ?? errorResponse(500, 'internal')
  )
  return { stores: createApprovedStores(createApi({ transport }), { list, query: 'coins' }), calls }
}

test('an approval is taken back, and given again for the same ad and place', async () => {
  const { stores, calls } = open([
    new Response(null, { status: 204 }),
    jsonResponse({ data: rule('3') }, 201)
  ])
  expect(await stores.takeBack(rule('1'))).toBe(true)
  expect(stores.$items.get().map(it => it.id)).toEqual(['2'])
  expect(await stores.undo(rule('1'))).toBe(true)
  expect(stores.$items.get().map(it => it.id)).toEqual(['3', '2'])
  expect(stores.$records.get()).toBe(2)
  expect(attributesOf(calls[1])).toEqual({
    ...{ kind: 'advertiser', creative_id: '9', site_id: '4', ad_unit_id: null }
  })
})

test('one that is gone already counts as taken back, and a failure leaves it listed', async () => {
  const { stores } = open([errorResponse(404, 'not_found')])
  expect(await stores.takeBack(rule('1'))).toBe(true)
  expect(await stores.takeBack(rule('2'))).toBe(false)
  expect(stores.$items.get().map(it => it.id)).toEqual(['2'])
  expect(stores.$changeProblem.get()?.code).toBe('internal')
})

test('more of the list has the same search and no switches', async () => {
  const { stores, calls } = open([jsonResponse(listOf(2, rule('1')))], listOf(2, rule('2')))
  await stores.loadMore()
  expect(stores.$items.get().map(it => it.id)).toEqual(['2', '1'])
  const asked = new URLSearchParams(calls[0]?.path.split('?')[1])
  expect(asked.getAll('filter[kind]')).toEqual(['creative', 'advertiser'])
  expect(asked.get('filter[query]')).toBe('coins')
  expect(asked.get('page[offset]')).toBe('1')
})
