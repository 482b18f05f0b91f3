import type { Api } from '@mille/api/client.ts'
import { searchDelayMs, type TrafficSelectionSort } from '@mille/api/constants.ts'
import { pageSizes } from '@mille/api/page-sizes.ts'
import type {
  TrafficSite,
  TrafficSiteList,
  TrafficUnit
} from '@mille/api/traffic-selection/endpoints.ts'
import { atom, computed } from 'nanostores'
import { type Clock, delayed, systemClock } from '../shared/clock.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'
import { applyPack } from './apply-pack.ts'
import {
  block,
  isSelected,
  noTraffic,
  remove,
  type SelectedTraffic,
  select,
  stateOf,
  type TargetItem,
  type TargetType
} from './selection-rules.ts'

export type TrafficTable = {
  status: 'idle' | 'loading' | 'loaded' | 'error'
  sites: readonly TrafficSite[]
  units: readonly TrafficUnit[]
  categories: readonly { id: string; name: string }[]
  records: number
  totalRecords: number
  problem: Problem | null
}
export type TrafficQuery = {
  page: number
  sort: TrafficSelectionSort
  categoryIds: readonly string[]
  query: string
}
export type PackState = { status: 'idle' | 'loading' | 'loaded' | 'error'; problem: Problem | null }

const emptyTable: TrafficTable = {
  status: 'idle',
  sites: [],
  units: [],
  categories: [],
  records: 0,
  totalRecords: 0,
  problem: null
}
const firstQuery: TrafficQuery = {
  page: 1,
  sort: '-avg_all_impressions',
  categoryIds: [],
  query: ''
}

/** State of a campaign's targeting: the selected and blocked lists, and the table to select from. */
export function createTrafficSelectionStores(
  api: Pick<Api, 'trafficSelection'>,
  { initial = noTraffic, clock = systemClock }: { initial?: SelectedTraffic; clock?: Clock } = {}
) {
  const $traffic = atom<SelectedTraffic>(initial)
  const $hasSelection = computed($traffic, isSelected)
  const $query = atom<TrafficQuery>(firstQuery)
  const $table = atom<TrafficTable>(emptyTable)
  const $pack = atom<PackState>({ status: 'idle', problem: null })
  const later = delayed(clock, searchDelayMs.selection)
  let latest = 0

  /** Loads the page for `$query`, and drops outdated answers that arrive late. */
  async function load(): Promise<void> {
    later.cancel()
    const request = ++latest
    $table.set({ ...$table.get(), status: 'loading', problem: null })
    const result = await api.trafficSelection.listTrafficSelections(parametersOf($query.get()))
    if (request !== latest) return
    $table.set(
      result.ok
        ? loadedTable(result.value)
        : // After an error, the rows of the previous page or filter are removed.
          { ...$table.get(), sites: [], units: [], status: 'error', problem: firstProblem(result) }
    )
  }

  function ask(patch: Partial<TrafficQuery>): Promise<void> {
    $query.set({ ...$query.get(), page: 1, ...patch })
    return load()
  }

  return {
    $traffic,
    $hasSelection,
    $query,
    $table,
    $pack,
    load,
    setPage: (page: number) => ask({ page }),
    setSort: (sort: TrafficSelectionSort) => ask({ sort }),
    setCategories: (categoryIds: readonly string[]) => ask({ categoryIds }),
    /** Debounces typing: the search is sent when typing pauses. */
    setQuery(query: string) {
      $query.set({ ...$query.get(), page: 1, query })
      later.run(() => void load())
    },

    select: (type: TargetType, item: TargetItem) =>
      $traffic.set(select($traffic.get(), type, item)),
    block: (type: TargetType, item: TargetItem) => $traffic.set(block($traffic.get(), type, item)),
    remove: (type: TargetType, id: string) => $traffic.set(remove($traffic.get(), type, id)),
    stateOf: (type: TargetType, id: string) => stateOf($traffic.get(), type, id),
    reset: (traffic: SelectedTraffic = noTraffic) => $traffic.set(traffic),

    /** Adds a pack's targets: the allowed ones to the selected list, the others to the blocked list. */
    async applyPack(id: string): Promise<void> {
      $pack.set({ status: 'loading', problem: null })
      const result = await api.trafficSelection.readTrafficPack({ id })
      if (result.ok) $traffic.set(applyPack($traffic.get(), result.value))
      $pack.set(
        result.ok
          ? { status: 'loaded', problem: null }
          : { status: 'error', problem: firstProblem(result) }
      )
    },
    /** Cancels a pending search when the page is closed. */
    stop: () => later.cancel()
  }
}

function parametersOf({ page, sort, categoryIds, query }: TrafficQuery) {
  return {
    'page[number]': page,
    'page[size]': pageSizes.trafficSelection,
    sort,
    ...(categoryIds.length > 0 ? { 'filter[visible_categories_id_in][]': [...categoryIds] } : {}),
    ...(query.trim() === '' ? {} : { 'filter[query]': query.trim() })
  }
}

function loadedTable({ data, included, meta }: TrafficSiteList): TrafficTable {
  return {
    status: 'loaded',
    sites: data,
    units: included,
    categories: meta.categories,
    records: meta.pagination.records,
    totalRecords: meta.total_records,
    problem: null
  }
}
