import { lastDays, viewStatistics } from '@mille/stores/statistics/statistics-view.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { StatTile } from '@mille/ui/stat-tile/stat-tile.tsx'
import { Suspense, useMemo } from 'react'
import { DiagnosisCard } from '../diagnosis/diagnosis-card.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { StatisticsSection } from '../statistics/statistics-section.tsx'
import type { Route } from './+types/ad-unit-page.ts'
import { AdUnitFrame } from './ad-unit-frame.tsx'
import { adUnitMessages, adUnitDetailMessages as messages } from './messages.ts'

const AdvertisersCard = lazyPart(
  async () => (await import('../reports/advertisers-card.tsx')).AdvertisersCard
)
// The dialog that explains the rating is loaded after the page.
const RatingDialog = lazyPart(
  async () => (await import('../traffic-selection/rating-dialog.tsx')).RatingDialog
)

const shownAdvertisers = 10

async function load(args: LoadArgs<{ id: string }>) {
  const { api } = args.context.get(pageContext)
  const { id } = args.params
  const range = lastDays(30, Date.now())
  const [unit, statistics, diagnosis, rating, advertisers] = await Promise.all([
    api.adUnits.readAdUnit({ id }),
    api.statistics.readAdUnitStatistics({ id, ...range }),
    api.diagnosis.readAdUnitDiagnosis({ id }),
    api.statistics.readTrafficRating({ id }),
    api.reports.readReport({
      ...{ side: 'publisher', group_by: 'advertiser', ad_unit_ids: [id], sort: 'billable' },
      'page[limit]': shownAdvertisers
    })
  ])
  return {
    unit: answerOf(unit, args).data,
    statistics: answerOf(statistics, args),
    diagnosis: answerOf(diagnosis, args).data,
    rating: answerOf(rating, args).data.attributes,
    // The rest of the page is shown even if there is too much to add up.
    advertisers: advertisers.ok ? advertisers.value : null,
    range
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ loaderData, matches }: TitleArgs<Route.MetaArgs['loaderData']>) =>
  pageTitle(matches, loaderData?.unit.attributes.name ?? adUnitMessages.title)

/** The performance of an ad unit over its last 30 days and, if it shows no ads, the reason. */
export default function AdUnitPage({ loaderData }: Route.ComponentProps) {
  const { statistics, diagnosis, rating, range, advertisers } = loaderData
  const view = useMemo(() => viewStatistics(statistics, range), [statistics, range])
  return (
    <AdUnitFrame loaded={loaderData.unit}>
      {unit => (
        <div className={layout.stack}>
          <div className={layout.columns}>
            <StatisticsSection
              statistics={view}
              moneyLabel={messages.earned}
              always={['BTC']}
              reportHref={`/reports?side=publisher&ad_unit=${unit.id}&by=day`}
              requests={statistics.data.attributes.total}
            />
            <div className={layout.stack}>
              {unit.attributes.state !== 'archived' && (
                <DiagnosisCard diagnosis={diagnosis} side="unit" />
              )}
              <Card
                title={messages.rating}
                actions={
                  <Suspense fallback={null}>
                    <RatingDialog rating={rating} />
                  </Suspense>
                }
              >
                <StatTile
                  label={rating.is_new ? messages.ratingNew : messages.ratingOf}
                  value={rating.rating.toFixed(2)}
                />
              </Card>
            </div>
          </div>
          <Suspense fallback={null}>
            <AdvertisersCard unitId={unit.id} report={advertisers} />
          </Suspense>
        </div>
      )}
    </AdUnitFrame>
  )
}
