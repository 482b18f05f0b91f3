import { dayMs } from '@mille/api/durations.ts'
import { createRandom } from '@mille/testing/random.ts'
import { expect, test } from 'vitest'
import { Charges } from './charges.ts'

const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const start = Date.parse('2026-03-02T10:00:00Z')
/** The moment when the low 32 bits of the time in milliseconds start from zero again. */
const wrap = Math.ceil(start / 2 ** 32) * 2 ** 32

test.each([start, wrap - dayMs / 2])('knows for 24 hours what was charged, from %i on', from => {
  process.stdout.write(`seed ${seed}\n`)
  const { below, chance } = createRandom(seed)
  const charges = new Charges()
  const expected = new Map<string, number>()
  let atMs = from
  for (let count = 0; count < 300_000; count++) {
    atMs += below(2000)
    // There are few keys, so that most recur, and many of them share one half.
    const [high, low] = chance(0.5)
      ? [1 + below(300), below(300)]
      : [1 + below(2) * 2 ** 31, below(50_000)]
    const key = `${high} ${low}`
    const isCharged = (expected.get(key) ?? 0) > atMs - dayMs
    if (charges.has(high, low, atMs) !== isCharged) expect.fail(`${key} at ${atMs}`)
    if (isCharged || chance(0.2)) continue
    charges.set(high, low, atMs)
    expected.set(key, atMs)
  }
})

test('a charge ends after 24 hours to the millisecond', () => {
  const charges = new Charges()
  charges.set(0, 0, start)
  charges.set(1, 2, start)
  for (const [high, low] of [
    [0, 0],
    [1, 2]
  ] as const) {
    expect(charges.has(high, low, start)).toBe(true)
    expect(charges.has(high, low, start + dayMs - 1)).toBe(true)
    expect(charges.has(high, low, start + dayMs)).toBe(false)
  }
  expect(charges.has(2, 1, start)).toBe(false)
})

test('takes sixteen bytes a charge at most, however many there are, and no more day after day', () => {
  const { below } = createRandom(seed)
  const charges = new Charges()
  charges.set(0, 0, start)
  let most = 0
  for (let count = 1; count <= 1_000_000; count++) {
    charges.set(below(2 ** 32), below(2 ** 32), start + count * 86)
    if (count >= 100_000 && count % 10_000 === 0) most = Math.max(most, charges.bytes / count)
  }
  // The margin is for the slots that a shard keeps free for its next charge.
  expect(most).toBeLessThanOrEqual(16.05)
  // The key of zeros has been moved many times and must still be found.
  expect(charges.has(0, 0, start + dayMs - 1)).toBe(true)
  const full = charges.bytes
  for (let count = 1; count <= 1_000_000; count++)
    charges.set(below(2 ** 32), below(2 ** 32), start + dayMs + count * 86)
  expect(charges.bytes).toBeLessThan(full * 1.2)
})

test('when many have come at once no more room is kept than if they had come one by one', () => {
  const { below } = createRandom(seed)
  const [few, many] = [new Charges(), new Charges()]
  const keys = Array.from({ length: 100_000 }, () => [below(2 ** 32), below(2 ** 32)] as const)
  for (const [high, low] of keys) {
    few.set(high, low, start)
    many.set(high, low, start, 'many')
  }
  many.fit(start)
  expect(many.bytes / keys.length).toBeLessThanOrEqual(16.05)
  expect(keys.every(([high, low]) => many.has(high, low, start))).toBe(true)
  expect(few.bytes / keys.length).toBeLessThanOrEqual(16.2)
})
