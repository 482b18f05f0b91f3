import type { Api, CallFailure, CallResult } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import { createCaptchaStores } from '../captcha/captcha.ts'
import { createDraft } from '../shared/draft.ts'
import {
  hasProblems,
  noProblems,
  type Problems,
  problemsOf,
  withoutFields
} from '../shared/problems.ts'
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

/**
 * The campaign wizard: what was typed, what is wrong with it, and the way to the server. With `edited` it changes a
 * campaign that there is; each campaign has a draft of its own.
 */
export function createCampaignDraftStores(api: Api, edited: EditedCampaign | null = null) {
  const key = edited === null ? 'campaignDraft' : `campaignDraft ${edited.id}`
  let saved = edited?.draft ?? emptyCampaignDraft
  const { $draft, change: changeDraft, restore, finish } = createDraft(key, saved)
  const $problems = atom<Problems>(noProblems)
  const $isSubmitting = atom(false)
  const { $progress: $proof, withCaptcha } = createCaptchaStores(api)
  /** Counts the refusals, so that the summary of errors takes the focus at each. */
  const $attempt = atom(0)

  function change(patch: Partial<CampaignDraft>) {
    changeDraft(patch)
    const names = Object.keys(patch).map(name => (name === 'banners' ? 'banner_ids' : name))
    $problems.set(withoutFields($problems.get(), names))
  }

  function refuse(problems: Problems) {
    $problems.set(problems)
    if (hasProblems(problems)) $attempt.set($attempt.get() + 1)
  }

  /** True when nothing of this step stands in the way; the next one is then reached. */
  async function finishStep(step: CampaignStep): Promise<boolean> {
    const problems = await checkStep($draft.get(), step)
    refuse(problems)
    if (hasProblems(problems)) return false
    const next = campaignSteps.indexOf(step) + 1
    if (next > $draft.get().reached) changeDraft({ reached: next })
    return true
  }

  /** Creates or changes the campaign. What was typed is kept until the server has all of it. */
  async function submit(): Promise<CampaignSubmission> {
    for (const step of campaignSteps) {
      if (await finishStep(step)) continue
      const isWrong = Object.keys($problems.get().fields).length > 0
      return { state: 'refused', step: isWrong ? step : 'review' }
    }
    if ($isSubmitting.get()) return { state: 'refused', step: 'review' }
    $isSubmitting.set(true)
    const result = edited === null ? await create() : await save(edited)
    if (result.ok) {
      finish()
      return { state: 'saved', id: result.value }
    }
    $isSubmitting.set(false)
    const problems = problemsOf(result)
    refuse(problems)
    return { state: 'refused', step: stepOfFields(Object.keys(problems.fields)) ?? 'review' }
  }

  async function create(): Promise<CallResult<string>> {
    const attributes = campaignAttributes($draft.get())
    const result = await withCaptcha('campaign', proof =>
      api.campaigns.createCampaign({ ...attributes, ...proof })
    )
    return result.ok ? { ...result, value: result.value.data.id } : result
  }

  /** Only what was changed is sent: words go back to moderation, and neither a price nor a selection needs to. */
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
    /** How far the proof of work is that the server asked for, from 0 to 1. */
    $proof,
    change,
    restore,
    finishStep,
    submit
  }
}

/** The contract's schemas are as much code as the whole wizard, and nobody needs them before a step is finished. */
let checks: typeof import('./campaign-checks.ts') | null = null

/** Fetches the checks ahead of the first of them. Without a network that one asks again. */
export async function prepareCampaignChecks(): Promise<void> {
  checks ??= await import('./campaign-checks.ts').catch(() => null)
}

async function checkStep(draft: CampaignDraft, step: CampaignStep): Promise<Problems> {
  if (checks === null) await prepareCampaignChecks()
  if (checks === null) return { fields: {}, general: [{ code: 'unreachable', detail: '' }] }
  return { fields: checks.checkCampaignStep(draft, step), general: [] }
}
