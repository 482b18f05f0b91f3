import type { ReportedCreative, ReportedCreatives } from '@mille/api/ad-reports/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import { type CreativeView, joinCreative } from '../campaigns/campaign-view.ts'
import { findIncluded } from '../shared/included.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type ReportedStores = ReturnType<typeof createReportedStores>

export type ReportedItem = {
  creative: CreativeView
  reports: ReportedCreative['attributes']
  isDeciding: boolean
  problem: Problem | null
}

/** Ads that readers reported, those with most reports first. */
export function createReportedStores(api: Api, loaded: ReportedCreatives) {
  const $items = atom(viewReported(loaded))
  const $records = atom(loaded.meta.pagination.records)

  function replace(id: string, patch: Partial<ReportedItem>) {
    $items.set($items.get().map(item => (item.creative.id === id ? { ...item, ...patch } : item)))
  }

  async function decide(
    id: string,
    decision: { decision: 'dismiss' } | { decision: 'reject'; reason: string }
  ): Promise<boolean> {
    const item = $items.get().find(it => it.creative.id === id)
    if (!item || item.isDeciding) return false
    replace(id, { isDeciding: true, problem: null })
    const { newest_report_id } = item.reports
    const result = await api.adReports.decideReports({ id, newest_report_id, ...decision })
    // Another operator may have decided in the meantime: then there is nothing left to do here either.
    if (result.ok || result.code === 'not_found') {
      $items.set($items.get().filter(it => it.creative.id !== id))
      $records.set(Math.max(0, $records.get() - 1))
    } else replace(id, { isDeciding: false, problem: firstProblem(result) })
    return result.ok
  }

  return {
    $items,
    $records,
    dismiss: (id: string) => decide(id, { decision: 'dismiss' }),
    /** The reason is shown to the advertiser. */
    reject: (id: string, reason: string) => decide(id, { decision: 'reject', reason })
  }
}

function viewReported({ data, included }: ReportedCreatives): ReportedItem[] {
  return data.flatMap(({ id, attributes }) => {
    const creative = findIncluded(included, { type: 'creatives', id })
    if (!creative) return []
    return {
      creative: joinCreative(creative, included),
      reports: attributes,
      isDeciding: false,
      problem: null
    }
  })
}
