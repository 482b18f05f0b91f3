import { expect, test } from 'vitest'
import { middleRate } from './rate-rules.ts'

test('takes the middle of the sources', () => {
  expect(middleRate([101n, 100n, 102n], 3)).toEqual({ usd: 101n, sources: 3 })
  expect(middleRate([100n], 1)).toEqual({ usd: 100n, sources: 1 })
})

test('leaves out who is far from the others', () => {
  expect(middleRate([1000n, 1001n, 5n], 3)).toEqual({ usd: 1000n, sources: 2 })
  expect(middleRate([1000n, 1001n, 1002n, 900_000n], 4)).toEqual({ usd: 1001n, sources: 3 })
})

test('gives nothing when no more than half of the sources agree', () => {
  expect(middleRate([], 1)).toBeNull()
  expect(middleRate([1000n], 2)).toBeNull()
  expect(middleRate([1000n, 2000n, 3000n], 3)).toBeNull()
})
