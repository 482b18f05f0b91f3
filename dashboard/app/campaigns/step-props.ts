import type { CampaignDraftStores } from '@mille/stores/campaign-draft/campaign-draft.ts'
import type { CampaignDraft } from '@mille/stores/campaign-draft/campaign-rules.ts'

/** The props of each step of the campaign wizard. */
export type StepProps = {
  stores: CampaignDraftStores
  draft: CampaignDraft
  problems: Readonly<Record<string, string>>
}
