import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleCampaign } from '../shared/sample-documents.ts'
import { createCampaignsStores } from './campaigns.ts'

type State = 'active' | 'paused' | 'pending'
type Result = 'changed' | 'unchanged' | 'failed'

function list(states: Readonly<Record<string, State>>) {
  const samples = Object.entries(states).map(([id, state]) => sampleCampaign(id, { state }))
  return {
    data: samples.map(it => it.campaign),
    included: samples.flatMap(it => it.included),
    meta: { pagination: { records: samples.length } }
  }
}

const answer = (...changes: [id: string, result: Result, state: State][]) =>
  jsonResponse({
    data: changes.map(([id, result, state]) => {
      const isFailed = result === 'failed'
      const [code, detail] = isFailed ? ['state_not_allowed', 'Not now.'] : [null, null]
      return { type: 'campaign_changes', id, attributes: { result, state, code, detail } }
    })
  })

/** Creates stores whose lists are reloaded after a change; `answers` are the server's answers to the changes. */
function createStores(
  answers: (() => Response)[],
  states: Record<string, State> = { 1: 'active', 2: 'paused', 3: 'pending' },
  after = () => jsonResponse(list(states))
) {
  const { transport, calls } = createFakeTransport(call =>
    call.method === 'GET' ? after() : (answers.shift() ?? (() => errorResponse(500, 'internal')))()
  )
  const stores = createCampaignsStores(createApi({ transport }), list(states))
  const changes = () => calls.filter(it => it.method === 'PATCH')
  const stateOf = (id: string) => stores.$campaigns.get().find(it => it.id === id)?.state
  return { ...stores.many, changes, stateOf }
}

test('what was changed is undone, and what was refused stays selected with its reason', async () => {
  const { changes, ...many } = createStores([
    () =>
      answer(['1', 'changed', 'paused'], ['2', 'unchanged', 'paused'], ['3', 'failed', 'pending']),
    () => answer(['1', 'changed', 'active'])
  ])
  many.select(['3', '1', '2'], true)
  expect(await many.apply({ action: 'pause' })).toBe(true)
  expect(attributesOf(changes()[0])).toEqual({ action: 'pause', campaign_ids: ['1', '2', '3'] })
  expect(many.$done.get()).toEqual({
    ...{ action: 'pause', changed: ['1'], unchanged: ['2'], failed: ['3'] }
  })
  expect([...many.$selected.get()]).toEqual(['3'])
  expect([...many.$failures.get()]).toEqual([
    ['3', { code: 'state_not_allowed', detail: 'Not now.' }]
  ])
  expect(await many.undo()).toBe(true)
  expect(attributesOf(changes()[1])).toEqual({ action: 'resume', campaign_ids: ['1'] })
  expect(many.$done.get()).toBe(null)
  // Campaign 3 still has its failure, because it is still not paused.
  expect([...many.$failures.get().keys()]).toEqual(['3'])
})

test('a failure keeps what is selected, and the same wish has the same key', async () => {
  const { changes, ...many } = createStores([
    () => errorResponse(503, 'unavailable'),
    () => answer(['1', 'changed', 'paused'])
  ])
  many.select(['1'], true)
  expect(await many.apply({ action: 'pause' })).toBe(false)
  expect([...many.$selected.get()]).toEqual(['1'])
  expect(many.$problem.get()).toMatchObject({ code: 'unavailable' })
  expect(many.$done.get()).toBe(null)
  expect(await many.apply({ action: 'pause' })).toBe(true)
  expect(many.$problem.get()).toBe(null)
  const keys = changes().map(it => it.headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test('the states are known where the list cannot be read again', async () => {
  const states = { 1: 'active', 2: 'active' } as const
  const { stateOf, ...many } = createStores(
    [() => answer(['1', 'changed', 'paused'])],
    states,
    () => errorResponse(503, 'unavailable')
  )
  many.select(['1'], true)
  expect(await many.apply({ action: 'pause' })).toBe(true)
  expect([stateOf('1'), stateOf('2')]).toEqual(['paused', 'active'])
})

test('more than one call takes are sent one after the other, and what was done before a failure counts', async () => {
  const ids = Array.from({ length: 120 }, (_, index) => String(index + 1))
  const states = Object.fromEntries(ids.map(id => [id, 'active' as const]))
  const first = ids.slice(0, 100)
  const { changes, ...many } = createStores(
    [() => answer(...first.map(id => [id, 'changed', 'paused'] as [string, Result, State]))],
    states
  )
  many.select(ids, true)
  expect(await many.apply({ action: 'pause' })).toBe(false)
  expect(changes().map(it => attributesOf(it).campaign_ids)).toEqual([first, ids.slice(100)])
  expect(many.$done.get()?.changed).toEqual(first)
  expect([...many.$selected.get()]).toEqual(ids.slice(100))
})

test('one thing is done at a time, and nothing where nothing is selected', async () => {
  const { changes, ...many } = createStores([() => answer(['1', 'changed', 'paused'])])
  expect(await many.apply({ action: 'pause' })).toBe(false)
  many.select(['1'], true)
  const doing = many.apply({ action: 'pause' })
  expect(many.$work.get()).toBe('pause')
  expect(await many.apply({ action: 'resume' })).toBe(false)
  expect(await doing).toBe(true)
  expect(changes()).toHaveLength(1)
})

test('a budget is sent in units of its asset', async () => {
  const { changes, ...many } = createStores([() => answer(['1', 'changed', 'active'])])
  many.select(['1'], true)
  await many.apply({ action: 'set_daily_budget', dailyBudget: 200_000n, asset: 'BTC' })
  expect(attributesOf(changes()[0])).toEqual({
    ...{ action: 'set_daily_budget', campaign_ids: ['1'], daily_budget: '200000', asset: 'BTC' }
  })
  // Only pausing and resuming can be undone.
  expect(await many.undo()).toBe(false)
})
