import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type Earning = z.infer<typeof schema.earning>
export type EarningList = z.infer<typeof schema.earningList>
export type UnitEarnings = z.infer<typeof schema.unitEarnings>
export type SlowStart = EarningList['meta']['slow_starts'][number]
export type PublisherTermsDocument = z.infer<typeof schema.publisherTerms>
export type PublisherTerms = PublisherTermsDocument['data']['attributes']
export type UnitEarningsList = z.infer<typeof schema.unitEarningsList>

export const readPublisherTerms = endpoint<Record<never, never>, PublisherTermsDocument>({
  method: 'GET',
  path: '/api/v1/publisher_terms',
  statuses: [200],
  auth: 'public',
  type: 'publisher_terms',
  errors: [],
  summary:
    'What publishers get: the network’s fee, how long earnings are reviewed, and the limits and fees of withdrawals'
})

export const listEarnings = endpoint<z.input<typeof schema.earningsInput>, EarningList>({
  method: 'GET',
  path: '/api/v1/users/{userId}/finances/earnings',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'Earnings that are not available yet'
})

export const reviewEarnings = endpoint<z.input<typeof schema.reviewInput>, UnitEarningsList>({
  method: 'GET',
  path: '/api/v1/admin/earnings',
  statuses: [200],
  auth: 'admin',
  roles: ['finance'],
  errors: [],
  summary: 'Ad units with earnings under review'
})

export const decideEarnings = endpoint<z.input<typeof schema.decideEarningsInput>, void>({
  method: 'PATCH',
  path: '/api/v1/admin/earnings/{id}',
  statuses: [204],
  auth: 'admin',
  roles: ['finance'],
  secondOperator:
    'above the approval limit, earnings can only be returned if another operator has put them on hold',
  stepUp: true,
  type: 'unit_earnings',
  idempotency: 'optional',
  errors: ['not_found', 'state_not_allowed', 'own_adjustment'],
  summary: 'Holds or releases earnings, returns them to advertisers, or ends a slow start'
})
