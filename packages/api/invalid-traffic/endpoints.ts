import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type TrafficReport = z.infer<typeof schema.report>
export type SuspectUnit = z.infer<typeof schema.suspectUnit>
export type TrafficReason = z.infer<typeof schema.trafficReason>
export type SuspectVisitor = z.infer<typeof schema.suspectVisitor>

export const readInvalidTraffic = endpoint<z.input<typeof schema.reportInput>, TrafficReport>({
  method: 'GET',
  path: '/api/v1/admin/invalid_traffic',
  statuses: [200],
  auth: 'admin',
  roles: ['finance'],
  errors: [],
  summary: 'What was not counted, by reason, ad unit, and visitor, worst first'
})

export const excludeUnit = endpoint<z.input<typeof schema.unitExclusionInput>, void>({
  method: 'PATCH',
  path: '/api/v1/admin/invalid_traffic/ad_units/{id}',
  statuses: [204],
  auth: 'admin',
  type: 'exclusions',
  errors: ['not_found'],
  mailsOperators: true,
  summary: 'Excludes an ad unit from the network, or removes the exclusion'
})

export const excludeVisitor = endpoint<z.input<typeof schema.visitorExclusionInput>, void>({
  method: 'PATCH',
  path: '/api/v1/admin/invalid_traffic/visitors/{id}',
  statuses: [204],
  auth: 'admin',
  type: 'exclusions',
  errors: ['not_found'],
  summary: 'Excludes a visitor for the lifetime of the day’s key, or removes the exclusion'
})
