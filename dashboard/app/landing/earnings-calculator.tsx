import { type Asset, worthOf } from '@mille/money/amount.ts'
import { createEstimationStores } from '@mille/stores/estimation/estimation.ts'
import { splitAmount } from '@mille/ui/amount/amount.tsx'
import { useRate } from '@mille/ui/amount/use-worth.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { problemText } from '../page/messages.ts'
import styles from './landing.module.css'
import { readViews } from './landing-rules.ts'
import { publishersLater as messages } from './publishers-later-messages.ts'

type Stores = ReturnType<typeof createEstimationStores>
export type Estimate = NonNullable<ReturnType<Stores['$estimation']['get']>['estimations']>

/** How long a person may pause while typing before the estimate is requested, in milliseconds. */
const typingMs = 400

/** Estimates a month's earnings of a number of page views. `loaded` is what the server read for the page. */
export function EarningsCalculator({ loaded }: { loaded: Estimate | null }) {
  const api = useApi()
  const stores = useMemo(() => createEstimationStores(api), [api])
  const { isLoading, estimations, problem } = useStore(stores.$estimation)
  const [text, setText] = useState(String(loaded?.impressions ?? 100_000))
  const views = readViews(text)
  const shown = estimations ?? loaded
  const isAnswered = views === null || shown?.impressions === views
  useEffect(() => {
    if (isAnswered || views === null) return
    const question = { impressions: views, categoryIds: [], disallowedRatings: [] } as const
    const timer = setTimeout(() => void stores.request({ ...question, size: 'Adaptive' }), typingMs)
    return () => clearTimeout(timer)
  }, [stores, views, isAnswered])
  useEffect(() => stores.cancel, [stores])
  return (
    <Card title={messages.calculator} description={messages.calculatorText}>
      <div className={layout.stack}>
        <TextField
          label={messages.views}
          name="views"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={views === null ? messages.wrongViews : undefined}
          onChange={event => setText(event.target.value)}
        />
        <div aria-live="polite" aria-busy={isLoading} className={layout.tight}>
          {problem && <p>{problemText(problem)}</p>}
          {!problem && shown && <Earnings estimate={shown} />}
        </div>
      </div>
    </Card>
  )
}

function Earnings({ estimate: { range } }: { estimate: Estimate }) {
  const rate = useRate()
  if (range === null) return <p>{messages.notEnough}</p>
  const [low, high] = [BigInt(range.low), BigInt(range.high)]
  if (high === 0n) return <p>{messages.noDemand}</p>
  const worth = (units: bigint) => worthOf(units, 'BTC', rate ?? 0n)
  return (
    <>
      <p className={layout.soft}>{messages.earnings}</p>
      <p className={styles.result}>
        <bdi dir="ltr">{rangeText(low, high, 'BTC')}</bdi>
      </p>
      {rate !== null && (
        <p className={layout.soft}>
          <bdi dir="ltr">≈ {rangeText(worth(low), worth(high), 'USD')}</bdi>
        </p>
      )}
      {range.is_limited && <p className={layout.soft}>{messages.limited}</p>}
    </>
  )
}

/** Both ends with the currency once; a single figure if they are equal. */
function rangeText(low: bigint, high: bigint, asset: Asset): string {
  const text = (units: bigint) => {
    const { digits, zeros } = splitAmount(units, asset)
    return digits + zeros
  }
  const both = low === high ? text(high) : messages.range(text(low), text(high))
  return `${both} ${asset}`
}
