import type { Creative, Variant, VariantList } from '@mille/api/campaigns/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { VariantChoice } from '@mille/api/constants.ts'
import type { ReportRow } from '@mille/api/reports/endpoints.ts'
import { atom } from 'nanostores'
import { type CreativeView, joinCreative } from '../campaigns/campaign-view.ts'
import { findIncluded } from '../shared/included.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

/** `updating` is a live variant with a change in review. `ended` is one that an archived campaign no longer shows. */
export type VariantState = 'live' | 'updating' | 'pending' | 'rejected' | 'ended'

export type VariantView = {
  id: string
  name: string
  weight: number
  state: VariantState
  createdAt: string
  creative: CreativeView
  /** What all versions of its creative were shown and clicked. Null if the report could not be loaded. */
  figures: VariantFigures | null
}

export type VariantFigures = { billable: number; clicked: number }

/** What the page of a campaign's variants loads. The rows are null if the report could not be loaded. */
export type LoadedVariants = { variants: VariantList; rows: readonly ReportRow[] | null }

export type VariantStores = ReturnType<typeof createVariantStores>

/** State of a campaign's variants, oldest first, and their removal, of which one runs at a time. */
export function createVariantStores(
  api: Pick<Api, 'campaigns'>,
  campaignId: string,
  loaded: LoadedVariants
) {
  const $variants = atom<readonly VariantView[]>(viewVariants(loaded))
  const $choice = atom<VariantChoice>(loaded.variants.meta.variant_choice)
  const $isRemoving = atom(false)
  const $problem = atom<Problem | null>(null)

  return {
    campaignId,
    $variants,
    $choice,
    $isRemoving,
    /** Why the last removal failed. */
    $problem,

    /** Takes over newly loaded variants. */
    reset(next: LoadedVariants): void {
      $variants.set(viewVariants(next))
      $choice.set(next.variants.meta.variant_choice)
    },

    /** Adds a variant, or replaces the one with its ID. */
    put(variant: VariantView): void {
      const known = $variants.get()
      const isKnown = known.some(it => it.id === variant.id)
      $variants.set(
        isKnown ? known.map(it => (it.id === variant.id ? variant : it)) : [...known, variant]
      )
    },

    /** Removes a variant. Returns true if the campaign no longer has it. */
    async remove(id: string): Promise<boolean> {
      if ($isRemoving.get()) return false
      $isRemoving.set(true)
      const result = await api.campaigns.removeVariant({ id: campaignId, variant_id: id })
      $isRemoving.set(false)
      // A variant that was already removed in another window counts as removed.
      const isGone = result.ok || result.status === 404
      $problem.set(isGone ? null : firstProblem(result))
      if (isGone) $variants.set($variants.get().filter(it => it.id !== id))
      return isGone
    },

    forgetProblem: () => $problem.set(null)
  }
}

/** Joins the variants of an answer with their creatives and with the rows of a report by creative. */
export function viewVariants({ variants, rows }: LoadedVariants): VariantView[] {
  const { data, included } = variants
  return data.flatMap(it => viewVariant(it, included, rows) ?? [])
}

export function viewVariant(
  { id, attributes, relationships }: Variant,
  included: VariantList['included'],
  rows: readonly ReportRow[] | null
): VariantView | null {
  const creative = findIncluded(included, relationships.creative.data)
  if (!creative) return null
  const { name, weight, is_live, created_at, creative_ids } = attributes
  return {
    id,
    name,
    weight,
    state: stateOf(is_live, creative),
    createdAt: created_at,
    creative: joinCreative(creative, included),
    figures: rows && figuresOf(rows, creative_ids)
  }
}

function stateOf(isLive: boolean, { attributes: { state } }: Creative): VariantState {
  if (state === 'pending') return isLive ? 'updating' : 'pending'
  if (isLive) return 'live'
  return state === 'rejected' ? 'rejected' : 'ended'
}

/** Adds the figures of all versions of a creative, because each version has its own row. */
function figuresOf(rows: readonly ReportRow[], creativeIds: readonly string[]): VariantFigures {
  const own = rows.filter(it => creativeIds.includes(it.key))
  return {
    billable: own.reduce((sum, it) => sum + it.billable, 0),
    clicked: own.reduce((sum, it) => sum + it.clicked, 0)
  }
}

/** Returns the part of the views that each variant gets by weight, from 0 to 1; null for one that is not live. */
export function weightShares(
  variants: readonly Pick<VariantView, 'id' | 'weight' | 'state'>[]
): Map<string, number | null> {
  const live = variants.filter(isLive)
  const sum = live.reduce((total, it) => total + it.weight, 0)
  return new Map(
    variants.map(it => [it.id, isLive(it) && sum > 0 ? it.weight / sum : null] as const)
  )
}

export function isLive({ state }: Pick<VariantView, 'state'>): boolean {
  return state === 'live' || state === 'updating'
}
