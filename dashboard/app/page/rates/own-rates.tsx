import type { Currency } from '@mille/api/payments/endpoints.ts'
import { usdPerBitcoinOf } from '@mille/stores/exchange-rates/usd-per-bitcoin.ts'
import { RatesContext } from '@mille/ui/amount/rates-context.ts'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useApi } from '../app-context.tsx'

type OwnRatesProps = { loaded: readonly Currency[] | null; children: ReactNode }
type Followed = { refresh: () => Promise<void>; stop: () => void }

/**
 * Provides the network's exchange rate to all amounts inside. The server reads it for the page; it is read again when
 * it is older than 60 s and an amount appears or the tab comes back. That code loads after the first paint.
 */
export function OwnRates({ loaded, children }: OwnRatesProps) {
  const api = useApi()
  const [usdPerBitcoin, setRate] = useState(() => usdPerBitcoinOf(loaded ?? []))
  const [loadedAt] = useState(() => Date.now())
  const followed = useRef<Promise<Followed | null> | null>(null)

  const onUse = useCallback(() => {
    followed.current ??= import('./follow-rates.ts')
      .then(({ followRates }) => followRates(api, { loaded, loadedAt }, setRate))
      // If the code cannot be loaded without a network, the next amount tries again.
      .catch(() => {
        followed.current = null
        return null
      })
    void followed.current.then(it => it?.refresh())
  }, [api, loaded, loadedAt])
  useEffect(() => () => void followed.current?.then(it => it?.stop()), [])

  const value = useMemo(() => ({ usdPerBitcoin, onUse }), [usdPerBitcoin, onUse])
  return <RatesContext value={value}>{children}</RatesContext>
}
