import type { Api } from '@mille/api/client.ts'
import type { Report } from '@mille/api/reports/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import type { DayRange } from '../statistics/statistics-view.ts'

export const campaignBreakdowns = ['ad_unit', 'country', 'device', 'language', 'banner'] as const
export type CampaignBreakdown = (typeof campaignBreakdowns)[number]

export type BreakdownState =
  | { status: 'idle' | 'loading' }
  | { status: 'loaded'; by: CampaignBreakdown; report: Report }
  | { status: 'error'; problem: Problem }

/** Number of rows that a campaign's page shows; the report has the others. */
const shownRows = 10

/** State of a campaign's figures by one dimension: the rows with the most billable views. */
export function createCampaignBreakdownStores(
  api: Pick<Api, 'reports'>,
  { id, range }: { id: string; range: DayRange }
) {
  const $breakdown = atom<BreakdownState>({ status: 'idle' })
  let latest = 0
  return {
    $breakdown,
    async load(by: CampaignBreakdown): Promise<void> {
      const own = ++latest
      $breakdown.set({ status: 'loading' })
      const result = await api.reports.readReport({
        ...{ side: 'advertiser', campaign_ids: [id], group_by: by, sort: 'billable' },
        // The days of the page's charts are in UTC.
        ...{ ...range, time_zone: 'UTC', 'page[limit]': shownRows }
      })
      if (own !== latest) return
      $breakdown.set(
        result.ok
          ? { status: 'loaded', by, report: result.value }
          : { status: 'error', problem: firstProblem(result) }
      )
    }
  }
}
