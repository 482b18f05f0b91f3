import { createContext } from 'react'

export type Rates = {
  /** USD for one bitcoin, in units of 1e-8 USD; null when there is no rate. */
  usdPerBitcoin: bigint | null
  /** Called by every component that shows a worth when it is mounted, so that the owner of the rate may reload it. */
  onUse: () => void
}

/** Exchange rate for the components inside; without a rate, amounts are shown without their worth. */
export const RatesContext = createContext<Rates>({ usdPerBitcoin: null, onUse: () => undefined })
