import type { AffiliateFigures } from '@mille/api/affiliates/endpoints.ts'
import type { ReportRange } from '@mille/api/reports/ranges.ts'
import { rangeOf } from '../reports/report-view.ts'
import { dayOf } from '../shared/days.ts'

export const partnerMetrics = ['clicks', 'sign_ups', 'paying_accounts', 'BTC', 'USD'] as const
export type PartnerMetric = (typeof partnerMetrics)[number]

/** What a partner has chosen in the report. It is in the page's address, so it can be linked. */
export type PartnerView = {
  range: ReportRange
  /** First and last day in UTC such as 2026-11-27, both included. */
  from: string
  to: string
  metric: PartnerMetric
}

/** Reads a view from an address. Missing or invalid parameters get defaults. */
export function partnerViewOf(search: URLSearchParams, nowMs: number): PartnerView {
  const metric = partnerMetrics.find(it => it === search.get('metric')) ?? 'clicks'
  return { ...rangeOf(search, dayOf(nowMs)), metric }
}

/** Returns the address parameters of a view, without default values. */
export function searchOfPartnerView({ range, from, to, metric }: PartnerView): URLSearchParams {
  const search = new URLSearchParams()
  if (range !== '30_days') search.set('range', range)
  if (range === 'custom') {
    search.set('from', from)
    search.set('to', to)
  }
  if (metric !== 'clicks') search.set('metric', metric)
  return search
}

/** Checks whether anything happened in the days of a report. */
export function isQuiet({
  clicks,
  sign_ups,
  paying_accounts,
  earnings
}: AffiliateFigures): boolean {
  const counts = (clicks ?? 0) + sign_ups + paying_accounts
  return counts === 0 && earnings.BTC === '0' && earnings.USD === '0'
}
