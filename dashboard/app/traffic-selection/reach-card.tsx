import { ratings } from '@mille/api/constants.ts'
import { bannerSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { type Currency, parseAmount } from '@mille/money/amount.ts'
import {
  type CampaignDraft,
  choiceAttribute,
  keywordsAttribute
} from '@mille/stores/campaign-draft/campaign-rules.ts'
import {
  createTrafficStatisticsStores,
  reachPauseMs,
  type TrafficStatistics
} from '@mille/stores/traffic-statistics/traffic-statistics.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { useStore } from '@nanostores/react'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { problemText } from '../page/messages.ts'
import { trafficSelectionMessages } from './messages.ts'
import styles from './reach-card.module.css'

const { reach: messages } = trafficSelectionMessages

// The figures come later than the page anyway, and their code counts for its size budget.
const ReachFigures = lazyPart(async () => (await import('./reach-figures.tsx')).ReachFigures)

/**
 * What the draft reaches now, and the views that its budget would buy. The last figures remain until new ones arrive.
 */
export function ReachCard({ draft, campaignId }: { draft: CampaignDraft; campaignId?: string }) {
  const statistics = useReach(draft)
  const isWaiting = statistics.status === 'loading' || statistics.status === 'idle'
  const [shown, setShown] = useState<TrafficStatistics | null>(null)
  if (statistics.status === 'success' && statistics.value !== shown) setShown(statistics.value)
  const isStale = statistics.status === 'error' && shown !== null
  return (
    <Card
      title={messages.title}
      description={<span role="status">{isStale ? messages.stale : messages.live}</span>}
    >
      <div className={layout.tight} aria-live="polite" aria-busy={isWaiting}>
        {statistics.status === 'error' && shown === null && (
          <Notice tone="warning">{problemText(statistics.problem)}</Notice>
        )}
        {isWaiting && shown === null && <Waiting />}
        {shown && (
          <Suspense fallback={<Waiting />}>
            <ReachFigures answer={shown} draft={draft} campaignId={campaignId} />
          </Suspense>
        )}
      </div>
    </Card>
  )
}

function Waiting() {
  return (
    <>
      <div className={styles.forecast}>
        <Skeleton lines={4} />
      </div>
      <Skeleton lines={5} />
    </>
  )
}

type Statistics = ReturnType<ReturnType<typeof createTrafficStatisticsStores>['$statistics']['get']>

function useReach(draft: CampaignDraft): Statistics {
  const api = useApi()
  const stores = useMemo(() => createTrafficStatisticsStores(api), [api])
  const question = useMemo(
    () => ({
      traffic: draft.traffic,
      language: draft.language,
      // Without a chosen language there is no restriction to send.
      page_languages: draft.page_languages.codes[0] ? choiceAttribute(draft.page_languages) : null,
      page_keywords: keywordsAttribute(draft.page_keywords),
      rating: ratings.find(it => it === draft.rating) ?? null,
      coupon_code: draft.coupon_code || null,
      banners_only: draft.banners_only,
      banner_sizes: bannerSizes.filter(size =>
        draft.banners.some(banner => banner.attributes.size === size)
      ),
      budget: {
        currency: draft.currency,
        traffic_type: draft.traffic_type,
        daily_budget: amountOf(draft.daily_budget, draft.currency),
        max_cpm: amountOf(draft.max_cpm, draft.currency)
      }
    }),
    [
      draft.traffic,
      draft.language,
      draft.page_languages,
      draft.page_keywords,
      draft.rating,
      draft.coupon_code,
      draft.banners_only,
      draft.banners,
      draft.currency,
      draft.traffic_type,
      draft.daily_budget,
      draft.max_cpm
    ]
  )
  useEffect(() => {
    const timer = setTimeout(() => void stores.load(question), reachPauseMs)
    return () => clearTimeout(timer)
  }, [stores, question])
  return useStore(stores.$statistics)
}

/** Returns the amount in units, or null if it is zero or invalid. */
function amountOf(text: string, currency: Currency): string | null {
  return parseAmount(text, currency)?.toString().replace(/^0$/, '') || null
}
