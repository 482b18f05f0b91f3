import type { AdUnitDraftStores } from '@mille/stores/ad-unit-draft/ad-unit-draft.ts'
import type { AdUnitDraft } from '@mille/stores/ad-unit-draft/ad-unit-rules.ts'

/** What each step of the ad-unit wizard works with. */
export type StepProps = {
  stores: AdUnitDraftStores
  draft: AdUnitDraft
  problems: Readonly<Record<string, string>>
}

/** Ids of what the operator currently offers. */
export type Offered = {
  sizes: readonly string[]
  categories: readonly string[]
}
