import type { SiteQueue } from '@mille/api/admin/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

/** State of the sites that await an operator's review, oldest first. */
export function createSiteQueueStores(api: Api, loaded: SiteQueue) {
  const $sites = atom(loaded.data)
  const $records = atom(loaded.meta.pagination.records)
  const $problem = atom<Problem | null>(null)

  async function decide(
    id: string,
    decision: { decision: 'approve' } | { decision: 'reject'; reason: string }
  ): Promise<boolean> {
    const result = await api.admin.decideSite({ id, ...decision })
    // If another operator decided first, there is nothing left to do.
    const isOver = result.ok || result.code === 'state_not_allowed' || result.code === 'not_found'
    $problem.set(isOver ? null : firstProblem(result))
    if (isOver) {
      $sites.set($sites.get().filter(site => site.id !== id))
      $records.set(Math.max(0, $records.get() - 1))
    }
    return result.ok
  }

  return {
    $sites,
    $records,
    $problem,
    approve: (id: string) => decide(id, { decision: 'approve' }),
    /** The reason is shown to the publisher. */
    reject: (id: string, reason: string) => decide(id, { decision: 'reject', reason })
  }
}
