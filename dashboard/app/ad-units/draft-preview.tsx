import type { EmbedSettings } from '@mille/api/ad-units/endpoints.ts'
import { newUnitSettings } from '@mille/api/ad-units/new-unit-settings.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import { previewDecision } from '@mille/stores/code-embedding/code-embedding.ts'
import { useMemo } from 'react'
import { adUnitWizardMessages } from './messages.ts'
import { UnitPreview } from './unit-preview.tsx'

/** In CSS pixels. Every size fits the stage, so that choosing another size moves nothing on the page. */
const maxHeight = 320

type DraftPreviewProps = { size: UnitSize; settings?: EmbedSettings }

/** The preview of a unit before it is created. */
export function DraftPreview({ size, settings = newUnitSettings }: DraftPreviewProps) {
  const decision = useMemo(
    () =>
      previewDecision({ id: '', size }, settings, {
        title: adUnitWizardMessages.sampleTitle,
        text: adUnitWizardMessages.sampleText
      }),
    [size, settings]
  )
  return <UnitPreview size={size} decision={decision} maxHeight={maxHeight} />
}
