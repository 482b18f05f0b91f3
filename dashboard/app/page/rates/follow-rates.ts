import type { Api } from '@mille/api/client.ts'
import type { Currency } from '@mille/api/payments/endpoints.ts'
import { createExchangeRateStores } from '@mille/stores/exchange-rates/exchange-rates.ts'

type Loaded = { loaded: readonly Currency[] | null; loadedAt: number }

/** Keeps the exchange rate as fresh as the specification requires, once the first amount is compared. */
export function followRates(
  api: Api,
  { loaded, loadedAt }: Loaded,
  onRate: (usdPerBitcoin: bigint | null) => void
) {
  const { $usdPerBitcoin, refresh } = createExchangeRateStores(api, loaded, { loadedAt })
  const unsubscribe = $usdPerBitcoin.subscribe(onRate)
  const follow = () => {
    if (document.visibilityState === 'visible') void refresh()
  }
  document.addEventListener('visibilitychange', follow)
  return {
    refresh,
    stop() {
      unsubscribe()
      document.removeEventListener('visibilitychange', follow)
    }
  }
}
