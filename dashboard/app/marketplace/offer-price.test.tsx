import type { DisplayCurrency } from '@mille/api/constants.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Reader } from '../page/money/sample-reader.tsx'
import { OfferPrice } from './offer-price.tsx'

test.each([
  [null, '32.00 USD≈ 0.00050000 BTC'],
  ['usd', '32.00 USD'],
  ['btc', '≈ 0.00050000 BTC32.00 USD'],
  ['satoshi', '≈ 50,000 sats32.00 USD']
] as const)('the price of an offer for a reader of %s is %s', (currency, text) => {
  expect(textOf(currency)).toBe(text)
})

test('without a rate a price is in dollars, whatever the reader chose', () => {
  expect(textOf('satoshi', null)).toBe('32.00 USD')
})

function textOf(currency: DisplayCurrency | null, rate?: null) {
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <Reader currency={currency} {...(rate === null && { rate })}>
      <OfferPrice cents={3200} />
    </Reader>
  )
  return page.textContent.replaceAll('\u00a0', ' ')
}
