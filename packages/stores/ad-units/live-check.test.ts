import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { createFakeClock } from '../shared/fake-clock.ts'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { sampleAdUnit } from '../shared/sample-documents.ts'
import { createLiveCheckStores, type UnitCounts } from './live-check.ts'

const minuteMs = 60_000

const countsOf = (
  filled: number,
  unfilled: Record<string, number> = {},
  billable = 0
): UnitCounts => ({
  requests: filled + Object.values(unfilled).reduce((sum, it) => sum + it, 0),
  filled,
  unfilled,
  billable
})

/** A live check that reads these counts one after the other, then the last one again; null is a failure. */
function create(loaded: UnitCounts | null, readings: (UnitCounts | null)[] = [countsOf(0)]) {
  const clock = createFakeClock()
  const { transport, calls } = createFakeTransport(() => {
    const total = readings.length > 1 ? readings.shift() : readings[0]
    if (!total) return errorResponse(503, 'unavailable')
    const attributes = { interval: 'day', group_by: 'day', rows: [], groups: [], total }
    return jsonResponse({ data: { type: 'statistics', id: '7', attributes } })
  })
  const given = { unit: sampleAdUnit('7'), counts: loaded }
  const stores = createLiveCheckStores(createApi({ transport }), given, clock)
  return { ...stores, clock, calls }
}

test('waits for the first request, then for the first view, and then reads no more', async () => {
  const live = create(countsOf(0), [countsOf(0), countsOf(1), countsOf(1), countsOf(2, {}, 1)])
  await live.refresh()
  expect(live.$state.get()).toEqual({ phase: 'waiting' })
  live.clock.advance(4_000)
  await live.refresh()
  const seen = { phase: 'seen', seenMs: live.clock.now(), outcome: 'filled' }
  expect(live.$state.get()).toEqual(seen)
  live.clock.advance(4_000)
  await live.refresh()
  expect(live.$state.get()).toEqual(seen)
  await live.refresh()
  expect(live.$state.get()).toEqual({ phase: 'viewed' })
  expect(live.$isWaiting.get()).toBe(false)
  await live.refresh()
  expect(live.calls).toHaveLength(4)
})

test('says why a request got no ad', async () => {
  const live = create(countsOf(0), [countsOf(0, { site_unverified: 2 })])
  await live.refresh()
  expect(live.$state.get()).toMatchObject({ phase: 'seen', outcome: 'site_unverified' })
})

test('a request from before the page was opened is not a new one', async () => {
  const live = create(countsOf(0, { site_unverified: 2 }), [
    countsOf(0, { site_unverified: 2 }),
    countsOf(1, { site_unverified: 2 })
  ])
  await live.refresh()
  expect(live.$state.get()).toEqual({ phase: 'seen_before' })
  await live.refresh()
  expect(live.$state.get()).toMatchObject({ phase: 'seen', outcome: 'filled' })
  // Nothing is known of what was counted before, if the first reading failed.
  const unknown = create(null, [countsOf(5)])
  expect(unknown.$state.get()).toEqual({ phase: 'waiting' })
  await unknown.refresh()
  expect(unknown.$state.get()).toEqual({ phase: 'seen_before' })
  expect(create(countsOf(9, {}, 3)).$state.get()).toEqual({ phase: 'viewed' })
})

test('a lost network is said, asked less often, and does not end the waiting', async () => {
  const live = create(countsOf(0), [null, null, null, null, countsOf(1)])
  for (const everyMs of [8_000, 16_000, 30_000, 30_000]) {
    await live.refresh()
    expect(live.$isOffline.get()).toBe(true)
    expect(live.$everyMs.get()).toBe(everyMs)
    expect(live.$state.get()).toEqual({ phase: 'waiting' })
  }
  await live.refresh()
  expect(live.$isOffline.get()).toBe(false)
  expect(live.$everyMs.get()).toBe(4_000)
  expect(live.$state.get()).toMatchObject({ phase: 'seen' })
})

test('asks less often after two minutes, pauses after fifteen, and continues when asked to', async () => {
  const live = create(countsOf(0))
  live.clock.advance(2 * minuteMs)
  await live.refresh()
  expect(live.$everyMs.get()).toBe(12_000)
  live.clock.advance(13 * minuteMs)
  await live.refresh()
  expect(live.$isPaused.get()).toBe(true)
  await live.refresh()
  expect(live.calls).toHaveLength(2)
  await live.resume()
  expect(live.calls).toHaveLength(3)
  expect(live.$isPaused.get()).toBe(false)
  expect(live.$everyMs.get()).toBe(4_000)
})

test('readings that overlap are one', async () => {
  const live = create(countsOf(0))
  await Promise.all([live.refresh(), live.refresh()])
  expect(live.calls).toHaveLength(1)
})
