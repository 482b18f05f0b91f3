import { loadPreviewPlaces } from '@mille/stores/ad-units/preview-places.ts'
import { viewCampaign } from '@mille/stores/campaigns/campaign-view.ts'
import { type LoadedVariants, viewVariants } from '@mille/stores/variants/variants.ts'
import { Suspense } from 'react'
import { useRevalidator } from 'react-router'
import { answerOf } from '../page/loads/answer.ts'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { loadSizes } from '../page/loads/offered.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/campaign-creative-page.ts'
import { CampaignFrame } from './campaign-frame.tsx'
import {
  campaignMessages,
  campaignTitle,
  campaignDetailMessages as messages
} from './campaign-messages.ts'
import { VariantsSection } from './variants-section.tsx'

const AdPreviewCard = lazyPart(async () => (await import('./ad-preview-card.tsx')).AdPreviewCard)

/** Maximum number of rows in one answer. Each version of a creative has a row. */
const largestReportPage = 1000

async function load(args: LoadArgs<{ id: string }>) {
  const { api } = args.context.get(pageContext)
  const { id } = args.params
  const reading = api.campaigns.readCampaign({ id })
  const [campaign, previewPlaces, variants, report, sizes] = await Promise.all([
    reading,
    reading.then(read => {
      const campaign = read.ok ? read.value.data.attributes : null
      return campaign?.state === 'active' ? loadPreviewPlaces(api, { id, selection: campaign }) : []
    }),
    api.campaigns.listVariants({ id }),
    api.reports.readReport({
      ...{ side: 'advertiser', group_by: 'creative', campaign_ids: [id] },
      'page[limit]': largestReportPage
    }),
    loadSizes(args)
  ])
  return {
    campaign: answerOf(campaign, args),
    previewPlaces,
    variants: {
      variants: answerOf(variants, args),
      // Without the numbers, the page still shows the variants.
      rows: report.ok ? report.value.data.attributes.rows : null
    },
    sizes
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ loaderData, matches }: TitleArgs<Route.MetaArgs['loaderData']>) =>
  pageTitle(
    matches,
    loaderData
      ? messages.creativeOf(campaignTitle(viewCampaign(loaderData.campaign)))
      : campaignMessages.untitled
  )

/** The campaign page that shows its ads as visitors see them, with what each was shown and clicked. */
export default function CampaignCreativePage({ loaderData }: Route.ComponentProps) {
  const { campaign, previewPlaces, variants, sizes } = loaderData
  const { revalidate } = useRevalidator()
  return (
    <CampaignFrame loaded={campaign}>
      {({ id, state }) => (
        <>
          <VariantsSection
            key={id}
            campaignId={id}
            loaded={variants}
            sizes={sizes}
            isArchived={state === 'archived'}
            onReload={() => void revalidate()}
          />
          {state !== 'archived' && (
            <Suspense fallback={null}>
              <AdPreviewCard
                key={id}
                ads={state === 'active' ? runningAds(variants) : []}
                places={previewPlaces}
              />
            </Suspense>
          )}
        </>
      )}
    </CampaignFrame>
  )
}

/** Returns the ads that are shown as listed: of one with a change in review, an older version is shown. */
function runningAds(variants: LoadedVariants) {
  return viewVariants(variants).flatMap(({ state, creative: { id, link_text: title } }) =>
    state === 'live' ? [{ id, title }] : []
  )
}
