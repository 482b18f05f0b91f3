import { type Asset, unitsPerWhole } from '@mille/money/amount.ts'

/** What one bitcoin is worth in units of 1e-8 USD. It weighs campaigns against each other and prices nothing. */
export type Rates = { usdUnitsPerBtc: bigint }

/** The rate that campaigns are weighed by. A network without a price feed weighs by this round figure. */
export function currentRates(): Rates {
  return { usdUnitsPerBtc: 60_000n * unitsPerWhole }
}

/** An amount of either asset in units of 1e-8 USD, rounded down. */
export function inUsdUnits(amount: bigint, asset: Asset, rates: Rates): bigint {
  return asset === 'USD' ? amount : (amount * rates.usdUnitsPerBtc) / unitsPerWhole
}
