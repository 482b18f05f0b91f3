import '../shared/no-eval.ts'
import { createCampaignInput } from '@mille/api/campaigns/schema.ts'
import { parseAmount } from '@mille/money/amount.ts'
import {
  type CampaignDraft,
  type CampaignStep,
  campaignAttributes,
  campaignStepFields
} from './campaign-rules.ts'
import { keywordKinds, keywordProblem } from './keyword-lists.ts'

const amounts = ['daily_budget', 'max_cpm', 'total_budget'] as const

/** Returns the errors in the fields of one step, found by the same schema that the server uses. */
export function checkCampaignStep(
  draft: CampaignDraft,
  step: CampaignStep
): Record<string, string> {
  const errors = checkCampaign(draft)
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => campaignStepFields[step].includes(field))
  )
}

function checkCampaign(draft: CampaignDraft): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const name of amounts) {
    const text = draft[name].trim()
    if (text !== '' && parseAmount(text, draft.currency) === null)
      errors[name] = 'must be an amount in this currency, such as 0.001 or 1,000'
  }
  if (draft.daily_budget.trim() === '') errors.daily_budget = 'is required'
  // The schema checks combinations of fields only after each field is valid, so these two are checked here as well.
  if (draft.traffic_type === 'cpm' && draft.max_cpm.trim() === '') {
    errors.max_cpm = 'is required for a CPM campaign'
  }
  if (draft.banners_only && draft.banners.length === 0) {
    errors.banner_ids = 'must contain at least one banner if only banners are shown'
  }
  if (draft.starts_at !== '' && draft.ends_at !== '' && draft.ends_at <= draft.starts_at)
    errors.ends_at = 'must be after the start'
  if (draft.countries.mode !== 'all' && draft.countries.codes.length === 0)
    errors.countries = 'must contain at least one country'
  if (draft.page_languages.mode !== 'all' && draft.page_languages.codes.length === 0)
    errors.page_languages = 'must contain at least one language'
  if (draft.devices?.length === 0) errors.devices = 'must contain at least one kind of device'
  if (draft.systems?.length === 0) errors.systems = 'must contain at least one operating system'
  for (const kind of keywordKinds) {
    const problem = keywordProblem(draft.page_keywords[kind], draft[`typed_${kind}`])
    if (problem !== null) errors[`typed_${kind}`] = problem
  }
  const checked = createCampaignInput.safeParse(campaignAttributes(draft))
  // The problems of keywords were found above, for each field and with the words.
  for (const { path, message } of checked.error?.issues ?? [])
    if (path[0] !== 'page_keywords') errors[String(path[0])] ??= message
  return errors
}
