import * as endpoints from '@mille/api/ad-reports/endpoints.ts'
import * as schema from '@mille/api/ad-reports/schema.ts'
import { readReportedCreatives, withdrawCreative } from '../campaigns/index.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { closeReports, listReported } from './queries.ts'

/** Calls with which operators review reports. */
export function reportReviewRoutes(serve: Serve): void {
  serve(endpoints.listReportedCreatives, schema.reportedCreativesInput, async call => {
    const { context, input } = call
    const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
    const { rows, records } = await listReported(context.db, page)
    const { owners, included } = await readReportedCreatives(
      context.db,
      rows.map(row => row.creative_id)
    )
    const data = rows.flatMap(row => {
      const owner = owners.get(row.creative_id)
      return owner
        ? {
            type: 'reported_creatives' as const,
            id: String(row.creative_id),
            attributes: {
              ...owner,
              reports_count: row.reports,
              reasons: row.reasons,
              note: row.note,
              newest_report_id: String(row.newest_id),
              first_reported_at: row.first_at.toISOString(),
              last_reported_at: row.last_at.toISOString()
            }
          }
        : []
    })
    return reply({ data, included, meta: { pagination: { records } } })
  })

  serve(endpoints.decideReports, schema.decideReportsInput, async call => {
    const { context, input, user, once } = call
    const at = context.now()
    const creativeId = Number(input.id)
    const decision = { decision: input.decision, by: user.id, at }
    if (input.decision === 'reject') {
      const clock = { at, windowSeconds: context.config.settlementWindowSeconds }
      // The schema has already rejected a rejection without a reason.
      const verdict = { by: user.id, reason: input.reason ?? '' }
      const withdrawn = await withdrawCreative(once.tx, creativeId, verdict, clock)
      if (!withdrawn.ok)
        return withdrawn.code === 'not_found'
          ? failure('not_found')
          : failure('state_not_allowed', {
              detail: 'The creative is no longer live. Dismiss the reports instead.'
            })
    }
    const upTo = input.decision === 'reject' ? 'all' : Number(input.newest_report_id)
    const isClosed = await closeReports(once.tx, creativeId, upTo, decision)
    return isClosed || input.decision === 'reject' ? reply(undefined, 204) : failure('not_found')
  })
}
