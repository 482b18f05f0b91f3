import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type SavedView = z.infer<typeof schema.savedView>
export type ReportLink = z.infer<typeof schema.reportLink>
export type ReportMail = z.infer<typeof schema.reportMail>
export type SharedReport = z.infer<typeof schema.sharedReport>

/* API keys cannot create or revoke report links: only a signed-in account decides what the public may read. */

export const listReportLinks = endpoint<
  Record<never, never>,
  z.infer<typeof schema.reportLinkList>
>({
  method: 'GET',
  path: '/api/v1/report_links',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'The links by which the account shares reports, newest first'
})

export const createReportLink = endpoint<
  z.input<typeof schema.createReportLinkInput>,
  z.infer<typeof schema.newReportLink>
>({
  method: 'POST',
  path: '/api/v1/report_links',
  statuses: [201],
  auth: 'user',
  type: 'report_links',
  idempotency: 'optional',
  answersSecret: true,
  errors: ['report_links_too_many', 'report_too_large'],
  summary: 'Shares a report with everyone who has the link, read-only; meta.url is shown only once'
})

export const revokeReportLink = endpoint<z.input<typeof schema.reportLinkInput>, void>({
  method: 'DELETE',
  path: '/api/v1/report_links/{id}',
  statuses: [204],
  auth: 'user',
  errors: ['not_found'],
  summary: 'Revokes a link to a report immediately'
})

export const readSharedReport = endpoint<z.input<typeof schema.sharedReportInput>, SharedReport>({
  method: 'GET',
  path: '/api/v1/shared_reports',
  statuses: [200],
  auth: 'public',
  cost: 3,
  errors: ['not_found', 'too_many_requests', 'report_too_large'],
  summary: 'The report of a link, for anyone who has its token: what was saved with it, and no more'
})

export const downloadSharedReport = endpoint<z.input<typeof schema.sharedReportInput>, string>({
  method: 'GET',
  path: '/api/v1/shared_reports.csv',
  statuses: [200],
  auth: 'public',
  cost: 3,
  csv: true,
  errors: ['not_found', 'too_many_requests', 'report_too_large'],
  summary: 'All rows of a shared report as a table, up to 10,000'
})

export const listReportMails = endpoint<
  Record<never, never>,
  z.infer<typeof schema.reportMailList>
>({
  method: 'GET',
  path: '/api/v1/report_mails',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'The reports that the account gets by email, newest first'
})

export const createReportMail = endpoint<
  z.input<typeof schema.createReportMailInput>,
  z.infer<typeof schema.reportMailDocument>
>({
  method: 'POST',
  path: '/api/v1/report_mails',
  statuses: [201],
  auth: 'user',
  type: 'report_mails',
  idempotency: 'optional',
  errors: ['email_missing', 'report_mails_too_many', 'report_too_large'],
  summary: 'Emails a report to the account every week or month'
})

export const deleteReportMail = endpoint<z.input<typeof schema.reportMailInput>, void>({
  method: 'DELETE',
  path: '/api/v1/report_mails/{id}',
  statuses: [204],
  auth: 'user',
  errors: ['not_found'],
  summary: 'Ends the emails of a report'
})
