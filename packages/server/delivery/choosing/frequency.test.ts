import { beforeEach, expect, test } from 'vitest'
import { nameKey } from '../visitors/visitor.ts'
import { createFrequency, type Frequency } from './frequency.ts'

const hourMs = 3_600_000
let moment: number
let frequency: Frequency

beforeEach(() => {
  moment = Date.parse('2026-03-02T10:00:00Z')
  frequency = createFrequency(() => new Date(moment), 3)
})

const visitor = (name: number) => Buffer.alloc(8, name)
const called = (name: number) => nameKey(visitor(name))

test('a campaign has been seen for 24 hours after it was charged', () => {
  frequency.remember([called(1), called(2)], 7, true)
  expect(frequency.seenBy(visitor(1))?.(7)).toBe(true)
  expect(frequency.seenBy(visitor(1))?.(8)).toBe(false)
  expect(frequency.seenBy(visitor(3))).toBeNull()
  moment += 24 * hourMs - 1
  expect(frequency.seenBy(visitor(2))?.(7)).toBe(true)
  moment += 1
  expect(frequency.seenBy(visitor(2))?.(7)).toBe(false)
})

test('what another node has charged is asked again after an hour, and never shortens what is known', () => {
  frequency.remember([called(1)], 7, false)
  frequency.remember([called(2)], 7, true)
  frequency.remember([called(2)], 7, false)
  moment += hourMs
  expect(frequency.seenBy(visitor(1))?.(7)).toBe(false)
  expect(frequency.seenBy(visitor(2))?.(7)).toBe(true)
})

test('keeps the latest visitors and no more', () => {
  for (let name = 1; name <= 9; name++) frequency.remember([called(name)], 7, true)
  const known = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter(name => frequency.seenBy(visitor(name)))
  expect(known).toEqual([4, 5, 6, 7, 8, 9])
})

test('what is taken back was never seen, by any of the names', () => {
  frequency.remember([called(1), called(2)], 7, true)
  frequency.remember([called(1)], 8, true)
  frequency.forget([called(1), called(2)], 7)
  expect(frequency.seenBy(visitor(1))?.(7)).toBe(false)
  expect(frequency.seenBy(visitor(2))?.(7)).toBe(false)
  expect(frequency.seenBy(visitor(1))?.(8)).toBe(true)
})

test('guesses once that a view is charged, under all names that the visitor has', () => {
  expect(frequency.guess([called(1), called(2)], 7)).toBe(true)
  expect(frequency.guess([called(2), called(3)], 7)).toBe(false)
  expect(frequency.guess([called(2), called(3)], 8)).toBe(true)
  expect(frequency.seenBy(visitor(3))?.(8)).toBe(true)
  moment += 24 * hourMs
  expect(frequency.seenBy(visitor(2))?.(7)).toBe(false)
  expect(frequency.guess([called(2), called(3)], 7)).toBe(true)
})
