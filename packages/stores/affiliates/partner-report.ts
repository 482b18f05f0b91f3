import type { AffiliateFigures } from '@mille/api/affiliates/endpoints.ts'
import { type ChosenRange, putRange, rangeOf } from '../reports/report-view.ts'
import { dayOf } from '../shared/days.ts'

export const partnerMetrics = ['clicks', 'sign_ups', 'paying_accounts', 'BTC', 'USD'] as const
export type PartnerMetric = (typeof partnerMetrics)[number]

/** What a partner has chosen in the report. It is in the page's address, so it can be linked. */
export type PartnerView = ChosenRange & { metric: PartnerMetric }

/** Reads a view from an address. Missing or invalid parameters get defaults. */
export function partnerViewOf(search: URLSearchParams, nowMs: number): PartnerView {
  const metric = partnerMetrics.find(it => it === search.get('metric')) ?? 'clicks'
  return { ...rangeOf(search, dayOf(nowMs)), metric }
}

/** Returns the address parameters of a view, without default values. */
export function searchOfPartnerView({ metric, ...range }: PartnerView): URLSearchParams {
  const search = new URLSearchParams()
  putRange(search, range)
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
