import { hourMs } from '@mille/api/durations.ts'
import * as endpoints from '@mille/api/invalid-traffic/endpoints.ts'
import * as schema from '@mille/api/invalid-traffic/schema.ts'
import {
  readBusiestVisitors,
  readReasons,
  readSuspectUnits,
  relayDecisions,
  type SuspectUnitRow,
  type SuspectVisitorRow,
  setUnitExcluded,
  setVisitorExcluded,
  visitorId
} from '../delivery/index.ts'
import { readUnderReview, type UnderReview } from '../earnings/index.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'

/** Calls that show the sources of invalid traffic and exclude them. */
export function invalidTrafficRoutes(serve: Serve): void {
  serve(endpoints.readInvalidTraffic, schema.reportInput, async ({ context, input }) => {
    const until = context.now()
    const span = { from: new Date(until.getTime() - input.hours * hourMs), until }
    const counts = await readReasons(context.db, span)
    const units = await readSuspectUnits(context.db, span)
    const ids = units.map(it => it.id)
    const reviews = await readUnderReview(context.db, ids)
    const reasons = counts.filter(it => it.kind !== 'viewable')
    return reply({
      data: {
        type: 'invalid_traffic_reports' as const,
        id: 'now',
        attributes: {
          from: span.from.toISOString(),
          until: until.toISOString(),
          viewable: Number(counts.find(it => it.kind === 'viewable')?.count ?? 0n),
          reasons: Object.fromEntries(
            reasons.map(it => [it.kind.replace('rejected_', ''), Number(it.count)])
          ),
          units: units.map(it => describeUnit(it, reviews.get(it.id))),
          visitors: (await readBusiestVisitors(context, span)).map(describeVisitor)
        }
      }
    })
  })

  serve(endpoints.excludeUnit, schema.unitExclusionInput, async ({ context, input, user }) => {
    const exclusion = { isExcluded: input.is_excluded, userId: user.id, at: context.now() }
    const isDone = await context.db
      .transaction()
      .execute(tx => setUnitExcluded(tx, Number(input.id), exclusion))
    if (!isDone) return failure('not_found')
    await relayDecisions(context)
    return reply(undefined, 204)
  })

  serve(endpoints.excludeVisitor, schema.visitorExclusionInput, async call => {
    const { context, input, user } = call
    const exclusion = { isExcluded: input.is_excluded, userId: user.id, at: context.now() }
    const isDone = await context.db
      .transaction()
      .execute(tx => setVisitorExcluded(tx, input.id, exclusion))
    if (!isDone) return failure('not_found')
    await relayDecisions(context)
    return reply(undefined, 204)
  })
}

function describeUnit(row: SuspectUnitRow, review: UnderReview | undefined): endpoints.SuspectUnit {
  return {
    id: String(row.id),
    name: row.name,
    domain_name: row.domain_name,
    user_id: row.user_id === null ? null : String(row.user_id),
    user_name: row.user_name,
    viewable: Number(row.viewable),
    billable: Number(row.billable),
    rejected: Number(row.rejected),
    covered: Number(row.covered),
    score: row.score,
    reasons: row.reasons ?? [],
    is_maturing: review?.isMaturing ?? false,
    hold: review?.since
      ? { since: review.since.toISOString(), is_automatic: review.isAutomatic }
      : null,
    reason: row.reason,
    excluded_at: row.excluded_at?.toISOString() ?? null
  }
}

function describeVisitor(row: SuspectVisitorRow): endpoints.SuspectVisitor {
  return {
    id: visitorId(row),
    viewable: Number(row.viewable),
    billable: Number(row.billable),
    clicked: Number(row.clicked),
    units: Number(row.units),
    excluded_at: row.excluded_at?.toISOString() ?? null
  }
}
