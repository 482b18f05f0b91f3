import type { Currency } from '@mille/api/payments/endpoints.ts'
import { usdPerBitcoinOf } from '@mille/stores/exchange-rates/usd-per-bitcoin.ts'
import { RatesContext } from '@mille/ui/amount/rates-context.ts'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useApi } from '../app-context.tsx'

type OwnRatesProps = { loaded: readonly Currency[] | null; children: ReactNode }
type Followed = { refresh: () => Promise<void>; stop: () => void }

/**
 * The network's exchange rate for all amounts inside: as the server has read it for the page, and read again when an
 * amount comes onto a page, or the tab comes back, and it is older than 60 s. What reads it comes after the first paint.
 */
export function OwnRates({ loaded, children }: OwnRatesProps) {
  const api = useApi()
  const [usdPerBitcoin, setRate] = useState(() => usdPerBitcoinOf(loaded ?? []))
  const [loadedAt] = useState(() => Date.now())
  const followed = useRef<Promise<Followed | null> | null>(null)

  const onUse = useCallback(() => {
    followed.current ??= import('./follow-rates.ts')
      .then(({ followRates }) => followRates(api, { loaded, loadedAt }, setRate))
      // Without a network the next amount asks for it again.
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
