import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Facts } from '../page/facts.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { loadCategories, loadSizes } from '../page/loads/offered.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/ad-unit-placement-page.ts'
import { AdUnitFrame } from './ad-unit-frame.tsx'
import { CodeEmbedding } from './code-embedding.tsx'
import {
  adTypes,
  adUnitMessages,
  disallowedLabels,
  adUnitDetailMessages as messages
} from './messages.ts'
import { SiteVerification } from './site-verification.tsx'
import { sizeLabel } from './size-picture.tsx'

// The code of the lower cards is loaded after the page, because the server has already drawn them.
const SiteSettings = lazyPart(async () => (await import('./site-settings.tsx')).SiteSettings)
const FallbackCard = lazyPart(async () => (await import('./fallback-card.tsx')).FallbackCard)
const FloorCard = lazyPart(async () => (await import('./floor-card.tsx')).FloorCard)
const HouseAdsCard = lazyPart(async () => (await import('./house-ads-card.tsx')).HouseAdsCard)
const LivePreview = lazyPart(async () => (await import('./live-preview.tsx')).LivePreview)
const UnitSettings = lazyPart(async () => (await import('./unit-settings.tsx')).UnitSettings)

async function load(args: LoadArgs<{ id: string }>) {
  const { api } = args.context.get(pageContext)
  const { id } = args.params
  const [unit, code, houseAds, counted, shown, sizes, categories] = await Promise.all([
    api.adUnits.readAdUnit({ id }),
    api.adUnits.readAdUnitCode({ id }),
    api.adUnits.listHouseAds({ id }),
    api.statistics.readAdUnitStatistics({ id }),
    api.statistics.listShownAds({}),
    loadSizes(args),
    loadCategories(args)
  ])
  const { data } = answerOf(unit, args)
  const siteId = data.relationships.site.data?.id
  const site =
    siteId === undefined ? null : answerOf(await api.sites.readSite({ id: siteId }), args).data
  const { floor } = data.attributes
  const forecast = floor && (await api.statistics.readFloorForecast({ id, ...floor }))
  return {
    unit: data,
    code: answerOf(code, args).data.attributes,
    site,
    houseAds: answerOf(houseAds, args).data,
    nowMs: Date.now(),
    sizes,
    categories,
    counts: counted.ok ? counted.value.data.attributes.total : null,
    shownAds: shown.ok ? shown.value.data : [],
    // The page is shown even if the counts or the forecast cannot be read.
    forecast: forecast?.ok ? forecast.value.data.attributes : null
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ loaderData, matches }: TitleArgs<Route.MetaArgs['loaderData']>) =>
  pageTitle(
    matches,
    loaderData ? messages.placementOf(loaderData.unit.attributes.name) : adUnitMessages.title
  )

/** The code of an ad unit, the verification that the account owns the site, and all settings. */
export default function AdUnitPlacementPage({ loaderData }: Route.ComponentProps) {
  const { code, site } = loaderData
  const [search] = useSearchParams()
  return (
    <AdUnitFrame loaded={loaderData.unit}>
      {unit => {
        const about = <About unit={unit} />
        if (unit.attributes.state === 'archived') return about
        return (
          <>
            {search.get('created') === '1' && site?.attributes.state === 'unverified' && (
              <Notice tone="success" title={messages.created}>
                {messages.createdText}
              </Notice>
            )}
            <CodeEmbedding
              // A changed size requires different code and a different preview.
              key={loaderData.unit.attributes.size}
              unit={loaderData.unit}
              code={code}
              counts={loaderData.counts}
              aside={site && <SiteVerification key={site.id} site={site} />}
            />
            <div className={layout.columns}>
              <div className={layout.stack}>
                <Suspense fallback={null}>
                  <LivePreview
                    unit={loaderData.unit}
                    ads={loaderData.shownAds}
                    hasHouseAds={loaderData.houseAds.length > 0}
                  />
                </Suspense>
                <Suspense fallback={null}>
                  <UnitSettings unit={loaderData.unit} sizes={loaderData.sizes} />
                </Suspense>
                {site && (
                  <Suspense fallback={null}>
                    <SiteSettings key={site.id} site={site} categories={loaderData.categories} />
                  </Suspense>
                )}
                <Suspense fallback={null}>
                  <FloorCard unit={loaderData.unit} forecast={loaderData.forecast} />
                </Suspense>
                <Suspense fallback={null}>
                  <HouseAdsCard
                    unit={loaderData.unit}
                    loaded={loaderData.houseAds}
                    nowMs={loaderData.nowMs}
                  />
                </Suspense>
                <Suspense fallback={null}>
                  <FallbackCard unit={loaderData.unit} />
                </Suspense>
              </div>
              {about}
            </div>
          </>
        )
      }}
    </AdUnitFrame>
  )
}

function About({ unit }: { unit: AdUnit }) {
  const { page_url, size, ad_type, disallowed_ratings } = unit.attributes
  return (
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
  )
}
