import type { Api } from '@mille/api/client.ts'
import type { AdUnitStatement, CampaignStatement } from '@mille/api/statistics/endpoints.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type Statement = CampaignStatement | AdUnitStatement
export type LoadedStatements = {
  of: 'campaign' | 'ad_unit'
  id: string
  statements: Statement[]
  /** How many there are in all. */
  records: number
}

/** What was charged or earned by window, newest first, with the first page loaded. */
export function createStatementStores(api: Api, loaded: LoadedStatements) {
  const $statements = atom(loaded.statements)
  const $records = atom(loaded.records)
  const $hasMore = computed(
    [$statements, $records],
    (statements, records) => statements.length < records
  )
  const $isLoading = atom(false)
  const $problem = atom<Problem | null>(null)

  async function loadMore() {
    if ($isLoading.get()) return
    $isLoading.set(true)
    const input = { id: loaded.id, 'page[offset]': $statements.get().length }
    const result = await (loaded.of === 'campaign'
      ? api.statistics.readCampaignStatements(input)
      : api.statistics.readAdUnitStatements(input))
    $isLoading.set(false)
    $problem.set(result.ok ? null : firstProblem(result))
    if (!result.ok) return
    // A window may have been settled in between, which moves the others down.
    const known = new Set($statements.get().map(it => it.id))
    $statements.set([...$statements.get(), ...result.value.data.filter(it => !known.has(it.id))])
    $records.set(result.value.meta.pagination.records)
  }

  return { $statements, $records, $hasMore, $isLoading, $problem, loadMore }
}
