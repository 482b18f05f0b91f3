import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type PublicLog = z.infer<typeof schema.publicLog>
export type PublicLogCheckpoint = PublicLog['attributes']['checkpoints'][number]
export type PublicLogAnchor = PublicLog['attributes']['anchors'][number]
export type PublicLogDocument = z.infer<typeof schema.publicLogDocument>

export const readPublicLog = endpoint<Record<never, never>, PublicLogDocument>({
  method: 'GET',
  path: '/api/v1/public_log',
  statuses: [200],
  auth: 'public',
  type: 'public_logs',
  errors: [],
  summary:
    'The key of the public log and its latest checkpoints and anchors; the log itself is under /log/'
})
