import { createHmac } from 'node:crypto'
import * as endpoints from '@mille/api/ad-reports/endpoints.ts'
import * as schema from '@mille/api/ad-reports/schema.ts'
import { invitationAddress } from '@mille/api/ad-units/invitation.ts'
import { findPlace } from '../ad-units/index.ts'
import { findShownCreative, readReportedCreatives, withdrawCreative } from '../campaigns/index.ts'
import type { Config } from '../config.ts'
import { countWithCaptcha } from '../http/ask-captcha.ts'
import { addressBlock } from '../http/client-address.ts'
import { freeOfCaptcha, limits as limitNames } from '../http/limits.ts'
import { failure, reply, unlessRefused } from '../http/reply.ts'
import type { Serve } from '../http/serve.ts'
import { closeReports, insertReport, listReported } from './queries.ts'

export function adReportRoutes(serve: Serve): void {
  serve(endpoints.readShownCreative, schema.shownCreativeInput, async ({ context, input }) => {
    const { db, config } = context
    const place = await findPlace(db, Number(input.unit_id))
    const creative = await findShownCreative(db, Number(input.id))
    if (!place || !creative) return failure('not_found')
    const { id, ...attributes } = creative
    const invitation_url = place.hasInvitation
      ? invitationAddress(config.publicUrl, place.id, place.owner)
      : null
    return reply({
      data: {
        type: 'shown_creatives',
        id: String(id),
        attributes: { ...attributes, invitation_url }
      }
    })
  })

  serve(
    endpoints.reportCreative,
    schema.reportInput,
    async ({ context, input, address, once }) => {
      const [creativeId, unitId] = [Number(input.id), Number(input.unit_id)]
      const place = await findPlace(once.tx, unitId)
      if (!place || !(await findShownCreative(once.tx, creativeId))) return failure('not_found')
      await insertReport(once.tx, {
        creative_id: creativeId,
        unit_id: unitId,
        reason: input.reason,
        note: input.note,
        network_hash: hashNetwork(context.config, address, creativeId),
        created_at: context.now()
      })
      return reply(undefined, 204)
    },
    async call => {
      const limit = limitNames.adReports
      const eased = { limit, free: freeOfCaptcha.adReports, subject: addressBlock(call.address) }
      return unlessRefused(await countWithCaptcha(call, 'ad_report', eased))
    }
  )

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
      // The schema has refused a rejection without a reason.
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

/** Keyed and about one creative: it says neither who reported nor what else came from there. */
function hashNetwork({ secret }: Pick<Config, 'secret'>, address: string, creativeId: number) {
  return createHmac('sha256', secret)
    .update(`ad report ${addressBlock(address)} ${creativeId}`)
    .digest()
    .subarray(0, 16)
}
