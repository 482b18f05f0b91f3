import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

const errors = [
  'not_found',
  'too_many_requests',
  'bill_not_ready',
  'bill_too_large',
  'event_log_unavailable'
] as const

export const downloadCampaignBill = endpoint<z.input<typeof schema.campaignBillInput>, string>({
  method: 'GET',
  path: '/api/v1/campaigns/{id}/bill',
  statuses: [200, 206],
  auth: 'user',
  scopes: ['statistics', 'campaigns'],
  file: true,
  errors,
  summary:
    'What a campaign was charged, with all that is needed to check it; an interrupted download can be resumed with Range and If-Range'
})

export const downloadAdUnitBill = endpoint<z.input<typeof schema.adUnitBillInput>, string>({
  method: 'GET',
  path: '/api/v1/ad_units/{id}/bill',
  statuses: [200, 206],
  auth: 'user',
  scopes: ['statistics'],
  file: true,
  errors,
  summary:
    'What an ad unit earned in one currency, with all that is needed to check it; an interrupted download can be resumed with Range and If-Range'
})
