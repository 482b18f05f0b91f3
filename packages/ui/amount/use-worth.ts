import { type Asset, worthOf } from '@mille/money/amount.ts'
import { useContext, useEffect, useState } from 'react'
import { RatesContext } from './rates-context.ts'

/** Returns the approximate worth of an amount in the other currency; undefined for zero. */
export function useWorth(
  units: bigint | null,
  asset: Asset
): { units: bigint; asset: Asset } | undefined {
  const rate = useRate()
  if (rate === null || units === null || units === 0n) return undefined
  return { units: worthOf(units, asset, rate), asset: asset === 'BTC' ? 'USD' : 'BTC' }
}

/**
 * Returns the exchange rate, or null. A displayed rate is updated. A rate that arrives after the component was mounted
 * is used only by the next page, and one that is withdrawn stays displayed until then, so that the layout does not
 * move.
 */
export function useRate(): bigint | null {
  const { usdPerBitcoin, onUse } = useContext(RatesContext)
  const [first] = useState(usdPerBitcoin)
  useEffect(onUse, [onUse])
  return first === null ? null : (usdPerBitcoin ?? first)
}
