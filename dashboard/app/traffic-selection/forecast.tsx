import type { TrafficForecast } from '@mille/stores/traffic-statistics/traffic-statistics.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { Facts } from '../page/facts.tsx'
import { formatCount } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { trafficSelectionMessages } from './messages.ts'

const { forecast: messages } = trafficSelectionMessages

type ForecastProps = {
  forecast: TrafficForecast
  /** Whether the draft has restrictions that the forecast does not consider. */
  isNarrower: boolean
}

/** The views that the budget buys in the selection, and the price that others pay there. */
export function Forecast({ forecast, isNarrower }: ForecastProps) {
  const { asset, days, ad_units_count, going_rate, missing, views_per_day } = forecast
  if (missing === 'too_few_views') return <p>{messages.tooFewViews}</p>
  const amount = (units: string) => <Amount units={BigInt(units)} asset={asset} size="small" />
  const rate = going_rate?.paid
  return (
    <>
      <p>
        {views_per_day === null
          ? messages.noBudget
          : messages.views(rounded(views_per_day.low), rounded(views_per_day.high))}
      </p>
      <Facts
        facts={[
          [
            messages.rate,
            rate ? (
              <ComparedAmount key="rate" units={BigInt(rate.median)} asset={asset} size="small" />
            ) : (
              messages.noRate
            )
          ],
          [
            messages.usually,
            rate ? (
              <span key="usually">
                {amount(rate.low)} – {amount(rate.high)}
              </span>
            ) : (
              '–'
            )
          ]
        ]}
      />
      <p className={`${layout.soft} ${layout.small}`}>
        {isNarrower ? messages.narrower : messages.ground(days, formatCount(ad_units_count))}
      </p>
    </>
  )
}

/** Rounds a count to two significant digits, because a forecast is not more exact. */
function rounded(count: number): string {
  return formatCount(Number(count.toPrecision(2)))
}
