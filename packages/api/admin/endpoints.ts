import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type ReviewQueue = z.infer<typeof schema.reviewQueue>

export const readReviewQueue = endpoint<z.input<typeof schema.reviewQueueInput>, ReviewQueue>({
  method: 'GET',
  path: '/api/v1/admin/creatives',
  statuses: [200],
  auth: 'admin',
  errors: [],
  summary:
    'Creatives that wait for a decision, oldest first; meta.campaigns maps each to its campaign'
})

export const decideCreative = endpoint<
  z.input<typeof schema.decideCreativeInput>,
  z.infer<typeof schema.creativeDocument>
>({
  method: 'PATCH',
  path: '/api/v1/admin/creatives/{id}',
  statuses: [200],
  auth: 'admin',
  type: 'creatives',
  idempotency: 'optional',
  errors: ['not_found', 'state_not_allowed'],
  summary: 'Approves a creative, which makes it live, or rejects it with a reason'
})
