import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Amount, splitAmount, worthText } from './amount.tsx'

test.each([
  [1_250_000n, 'BTC', '', '0.0125', '0000'],
  [123_456_789n, 'BTC', '', '1.23456789', ''],
  [100_000_000n, 'BTC', '', '1', '.00000000'],
  [1_000_000_000n, 'BTC', '', '10', '.00000000'],
  [0n, 'BTC', '', '0', '.00000000'],
  [-41n, 'BTC', '−', '0.00000041', ''],
  [2_100_000_000_000_000n, 'BTC', '', '21,000,000', '.00000000'],
  [123_456_789_000n, 'USD', '', '1,234.57', ''],
  [0n, 'USD', '', '0.00', '']
] as const)('shows %s units of %s', (units, asset, sign, digits, zeros) => {
  expect(splitAmount(units, asset)).toEqual({ isTiny: false, sign, digits, zeros })
})

test.each([
  [256_000n, undefined, '< 0.01 USD', '< 0.01 USD'],
  [768_000n, 'in', '< +0.01 USD', '< 0.01 USD'],
  [-768_000n, undefined, '> −0.01 USD', '> −0.01 USD'],
  [1_000_000n, undefined, '0.01 USD', '≈ 0.01 USD']
] as const)(
  '%s units of USD, which may be less than a cent, are no more and no less',
  (units, direction, shown, worth) => {
    const place = document.createElement('div')
    place.innerHTML = renderToStaticMarkup(
      <Amount units={units} asset="USD" direction={direction} />
    )
    expect(place.textContent?.replaceAll('\u00a0', ' ')).toBe(shown)
    expect(worthText({ units, asset: 'USD' }).replaceAll('\u00a0', ' ')).toBe(worth)
  }
)
