import { createHmac } from 'node:crypto'
import * as endpoints from '@mille/api/ad-reports/endpoints.ts'
import * as schema from '@mille/api/ad-reports/schema.ts'
import { invitationAddress } from '@mille/api/ad-units/invitation.ts'
import { findPlace } from '../ad-units/index.ts'
import { findShownCreative } from '../campaigns/index.ts'
import type { Config } from '../config.ts'
import { failure, reply, unlessRefused } from '../http/answers/reply.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import { countWithCaptcha } from '../http/limits/ask-captcha.ts'
import { freeOfCaptcha, limits as limitNames } from '../http/limits/limits.ts'
import type { Serve } from '../http/serve.ts'
import { insertReport } from './queries.ts'
import { reportReviewRoutes } from './review-routes.ts'

export function adReportRoutes(serve: Serve): void {
  reportReviewRoutes(serve)

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
}

/**
 * Returns a keyed hash of the reporter's network for one creative. It reveals neither who reported nor what else came
 * from there.
 */
function hashNetwork({ secret }: Pick<Config, 'secret'>, address: string, creativeId: number) {
  return createHmac('sha256', secret)
    .update(`ad report ${addressBlock(address)} ${creativeId}`)
    .digest()
    .subarray(0, 16)
}
