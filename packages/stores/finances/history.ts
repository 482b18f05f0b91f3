import type { Api } from '@mille/api/client.ts'
import type { FinanceOperation, HistoryDay } from '@mille/api/finances/endpoints.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import { createThrottle } from '../shared/throttle.ts'
import { historyDays } from './history-days.ts'
import { type HistoryFilter, historyPageSize, historyQuery } from './history-filter.ts'

export type LoadedHistory = {
  userId: string
  filter: HistoryFilter
  operations: FinanceOperation[]
  /** How many operations there are in all. */
  records: number
  /** What the days of the operations add up to. */
  days: HistoryDay[]
}

/** The specification's: the history is asked for once a second at most. */
const throttleMs = 1_000

/** How the account's money moved, with the first page loaded. */
export function createHistoryStores(api: Api, loaded: LoadedHistory) {
  const { userId } = loaded
  const $filter = atom(loaded.filter)
  const $operations = atom(loaded.operations)
  const $sums = atom(loaded.days)
  const $days = computed([$operations, $sums], historyDays)
  const $records = atom(loaded.records)
  const $hasMore = computed([$operations, $records], (shown, all) => shown.length < all)
  const $isLoading = atom(false)
  const $problem = atom<Problem | null>(null)

  const reload = createThrottle(() => void loadFirst(), throttleMs)

  /** What is shown stays until the answer to the newest question is there. */
  async function loadFirst() {
    const filter = $filter.get()
    $isLoading.set(true)
    const result = await readPage(api, userId, filter)
    if ($filter.get() !== filter) return
    $isLoading.set(false)
    $problem.set(result.ok ? null : firstProblem(result))
    if (!result.ok) return
    $operations.set(result.value.data)
    $sums.set(result.value.meta.days)
    $records.set(result.value.meta.pagination.records)
  }

  /**
   * @param addressChanged Resolves when the filter is in the page's address: a session that has ended leads back there.
   */
  function setFilter(
    patch: Partial<HistoryFilter>,
    addressChanged?: (filter: HistoryFilter) => Promise<void>
  ) {
    const filter = { ...$filter.get(), ...patch }
    $filter.set(filter)
    if (addressChanged) void addressChanged(filter).finally(reload)
    else reload()
  }

  async function loadMore() {
    if ($isLoading.get()) return
    const filter = $filter.get()
    $isLoading.set(true)
    const result = await readPage(api, userId, filter, $operations.get().length)
    $isLoading.set(false)
    if ($filter.get() !== filter) return
    $problem.set(result.ok ? null : firstProblem(result))
    if (!result.ok) return
    $sums.set(withNewer($sums.get(), result.value.meta.days))
    const known = new Set($operations.get().map(it => it.id))
    $operations.set([...$operations.get(), ...result.value.data.filter(it => !known.has(it.id))])
    $records.set(result.value.meta.pagination.records)
  }

  return {
    $filter,
    $operations,
    $days,
    $records,
    $hasMore,
    $isLoading,
    $problem,
    setFilter,
    loadMore
  }
}

function readPage(api: Api, userId: string, filter: HistoryFilter, offset = 0) {
  return api.finances.readHistory({
    userId,
    ...historyQuery(filter),
    ...(offset > 0 && { 'page[offset]': offset }),
    'page[limit]': historyPageSize
  })
}

/** What the newest answer says of a day is in place of what an older one said. */
function withNewer(older: readonly HistoryDay[], newer: readonly HistoryDay[]): HistoryDay[] {
  return [...older.filter(it => !newer.some(({ date }) => date === it.date)), ...newer]
}
