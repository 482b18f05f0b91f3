import type { Api, CallFailure, CallResult } from '@mille/api/client.ts'
import { createCaptchaStores } from '../captcha/captcha.ts'
import { createDraft } from '../shared/draft.ts'
import { createStepChecks, createStepForm } from '../shared/step-form.ts'
import {
  type CampaignDraft,
  type CampaignStep,
  campaignAttributes,
  campaignSteps,
  emptyCampaignDraft,
  stepOfFields
} from './campaign-rules.ts'
import { changedAttributes, type EditedCampaign, paymentNames } from './edited-campaign.ts'

export type CampaignDraftStores = ReturnType<typeof createCampaignDraftStores>

export type CampaignSubmission =
  | { state: 'saved'; id: string }
  | { state: 'refused'; step: CampaignStep }

const checks = createStepChecks(
  () => import('./campaign-checks.ts'),
  ({ checkCampaignStep }, draft: CampaignDraft, step: CampaignStep) =>
    checkCampaignStep(draft, step)
)
export const prepareCampaignChecks = checks.prepare

/**
 * State of the campaign wizard: its input, its errors, and submission to the server. With `edited` it changes an
 * existing campaign; each campaign has a separate draft.
 */
export function createCampaignDraftStores(api: Api, edited: EditedCampaign | null = null) {
  const key = edited === null ? 'campaignDraft' : `campaignDraft ${edited.id}`
  let saved = edited?.draft ?? emptyCampaignDraft
  const { $draft, change: changeDraft, restore, finish } = createDraft(key, saved)
  const { $progress: $proof, withCaptcha } = createCaptchaStores(api)
  const { $problems, $isSubmitting, $attempt, forget, finishStep, finishSteps, send } =
    createStepForm({
      $draft,
      change: changeDraft,
      steps: campaignSteps,
      stepOfFields,
      checkStep: checks.checkStep
    })

  function change(patch: Partial<CampaignDraft>) {
    changeDraft(patch)
    forget(Object.keys(patch).map(name => (name === 'banners' ? 'banner_ids' : name)))
  }

  /** Creates or changes the campaign. The draft is kept until the server has saved everything. */
  async function submit(): Promise<CampaignSubmission> {
    const sent = await send(() => (edited === null ? create() : save(edited)))
    if (!sent.ok) return { state: 'refused', step: sent.step }
    finish()
    return { state: 'saved', id: sent.value }
  }

  async function create(): Promise<CallResult<string>> {
    const attributes = campaignAttributes($draft.get())
    const result = await withCaptcha('campaign', proof =>
      api.campaigns.createCampaign({ ...attributes, ...proof })
    )
    return result.ok ? { ...result, value: result.value.data.id } : result
  }

  /** Saves only what was changed: new texts need moderation again, but a new price or selection does not. */
  async function save({ id, paymentModelId }: EditedCampaign): Promise<CallResult<string>> {
    const draft = $draft.get()
    const changes = changedAttributes(saved, draft)
    if (Object.keys(changes).length > 0) {
      const result = await api.campaigns.updateCampaign({ id, ...changes })
      if (!result.ok) return result
      const price = Object.fromEntries(paymentNames.map(name => [name, saved[name]]))
      saved = { ...draft, ...price }
    }
    const failure = await savePayment(paymentModelId, draft)
    return failure ?? { ok: true, status: 200, value: id }
  }

  async function savePayment(id: string, draft: CampaignDraft): Promise<CallFailure | null> {
    if (paymentNames.every(name => draft[name] === saved[name])) return null
    const price = campaignAttributes(draft)
    const result = await api.campaigns.updatePaymentModel({
      id,
      currency: draft.currency,
      traffic_type: draft.traffic_type,
      daily_budget: price.daily_budget,
      max_cpm: price.max_cpm ?? null,
      total_budget: price.total_budget ?? null
    })
    return result.ok ? null : result
  }

  return {
    $draft,
    $problems,
    $isSubmitting,
    $attempt,
    /** Progress of the proof of work that the server requested, from 0 to 1. */
    $proof,
    change,
    restore,
    finishStep,
    finishSteps,
    submit
  }
}
