import type { Api, CallResult } from '@mille/api/client.ts'
import type { PayoutReview, QueuedDeposit } from '@mille/api/payments/endpoints.ts'
import { atom } from 'nanostores'
import type { PasskeyBrowser } from '../settings/passkeys.ts'
import { type Guard, guardedProblem } from '../shared/guard.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type LoadedPayouts = { review: PayoutReview; queued: QueuedDeposit[] }

const refreshMs = 5_000
/** Number of rows that the page shows. */
export const payoutsPage = { 'page[limit]': 100 } as const

/** State of what the operator decides: outgoing payments and unassigned deposits. */
export function createPayoutStores(
  api: Pick<Api, 'payments'>,
  loaded: LoadedPayouts,
  browser: Pick<PasskeyBrowser, 'get'>
) {
  const $withdrawals = atom(loaded.review.data)
  const $stops = atom(loaded.review.meta.stops)
  const $queued = atom(loaded.queued)
  const $restore = atom(loaded.review.meta.restore)
  const $unknown = atom(loaded.review.meta.unknown)
  const $problem = atom<Problem | null>(null)
  let isDeciding = false

  async function alone<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    isDeciding = true
    return call().finally(() => {
      isDeciding = false
    })
  }

  function reject(id: string, reason: string) {
    return decide({ id, decision: 'reject', ...(reason ? { reason } : {}) })
  }

  /**
   * Approves a withdrawal with a passkey, which signs its amount and destination. Returns false also when the user
   * closed the prompt.
   */
  async function approve(id: string) {
    const row = $withdrawals.get().find(it => it.id === id)
    const challenge = row?.attributes.passkey_challenge
    if (!challenge) return false
    const response = await browser.get({ challenge, userVerification: 'required' })
    return response ? decide({ id, decision: 'approve', response }) : false
  }

  async function decide(input: Parameters<Api['payments']['decideWithdrawal']>[0]) {
    const { id } = input
    const result = await alone(() => api.payments.decideWithdrawal(input))
    $problem.set(result.ok ? null : firstProblem(result))
    if (!result.ok) return false
    const { data } = result.value
    const isOver = data.attributes.ended_at !== null
    $withdrawals.set(
      $withdrawals.get().flatMap(it => (it.id === id ? (isOver ? [] : [data]) : [it]))
    )
    return true
  }

  /**
   * Assigns a deposit to an account. The money is credited when the blockchain is next checked; a large sum also needs
   * a second operator's approval.
   */
  async function assign(id: string, userId: string, guard: Guard, worth?: bigint) {
    const input = { id, user_id: userId, ...(worth === undefined ? {} : { worth: String(worth) }) }
    const result = await alone(() => guard(() => api.payments.assignDeposit(input)))
    $problem.set(guardedProblem(result))
    if (!result.ok) return false
    if (result.value.meta.is_given) $queued.set($queued.get().filter(it => it.id !== id))
    else await refresh()
    return true
  }

  async function putAway(id: string, reason: string, guard: Guard) {
    const result = await alone(() => guard(() => api.payments.putAwayDeposit({ id, reason })))
    return takeOff(id, result)
  }

  function takeOff(id: string, result: CallResult<unknown>): boolean {
    $problem.set(guardedProblem(result))
    if (result.ok) $queued.set($queued.get().filter(it => it.id !== id))
    return result.ok
  }

  async function release(guard: Guard): Promise<void> {
    const result = await alone(() => guard(() => api.payments.releasePayouts()))
    $problem.set(guardedProblem(result))
    if (result.ok) $restore.set(null)
  }

  async function refresh(): Promise<void> {
    const [review, queued] = await Promise.all([
      api.payments.readPayoutReview(payoutsPage),
      api.payments.listQueuedDeposits(payoutsPage)
    ])
    // During a decision the answer may be outdated, so it is dropped; the next refresh is current.
    if (isDeciding || !review.ok || !queued.ok) return
    $withdrawals.set(review.value.data)
    $stops.set(review.value.meta.stops)
    $queued.set(queued.value.data)
    $restore.set(review.value.meta.restore)
    $unknown.set(review.value.meta.unknown)
  }

  /** Refreshes the page regularly. Returns a function that stops this. */
  function watch(): () => void {
    const timer = setInterval(() => void refresh(), refreshMs)
    return () => clearInterval(timer)
  }

  return {
    ...{ $withdrawals, $stops, $queued, $restore, $unknown, $problem },
    ...{ approve, reject, assign, putAway, release, watch }
  }
}
