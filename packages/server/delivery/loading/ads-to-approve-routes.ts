import { adsToApproveInput } from '@mille/api/ad-units/approvals.ts'
import { listAdsToApprove } from '@mille/api/ad-units/endpoints.ts'
import type { z } from 'zod'
import { findShownCreatives } from '../../campaigns/index.ts'
import { atOneMoment } from '../../db/at-one-moment.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { reply } from '../../http/answers/reply.ts'
import type { Serve } from '../../http/serve.ts'
import type { Unit } from '../choosing/inventory.ts'
import { createBreather } from '../partitions/breathe.ts'
import { type AdToApprove, askingUnits, findAdsToApprove } from './ads-to-approve.ts'
import { loadCampaigns } from './load-campaigns.ts'
import { loadApprovals } from './load-place-rules.ts'
import { loadUnits } from './load-snapshot.ts'

const maxUnitsNamed = 20

/**
 * Routes for the ads that await a publisher's approval. They read the database, because a web process may not deliver
 * ads.
 */
export function adsToApproveRoutes(serve: Serve): void {
  serve(listAdsToApprove, adsToApproveInput, async ({ context, input, user }) => {
    const loaded = await atOneMoment(context.db, async tx => ({
      units: await loadAskingUnits(tx, user.id, input),
      campaigns: await loadCampaigns(tx, context, 'all')
    }))
    const nowMs = context.now().getTime()
    const ads = await findAdsToApprove(loaded.units, loaded.campaigns, nowMs, createBreather())
    const offset = input['page[offset]']
    const page = ads.slice(offset, offset + input['page[limit]'])
    return reply({
      data: await adResources(context.db, page),
      meta: { pagination: { records: ads.length } }
    })
  })
}

/** Loads the requested units of an account, each as if it showed only approved ads. */
async function loadAskingUnits(
  tx: Tx,
  owner: number,
  { 'filter[site_id]': ofSite, 'filter[ad_unit_id]': ofUnit }: z.output<typeof adsToApproveInput>
): Promise<Unit[]> {
  const approvedFor = await loadApprovals(tx, [owner])
  const own = await loadUnits(tx, { owners: [owner] })
  const wanted = own.filter(
    ({ id, site }) =>
      (ofUnit === undefined || id === Number(ofUnit)) &&
      (ofSite === undefined || site?.id === Number(ofSite))
  )
  return askingUnits(wanted).map(unit => ({
    ...unit,
    approved: approvedFor({ id: unit.id, user_id: owner, site_id: unit.site?.id ?? null })
  }))
}

async function adResources(db: Database, page: readonly AdToApprove[]) {
  const shown = await findShownCreatives(
    db,
    page.map(it => it.creative)
  )
  return page.flatMap(({ creative, rating, units }) => {
    const ad = shown.get(creative)
    if (!ad) return []
    const { id, ...attributes } = ad
    return [
      {
        type: 'ads_to_approve' as const,
        id: String(id),
        attributes: {
          ...attributes,
          rating,
          ad_unit_ids: units.slice(0, maxUnitsNamed).map(String),
          ad_units_count: units.length
        }
      }
    ]
  })
}
