import { type Asset, worthOf } from '@mille/money/amount.ts'
import { useContext, useEffect, useState } from 'react'
import { RatesContext } from './rates-context.ts'

/** About what an amount is worth in the other currency. Nothing is worth nothing in any. */
export function useWorth(
  units: bigint | null,
  asset: Asset
): { units: bigint; asset: Asset } | undefined {
  const rate = useRate()
  if (rate === null || units === null || units === 0n) return undefined
  return { units: worthOf(units, asset, rate), asset: asset === 'BTC' ? 'USD' : 'BTC' }
}

/**
 * A rate to compare by, or null. It changes while one is shown; one that comes later than what it belongs to waits for
 * the next page, and one that ends stays until then, so that nothing moves.
 */
export function useRate(): bigint | null {
  const { usdPerBitcoin, onUse } = useContext(RatesContext)
  const [first] = useState(usdPerBitcoin)
  useEffect(onUse, [onUse])
  return first === null ? null : (usdPerBitcoin ?? first)
}
