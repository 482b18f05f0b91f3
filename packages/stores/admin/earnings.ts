import type { Api } from '@mille/api/client.ts'
import type { UnitEarningsList } from '@mille/api/earnings/endpoints.ts'
import { atom } from 'nanostores'
import { type Guard, guardedProblem } from '../shared/guard.ts'
import type { Problem } from '../shared/problems.ts'

export type EarningDecision = 'hold' | 'release' | 'take_back' | 'end_slow_start'

/** Number of units on the page: those on hold first, then those with the largest earnings. */
export const earningsPage = { 'page[limit]': 20 } as const

/** State of the ad units' unpaid earnings, which the operator can hold or take back. */
export function createEarningReviewStores(
  { earnings }: Pick<Api, 'earnings'>,
  loaded: UnitEarningsList
) {
  const $units = atom(loaded.data)
  const $problem = atom<Problem | null>(null)
  let isDeciding = false

  async function decide(
    id: string,
    decision: EarningDecision,
    guard: Guard,
    reason?: string
  ): Promise<boolean> {
    if (isDeciding) return false
    isDeciding = true
    const input = { id, decision, ...(reason ? { reason } : {}) }
    const result = await guard(() => earnings.decideEarnings(input))
    isDeciding = false
    $problem.set(guardedProblem(result))
    const read = await earnings.reviewEarnings(earningsPage)
    if (read.ok) $units.set(read.value.data)
    return result.ok
  }

  return { $units, $problem, decide }
}
