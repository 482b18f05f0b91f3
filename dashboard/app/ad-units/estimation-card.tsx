import { type AdUnitDraft, readImpressions } from '@mille/stores/ad-unit-draft/ad-unit-rules.ts'
import { createEstimationStores } from '@mille/stores/estimation/estimation.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Progress } from '@mille/ui/progress/progress.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { useApi } from '../page/app-context.tsx'
import { Facts } from '../page/facts.tsx'
import { formatCount } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { commonMessages, problemText } from '../page/messages.ts'
import { estimationMessages as messages } from './messages.ts'

type Question = Pick<AdUnitDraft, 'impressions' | 'category_ids' | 'disallowed_ratings' | 'size'>

/** Shows what similar ad units earned, computed from the network's real counts. */
export function EstimationCard({ draft }: { draft: Question }) {
  const api = useApi()
  const stores = useMemo(() => createEstimationStores(api), [api])
  const { isLoading, estimations, problem } = useStore(stores.$estimation)
  const { impressions, category_ids, disallowed_ratings, size } = draft
  const question = useMemo(
    () => ({
      impressions: Math.max(1, Number(readImpressions(impressions))),
      categoryIds: category_ids,
      disallowedRatings: disallowed_ratings,
      size
    }),
    [impressions, category_ids, disallowed_ratings, size]
  )
  useEffect(() => {
    void stores.request(question)
    return stores.cancel
  }, [stores, question])
  const again = (
    <Button size="small" onClick={() => void stores.request(question)}>
      {commonMessages.retry}
    </Button>
  )

  return (
    <Card title={messages.title} description={messages.text}>
      <div className={layout.tight} aria-live="polite">
        {isLoading && (
          <>
            <Progress label={messages.loading} />
            <div>
              <Button size="small" onClick={stores.cancel}>
                {commonMessages.cancel}
              </Button>
            </div>
          </>
        )}
        {problem && (
          <Notice tone="warning" action={again}>
            {problemText(problem)}
          </Notice>
        )}
        {!isLoading && !problem && !estimations && <div>{again}</div>}
        {!isLoading && estimations && <Estimations estimations={estimations} />}
      </div>
    </Card>
  )
}

type Shown = NonNullable<
  ReturnType<ReturnType<typeof createEstimationStores>['$estimation']['get']>['estimations']
>

function Estimations({ estimations }: { estimations: Shown }) {
  const { impressions, earnings, earnings_low, net_cpm, billable_percent, demand } = estimations
  const canPay = [
    messages.demand,
    <>
      <Both amounts={demand.per_day} /> {messages.perDay}
    </>
  ] as const
  if (earnings === null || earnings_low === null || net_cpm === null) {
    return (
      <>
        <p>{messages.notEnough(estimations.impressions_counted, estimations.impressions_needed)}</p>
        <Facts facts={[canPay]} />
      </>
    )
  }
  return (
    <>
      <Facts
        facts={[
          [messages.impressions, formatCount(impressions)],
          [messages.billable, `${billable_percent ?? 0}%`],
          [messages.cpm, <Both key="cpm" amounts={net_cpm} />],
          canPay,
          [messages.earnings, <Range key="earnings" low={earnings_low} high={earnings} />]
        ]}
      />
      {estimations.is_limited && (
        <p className={layout.soft}>
          {demand.campaigns_count === 0 ? messages.noDemand : messages.limited}
        </p>
      )}
    </>
  )
}

type Amounts = { BTC: string; USD: string }

/** Shows a single figure if both ends of the range are equal. */
function Range({ low, high }: { low: Amounts; high: Amounts }) {
  return low.BTC === high.BTC && low.USD === high.USD ? (
    <Both amounts={high} />
  ) : (
    <>
      <Both amounts={low} /> {messages.upTo} <Both amounts={high} />
    </>
  )
}

function Both({ amounts }: { amounts: Amounts }) {
  return (
    <>
      <Amount units={BigInt(amounts.BTC)} asset="BTC" size="small" /> +{' '}
      <Amount units={BigInt(amounts.USD)} asset="USD" size="small" />
    </>
  )
}
