import { newUnitSettings } from '@mille/api/ad-units/new-unit-settings.ts'
import type { UnitSize } from '@mille/api/constants.ts'
import { previewDecision } from '@mille/stores/code-embedding/code-embedding.ts'
import { useMemo } from 'react'
import { adUnitWizardMessages } from './messages.ts'
import { UnitPreview } from './unit-preview.tsx'

/** In CSS pixels. Every size fits the stage as it is, so that choosing another one moves nothing. */
const maxHeight = 320

/** The unit that one is about to create, as it looks before its look is changed. */
export function DraftPreview({ size }: { size: UnitSize }) {
  const decision = useMemo(
    () =>
      previewDecision({ id: '', size }, newUnitSettings, {
        title: adUnitWizardMessages.sampleTitle,
        text: adUnitWizardMessages.sampleText
      }),
    [size]
  )
  return <UnitPreview size={size} decision={decision} maxHeight={maxHeight} />
}
