import { type Asset, unitsPerWhole } from '@mille/money/amount.ts'

/** The value of one bitcoin in units of 1e-8 USD. It weighs campaigns against each other and is not used for prices. */
export type Rates = { usdUnitsPerBtc: bigint }

/** Returns the rate used to weigh campaigns. A network without a price feed uses this round figure. */
export function currentRates(): Rates {
  return { usdUnitsPerBtc: 60_000n * unitsPerWhole }
}

/** Returns an amount of either asset in units of 1e-8 USD, rounded down. */
export function inUsdUnits(amount: bigint, asset: Asset, rates: Rates): bigint {
  return asset === 'USD' ? amount : (amount * rates.usdUnitsPerBtc) / unitsPerWhole
}
