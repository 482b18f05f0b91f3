import type { Api } from '@mille/api/client.ts'
import type { TrafficCategory, TrafficPack } from '@mille/api/traffic-selection/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type TrafficChoices =
  | { status: 'idle' | 'loading' }
  | { status: 'loaded'; categories: readonly TrafficCategory[]; packs: readonly TrafficPack[] }
  | { status: 'error'; problem: Problem }

/** State of all categories and packs, which are few enough to load at once. */
export function createTrafficChoicesStores(api: Pick<Api, 'trafficSelection'>) {
  const $choices = atom<TrafficChoices>({ status: 'idle' })
  return {
    $choices,
    async load(): Promise<void> {
      if ($choices.get().status === 'loading') return
      $choices.set({ status: 'loading' })
      const [sources, packs] = await Promise.all([
        api.trafficSelection.listTrafficSources(),
        api.trafficSelection.listTrafficPacks()
      ])
      const failure = sources.ok ? packs : sources
      if (!sources.ok || !packs.ok) {
        if (!failure.ok) $choices.set({ status: 'error', problem: firstProblem(failure) })
        return
      }
      const categories = sources.value.data.flatMap(it => (it.type === 'categories' ? it : []))
      $choices.set({ status: 'loaded', categories, packs: packs.value.data })
    }
  }
}
