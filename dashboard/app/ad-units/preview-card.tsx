import type { AdUnitDraft } from '@mille/stores/ad-unit-draft/ad-unit-rules.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { Suspense } from 'react'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { adUnitWizardMessages as messages } from './messages.ts'

export const importPreview = () => import('./draft-preview.tsx')
const DraftPreview = lazyPart(async () => (await importPreview()).DraftPreview)

/** Heights of the preview's placeholder. The one for adaptive units includes the width choices below the stage. */
const placeHeights = { fixed: '26rem', adaptive: '35rem' }

type PreviewCardProps = { description: string; draft: AdUnitDraft; isShown: boolean }

/** The unit in the chosen size and look. A placeholder reserves its space until the preview is loaded. */
export function PreviewCard({ description, draft: { size, settings }, isShown }: PreviewCardProps) {
  const place = <Skeleton height={placeHeights[size === 'Adaptive' ? 'adaptive' : 'fixed']} />
  return (
    <Card title={messages.preview} description={description}>
      <Suspense fallback={place}>
        {isShown ? <DraftPreview size={size} settings={settings} /> : place}
      </Suspense>
    </Card>
  )
}
