import { expect, test } from 'vitest'
import { amountText, formatAmount, formatUnits, largestAmount, parseAmount } from './amount.ts'

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
  expect(parseAmount('12,34', 'usd')).toBe(1_234_000_000n)
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
