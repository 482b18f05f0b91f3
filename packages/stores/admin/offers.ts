import type { Api } from '@mille/api/client.ts'
import type { Offer } from '@mille/api/marketplace/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type OfferReviewStores = ReturnType<typeof createOfferReviewStores>
export type OfferReviewItem = { offer: Offer; isDeciding: boolean; problem: Problem | null }

type Loaded = { data: Offer[]; meta: { pagination: { records: number } } }
type Decision =
  | { decision: 'approve'; promotion_level: 0 | 1 }
  | { decision: 'reject'; reason: string }

/** Offers that wait for an operator, oldest first. */
export function createOfferReviewStores(api: Api, loaded: Loaded) {
  const $items = atom<readonly OfferReviewItem[]>(
    loaded.data.map(offer => ({ offer, isDeciding: false, problem: null }))
  )
  const $records = atom(loaded.meta.pagination.records)

  async function decide(id: string, decision: Decision): Promise<boolean> {
    const replace = (patch: Partial<OfferReviewItem>) =>
      $items.set($items.get().map(it => (it.offer.id === id ? { ...it, ...patch } : it)))
    replace({ isDeciding: true, problem: null })
    const result = await api.marketplace.decideOffer({ id, ...decision })
    // Somebody else may have decided, or the publisher taken it back: nothing is left to do here either.
    if (result.ok || result.code === 'state_not_allowed' || result.code === 'not_found') {
      $items.set($items.get().filter(it => it.offer.id !== id))
      $records.set(Math.max(0, $records.get() - 1))
    } else replace({ isDeciding: false, problem: firstProblem(result) })
    return result.ok
  }

  return {
    $items,
    $records,
    approve: (id: string, isHot: boolean) =>
      decide(id, { decision: 'approve', promotion_level: isHot ? 1 : 0 }),
    /** The reason is shown to the publisher. */
    reject: (id: string, reason: string) => decide(id, { decision: 'reject', reason })
  }
}
