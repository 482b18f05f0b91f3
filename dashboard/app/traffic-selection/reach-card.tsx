import { ratings } from '@mille/api/constants.ts'
import { bannerSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { type Currency, currencies, parseAmount } from '@mille/money/amount.ts'
import { type CampaignDraft, choiceAttribute } from '@mille/stores/campaign-draft/campaign-rules.ts'
import {
  createCampaignStatisticStores,
  createTrafficStatisticsStores
} from '@mille/stores/traffic-statistics/traffic-statistics.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import { sizeLabel } from '../ad-units/size-picture.tsx'
import { useApi } from '../page/app-context.tsx'
import { Facts } from '../page/facts.tsx'
import { formatCount } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { problemText } from '../page/messages.ts'
import { Forecast } from './forecast.tsx'
import { trafficSelectionMessages } from './messages.ts'
import styles from './reach-card.module.css'

const { reach: messages } = trafficSelectionMessages
/** Debounce delay after a change of the draft, in milliseconds. */
const pauseMs = 400

/**
 * What the draft reaches now, and the views that its budget would buy. The last figures remain until new ones arrive.
 */
export function ReachCard({ draft, campaignId }: { draft: CampaignDraft; campaignId?: string }) {
  const statistics = useReach(draft)
  const isWaiting = statistics.status === 'loading' || statistics.status === 'idle'
  const [shown, setShown] = useState<Answer | null>(null)
  if (statistics.status === 'success' && statistics.value !== shown) setShown(statistics.value)
  const isStale = statistics.status === 'error' && shown !== null
  const forecast = shown?.data.attributes.forecast
  return (
    <Card
      title={messages.title}
      description={<span role="status">{isStale ? messages.stale : messages.live}</span>}
    >
      <div className={layout.tight} aria-live="polite" aria-busy={isWaiting}>
        {statistics.status === 'error' && shown === null && (
          <Notice tone="warning">{problemText(statistics.problem)}</Notice>
        )}
        {isWaiting && shown === null && (
          <>
            <div className={styles.forecast}>
              <Skeleton lines={4} />
            </div>
            <Skeleton lines={5} />
          </>
        )}
        {forecast && (
          <div className={styles.forecast}>
            <Forecast forecast={forecast} isNarrower={isNarrower(draft)} />
          </div>
        )}
        {shown && <Figures answer={shown} />}
        {shown && campaignId !== undefined && (
          <BudgetEstimate draft={draft} campaignId={campaignId} />
        )}
      </div>
    </Card>
  )
}

type Statistics = ReturnType<ReturnType<typeof createTrafficStatisticsStores>['$statistics']['get']>
type Answer = Extract<Statistics, { status: 'success' }>['value']

function useReach(draft: CampaignDraft): Statistics {
  const api = useApi()
  const stores = useMemo(() => createTrafficStatisticsStores(api), [api])
  const question = useMemo(
    () => ({
      traffic: draft.traffic,
      language: draft.language,
      // Without a chosen language there is no restriction to send.
      page_languages: draft.page_languages.codes[0] ? choiceAttribute(draft.page_languages) : null,
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
    const timer = setTimeout(() => void stores.load(question), pauseMs)
    return () => clearTimeout(timer)
  }, [stores, question])
  return useStore(stores.$statistics)
}

/** Returns the amount in units, or null if it is zero or invalid. */
function amountOf(text: string, currency: Currency): string | null {
  return parseAmount(text, currency)?.toString().replace(/^0$/, '') || null
}

function Figures({ answer }: { answer: Answer }) {
  const { attributes } = answer.data
  const { ad_units_count, banner_sizes, impressions_per_day, cpm, fee_basis_points } = attributes
  const perDay =
    impressions_per_day === null
      ? messages.notEnough(attributes.impressions_counted, attributes.impressions_needed)
      : formatCount(impressions_per_day)
  return (
    <>
      {ad_units_count === 0 && <Notice tone="warning">{messages.none}</Notice>}
      <Facts
        facts={[
          [messages.units, formatCount(ad_units_count)],
          [messages.sources, formatCount(answer.meta.traffic_sources.total)],
          [messages.perDay, perDay],
          [messages.cpm, cpm === null ? messages.noPrice : <Prices key="cpm" cpm={cpm} />],
          [messages.fee, `${fee_basis_points / 100}%`],
          [
            messages.sizes,
            banner_sizes.map(it => `${sizeLabel(it.size)} (${it.ad_units_count})`).join(', ') || '–'
          ]
        ]}
      />
    </>
  )
}

function Prices({ cpm }: { cpm: { BTC: string; USD: string } }) {
  return (
    <>
      <Amount units={BigInt(cpm.BTC)} asset="BTC" size="small" /> +{' '}
      <Amount units={BigInt(cpm.USD)} asset="USD" size="small" />
    </>
  )
}

/** The views that the budget would buy in the saved traffic. */
function BudgetEstimate({ draft, campaignId }: { draft: CampaignDraft; campaignId: string }) {
  const api = useApi()
  const stores = useMemo(() => createCampaignStatisticStores(api, campaignId), [api, campaignId])
  const statistic = useStore(stores.$statistic)
  const budget = parseAmount(draft.daily_budget, draft.currency)?.toString() ?? null
  const maxCpm = parseAmount(draft.max_cpm, draft.currency)?.toString() ?? null
  const { currency } = draft
  useEffect(() => {
    if (budget === null || budget === '0') return
    const timer = setTimeout(() => void stores.load(currency, budget, maxCpm), pauseMs)
    return () => clearTimeout(timer)
  }, [stores, currency, budget, maxCpm])
  if (budget === null || statistic.status === 'idle') return null
  if (statistic.status === 'loading') return <Skeleton lines={3} />
  if (statistic.status === 'error')
    return <Notice tone="warning">{problemText(statistic.problem)}</Notice>

  const { estimated_impressions, estimated_cpm, estimated_daily_cost } =
    statistic.value.data.attributes
  if (estimated_impressions === null) return null
  const { asset } = currencies[currency]
  const amount = (units: string | null) =>
    units === null ? '–' : <Amount units={BigInt(units)} asset={asset} size="small" />
  return (
    <>
      <h3>{messages.estimate}</h3>
      <Facts
        facts={[
          [messages.price, amount(estimated_cpm)],
          [messages.cost, amount(estimated_daily_cost)]
        ]}
      />
    </>
  )
}

/** Returns whether the draft limits visitors or hours, which the forecast does not consider. */
function isNarrower({ countries, devices, systems, hours }: CampaignDraft): boolean {
  return countries.mode !== 'all' || devices !== null || systems !== null || hours.length > 0
}
