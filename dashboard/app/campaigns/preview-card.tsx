import type { CampaignDraft } from '@mille/stores/campaign-draft/campaign-rules.ts'
import { completeWebAddress } from '@mille/stores/shared/web-address.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { Suspense } from 'react'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { campaignWizardMessages as messages } from './messages.ts'

const SizedPreview = lazyPart(async () => (await import('./sized-preview.tsx')).SizedPreview)

/** The ad of a draft, with sample text where nothing was written yet. */
export function PreviewCard({ draft }: { draft: CampaignDraft }) {
  return (
    <Card title={messages.preview}>
      <Suspense fallback={<Skeleton height="20rem" />}>
        <SizedPreview
          title={draft.link_text || messages.previewTitle}
          text={draft.creative_text || messages.previewText}
          action={draft.creative_action}
          link={completeWebAddress(draft.creative_link)}
          language={draft.language}
          banners={draft.banners}
          logo={draft.advert_logo}
          illustration={draft.advert_illustration}
          isBannersOnly={draft.banners_only}
        />
      </Suspense>
    </Card>
  )
}
