import type { TrafficPackDocument } from '@mille/api/traffic-selection/endpoints.ts'
import type { Context } from '../context.ts'
import { currentRates } from '../delivery/index.ts'
import {
  categoryResource,
  packResource,
  packTargets,
  siteResource,
  unitResource
} from './documents.ts'
import { findPacks, type PackRow } from './pack-queries.ts'
import { findCategories, findUnits, listSites, type Moment } from './queries.ts'

/** Returns a pack with its targets, or null when no pack has the ID. */
export async function packDocument(
  context: Context,
  id: number
): Promise<TrafficPackDocument | null> {
  const [pack] = await findPacks(context.db, [id])
  return pack
    ? { data: packResource(pack), included: await includedOfPacks(context, [pack]) }
    : null
}

/** Returns the resources that packs refer to: their targets, and what the targets refer to. */
export async function includedOfPacks(context: Context, packs: readonly PackRow[]) {
  const ids = (type: string) => [
    ...new Set(
      packs.flatMap(pack => pack.targets.filter(it => it.type === type).map(it => it.target_id))
    )
  ]
  const targets = { categories: ids('category'), units: ids('ad_unit'), sites: ids('site') }
  return [...packs.flatMap(packTargets), ...(await findTargets(context, targets))]
}

export async function findTargets(
  context: Context,
  ids: { categories: number[]; units: number[]; sites: number[] }
) {
  const moment = momentOf(context)
  const { usdUnitsPerBtc: rate } = moment
  const order = { by: 'domain_name' as const, isDown: false }
  const page = { order, offset: 0, limit: Math.max(1, ids.sites.length) }
  const sites = await listSites(context.db, { ids: ids.sites }, page, moment)
  const units = await findUnits(context.db, ids.units, moment)
  const categories = await findCategories(context.db, ids.categories, moment)
  return [
    ...categories.map(row => categoryResource(row, rate)),
    ...sites.rows.map(row => siteResource(row, rate)),
    ...units.map(row => unitResource(row, rate))
  ]
}

export function momentOf(context: Context): Moment {
  return { now: context.now(), usdUnitsPerBtc: currentRates().usdUnitsPerBtc }
}
