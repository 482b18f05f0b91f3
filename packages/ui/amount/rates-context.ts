import { createContext } from 'react'

export type Rates = {
  /** Units of 1e-8 USD for one bitcoin; null when there is no rate. */
  usdPerBitcoin: bigint | null
  /** Called by everything that is compared, when it comes onto the page: the owner of the rate may read it again. */
  onUse: () => void
}

/** What amounts inside are compared by; without it they are shown alone. */
export const RatesContext = createContext<Rates>({ usdPerBitcoin: null, onUse: () => undefined })
