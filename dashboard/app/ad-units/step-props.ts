import type { AdUnitDraftStores } from '@mille/stores/ad-unit-draft/ad-unit-draft.ts'
import type { AdUnitDraft } from '@mille/stores/ad-unit-draft/ad-unit-rules.ts'

/** The props of each step of the ad-unit wizard. */
export type StepProps = {
  stores: AdUnitDraftStores
  draft: AdUnitDraft
  problems: Readonly<Record<string, string>>
}

/** Ids of the sizes and categories that the operator currently offers. */
export type Offered = {
  sizes: readonly string[]
  categories: readonly string[]
}
