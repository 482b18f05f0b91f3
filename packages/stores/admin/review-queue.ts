import type { CreativeOwner, LandingCheck, ReviewQueue } from '@mille/api/admin/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { ProductCategory } from '@mille/api/reference-data/product-categories.ts'
import {
  type CreativeView,
  joinCreative,
  type PaymentView,
  viewPayment
} from '../campaigns/campaign-view.ts'
import { findIncluded } from '../shared/included.ts'
import { createDecisionQueue, undecided, type Waiting } from './decision-queue.ts'

export type ReviewStores = ReturnType<typeof createReviewStores>

export type ReviewItem = Waiting & {
  creative: CreativeView
  campaignId: string | null
  campaignName: string | null
  /** Name of the creative's variant; null if its campaign has only one. */
  variantName: string | null
  payment: PaymentView | null
  /** What is known about the page behind its link. */
  landing: LandingCheck | null
  owner: CreativeOwner | null
  /** How long it had waited when the queue was read, in milliseconds. */
  waitedMs: number | null
}

/** State of the creatives that await an operator, oldest first. */
export function createReviewStores(api: Api, loaded: ReviewQueue) {
  const { decide, hold, ...queue } = createDecisionQueue({
    items: viewQueue(loaded),
    records: loaded.meta.pagination.records,
    idOf: item => item.creative.id,
    endCodes: ['state_not_allowed', 'not_found'],
    async load(limit) {
      const read = await api.admin.readReviewQueue({ 'page[limit]': limit })
      if (!read.ok) return null
      return { items: viewQueue(read.value), records: read.value.meta.pagination.records }
    }
  })

  return {
    ...queue,
    /**
     * The approval can be undone for a few seconds before it is sent. Undoing a sent one would stop an ad that was live.
     * `correction` replaces what the advertiser said that the ad sells.
     */
    approve: (id: string, correction?: ProductCategory) =>
      hold(id, options =>
        api.admin.decideCreative(
          { id, decision: 'approve', ...(correction && { product_category: correction }) },
          options
        )
      ),
    /** The reason is shown to the advertiser. */
    reject: (id: string, reason: string) =>
      decide(id, () => api.admin.decideCreative({ id, decision: 'reject', reason }))
  }
}

function viewQueue({ data, included, meta }: ReviewQueue): ReviewItem[] {
  const parts = included.filter(it => it.type !== 'campaigns')
  const campaigns = included.filter(it => it.type === 'campaigns')
  return data.map(creative => {
    const campaignId = meta.campaigns[creative.id] ?? null
    const campaign = campaigns.find(it => it.id === campaignId)
    const owner = meta.owners[creative.id] ?? null
    const payment = findIncluded(parts, campaign?.relationships.payment_model.data ?? null)
    return {
      creative: joinCreative(creative, parts),
      campaignId,
      campaignName: campaign?.attributes.name ?? null,
      variantName: meta.variants[creative.id] ?? null,
      payment: payment && viewPayment(payment),
      landing: meta.landing_pages[creative.id] ?? null,
      owner,
      waitedMs: owner && Date.parse(meta.at) - Date.parse(owner.submitted_at),
      ...undecided
    }
  })
}
