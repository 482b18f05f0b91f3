import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type AffiliateReport = z.infer<typeof schema.affiliateReport>
export type AffiliateDay = z.infer<typeof schema.affiliateDay>
export type AffiliateFigures = AffiliateReport['meta']['totals']

export const readReport = endpoint<z.input<typeof schema.affiliateReportInput>, AffiliateReport>({
  method: 'GET',
  path: '/api/v1/affiliate_reports',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics'],
  errors: ['invalid'],
  summary:
    'Clicks on the account’s partner links, sign-ups and first payments that came from them, and what the account earned, by day'
})
