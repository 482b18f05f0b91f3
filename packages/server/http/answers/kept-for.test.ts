import { expect, test } from 'vitest'
import { keptFor } from './kept-for.ts'

const at = (ms: number) => new Date(1_772_000_000_000 + ms)

test('makes a value once for all who ask within its time', async () => {
  let made = 0
  const read = keptFor(10_000, async () => ++made)
  expect(await Promise.all([read(at(0)), read(at(0)), read(at(9_999))])).toEqual([1, 1, 1])
  expect(await read(at(10_000))).toBe(2)
})

test('does not keep what failed, or what was made by a clock that was ahead', async () => {
  let tries = 0
  const read = keptFor(10_000, async () => {
    tries++
    if (tries === 1) throw new Error('the database is away')
    return tries
  })
  await expect(read(at(0))).rejects.toThrow('the database is away')
  expect(await read(at(1))).toBe(2)
  expect(await read(at(-1))).toBe(3)
})
