import { createApi } from '@mille/api/client.ts'
import type { Suggestion } from '@mille/api/support/endpoints.ts'
import { expect, test } from 'vitest'
import { createModerationStores } from '../admin/suggestions.ts'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  type FakeCall,
  jsonResponse
} from '../shared/fake-transport.ts'
import { createSuggestionsStores } from './suggestions.ts'

function suggestion(id: string, votes = 3, isVoted = false): Suggestion {
  const attributes = {
    title: `Suggestion ${id}`,
    description: '',
    state: 'open' as const,
    reply: null,
    votes_count: votes,
    is_voted: isVoted,
    is_own: false,
    is_hidden: false,
    created_at: '2026-03-02T10:00:00.000Z'
  }
  return { type: 'suggestions', id, attributes }
}

const listOf = (data: Suggestion[], records = data.length) => ({
  data,
  meta: { pagination: { records } }
})

function createStores(answer: (call: FakeCall) => Response, list = listOf([suggestion('1')])) {
  const { transport, calls } = createFakeTransport(answer)
  const query = { sort: '-created_at' as const }
  return { stores: createSuggestionsStores(createApi({ transport }), { list, query }), calls }
}

const votes = (stores: ReturnType<typeof createSuggestionsStores>) =>
  stores.$items.get().map(({ attributes }) => [attributes.votes_count, attributes.is_voted])

test('a vote shows at once, and the server has the last word', async () => {
  const { stores, calls } = createStores(() => jsonResponse({ data: suggestion('1', 9, true) }))
  const voting = stores.toggleVote(suggestion('1'))
  expect(votes(stores)).toEqual([[4, true]])
  await voting
  expect(votes(stores)).toEqual([[9, true]])
  expect(calls[0]).toMatchObject({ method: 'POST', path: '/api/v1/suggestions/1/vote' })
  await stores.toggleVote(suggestion('1', 9, true))
  expect(calls[1]?.method).toBe('DELETE')
})

test('a vote that did not arrive is taken back', async () => {
  const { stores } = createStores(() => errorResponse(503, 'unavailable'))
  await stores.toggleVote(suggestion('1'))
  expect(votes(stores)).toEqual([[3, false]])
  expect(stores.$voteProblem.get()?.code).toBe('unavailable')
})

test('a new suggestion goes to the top; one that is refused keeps its words at the field', async () => {
  const answers = [
    errorResponse(422, 'invalid', 'title is short.', '/data/attributes/title'),
    jsonResponse({ data: suggestion('2') }, 201)
  ]
  const { stores } = createStores(() => answers.shift() ?? jsonResponse({}, 500))
  expect(await stores.suggest('x', '')).toBe(false)
  expect(stores.$problems.get().fields).toEqual({ title: 'is short.' })
  expect(await stores.suggest('Pay in lightning', '')).toBe(true)
  expect(stores.$items.get().map(it => it.id)).toEqual(['2', '1'])
  expect(stores.$records.get()).toBe(2)
})

test('the next page is asked for as the first was', async () => {
  const { stores, calls } = createStores(
    () => jsonResponse(listOf([suggestion('1'), suggestion('2')], 2)),
    listOf([suggestion('1')], 2)
  )
  await stores.loadMore()
  expect(decodeURIComponent(calls[0]?.path ?? '')).toBe(
    '/api/v1/suggestions?sort=-created_at&page[offset]=1'
  )
  expect(stores.$items.get().map(it => it.id)).toEqual(['1', '2'])
  expect(stores.$hasMore.get()).toBe(false)
})

test('moderation changes what it names and says where it failed', async () => {
  const answers = [jsonResponse({ data: suggestion('1', 5) }), errorResponse(404, 'not_found')]
  const { transport, calls } = createFakeTransport(() => answers.shift() ?? jsonResponse({}, 500))
  const stores = createModerationStores(createApi({ transport }), listOf([suggestion('1')]))
  expect(await stores.moderate('1', { is_hidden: true })).toBe(true)
  expect(attributesOf(calls[0])).toEqual({ is_hidden: true })
  expect(await stores.moderate('1', { reply: null })).toBe(false)
  expect(stores.$failed.get()).toMatchObject({ id: '1', problem: { code: 'not_found' } })
})
