import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type ShownCreative = z.infer<typeof schema.shownCreative>
export type ShownCreativeDocument = z.infer<typeof schema.shownCreativeDocument>
export type ReportedCreative = z.infer<typeof schema.reportedCreative>
export type ReportedCreatives = z.infer<typeof schema.reportedCreatives>

export const readShownCreative = endpoint<
  z.input<typeof schema.shownCreativeInput>,
  ShownCreativeDocument
>({
  method: 'GET',
  path: '/api/v1/shown_creatives/{id}',
  statuses: [200],
  auth: 'public',
  errors: ['not_found'],
  summary: 'An ad that was shown in an ad unit, for the page that its label leads to'
})

export const reportCreative = endpoint<z.input<typeof schema.reportInput>, void>({
  method: 'POST',
  path: '/api/v1/shown_creatives/{id}/reports',
  statuses: [204],
  auth: 'public',
  type: 'creative_reports',
  idempotency: 'optional',
  errors: ['not_found', 'too_many_requests', 'captcha_required', 'captcha_invalid'],
  summary:
    'Reports an ad to the operators; reports of one ad from the same network count once within 24 hours'
})

export const listReportedCreatives = endpoint<
  z.input<typeof schema.reportedCreativesInput>,
  ReportedCreatives
>({
  method: 'GET',
  path: '/api/v1/admin/reported_creatives',
  statuses: [200],
  auth: 'admin',
  roles: ['reviewer'],
  errors: [],
  summary: 'Creatives with reports that no operator has decided on, most reports first'
})

export const decideReports = endpoint<z.input<typeof schema.decideReportsInput>, void>({
  method: 'PATCH',
  path: '/api/v1/admin/reported_creatives/{id}',
  statuses: [204],
  auth: 'admin',
  roles: ['reviewer'],
  type: 'reported_creatives',
  idempotency: 'optional',
  errors: ['not_found', 'state_not_allowed'],
  summary:
    'Dismisses the reports of a creative, or rejects the creative with a reason, which stops its ads'
})
