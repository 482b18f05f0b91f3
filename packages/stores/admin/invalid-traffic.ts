import type { Api, CallResult } from '@mille/api/client.ts'
import type { TrafficReport } from '@mille/api/invalid-traffic/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import type { EarningDecision } from './earnings.ts'

type Report = TrafficReport['data']['attributes']
type Suspects = 'units' | 'visitors'

/** State of uncounted traffic and of the exclusions, which take effect at once and can be undone just as easily. */
export function createInvalidTrafficStores(
  { invalidTraffic }: Pick<Api, 'invalidTraffic'>,
  loaded: Report
) {
  const $report = atom(loaded)
  const $problem = atom<Problem | null>(null)
  /** IDs whose exclusion is being changed. */
  const $pending = atom<ReadonlySet<string>>(new Set())

  async function change(
    suspects: Suspects,
    id: string,
    isExcluded: boolean,
    call: (input: { id: string; is_excluded: boolean }) => Promise<CallResult<void>>
  ): Promise<boolean> {
    if ($pending.get().has(id)) return false
    $pending.set($pending.get().union(new Set([id])))
    const result = await call({ id, is_excluded: isExcluded })
    $pending.set($pending.get().difference(new Set([id])))
    $problem.set(result.ok ? null : firstProblem(result))
    if (!result.ok) return false
    const excludedAt = isExcluded ? new Date().toISOString() : null
    const report = $report.get()
    $report.set({
      ...report,
      [suspects]: report[suspects].map(it =>
        it.id === id ? { ...it, excluded_at: excludedAt } : it
      )
    })
    return true
  }

  /** Applies a decision about a unit's earnings to its row at once. */
  function markDecided(id: string, decision: EarningDecision): void {
    if (decision === 'end_slow_start') return
    const changed =
      decision === 'take_back'
        ? { is_maturing: false }
        : {
            hold:
              decision === 'hold' ? { since: new Date().toISOString(), is_automatic: false } : null
          }
    const report = $report.get()
    $report.set({
      ...report,
      units: report.units.map(it => (it.id === id ? { ...it, ...changed } : it))
    })
  }

  return {
    markDecided,
    $report,
    $problem,
    $pending,
    setUnitExcluded: (id: string, isExcluded: boolean) =>
      change('units', id, isExcluded, invalidTraffic.excludeUnit),
    setVisitorExcluded: (id: string, isExcluded: boolean) =>
      change('visitors', id, isExcluded, invalidTraffic.excludeVisitor)
  }
}
