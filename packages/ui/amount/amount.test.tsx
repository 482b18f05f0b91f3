import { expect, test } from 'vitest'
import { splitAmount } from './amount.tsx'

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
  expect(splitAmount(units, asset)).toEqual({ sign, digits, zeros })
})
