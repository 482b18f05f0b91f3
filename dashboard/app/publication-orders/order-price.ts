import type { AccountBalance } from '@mille/api/finances/endpoints.ts'
import type { OfferDocument } from '@mille/api/marketplace/endpoints.ts'

export type PayCurrency = 'btc' | 'usd'

export const assetOf = (currency: PayCurrency) => (currency === 'btc' ? 'BTC' : 'USD')

export type OrderPrice = {
  currency: PayCurrency
  /** Price in units of 1e-8. Null while there is no exchange rate. */
  price: bigint | null
  /** Available balance in units of 1e-8. Null for a visitor, whose balances are unknown. */
  available: bigint | null
  /** The amount missing on the balance. Zero if the balance is sufficient or unknown. */
  missing: bigint
}

/** Returns an offer's price in each currency, and whether the account can pay it. */
export function orderPrices(
  { meta }: OfferDocument,
  balances: readonly AccountBalance[]
): OrderPrice[] {
  return (['btc', 'usd'] as const).map(currency => {
    const asset = assetOf(currency)
    const found = balances.find(it => it.attributes.currency === asset)
    const available = found ? BigInt(found.attributes.available) : null
    const units = meta.price[asset]
    const price = units === null ? null : BigInt(units)
    const missing =
      price !== null && available !== null && available < price ? price - available : 0n
    return { currency, price, available, missing }
  })
}

export const isPayable = ({ price, missing }: OrderPrice) => price !== null && missing === 0n

/**
 * Returns the price in the chosen currency if the account can pay it, otherwise the other price if the account can pay
 * that.
 */
export function chosenPrice(prices: readonly OrderPrice[], wanted: PayCurrency): OrderPrice {
  const chosen = prices.find(it => it.currency === wanted)
  if (!chosen) throw new Error(`There is no price in ${wanted}`)
  return isPayable(chosen) ? chosen : (prices.find(isPayable) ?? chosen)
}
