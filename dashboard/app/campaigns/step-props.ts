import type { CampaignDraftStores } from '@mille/stores/campaign-draft/campaign-draft.ts'
import type { CampaignDraft } from '@mille/stores/campaign-draft/campaign-rules.ts'

/** What each step of the campaign wizard works with. */
export type StepProps = {
  stores: CampaignDraftStores
  draft: CampaignDraft
  problems: Readonly<Record<string, string>>
}
