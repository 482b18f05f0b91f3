import type { AdjustmentList } from '@mille/api/admin/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

/** State of the adjustments that await approval by a different operator than the one who requested them. */
export function createAdjustmentStores({ admin }: Pick<Api, 'admin'>, loaded: AdjustmentList) {
  const $waiting = atom(loaded.data)
  const $problem = atom<Problem | null>(null)
  const $deciding = atom<string | null>(null)

  async function decide(id: string, decision: 'approve' | 'reject'): Promise<boolean> {
    if ($deciding.get() !== null) return false
    $deciding.set(id)
    const result = await admin.decideAdjustment({ id, decision })
    $deciding.set(null)
    $problem.set(result.ok ? null : firstProblem(result))
    // If another operator decided first, the adjustment no longer waits either.
    if (result.ok || result.code === 'state_not_allowed')
      $waiting.set($waiting.get().filter(it => it.id !== id))
    return result.ok
  }

  return { $waiting, $problem, $deciding, decide }
}
