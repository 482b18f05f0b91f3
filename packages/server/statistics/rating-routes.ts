import { dayMs } from '@mille/api/durations.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import { ratingInput } from '@mille/api/statistics/schema.ts'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Serve } from '../http/serve.ts'
import { type RatingGround, rateTraffic } from './rating.ts'

export function ratingRoutes(serve: Serve): void {
  serve(endpoints.statistics.readTrafficRating, ratingInput, async call => {
    const { context, input, limits, address } = call
    const allowed = await limits.consume(limitNames.trafficFigures, addressBlock(address))
    if (!allowed.ok)
      return failure('too_many_requests', { retryAfterSeconds: allowed.retryAfterSeconds })
    const ground = await readGround(context.db, Number(input.id), context.now())
    if (!ground) return failure('not_found')
    return reply({
      data: { type: 'traffic_ratings' as const, id: input.id, attributes: rateTraffic(ground) }
    })
  })
}

/**
 * Reads the figures for a unit's rating. Views of an ad that the visitor had already seen that day were still viewable,
 * so they do not count against the unit.
 */
async function readGround(db: Database, unitId: number, now: Date): Promise<RatingGround | null> {
  const since = new Date(now.getTime() - 30 * dayMs)
  const week = new Date(now.getTime() - 7 * dayMs)
  const { rows } = await sql<RatingGround>`
    select
      coalesce(sum(count) filter (where counter.kind = 'rendered'), 0) as rendered,
      coalesce(sum(count) filter (where counter.kind = 'viewable'), 0) as viewable,
      coalesce(sum(count) filter (where counter.kind like 'rejected\\_%' and counter.kind <> 'rejected_seen_today'), 0) as rejected,
      count(distinct date_trunc('day', bucket)) filter (where counter.kind = 'viewable' and bucket >= ${week})::integer as days
    from shared_ad_units unit
    left join shared_delivery_counters counter on unit_id = unit.id and bucket >= ${since} and bucket < ${now}
    where unit.id = ${unitId}
    group by unit.id`.execute(db)
  const [ground] = rows
  return ground ? { ...ground, days: Math.min(7, ground.days) } : null
}
