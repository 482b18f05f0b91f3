import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AmountField, type AmountFieldProps } from './amount-field.tsx'

function wordsOf(props: Omit<AmountFieldProps, 'label'>): string {
  return renderToStaticMarkup(<AmountField label="Amount" readOnly {...props} />)
    .replaceAll('\u00a0', ' ')
    .replace(/<[^>]*>/g, '|')
}

test('says how the amount is read, in the unit that the network counts in', () => {
  expect(wordsOf({ asset: 'USD', value: '1,000' })).toContain('1,000.00 USD')
  expect(wordsOf({ asset: 'USD', currency: 'us_cents', value: '250' })).toContain('2.50 USD')
  expect(wordsOf({ asset: 'BTC', value: '-0.5', isSigned: true })).toContain('−0.50000000 BTC')
})

test('asks which of two readings is meant instead of choosing one', () => {
  expect(wordsOf({ asset: 'BTC', value: '0,001' })).toContain('Enter 0.001 or 1:')
  expect(wordsOf({ asset: 'USD', value: '1,00' })).toContain('Enter 1.00 or 100:')
})

test('says how to write an amount with periods between the thousands', () => {
  expect(wordsOf({ asset: 'USD', value: '1.000,50' })).toContain('enter 1000.50.')
})
