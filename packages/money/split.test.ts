import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evenPart, splitByWeight } from './split.ts'

const sum = (parts: bigint[]) => parts.reduce((all, part) => all + part, 0n)
const amount = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })

test('parts by weight always sum to the total', () => {
  fc.assert(
    fc.property(
      amount,
      fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1 }),
      (total, weights) => {
        const parts = splitByWeight(total, weights)
        expect(sum(parts)).toBe(weights.some(weight => weight > 0n) ? total : 0n)
        expect(parts.every(part => part >= 0n)).toBe(true)
        expect(parts.every((part, index) => weights[index] !== 0n || part === 0n)).toBe(true)
      }
    )
  )
})

test('even parts sum to the total and differ by one unit at most', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 96 }), (total, count) => {
      const parts = Array.from({ length: count }, (_, index) => evenPart(total, count, index))
      expect(sum(parts)).toBe(total)
      expect((parts[0] ?? 0n) - (parts.at(-1) ?? 0n) <= 1n).toBe(true)
    })
  )
})
