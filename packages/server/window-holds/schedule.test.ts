import { isOpenByClock, someSchedule } from '@mille/testing/schedules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOpenAt, openMs, openSpans } from './schedule.ts'

const minuteMs = 60_000
/**
 * Times around clock changes in Berlin, New York, Lord Howe, the Chatham Islands and Casablanca, and one time without a
 * change.
 */
const near = fc
  .tuple(
    fc.constantFrom(
      ...['2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-11-01T06:00Z', '2026-04-04T15:00Z'],
      ...['2026-04-04T14:00Z', '2026-02-15T02:00Z', '2026-03-22T02:00Z', '2026-06-17T12:34Z']
    ),
    fc.integer({ min: -3 * 1440, max: 3 * 1440 })
  )
  .map(([at, minutes]) => Date.parse(at) + minutes * minuteMs)

test('is open exactly when a clock in the time zone shows one of the hours', () => {
  fc.assert(
    fc.property(someSchedule, near, fc.nat({ max: minuteMs - 1 }), (schedule, minute, ms) => {
      expect(isOpenAt(schedule, minute + ms)).toBe(isOpenByClock(schedule, minute + ms))
    }),
    { numRuns: 2000 }
  )
})

test('gives the minutes of any time in which it is open', () => {
  fc.assert(
    fc.property(someSchedule, near, fc.nat({ max: 2000 }), (schedule, from, minutes) => {
      const until = from + minutes * minuteMs
      let open = 0
      for (let at = from; at < until; at += minuteMs) if (isOpenByClock(schedule, at)) open++
      expect(openMs(schedule, from, until)).toBe(open * minuteMs)
      const spans = openSpans(schedule, from, until)
      for (const [index, { start, end }] of spans.entries()) {
        expect(isOpenByClock(schedule, start) && isOpenByClock(schedule, end - 1)).toBe(true)
        expect(start).toBeGreaterThan(spans[index - 1]?.end ?? 0)
      }
    }),
    { numRuns: 60 }
  )
})

test('an hour that clocks leave out is not shown in, and one that they repeat is twice as long', () => {
  const hours = (index: number) => '1'.padStart(index + 1, '0').padEnd(168, '0')
  const sundayAtTwo = { hours: hours(6 * 24 + 2), timeZone: 'Europe/Berlin' }
  const openOn = (day: string) =>
    openMs(sundayAtTwo, Date.parse(`${day}T00:00Z`) - 7_200_000, Date.parse(`${day}T22:00Z`))
  expect([openOn('2026-03-22'), openOn('2026-03-29'), openOn('2026-10-25')]).toEqual([
    3_600_000, 0, 7_200_000
  ])
})

test('without a schedule all of the time is open', () => {
  expect(isOpenAt(null, 5)).toBe(true)
  expect(openSpans(null, 5, 9)).toEqual([{ start: 5, end: 9 }])
  expect(openSpans(null, 9, 9)).toEqual([])
})
