import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type ReportInput = z.input<typeof schema.reportInput>
export type Report = z.infer<typeof schema.report>
export type ReportRow = z.infer<typeof schema.reportRow>

export const readReport = endpoint<ReportInput, Report>({
  method: 'GET',
  path: '/api/v1/reports',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics'],
  errors: [],
  summary:
    'What the account’s campaigns or ad units were served, counted and charged: any days, by time, place or banner, sorted, filtered and in pages'
})

export const downloadReport = endpoint<ReportInput, string>({
  method: 'GET',
  path: '/api/v1/reports.csv',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics'],
  csv: true,
  errors: [],
  summary: 'All rows of a report as a table, up to 10,000'
})
