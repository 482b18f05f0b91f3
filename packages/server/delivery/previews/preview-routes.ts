import { createPreview } from '@mille/api/ad-units/endpoints.ts'
import { createPreviewInput, previewMs } from '@mille/api/ad-units/previews.ts'
import { atOneMoment } from '../../db/at-one-moment.ts'
import type { Tx } from '../../db/connect.ts'
import { failure, reply } from '../../http/answers/reply.ts'
import type { Serve } from '../../http/serve.ts'
import { whyClosed } from '../choosing/eligibility.ts'
import { createRandomness } from '../choosing/randomness.ts'
import type { Place } from '../choosing/room.ts'
import { loadCampaigns } from '../loading/load-campaigns.ts'
import { loadUnits } from '../loading/load-snapshot.ts'
import { decidePreview, findShown } from './preview-decision.ts'
import { createPreviewToken, type Previewed } from './preview-token.ts'

/** A place in which every ad has room, because the page is not known yet. */
const anyPlace: Place = { width: 10_000, height: 10_000, screen: 10_000 }

/**
 * Route that creates the token of a preview. It reads the database, because a web process may not deliver ads. What the
 * unit does not show now is refused, so that the person reads why before the page is opened.
 */
export function previewRoutes(serve: Serve): void {
  serve(createPreview, createPreviewInput, ({ context, input, user }) =>
    atOneMoment(context.db, async tx => {
      const { config, now } = context
      const { state } = input
      const [unit] = await loadUnits(tx, { ids: [Number(input.id)] })
      if (!unit) return failure('not_found')
      const creative = Number(input.creative_id)
      const [campaign] = state
        ? []
        : await loadCampaigns(tx, context, await campaignOf(tx, creative))
      // An advertiser can find every open unit in the traffic selection. A closed one is as unknown as a missing one.
      const isPublic = unit.kind === 'site' && whyClosed(unit) === null
      if (unit.owner !== user.id && !(isPublic && campaign?.owner === user.id))
        return failure('not_found')
      const what: Previewed | undefined =
        state === undefined ? campaign && { campaign: campaign.id, creative } : { state }
      const shown = what && findShown(what, () => campaign)
      const parts = { config, now, random: createRandomness(context), averageCpm: null }
      if (!shown || !decidePreview(parts, unit, shown, anyPlace))
        return failure('preview_not_shown')
      const expiresAtMs = Math.ceil((now().getTime() + previewMs) / 1000) * 1000
      const token = createPreviewToken(config.secret, { unit: unit.id, what, expiresAtMs })
      const attributes = { token, expires_at: new Date(expiresAtMs).toISOString() }
      return reply({ data: { type: 'previews', id: input.id, attributes } }, 201)
    })
  )
}

/** Returns the ID of the campaign that a creative belongs to, in a list that is empty if there is none. */
async function campaignOf(tx: Tx, creative: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('shared_creatives')
    .select('campaign_id')
    .where('id', '=', creative)
    .limit(1)
    .execute()
  return rows.map(it => it.campaign_id)
}
