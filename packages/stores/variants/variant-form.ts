import { contentNames } from '@mille/api/campaigns/content-names.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import {
  type CreativeDraft,
  contentAttributes,
  emptyCreativeDraft
} from '../campaign-draft/creative-draft.ts'
import { draftOfCreative } from '../campaign-draft/stored-creative.ts'
import { createDraft, type DraftStorage } from '../shared/draft.ts'
import {
  hasProblems,
  noProblems,
  type Problems,
  problemsOf,
  withoutFields
} from '../shared/problems.ts'
import { type VariantView, viewVariant } from './variants.ts'

/** A variant as typed. An empty name gives a new variant the next free letter. */
export type VariantDraft = CreativeDraft & { name: string }

type Options = {
  campaignId: string
  /** The variant to edit. Null adds one that begins empty, except for the language and the link of `model`. */
  edited: VariantView | null
  model: VariantView | null
}

export type VariantFormStores = ReturnType<typeof createVariantFormStores>

/** State of the form that adds or edits a variant. Only what was changed is sent, because a new text is reviewed again. */
export function createVariantFormStores(api: Pick<Api, 'campaigns'>, options: Options) {
  const { campaignId: id, edited, model } = options
  const initial = edited ? draftOfVariant(edited) : newDraft(model)
  const key = edited ? `variantDraft ${edited.id}` : `newVariantDraft ${id}`
  const { $draft, change: changeDraft, restore, finish } = createDraft<VariantDraft>(key, initial)
  const $problems = atom<Problems>(noProblems)
  const $isSaving = atom(false)
  /** Counts refusals, so that the summary of errors gets the focus after each. */
  const $attempt = atom(0)

  return {
    initial,
    $draft,
    $problems,
    $isSaving,
    $attempt,

    /**
     * Restores what was typed before and not saved, and returns whether there was any. Later changes are kept there, so that
     * neither closing the form nor a reload loses them.
     */
    restore(storage: DraftStorage): boolean {
      restore(storage)
      return JSON.stringify($draft.get()) !== JSON.stringify(initial)
    },

    /** Returns to the variant as it is saved, or to an empty one, and forgets what was typed. */
    startOver(storage: DraftStorage): void {
      changeDraft(initial)
      finish()
      restore(storage)
      $problems.set(noProblems)
    },

    change(patch: Partial<VariantDraft>): void {
      changeDraft(patch)
      const names = Object.keys(patch).map(it => (it === 'banners' ? 'banner_ids' : it))
      $problems.set(withoutFields($problems.get(), names))
    },

    /** Saves the variant. Returns it as the server has stored it, with the known figures; null if it was refused. */
    async save(): Promise<VariantView | null> {
      if ($isSaving.get()) return null
      $isSaving.set(true)
      const result = await send(api, options, initial, $draft.get())
      $isSaving.set(false)
      $problems.set(result.ok ? noProblems : problemsOf(result))
      if (hasProblems($problems.get())) $attempt.set($attempt.get() + 1)
      if (!result.ok) return null
      finish()
      const { data, included } = result.value
      const saved = viewVariant(data, included, [])
      return saved && { ...saved, figures: edited ? edited.figures : saved.figures }
    }
  }
}

function send(
  api: Pick<Api, 'campaigns'>,
  { campaignId: id, edited }: Options,
  initial: VariantDraft,
  draft: VariantDraft
) {
  const name = draft.name.trim()
  const content = contentAttributes(draft)
  if (edited === null)
    return api.campaigns.createVariant({ id, ...content, name: name === '' ? null : name })
  const before = contentAttributes(initial)
  const changed = contentNames.filter(
    it => JSON.stringify(before[it]) !== JSON.stringify(content[it])
  )
  return api.campaigns.updateVariant({
    ...{ id, variant_id: edited.id },
    ...(name !== edited.name && { name }),
    ...Object.fromEntries(changed.map(it => [it, content[it]]))
  })
}

function draftOfVariant({ name, creative }: VariantView): VariantDraft {
  return { ...draftOfCreative(creative), name }
}

/** Most variants of a campaign lead to the same page in the same language, but what they say is to be compared. */
function newDraft(model: VariantView | null): VariantDraft {
  const draft = { ...emptyCreativeDraft, name: '' }
  if (model === null) return draft
  const { language, creative_link } = draftOfCreative(model.creative)
  return { ...draft, language, creative_link }
}
