import { shareOf } from '@mille/money/split.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateEarnings } from './traffic-rules.ts'

const amount = fc.bigInt(0n, 10n ** 12n)

test('what is promised is no more than is left to pay, and no more than such units earned', () => {
  fc.assert(
    fc.property(
      fc.record({ impressions: fc.integer({ min: 1, max: 1_000_000_000 }), net: amount }),
      fc.record({ BTC: amount, USD: amount }),
      ({ impressions, net }, left) => {
        const served = 10_000n
        const units = { served, billable: 5_000n, netBtc: net, netUsd: net }
        const { earnings, earnings_low } = estimateEarnings(impressions, units, left)
        for (const asset of ['BTC', 'USD'] as const) {
          const promised = BigInt(earnings?.[asset] ?? -1)
          expect(promised).toBeLessThanOrEqual(left[asset])
          expect(promised).toBeLessThanOrEqual(shareOf(net, BigInt(impressions), served))
          expect(BigInt(earnings_low?.[asset] ?? -1)).toBeLessThanOrEqual(promised)
        }
      }
    )
  )
})
