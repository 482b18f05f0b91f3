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
  /** Number of all operations that match the filter. */
  records: number
  /** Sums of the days on which these operations happened. */
  days: HistoryDay[]
}

/** The history is requested at most once per this many milliseconds, as specified. */
const throttleMs = 1_000

/** State of the history of the account's money, with the first page loaded. */
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

  /** Loads the first page for the current filter. The previous page stays visible until the newest answer arrives. */
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
   * @param addressChanged Resolves when the page's address contains the filter; signing in after an expired session
   * returns to that address.
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

/** Merges the sums of days; newer sums replace older ones of the same day. */
function withNewer(older: readonly HistoryDay[], newer: readonly HistoryDay[]): HistoryDay[] {
  return [...older.filter(it => !newer.some(({ date }) => date === it.date)), ...newer]
}
