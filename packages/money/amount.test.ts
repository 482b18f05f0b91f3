import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  amountText,
  formatAmount,
  formatUnits,
  largestAmount,
  parseAmount,
  readAmount,
  unitsPerWhole,
  worthOf
} from './amount.ts'

test('shows eight decimals', () => {
  expect(formatAmount(123_456_789n)).toBe('1.23456789')
  expect(formatAmount(-1n)).toBe('-0.00000001')
  expect(formatAmount(0n)).toBe('0.00000000')
})

test('rounds half to even when fewer decimals are shown', () => {
  expect(formatUnits(1_500_000n, 2)).toBe('0.02')
  expect(formatUnits(2_500_000n, 2)).toBe('0.02')
  expect(formatUnits(2_500_001n, 2)).toBe('0.03')
})

test('reads what a person types in each currency', () => {
  expect(parseAmount('0.001', 'btc')).toBe(100_000n)
  expect(parseAmount('2.5', 'us_cents')).toBe(2_500_000n)
  expect(parseAmount('700', 'satoshi')).toBe(700n)
  expect(parseAmount('1.000', 'usd')).toBe(100_000_000n)
})

test('reads commas that group thousands', () => {
  expect(parseAmount('1,000', 'usd')).toBe(100_000_000_000n)
  expect(parseAmount('12,345.67', 'usd')).toBe(1_234_567_000_000n)
  expect(parseAmount('1,234,567', 'satoshi')).toBe(1_234_567n)
  expect(parseAmount('1,000.50', 'usd')).toBe(100_050_000_000n)
})

test('does not guess what a comma that groups no thousands means', () => {
  expect(readAmount('0,001', 'btc')).toEqual({
    ok: false,
    code: 'amount_ambiguous',
    decimal: '0.001',
    whole: '1'
  })
  expect(readAmount('1,00', 'usd')).toEqual({
    ok: false,
    code: 'amount_ambiguous',
    decimal: '1.00',
    whole: '100'
  })
  for (const text of ['1234,567', '0,000', '01,000', '1,5', '12,34', '0,0015', '1,0000'])
    expect(readAmount(text, 'usd'), text).toMatchObject({ ok: false, code: 'amount_ambiguous' })
  for (const text of ['1,00,000', '1,000,50', '1,,000', ',500', '1,000,', '1,000.', '1.00,50'])
    expect(readAmount(text, 'usd'), text).toEqual({ ok: false, code: 'amount_invalid' })
})

test.each([
  ['1.000,50', '1000.50'],
  ['12.345.678,9', '12345678.9'],
  ['1.000.000', '1000000']
])('refuses %s, with periods between the thousands, and says how to write it', (text, plain) => {
  expect(readAmount(text, 'usd')).toEqual({ ok: false, code: 'amount_marks_swapped', plain })
  expect(parseAmount(plain, 'usd')).not.toBeNull()
})

test('a comma groups thousands or is refused, whatever is around it', () => {
  const digits = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength })
  const parts = fc.array(digits(6), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(parts, digits(6), fc.constantFrom('usd', 'btc'), (head, tail, currency) => {
      const text = [...head, tail].join(',')
      const units = parseAmount(text, currency)
      if (units !== null) expect(units).toBe(BigInt(text.replaceAll(',', '')) * 100_000_000n)
    })
  )
})

test('reads back 10,000 random amounts, with and without marks between the thousands', () => {
  const names = fc.constantFrom(...(['btc', 'usd', 'satoshi', 'us_cents'] as const))
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: largestAmount }), names, (units, currency) => {
      const text = amountText(units, currency)
      expect(parseAmount(text, currency)).toBe(units)
      const [whole = '', fraction] = text.split('.')
      const marked = whole.replace(/\B(?=(\d{3})+$)/g, ',')
      const typed = fraction === undefined ? marked : `${marked}.${fraction}`
      expect(parseAmount(typed, currency)).toBe(units)
    }),
    { numRuns: 10_000 }
  )
})

test('refuses what the unit cannot hold exactly', () => {
  for (const text of ['', '-1', '1e3', '0.000000001', '1.5.2', 'NaN', '0x10', ' ', '1_000']) {
    expect(parseAmount(text, 'btc'), text).toBeNull()
  }
  expect(parseAmount('1.5', 'satoshi')).toBeNull()
  expect(parseAmount((largestAmount + 1n).toString(), 'satoshi')).toBeNull()
})

test('writes back what it read', () => {
  expect(amountText(100_000n, 'btc')).toBe('0.001')
  expect(amountText(2_500_000n, 'us_cents')).toBe('2.5')
  expect(amountText(1_000_000_000n, 'usd')).toBe('10')
  expect(amountText(700n, 'satoshi')).toBe('700')
})

test.each([
  [50_000n, 'BTC', 3_200_000_000n],
  [3_200_000_000n, 'USD', 50_000n],
  [1n, 'BTC', 64_000n],
  [1n, 'USD', 0n],
  [-50_000n, 'BTC', -3_200_000_000n]
] as const)('%s units of %s are worth %s of the other at 64,000 USD', (units, asset, worth) => {
  expect(worthOf(units, asset, 64_000n * unitsPerWhole)).toBe(worth)
})
