import * as endpoints from '@mille/api/admin/endpoints.ts'
import * as schema from '@mille/api/admin/schema.ts'
import { decideCreative, readReviewQueue } from '../campaigns/index.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { adjustmentRoutes } from './adjustment-routes.ts'
import { historyRoutes } from './history.ts'
import { holdingRoutes } from './holdings.ts'
import { invalidTrafficRoutes } from './invalid-traffic-routes.ts'
import { noteRoutes } from './notes.ts'
import { operationRoutes } from './operation-routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { suspensionRoutes } from './suspension-routes.ts'

export function adminRoutes(serve: Serve): void {
  peopleRoutes(serve)
  holdingRoutes(serve)
  historyRoutes(serve)
  noteRoutes(serve)
  suspensionRoutes(serve)
  adjustmentRoutes(serve)
  operationRoutes(serve)
  invalidTrafficRoutes(serve)

  serve(endpoints.readReviewQueue, schema.reviewQueueInput, async ({ context, input }) => {
    const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
    return reply(await readReviewQueue(context.db, page, context.now()))
  })

  serve(endpoints.decideCreative, schema.decideCreativeInput, async call => {
    const { context, input, user } = call
    const verdict = readVerdict(input)
    const clock = { at: context.now(), windowSeconds: context.config.settlementWindowSeconds }
    const { tx } = call.once
    const decided = await decideCreative(tx, Number(input.id), verdict, user.id, clock)
    if (decided.ok) return reply({ data: decided.value })
    return decided.code === 'state_not_allowed'
      ? failure(decided.code, { detail: 'The creative has already been reviewed.' })
      : failure(decided.code)
  })
}

function readVerdict(input: { decision: 'approve' | 'reject'; reason?: string | undefined }) {
  // The schema has already rejected a rejection without a reason.
  return input.decision === 'approve'
    ? { decision: 'approve' as const }
    : { decision: 'reject' as const, reason: input.reason ?? '' }
}
