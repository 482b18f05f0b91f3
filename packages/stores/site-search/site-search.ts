import type { Api } from '@mille/api/client.ts'
import { searchDelayMs } from '@mille/api/constants.ts'
import { pageSizes } from '@mille/api/page-sizes.ts'
import type { TrafficSite } from '@mille/api/traffic-selection/endpoints.ts'
import { atom, computed } from 'nanostores'
import { type Clock, delayed, systemClock } from '../shared/clock.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type SiteSearchState =
  /** Nothing has been searched yet. */
  | { status: 'empty' }
  | { status: 'loading'; sites: readonly TrafficSite[] }
  | { status: 'success'; sites: readonly TrafficSite[]; records: number }
  | { status: 'error'; sites: readonly TrafficSite[]; problem: Problem }

/** State of the search for sites by part of their name, 15 at a time. */
export function createSiteSearchStores(
  api: Pick<Api, 'trafficSelection'>,
  { clock = systemClock, delayMs = searchDelayMs.wizard }: { clock?: Clock; delayMs?: number } = {}
) {
  const $query = atom('')
  const $search = atom<SiteSearchState>({ status: 'empty' })
  const $hasMore = computed(
    $search,
    search => search.status === 'success' && search.sites.length < search.records
  )
  const later = delayed(clock, delayMs)
  let offset = 0
  let running: AbortController | null = null

  async function ask(): Promise<void> {
    running?.abort()
    const own = new AbortController()
    running = own
    const before = offset === 0 ? [] : sitesOf($search.get())
    $search.set({ status: 'loading', sites: before })
    const result = await answer(own)
    // A newer search has started, or the page was closed.
    if (result === null || running !== own) return
    if (!result.ok) {
      $search.set({ status: 'error', sites: before, problem: firstProblem(result) })
      return
    }
    const known = new Set(before.map(site => site.id))
    const sites = [...before, ...result.value.data.filter(site => !known.has(site.id))]
    $search.set({ status: 'success', sites, records: result.value.meta.pagination.records })
  }

  async function answer({ signal }: AbortController) {
    try {
      return await api.trafficSelection.search(
        {
          'filter[type]': 'sites',
          'filter[query]': $query.get().trim(),
          'page[offset]': offset,
          'page[limit]': pageSizes.siteSearch
        },
        { signal }
      )
    } catch (error) {
      if (signal.aborted) return null
      throw error
    }
  }

  function stop() {
    later.cancel()
    running?.abort()
    running = null
  }

  return {
    $query,
    $search,
    $hasMore,

    /** Sets the search text. An empty text shows an empty list, without a call. */
    type(query: string) {
      stop()
      $query.set(query)
      offset = 0
      if (query.trim().length < 1) $search.set({ status: 'empty' })
      else later.run(() => void ask())
    },

    /** Loads the next page; after an error, retries the page that failed. */
    async loadMore(): Promise<void> {
      const { status } = $search.get()
      if (status === 'error') return ask()
      if (!$hasMore.get()) return
      offset += pageSizes.siteSearch
      await ask()
    },
    /** Stops the search when the page is closed. */
    stop
  }
}

function sitesOf(search: SiteSearchState): readonly TrafficSite[] {
  return search.status === 'empty' ? [] : search.sites
}
