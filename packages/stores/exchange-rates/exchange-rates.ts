import type { Api } from '@mille/api/client.ts'
import { exchangeRatesFreshMs } from '@mille/api/constants.ts'
import type { Currency } from '@mille/api/payments/endpoints.ts'
import { atom, computed } from 'nanostores'
import { type Clock, systemClock } from '../shared/clock.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'
import { usdPerBitcoinOf } from './usd-per-bitcoin.ts'

export type ExchangeRates = {
  status: 'none' | 'loading' | 'loaded' | 'error'
  currencies: readonly Currency[]
  problem: Problem | null
}

/**
 * State of the exchange rates, which are requested when missing or older than 60 s. `loaded` is what the server read
 * for the page, null when it could not; `loadedAt` is the time of that, in ms since 1970.
 */
export function createExchangeRateStores(
  api: Pick<Api, 'payments'>,
  loaded: readonly Currency[] | null,
  { clock = systemClock, loadedAt = clock.now() }: { clock?: Clock; loadedAt?: number } = {}
) {
  const $rates = atom<ExchangeRates>({
    status: loaded ? 'loaded' : 'none',
    currencies: loaded ?? [],
    problem: null
  })
  const $usdPerBitcoin = computed($rates, ({ currencies }) => usdPerBitcoinOf(currencies))
  let readAt: number | null = loaded ? loadedAt : null
  let pending: Promise<void> | null = null

  async function load(): Promise<void> {
    $rates.set({ ...$rates.get(), status: 'loading', problem: null })
    const result = await api.payments.readCurrencies()
    if (result.ok) readAt = clock.now()
    $rates.set(
      result.ok
        ? { status: 'loaded', currencies: result.value.data, problem: null }
        : { ...$rates.get(), status: 'error', problem: firstProblem(result) }
    )
  }

  return {
    $rates,
    $usdPerBitcoin,
    /** Loads the rates, unless they are fresh. Concurrent callers share one request. */
    refresh(): Promise<void> {
      const isFresh = readAt !== null && clock.now() - readAt <= exchangeRatesFreshMs
      if (isFresh) return Promise.resolve()
      pending ??= load().finally(() => {
        pending = null
      })
      return pending
    }
  }
}
