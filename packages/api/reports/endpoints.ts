import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type ReportInput = z.input<typeof schema.reportInput>
export type NetworkReportInput = z.input<typeof schema.networkReportInput>
export type Report = z.infer<typeof schema.report>
export type ReportRow = z.infer<typeof schema.reportRow>

export const readReport = endpoint<ReportInput, Report>({
  method: 'GET',
  path: '/api/v1/reports',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics'],
  errors: ['report_too_large'],
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
  errors: ['report_too_large'],
  summary: 'All rows of a report as a table, up to 10,000'
})

export const readNetworkReport = endpoint<NetworkReportInput, Report>({
  method: 'GET',
  path: '/api/v1/admin/network_reports',
  statuses: [200],
  auth: 'admin',
  errors: ['report_too_large'],
  summary: 'The same of all campaigns and ad units of the network, with what advertisers spent'
})

export const downloadNetworkReport = endpoint<NetworkReportInput, string>({
  method: 'GET',
  path: '/api/v1/admin/network_reports.csv',
  statuses: [200],
  auth: 'admin',
  csv: true,
  errors: ['report_too_large'],
  summary: 'All rows of a report of the network as a table, up to 10,000'
})
