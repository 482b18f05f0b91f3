import { assets } from '@mille/money/amount.ts'
import { createAdUnitStores } from '@mille/stores/ad-units/ad-unit.ts'
import { lastDays, viewStatistics } from '@mille/stores/statistics/statistics-view.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { StatTile } from '@mille/ui/stat-tile/stat-tile.tsx'
import { useStore } from '@nanostores/react'
import { Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { DiagnosisCard } from '../diagnosis/diagnosis-card.tsx'
import { answerOf } from '../page/answer.ts'
import { useStores } from '../page/app-context.tsx'
import { Facts } from '../page/facts.tsx'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/lazy-part.ts'
import { loadCategories, loadSizes } from '../page/offered.ts'
import { type LoadArgs, pageContext } from '../page/page-context.ts'
import { pageTitle } from '../page/page-title.ts'
import { ProblemNotice } from '../page/problem-notice.tsx'
import { loadedStatements } from '../statistics/loaded-statements.ts'
import { StatementsSection } from '../statistics/statements-section.tsx'
import { StatisticsSection } from '../statistics/statistics-section.tsx'
import type { Route } from './+types/ad-unit-page.ts'
import { CodeEmbedding } from './code-embedding.tsx'
import {
  adTypes,
  adUnitMessages,
  disallowedLabels,
  adUnitDetailMessages as messages
} from './messages.ts'
import { SiteVerification } from './site-verification.tsx'
import { sizeLabel } from './size-picture.tsx'

// What explains the rating comes after the page, and so does the code of what the server has drawn further down.
const RatingDialog = lazyPart(
  async () => (await import('../traffic-selection/rating-dialog.tsx')).RatingDialog
)

const MaturingCard = lazyPart(
  async () => (await import('../finances/maturing-card.tsx')).MaturingCard
)
const ArchiveAdUnit = lazyPart(async () => (await import('./archive-ad-unit.tsx')).ArchiveAdUnit)
const SiteSettings = lazyPart(async () => (await import('./site-settings.tsx')).SiteSettings)
const FallbackCard = lazyPart(async () => (await import('./fallback-card.tsx')).FallbackCard)
const UnitSettings = lazyPart(async () => (await import('./unit-settings.tsx')).UnitSettings)

async function load(args: LoadArgs<{ id: string }>) {
  const { api, readAccount } = args.context.get(pageContext)
  const { id } = args.params
  const userId = answerOf(await readAccount(), args).data.id
  const range = lastDays(30, Date.now())
  const [unit, code, statistics, statements, diagnosis, rating, sizes, categories, earnings] =
    await Promise.all([
      api.adUnits.readAdUnit({ id }),
      api.adUnits.readAdUnitCode({ id }),
      api.statistics.readAdUnitStatistics({ id, ...range }),
      api.statistics.readAdUnitStatements({ id, 'page[limit]': 12 }),
      api.diagnosis.readAdUnitDiagnosis({ id }),
      api.statistics.readTrafficRating({ id }),
      loadSizes(args),
      loadCategories(args),
      api.earnings.listEarnings({ userId, 'filter[ad_unit_id]': id, 'page[limit]': 50 })
    ])
  const { data } = answerOf(unit, args)
  const siteId = data.relationships.site.data?.id
  return {
    unit: data,
    code: answerOf(code, args).data.attributes,
    statistics: answerOf(statistics, args),
    statements: loadedStatements('ad_unit', id, answerOf(statements, args)),
    diagnosis: answerOf(diagnosis, args).data,
    rating: answerOf(rating, args).data.attributes,
    site:
      siteId === undefined ? null : answerOf(await api.sites.readSite({ id: siteId }), args).data,
    sizes,
    categories,
    earnings: answerOf(earnings, args),
    range
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageTitle(loaderData?.unit.attributes.name ?? adUnitMessages.title)

export default function AdUnitPage({ loaderData }: Route.ComponentProps) {
  const { code, statistics, diagnosis, rating, site, range } = loaderData
  const stores = useStores(createAdUnitStores, loaderData.unit)
  const unit = useStore(stores.$unit)
  const problem = useStore(stores.$problem)
  const [search] = useSearchParams()
  const view = useMemo(() => viewStatistics(statistics, range), [statistics, range])
  const { name, state, size, page_url, ad_type, disallowed_ratings, balances } = unit.attributes
  const isArchived = state === 'archived'

  return (
    <div className={layout.stack}>
      <PageHeader
        title={name}
        description={page_url}
        badge={isArchived && <Badge>{adUnitMessages.archived}</Badge>}
        back={{ href: '/ad-units', label: messages.back }}
        actions={
          !isArchived && (
            <Suspense fallback={null}>
              <ArchiveAdUnit stores={stores} />
            </Suspense>
          )
        }
      />
      <ProblemNotice problem={problem} />
      {isArchived && <Notice>{messages.archivedNote}</Notice>}
      {search.get('created') === '1' && site?.attributes.state === 'unverified' && (
        <Notice tone="success" title={messages.created}>
          {messages.createdText}
        </Notice>
      )}
      {!isArchived && (
        <CodeEmbedding
          // Another size is another code and another preview.
          key={loaderData.unit.attributes.size}
          unit={loaderData.unit}
          code={code}
          aside={site && <SiteVerification key={site.id} site={site} />}
        />
      )}
      <div className={layout.columns}>
        <div className={layout.stack}>
          <StatisticsSection
            statistics={view}
            moneyLabel={messages.earned}
            always={['BTC']}
            reportHref={`/reports?side=publisher&ad_unit=${loaderData.unit.id}&by=day`}
            requests={statistics.data.attributes.total}
          />
          {!isArchived && (
            <Suspense fallback={null}>
              <UnitSettings unit={loaderData.unit} sizes={loaderData.sizes} />
            </Suspense>
          )}
          {!isArchived && site && (
            <Suspense fallback={null}>
              <SiteSettings key={site.id} site={site} categories={loaderData.categories} />
            </Suspense>
          )}
          {!isArchived && (
            <Suspense fallback={null}>
              <FallbackCard unit={loaderData.unit} />
            </Suspense>
          )}
          <StatementsSection loaded={loaderData.statements} />
        </div>
        <div className={layout.stack}>
          {!isArchived && <DiagnosisCard diagnosis={diagnosis} side="unit" />}
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
          <Card title={messages.maturing} description={messages.maturingText}>
            <Facts
              facts={assets.map(asset => [
                asset,
                <ComparedAmount key={asset} units={BigInt(balances[asset])} asset={asset} />
              ])}
            />
          </Card>
          <Suspense fallback={null}>
            <MaturingCard earnings={loaderData.earnings} />
          </Suspense>
          <Card title={messages.about}>
            <Facts
              facts={[
                [messages.page, page_url],
                [messages.size, sizeLabel(size)],
                [messages.ads, adTypes[ad_type].label],
                [
                  messages.unwanted,
                  disallowed_ratings.map(it => disallowedLabels[it].split(':')[0]).join(', ') ||
                    messages.none
                ]
              ]}
            />
          </Card>
        </div>
      </div>
    </div>
  )
}
