import type { ReportedCreative, ReportedCreatives } from '@mille/api/ad-reports/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { type CreativeView, joinCreative } from '../campaigns/campaign-view.ts'
import { findIncluded } from '../shared/included.ts'
import { createDecisionQueue, undecided, type Waiting } from './decision-queue.ts'

export type ReportedStores = ReturnType<typeof createReportedStores>

export type ReportedItem = Waiting & {
  creative: CreativeView
  reports: ReportedCreative['attributes']
}

type Decision = { decision: 'dismiss' } | { decision: 'reject'; reason: string }

/** State of the ads that readers reported, most reports first. */
export function createReportedStores(api: Api, loaded: ReportedCreatives) {
  const { $items, $records, decide } = createDecisionQueue({
    items: viewReported(loaded),
    records: loaded.meta.pagination.records,
    idOf: item => item.creative.id,
    // A creative that is no longer live keeps its reports until they are dismissed.
    endCodes: ['not_found']
  })

  async function send(id: string, decision: Decision): Promise<boolean> {
    const item = $items.get().find(it => it.creative.id === id)
    if (!item || item.isDeciding) return false
    const { newest_report_id } = item.reports
    return decide(id, () => api.adReports.decideReports({ id, newest_report_id, ...decision }))
  }

  return {
    $items,
    $records,
    dismiss: (id: string) => send(id, { decision: 'dismiss' }),
    /** The reason is shown to the advertiser. */
    reject: (id: string, reason: string) => send(id, { decision: 'reject', reason })
  }
}

function viewReported({ data, included }: ReportedCreatives): ReportedItem[] {
  return data.flatMap(({ id, attributes }) => {
    const creative = findIncluded(included, { type: 'creatives', id })
    if (!creative) return []
    return {
      creative: joinCreative(creative, included),
      reports: attributes,
      ...undecided
    }
  })
}
