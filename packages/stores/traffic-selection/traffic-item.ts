import type { Api } from '@mille/api/client.ts'
import type { TrafficRating } from '@mille/api/statistics/endpoints.ts'
import type { TrafficSite, TrafficUnit } from '@mille/api/traffic-selection/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type Rating = TrafficRating['data']['attributes']
export type RatedUnit = { unit: TrafficUnit; rating: Rating | null }

export type TrafficItemState =
  | { status: 'loading' }
  | { status: 'loaded'; units: readonly RatedUnit[] }
  | { status: 'error'; problem: Problem }

/** State of one site's ad units and their ratings, loaded when the user opens the site's details. */
export function createTrafficItemStores(api: Pick<Api, 'trafficSelection' | 'statistics'>) {
  const $item = atom<TrafficItemState>({ status: 'loading' })
  let latest = 0
  return {
    $item,
    async load(site: TrafficSite): Promise<void> {
      const own = ++latest
      $item.set({ status: 'loading' })
      const ids = site.relationships.ad_units.data.map(it => it.id).slice(0, 100)
      if (ids.length === 0) return $item.set({ status: 'loaded', units: [] })
      const [sources, ...ratings] = await Promise.all([
        api.trafficSelection.listTrafficSources({ 'data[attributes][ad_unit_ids][][id]': ids }),
        ...ids.map(id => api.statistics.readTrafficRating({ id }))
      ])
      if (own !== latest) return
      if (!sources.ok) return $item.set({ status: 'error', problem: firstProblem(sources) })
      // A unit can be selected even if its rating cannot be loaded.
      const rated = new Map(
        ratings.flatMap(it => (it.ok ? [[it.value.data.id, it.value.data.attributes]] : []))
      )
      const units = sources.value.data.flatMap(it => (it.type === 'ad_units' ? it : []))
      $item.set({
        status: 'loaded',
        units: units.map(unit => ({ unit, rating: rated.get(unit.id) ?? null }))
      })
    }
  }
}
