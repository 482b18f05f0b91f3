import type { CampaignDraftStores } from '@mille/stores/campaign-draft/campaign-draft.ts'
import type { CampaignDraft } from '@mille/stores/campaign-draft/campaign-rules.ts'
import type { CreativeDraft } from '@mille/stores/campaign-draft/creative-draft.ts'

/** The props of each step of the campaign wizard. */
export type StepProps = {
  stores: CampaignDraftStores
  draft: CampaignDraft
  problems: Readonly<Record<string, string>>
}

/** The props of fields for a creative, which a campaign and its variants have in common. */
export type CreativeFieldProps = {
  stores: { change: (patch: Partial<CreativeDraft>) => void }
  draft: CreativeDraft
  problems: Readonly<Record<string, string>>
}
