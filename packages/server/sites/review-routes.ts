import * as endpoints from '@mille/api/admin/endpoints.ts'
import * as schema from '@mille/api/admin/schema.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { notify } from '../notifications/outbox.ts'
import {
  findReviewed,
  listUnreviewed,
  type ReviewedSiteRow,
  writeReview
} from './review-queries.ts'

/** Routes for the operator's review of sites: a verified site earns money until an operator blocks it. */
export function siteReviewRoutes(serve: Serve): void {
  serve(endpoints.listSiteQueue, schema.sitesInput, async ({ context, input }) => {
    const { rows, records } = await listUnreviewed(
      context.db,
      input['page[offset]'],
      input['page[limit]']
    )
    return reply({ data: rows.map(siteResource), meta: { pagination: { records } } })
  })

  serve(endpoints.decideSite, schema.decideSiteInput, async call => {
    const { context, input, user } = call
    const id = Number(input.id)
    const at = context.now()
    // The schema has already refused a rejection without a reason.
    const reason = input.decision === 'reject' ? (input.reason ?? '') : null
    const { tx } = call.once
    const site = await findReviewed(tx, id)
    if (!site) return failure('not_found')
    if (site.state !== 'verified' || (reason === null && site.reviewed_at !== null))
      return failure('state_not_allowed', {
        detail: 'The site has already been reviewed.'
      })
    await writeReview(tx, id, { by: user.id, reason, at })
    if (reason !== null) {
      await notify(tx, {
        kind: 'unit_rejected',
        data: { siteId: id, name: site.domain_name, reason },
        userId: site.user_id,
        event: `site ${id} rejected ${at.toISOString()}`,
        at
      })
    }
    const decided = await findReviewed(tx, id)
    return reply({ data: siteResource(decided ?? site) })
  })
}

function siteResource(row: ReviewedSiteRow): endpoints.ReviewedSite {
  const { id, user_id, verified_at, reviewed_at: _, ...rest } = row
  return {
    type: 'reviewed_sites',
    id: String(id),
    attributes: {
      ...rest,
      user_id: String(user_id),
      verified_at: verified_at?.toISOString() ?? null
    }
  }
}
