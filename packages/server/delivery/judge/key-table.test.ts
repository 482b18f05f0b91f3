import { createRandom } from '@mille/testing/random.ts'
import { expect, test } from 'vitest'
import { KeyTable } from './key-table.ts'

const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))

test('counts as a map does, also keys that have a half in common', () => {
  process.stdout.write(`seed ${seed}\n`)
  const { below, chance } = createRandom(seed)
  const table = new KeyTable()
  const expected = new Map<string, number>()
  for (let count = 0; count < 200_000; count++) {
    const [high, low] = chance(0.5) ? [below(200), below(200)] : [0, below(30_000) * 2 ** 16]
    const key = `${high} ${low}`
    expected.set(key, (expected.get(key) ?? 0) + 1)
    if (table.add(high, low) !== expected.get(key)) expect.fail(key)
  }
  expect(table.size).toBe(expected.size)
  for (const [key, count] of expected) {
    const [high = 0, low = 0] = key.split(' ').map(Number)
    if (table.get(high, low) !== count) expect.fail(key)
  }
  expect(table.get(0, 1)).toBe(expected.get('0 1') ?? 0)
})

test('is empty when it was cleared, and keeps room for as many as there were', () => {
  const table = new KeyTable()
  for (let key = 0; key < 1000; key++) table.set(key, 0, 7)
  const { bytes } = table
  table.clear()
  expect([table.size, table.bytes, table.get(5, 0)]).toEqual([0, bytes, 0])
  table.set(5, 0, 1)
  table.clear()
  expect(table.bytes).toBeLessThan(bytes)
  expect(table.get(5, 0)).toBe(0)
})
