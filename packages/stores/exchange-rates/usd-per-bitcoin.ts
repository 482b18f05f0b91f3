import type { Currency } from '@mille/api/payments/endpoints.ts'

/** Returns the price of a bitcoin in units of 1e-8 USD; null when there is no rate or it is too old for comparisons. */
export function usdPerBitcoinOf(currencies: readonly Currency[]): bigint | null {
  const bitcoin = currencies.find(it => it.attributes.code === 'BTC')?.attributes
  return bitcoin?.usd_rate && !bitcoin.is_stale ? BigInt(bitcoin.usd_rate) : null
}
