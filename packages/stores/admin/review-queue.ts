import type { ReviewQueue } from '@mille/api/admin/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import {
  type CreativeView,
  joinCreative,
  type PaymentView,
  viewPayment
} from '../campaigns/campaign-view.ts'
import { findIncluded } from '../shared/included.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type ReviewStores = ReturnType<typeof createReviewStores>

export type ReviewItem = {
  creative: CreativeView
  campaignId: string | null
  payment: PaymentView | null
  isDeciding: boolean
  problem: Problem | null
}

/** Creatives that wait for an operator, oldest first. */
export function createReviewStores(api: Api, loaded: ReviewQueue) {
  const $items = atom(viewQueue(loaded))
  const $records = atom(loaded.meta.pagination.records)

  function replace(id: string, patch: Partial<ReviewItem>) {
    $items.set($items.get().map(item => (item.creative.id === id ? { ...item, ...patch } : item)))
  }

  async function decide(
    id: string,
    decision: { decision: 'approve' } | { decision: 'reject'; reason: string }
  ) {
    replace(id, { isDeciding: true, problem: null })
    const result = await api.admin.decideCreative({ id, ...decision })
    // Somebody else may have decided in the meantime: then there is nothing left to do here either.
    if (result.ok || result.code === 'state_not_allowed' || result.code === 'not_found') {
      $items.set($items.get().filter(item => item.creative.id !== id))
      $records.set(Math.max(0, $records.get() - 1))
    } else replace(id, { isDeciding: false, problem: firstProblem(result) })
    return result.ok
  }

  return {
    $items,
    $records,
    approve: (id: string) => decide(id, { decision: 'approve' }),
    /** The reason is shown to the advertiser. */
    reject: (id: string, reason: string) => decide(id, { decision: 'reject', reason })
  }
}

function viewQueue({ data, included, meta }: ReviewQueue): ReviewItem[] {
  const parts = included.filter(it => it.type !== 'campaigns')
  const campaigns = included.filter(it => it.type === 'campaigns')
  return data.map(creative => {
    const campaignId = meta.campaigns[creative.id] ?? null
    const campaign = campaigns.find(it => it.id === campaignId)
    const payment = findIncluded(parts, campaign?.relationships.payment_model.data ?? null)
    return {
      creative: joinCreative(creative, parts),
      campaignId,
      payment: payment && viewPayment(payment),
      isDeciding: false,
      problem: null
    }
  })
}
