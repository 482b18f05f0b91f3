import { type Asset, assets, currencies, parseAmount } from '@mille/money/amount.ts'
import type { CampaignDraft } from '@mille/stores/campaign-draft/campaign-rules.ts'
import {
  createCampaignStatisticStores,
  reachPauseMs,
  type TrafficStatistics
} from '@mille/stores/traffic-statistics/traffic-statistics.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { useRate } from '@mille/ui/amount/use-worth.ts'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { useStore } from '@nanostores/react'
import { Fragment, useEffect, useMemo } from 'react'
import { sizeLabel } from '../ad-units/size-picture.tsx'
import { useApi } from '../page/app-context.tsx'
import { Facts } from '../page/facts.tsx'
import { formatCount, formatMoney } from '../page/formats.ts'
import { problemText } from '../page/messages.ts'
import { Money } from '../page/money/money.tsx'
import { moneyColumns } from '../page/money/shown-money.ts'
import { Forecast } from './forecast.tsx'
import { trafficSelectionMessages } from './messages.ts'
import styles from './reach-card.module.css'

const { reach: messages } = trafficSelectionMessages

type ReachFiguresProps = {
  answer: TrafficStatistics
  draft: CampaignDraft
  campaignId: string | undefined
}

/** The figures of the reach card: the forecast, what the draft reaches, and what the budget of a campaign would buy. */
export function ReachFigures({ answer, draft, campaignId }: ReachFiguresProps) {
  const { forecast } = answer.data.attributes
  return (
    <>
      {forecast && (
        <div className={styles.forecast}>
          <Forecast forecast={forecast} isNarrower={isNarrower(draft)} />
        </div>
      )}
      <Figures answer={answer} draft={draft} />
      {campaignId !== undefined && <BudgetEstimate draft={draft} campaignId={campaignId} />}
    </>
  )
}

function Figures({ answer, draft }: Omit<ReachFiguresProps, 'campaignId'>) {
  const { attributes } = answer.data
  const { asset } = currencies[draft.currency]
  const cost = costOfAll(answer)
  const budget = parseAmount(draft.daily_budget, draft.currency)
  const { ad_units_count, banner_sizes, impressions_per_day, cpm, fee_basis_points } = attributes
  const perDay =
    impressions_per_day === null
      ? messages.notEnough(attributes.impressions_counted, attributes.impressions_needed)
      : formatCount(impressions_per_day)
  return (
    <>
      {ad_units_count === 0 && <Notice tone="warning">{messages.none}</Notice>}
      {cost !== null && budget !== null && budget > cost * 2n && (
        <Notice tone="warning">{messages.tooMuch(formatMoney(cost, asset))}</Notice>
      )}
      <Facts
        facts={[
          [messages.units, formatCount(ad_units_count)],
          [messages.sources, formatCount(answer.meta.traffic_sources.total)],
          [messages.perDay, perDay],
          [
            messages.cpm,
            cpm === null ? messages.noPrice : <Prices key="cpm" cpm={cpm} asset={asset} />
          ],
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

type PricesProps = { cpm: { BTC: string; USD: string }; asset: Asset }

/** What was paid in both currencies as one amount in the campaign's. Without an exchange rate, both are shown. */
function Prices({ cpm, asset }: PricesProps) {
  const charged = assets.filter(it => cpm[it] !== '0')
  const paid = charged.length > 0 ? charged : [asset]
  const columns = moneyColumns(paid, asset === 'BTC' ? 'btc' : 'usd', useRate())
  return columns.map((column, index) => (
    <Fragment key={column.asset}>
      {index > 0 && ' + '}
      <Money amount={column.amountOf(cpm)} column={column} money={cpm} size="small" />
    </Fragment>
  ))
}

/** Returns what all views of a day cost at the highest usual price, or null without enough data. */
function costOfAll({ data: { attributes } }: TrafficStatistics): bigint | null {
  const { impressions_per_day: views, forecast } = attributes
  const price = forecast?.going_rate?.paid.high
  return views === null || price === undefined ? null : (BigInt(views) * BigInt(price)) / 1000n
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
    const timer = setTimeout(() => void stores.load(currency, budget, maxCpm), reachPauseMs)
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

/** Returns whether the draft limits visitors, hours or the share of a site, which the forecast does not consider. */
function isNarrower(draft: CampaignDraft): boolean {
  const { countries, devices, systems, hours, site_share_percent } = draft
  const isOfVisitors = countries.mode !== 'all' || devices !== null || systems !== null
  return isOfVisitors || hours.length > 0 || site_share_percent !== ''
}
