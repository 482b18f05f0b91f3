import type { Api } from '@mille/api/client.ts'
import { pageSizes } from '@mille/api/page-sizes.ts'
import type { TrafficSource } from '@mille/api/traffic-sources/endpoints.ts'
import { atom } from 'nanostores'
import { createPagedList, type Page } from '../shared/paged-list.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type LoadedTraffic = { campaignId: string; list: Page<TrafficSource> }

/**
 * State of the traffic sources of a campaign; a unit, or every unit of its site, can be excluded and included again.
 */
export function createTrafficSourceStores(api: Api, { campaignId, list }: LoadedTraffic) {
  const paged = createPagedList(list, offset =>
    api.trafficSources.listTrafficSources({
      id: campaignId,
      'page[offset]': offset,
      'page[limit]': pageSizes.trafficSource
    })
  )
  /** IDs of the units whose exclusion is being changed. */
  const $pending = atom<ReadonlySet<string>>(new Set())
  const $toggleProblem = atom<Problem | null>(null)

  function setPending(id: string, isPending: boolean) {
    const pending = new Set($pending.get())
    if (isPending) pending.add(id)
    else pending.delete(id)
    $pending.set(pending)
  }

  async function toggle(
    source: TrafficSource,
    change: { excluded_by_ad_unit: boolean } | { excluded_by_site: boolean }
  ): Promise<boolean> {
    if ($pending.get().has(source.id)) return false
    setPending(source.id, true)
    const result = await api.trafficSources.updateTrafficSource({
      id: campaignId,
      target_id: source.id,
      ...change
    })
    setPending(source.id, false)
    $toggleProblem.set(result.ok ? null : firstProblem(result))
    if (result.ok) paged.put(result.value.data)
    return result.ok
  }

  return {
    ...paged,
    $sources: paged.$items,
    $pending,
    $toggleProblem,

    toggleUnit: (source: TrafficSource) =>
      toggle(source, { excluded_by_ad_unit: !source.attributes.excluded_by_ad_unit }),

    /** Toggles the exclusion of a site. All its units in the list change, because they belong to one publisher. */
    async toggleSite(source: TrafficSource): Promise<boolean> {
      const excluded_by_site = !source.attributes.excluded_by_site
      const isDone = await toggle(source, { excluded_by_site })
      if (!isDone) return false
      const { domain_name } = source.attributes
      for (const other of paged.$items.get()) {
        if (other.attributes.domain_name !== domain_name) continue
        paged.put({ ...other, attributes: { ...other.attributes, excluded_by_site } })
      }
      return true
    }
  }
}
