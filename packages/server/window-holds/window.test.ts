import { expect, test } from 'vitest'
import { alignDown, endedWindows, windowIndex } from './window.ts'

const day = (time: string) => new Date(`2026-03-02T${time}Z`)
const startsOf = (from: string, now: string, seconds = 7200) =>
  [...endedWindows(day(from), day(now), seconds)].map(it => it.start.toISOString().slice(11, 16))

test('gives the windows that ended a second ago or earlier', () => {
  expect(startsOf('08:00:00', '12:00:00.999')).toEqual(['08:00'])
  expect(startsOf('08:00:00', '12:00:01')).toEqual(['08:00', '10:00'])
  expect(startsOf('08:00:00', '07:00:00')).toEqual([])
})

test('begins in the middle of a window and continues with the grid of the day', () => {
  expect(startsOf('09:00:00', '13:00:00')).toEqual(['09:00', '10:00'])
  expect(alignDown(day('09:59:59.999'), 7200)).toEqual(day('08:00:00'))
})

test('numbers the windows of a UTC day from 0', () => {
  const index = (time: string) => windowIndex({ start: day(time), end: day(time) }, 7200)
  expect(['00:00:00', '01:59:59', '02:00:00', '22:00:00'].map(index)).toEqual([0, 0, 1, 11])
})
