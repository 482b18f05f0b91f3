import type { Api, CallFailure } from '@mille/api/client.ts'
import type { PageAnalysis } from '@mille/api/page-analyses/endpoints.ts'
import { atom } from 'nanostores'
import { createDraft } from '../shared/draft.ts'
import {
  hasProblems,
  noProblems,
  type Problems,
  problemsOf,
  withoutFields
} from '../shared/problems.ts'
import {
  type AdUnitDraft,
  type AdUnitStep,
  adUnitAttributes,
  adUnitSteps,
  emptyAdUnitDraft,
  siteAttributes,
  sizesFor,
  stepOfFields
} from './ad-unit-rules.ts'

export type AdUnitDraftStores = ReturnType<typeof createAdUnitDraftStores>

export type Suggestion = Pick<PageAnalysis['attributes'], 'category_ids' | 'language' | 'is_taken'>

const siteTaken =
  'Another account has verified this site. Sign in to that account, or use a page of another site'

export type AdUnitSubmission =
  | { state: 'created'; id: string }
  | { state: 'refused'; step: AdUnitStep }

/** The ad-unit wizard: what was typed, what is wrong with it, and the way to the server. */
export function createAdUnitDraftStores(api: Api) {
  const {
    $draft,
    change: changeDraft,
    restore,
    finish
  } = createDraft('adUnitDraft', emptyAdUnitDraft)
  const $problems = atom<Problems>(noProblems)
  const $isSubmitting = atom(false)
  /** Counts the refusals, so that the summary of errors takes the focus at each. */
  const $attempt = atom(0)

  function change(patch: Partial<AdUnitDraft>) {
    const next = { ...$draft.get(), ...patch }
    // A size that the other screen has no room for would be refused much later, on the page itself.
    const size = sizesFor(next.screen_type).includes(next.size) ? next.size : 'Adaptive'
    changeDraft({ ...patch, size })
    $problems.set(withoutFields($problems.get(), Object.keys(patch)))
  }

  function refuse(problems: Problems) {
    $problems.set(problems)
    if (hasProblems(problems)) $attempt.set($attempt.get() + 1)
  }

  /** True when nothing of this step stands in the way; the next one is then reached. */
  async function finishStep(step: AdUnitStep): Promise<boolean> {
    const problems = await checkStep($draft.get(), step)
    refuse(problems)
    if (hasProblems(problems)) return false
    const next = adUnitSteps.indexOf(step) + 1
    if (next > $draft.get().reached) changeDraft({ reached: next })
    return true
  }

  function refuseBy(failure: CallFailure): AdUnitSubmission {
    const problems = problemsOf(failure)
    refuse(problems)
    return { state: 'refused', step: stepOfFields(Object.keys(problems.fields)) ?? 'review' }
  }

  /**
   * Takes over what a look at the page has found; what was chosen already stays. A site of another account is refused
   * here: nobody should describe a unit for it first.
   */
  function suggest(page: string, found: Suggestion | null) {
    if (found?.is_taken) {
      changeDraft({ reached: 0 })
      refuse({ fields: { page_url: siteTaken }, general: [] })
      return
    }
    const { category_ids } = $draft.get()
    changeDraft({
      analysed: page,
      ...(found && category_ids.length === 0 && { category_ids: found.category_ids }),
      ...(found?.language && { language: found.language })
    })
  }

  /** Adds the page's site where the account does not have it, then the unit. Repeating it after a failure is safe. */
  async function submit(): Promise<AdUnitSubmission> {
    for (const step of adUnitSteps) {
      if (await finishStep(step)) continue
      const isWrong = Object.keys($problems.get().fields).length > 0
      return { state: 'refused', step: isWrong ? step : 'review' }
    }
    if ($isSubmitting.get()) return { state: 'refused', step: 'review' }
    $isSubmitting.set(true)
    const draft = $draft.get()
    const site =
      draft.ad_unit_type === 'site' ? await api.sites.createSite(siteAttributes(draft)) : null
    const unit = site?.ok === false ? site : await api.adUnits.createAdUnit(adUnitAttributes(draft))
    if (!unit.ok) {
      $isSubmitting.set(false)
      return refuseBy(unit)
    }
    finish()
    return { state: 'created', id: unit.value.data.id }
  }

  return {
    $draft,
    $problems,
    $isSubmitting,
    $attempt,
    change,
    restore,
    finishStep,
    suggest,
    submit
  }
}

/** The contract's schemas are as much code as the whole wizard, and nobody needs them before a step is finished. */
let checks: typeof import('./ad-unit-checks.ts') | null = null

/** Fetches the checks ahead of the first of them. Without a network that one asks again. */
export async function prepareAdUnitChecks(): Promise<void> {
  checks ??= await import('./ad-unit-checks.ts').catch(() => null)
}

async function checkStep(draft: AdUnitDraft, step: AdUnitStep): Promise<Problems> {
  if (checks === null) await prepareAdUnitChecks()
  if (checks === null) return { fields: {}, general: [{ code: 'unreachable', detail: '' }] }
  return { fields: checks.checkAdUnitStep(draft, step), general: [] }
}
