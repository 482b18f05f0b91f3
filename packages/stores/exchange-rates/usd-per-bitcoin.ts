import type { Currency } from '@mille/api/payments/endpoints.ts'

/** Units of 1e-8 USD for one bitcoin; null when there is no rate, or one too old to compare amounts by. */
export function usdPerBitcoinOf(currencies: readonly Currency[]): bigint | null {
  const bitcoin = currencies.find(it => it.attributes.code === 'BTC')?.attributes
  return bitcoin?.usd_rate && !bitcoin.is_stale ? BigInt(bitcoin.usd_rate) : null
}
