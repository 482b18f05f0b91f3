import type { Api } from '@mille/api/client.ts'
import type { StatisticsGroup } from '@mille/api/statistics/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import type { DayRange } from './statistics-view.ts'

export type Grouping = 'ad_unit' | 'banner' | 'language'

export type GroupState =
  | { status: 'idle' | 'loading' }
  | { status: 'loaded'; by: Grouping; groups: readonly StatisticsGroup[] }
  | { status: 'error'; problem: Problem }

/** State of a campaign's statistics by ad unit, banner or language. */
export function createGroupStatisticsStores(
  api: Pick<Api, 'statistics'>,
  { id, range }: { id: string; range: DayRange }
) {
  const $groups = atom<GroupState>({ status: 'idle' })
  let latest = 0
  return {
    $groups,
    async load(by: Grouping): Promise<void> {
      const own = ++latest
      $groups.set({ status: 'loading' })
      const result = await api.statistics.readCampaignStatistics({ id, ...range, group_by: by })
      if (own !== latest) return
      $groups.set(
        result.ok
          ? { status: 'loaded', by, groups: result.value.data.attributes.groups }
          : { status: 'error', problem: firstProblem(result) }
      )
    }
  }
}
