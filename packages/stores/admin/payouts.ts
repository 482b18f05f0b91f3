import type { Api } from '@mille/api/client.ts'
import type { PayoutReview, QueuedDeposit } from '@mille/api/payments/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type LoadedPayouts = { review: PayoutReview; queued: QueuedDeposit[] }

/** What the operator decides about money that leaves, and about payments that are nobody's. */
export function createPayoutStores(api: Pick<Api, 'payments'>, loaded: LoadedPayouts) {
  const $withdrawals = atom(loaded.review.data)
  const $stops = atom(loaded.review.meta.stops)
  const $queued = atom(loaded.queued)
  const $problem = atom<Problem | null>(null)

  async function decide(id: string, decision: 'approve' | 'reject', reason?: string) {
    const result = await api.payments.decideWithdrawal({
      id,
      decision,
      ...(reason ? { reason } : {})
    })
    $problem.set(result.ok ? null : firstProblem(result))
    if (!result.ok) return false
    const { data } = result.value
    const isOver = data.attributes.ended_at !== null
    $withdrawals.set(
      $withdrawals.get().flatMap(it => (it.id === id ? (isOver ? [] : [data]) : [it]))
    )
    return true
  }

  /** The money is on the account with the next look at the chain. */
  async function assign(id: string, userId: string) {
    const result = await api.payments.assignDeposit({ id, user_id: userId })
    $problem.set(result.ok ? null : firstProblem(result))
    if (result.ok) $queued.set($queued.get().filter(it => it.id !== id))
    return result.ok
  }

  return { $withdrawals, $stops, $queued, $problem, decide, assign }
}
