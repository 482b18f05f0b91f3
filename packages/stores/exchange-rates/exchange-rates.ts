import type { Api } from '@mille/api/client.ts'
import { exchangeRatesFreshMs } from '@mille/api/constants.ts'
import type { Currency } from '@mille/api/payments/endpoints.ts'
import { atom } from 'nanostores'
import { type Clock, systemClock } from '../shared/clock.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type ExchangeRates = {
  status: 'none' | 'loading' | 'loaded' | 'error'
  currencies: readonly Currency[]
  problem: Problem | null
}

/** What currencies are worth. They are asked for when there are none, or when those there are older than 60 s. */
export function createExchangeRateStores(
  api: Pick<Api, 'payments'>,
  { clock = systemClock }: { clock?: Clock } = {}
) {
  const $rates = atom<ExchangeRates>({ status: 'none', currencies: [], problem: null })
  let loadedAt: number | null = null
  let pending: Promise<void> | null = null

  async function load(): Promise<void> {
    $rates.set({ ...$rates.get(), status: 'loading', problem: null })
    const result = await api.payments.readCurrencies()
    if (result.ok) loadedAt = clock.now()
    $rates.set(
      result.ok
        ? { status: 'loaded', currencies: result.value.data, problem: null }
        : { ...$rates.get(), status: 'error', problem: firstProblem(result) }
    )
  }

  return {
    $rates,
    /** Asks nobody while what is there is fresh; everyone waits for the question under way. */
    refresh(): Promise<void> {
      const isFresh = loadedAt !== null && clock.now() - loadedAt <= exchangeRatesFreshMs
      if (isFresh) return Promise.resolve()
      pending ??= load().finally(() => {
        pending = null
      })
      return pending
    }
  }
}
