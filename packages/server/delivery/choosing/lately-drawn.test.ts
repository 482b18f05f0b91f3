import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLatelyDrawn } from './lately-drawn.ts'

const visitor = (name: string) => createHash('sha256').update(name).digest().subarray(0, 8)
const start = Date.parse('2026-03-02T10:00:00Z')

function create(slots?: number) {
  let nowMs = start
  const lately = createLatelyDrawn(() => new Date(nowMs), slots)
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { ...lately, wait }
}

test('knows the last six campaigns of a visitor for five minutes, the newest first', () => {
  const lately = create()
  const [a, b] = [visitor('a'), visitor('b')]
  expect(lately.of(a)).toEqual([])
  for (const campaign of [1, 2, 3]) lately.remember(a, campaign)
  lately.remember(a, 1)
  expect(lately.of(a)).toEqual([1, 3, 2])
  for (const campaign of [4, 5, 6, 7]) lately.remember(a, campaign)
  expect(lately.of(a)).toEqual([7, 6, 5, 4, 1, 3])
  expect(lately.of(b)).toEqual([])
  lately.wait(299_000)
  expect(lately.of(a)).toHaveLength(6)
  lately.wait(1_000)
  expect(lately.of(a)).toEqual([])
  lately.remember(a, 8)
  expect(lately.of(a)).toEqual([8])
})

test('visitors with the same browser, whose names end alike, do not push each other out', () => {
  const lately = create()
  const people = Array.from({ length: 50 }, (_, nth) => visitor(`${nth}`))
  for (const [nth, name] of people.entries()) {
    name.fill(7, 6)
    lately.remember(name, nth + 1)
  }
  expect(people.map(it => lately.of(it))).toEqual(people.map((_, nth) => [nth + 1]))
})

test('takes no more memory for more visitors: the newer one of a slot is known', () => {
  const lately = create(1)
  lately.remember(visitor('a'), 1)
  lately.remember(visitor('b'), 2)
  expect(lately.of(visitor('a'))).toEqual([])
  expect(lately.of(visitor('b'))).toEqual([2])
})

test('the last slot ends where the memory ends', () => {
  const slots = 2
  const lately = create(slots)
  const last = Array.from({ length: 50 }, (_, nth) => visitor(String(nth))).find(
    it => it.readUInt32BE(4) % slots === slots - 1
  )
  if (!last) throw new Error('no visitor has the last slot')
  for (let campaign = 1; campaign <= 7; campaign++) lately.remember(last, campaign)
  expect(lately.of(last)).toEqual([7, 6, 5, 4, 3, 2])
})
