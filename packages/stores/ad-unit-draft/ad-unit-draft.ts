import type { Api, CallResult } from '@mille/api/client.ts'
import type { PageAnalysis } from '@mille/api/page-analyses/endpoints.ts'
import type { ReadableAtom } from 'nanostores'
import { type ColorName, unreadableColors, withColor } from '../code-embedding/colors.ts'
import { createDraft } from '../shared/draft.ts'
import type { Problems } from '../shared/problems.ts'
import { createStepChecks, createStepForm } from '../shared/step-form.ts'
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
  'Another account has verified this site. Sign in to that account, or use a page of a different site'

export type AdUnitSubmission =
  | { state: 'created'; id: string }
  | { state: 'refused'; step: AdUnitStep }

const checks = createStepChecks(
  () => import('./ad-unit-checks.ts'),
  ({ checkAdUnitStep }, draft: AdUnitDraft, step: AdUnitStep) => checkAdUnitStep(draft, step)
)
export const prepareAdUnitChecks = checks.prepare

/** State of the ad-unit wizard: its input, its errors, and submission to the server. */
export function createAdUnitDraftStores(api: Api) {
  const {
    $draft,
    change: changeDraft,
    restore,
    finish
  } = createDraft('adUnitDraft', emptyAdUnitDraft)
  const { $problems, $isSubmitting, $attempt, refuse, forget, finishStep, send } = createStepForm({
    $draft,
    change: changeDraft,
    steps: adUnitSteps,
    stepOfFields,
    checkStep: checks.checkStep
  })

  function change(patch: Partial<AdUnitDraft>) {
    const next = { ...$draft.get(), ...patch }
    // A size that does not fit the screen type becomes adaptive; it would otherwise be refused only at the last step.
    const size = sizesFor(next.screen_type).includes(next.size) ? next.size : 'Adaptive'
    changeDraft({ ...patch, size })
    forget(Object.keys(patch))
  }

  /**
   * Applies what the analysis of the page found, but keeps earlier choices. A site of another account is refused here,
   * before the user describes a unit for it.
   */
  function suggest(page: string, found: Suggestion | null) {
    if (found?.is_taken) {
      changeDraft({ reached: 0 })
      refuse({ fields: { page_url: siteTaken }, general: [] })
      return
    }
    const { category_ids, suggested } = $draft.get()
    const isFree = category_ids.length === 0 || category_ids.join() === suggested.join()
    changeDraft({
      analysed: page,
      ...(found && isFree && { category_ids: found.category_ids, suggested: found.category_ids }),
      ...(found?.language && { language: found.language })
    })
  }

  /** Adds the page's site if the account does not have it yet, and then the unit. Retrying after a failure is safe. */
  async function submit(): Promise<AdUnitSubmission> {
    const sent = await send(() => create(api, $draft.get()))
    if (!sent.ok) return { state: 'refused', step: sent.step }
    finish()
    return { state: 'created', id: sent.value }
  }

  return {
    $draft,
    $problems,
    $isSubmitting,
    $attempt,
    change,
    ...createLook({ $draft, change: changeDraft, forget, refuse }),
    restore,
    finishStep,
    suggest,
    submit
  }
}

async function create(api: Api, draft: AdUnitDraft): Promise<CallResult<string>> {
  const site =
    draft.ad_unit_type === 'site' ? await api.sites.createSite(siteAttributes(draft)) : null
  const unit = site?.ok === false ? site : await api.adUnits.createAdUnit(adUnitAttributes(draft))
  return unit.ok ? { ...unit, value: unit.value.data.id } : unit
}

type LookParts = {
  $draft: ReadableAtom<AdUnitDraft>
  change: (patch: Partial<AdUnitDraft>) => void
  forget: (fields: readonly string[]) => void
  refuse: (problems: Problems) => void
}

/** The colors of a draft, which are checked only where they can be changed. */
function createLook({ $draft, change, forget, refuse }: LookParts) {
  function changeColor(name: ColorName, value: string) {
    const { settings } = $draft.get()
    change({ settings: { ...settings, color: withColor(settings.color, name, value) } })
    forget([name])
  }

  /** Checks how the ad looks. Returns true if every color is complete. */
  function finishLook(): boolean {
    const names = unreadableColors($draft.get().settings.color)
    const fields = Object.fromEntries(names.map(name => [name, 'is not a color such as #1a2b3c']))
    refuse({ fields, general: [] })
    return names.length === 0
  }

  return { changeColor, finishLook }
}
