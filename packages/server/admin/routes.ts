import * as endpoints from '@mille/api/admin/endpoints.ts'
import * as schema from '@mille/api/admin/schema.ts'
import { maxCountedReviews } from '@mille/api/constants.ts'
import type { z } from 'zod'
import { countReportedOf } from '../ad-reports/index.ts'
import { decideCreative, readReviewQueue, readTrust } from '../campaigns/index.ts'
import type { Context } from '../context.ts'
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
import { viewingRoutes } from './viewing-routes.ts'

export function adminRoutes(serve: Serve): void {
  peopleRoutes(serve)
  holdingRoutes(serve)
  historyRoutes(serve)
  noteRoutes(serve)
  suspensionRoutes(serve)
  viewingRoutes(serve)
  adjustmentRoutes(serve)
  operationRoutes(serve)
  invalidTrafficRoutes(serve)

  serve(endpoints.readReviewQueue, schema.reviewQueueInput, async ({ context, input }) => {
    const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
    return reply(await readQueueWithOwners(context, page))
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

/** Reads the review queue, with what readers reported about its owners. */
async function readQueueWithOwners(
  { db, config, now }: Pick<Context, 'db' | 'config' | 'now'>,
  page: { offset: number; limit: number }
): Promise<endpoints.ReviewQueue> {
  const { queue, owners } = await readReviewQueue(db, page, now())
  const userIds = [...new Set(owners.map(it => it.user_id))]
  const reported = await countReportedOf(db, userIds, maxCountedReviews)
  const trust = await readTrust(db, config, userIds, now())
  const byCreative = owners.map(({ id, user_id, joined_at, submitted_at, ...owner }) => [
    String(id),
    {
      ...owner,
      user_id: String(user_id),
      joined_at: joined_at.toISOString(),
      submitted_at: submitted_at.toISOString(),
      reported: reported.get(user_id) ?? 0,
      trust: trust.get(user_id)
    }
  ])
  return { ...queue, meta: { ...queue.meta, owners: Object.fromEntries(byCreative) } }
}

function readVerdict(input: z.output<typeof schema.decideCreativeInput>) {
  // The schema has already rejected a rejection without a reason.
  return input.decision === 'approve'
    ? { decision: 'approve' as const, productCategory: input.product_category }
    : { decision: 'reject' as const, reason: input.reason ?? '' }
}
