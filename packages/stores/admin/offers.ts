import type { Api } from '@mille/api/client.ts'
import type { WholeOffer } from '@mille/api/marketplace/endpoints.ts'
import { createDecisionQueue, undecided, type Waiting } from './decision-queue.ts'

export type OfferReviewStores = ReturnType<typeof createOfferReviewStores>
export type OfferReviewItem = Waiting & { offer: WholeOffer }

type Loaded = { data: WholeOffer[]; meta: { pagination: { records: number } } }

/** State of the offers that await an operator, oldest first. */
export function createOfferReviewStores(api: Api, loaded: Loaded) {
  const { $items, $records, decide } = createDecisionQueue<OfferReviewItem>({
    items: loaded.data.map(offer => ({ offer, ...undecided })),
    records: loaded.meta.pagination.records,
    idOf: item => item.offer.id,
    // The publisher may have withdrawn the offer.
    endCodes: ['state_not_allowed', 'not_found']
  })

  return {
    $items,
    $records,
    approve: (id: string, isHot: boolean) =>
      decide(id, () =>
        api.marketplace.decideOffer({ id, decision: 'approve', promotion_level: isHot ? 1 : 0 })
      ),
    /** The reason is shown to the publisher. */
    reject: (id: string, reason: string) =>
      decide(id, () => api.marketplace.decideOffer({ id, decision: 'reject', reason }))
  }
}
