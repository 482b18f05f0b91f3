import { categories } from '@mille/api/reference-data/categories.ts'
import type {
  PackTarget,
  TrafficCategory,
  TrafficPack,
  TrafficSite,
  TrafficUnit
} from '@mille/api/traffic-selection/endpoints.ts'
import type { PackRow } from './pack-queries.ts'
import { averages, type CategoryRow, type SiteRow, type UnitRow } from './queries.ts'

export function siteResource(row: SiteRow, usdUnitsPerBtc: bigint): TrafficSite {
  return {
    type: 'sites',
    id: String(row.id),
    attributes: {
      domain_name: row.domain_name,
      language: row.language,
      ad_units_count: row.unit_ids.length,
      ...averages(row, usdUnitsPerBtc)
    },
    relationships: {
      categories: { data: row.category_ids.map(id => reference('categories', id)) },
      ad_units: { data: row.unit_ids.map(id => reference('ad_units', id)) }
    }
  }
}

export function unitResource(row: UnitRow, usdUnitsPerBtc: bigint): TrafficUnit {
  const { domain_name, kind, disallowed_ratings, site_id } = row
  // The table's check constraints guarantee the API's values.
  const { size, ad_type } = row as unknown as TrafficUnit['attributes']
  return {
    type: 'ad_units',
    id: String(row.id),
    attributes: {
      domain_name,
      kind,
      size,
      ad_type,
      disallowed_ratings: disallowed_ratings as TrafficUnit['attributes']['disallowed_ratings'],
      ...averages(row, usdUnitsPerBtc)
    },
    relationships: { site: { data: site_id === null ? null : reference('sites', site_id) } }
  }
}

export function categoryResource(row: CategoryRow, usdUnitsPerBtc: bigint): TrafficCategory {
  const attributes = {
    name: row.name,
    is_offered: row.isOffered,
    ad_units_count: row.units,
    ...averages(row, usdUnitsPerBtc)
  }
  return { type: 'categories', id: String(row.id), attributes }
}

export function packResource(pack: PackRow): TrafficPack {
  return {
    type: 'traffic_packs',
    id: String(pack.id),
    attributes: { name: pack.name },
    relationships: {
      campaign_targets: {
        data: packTargets(pack).map(({ type, id }) => ({ type, id }))
      }
    }
  }
}

export function packTargets(pack: PackRow): PackTarget[] {
  return pack.targets.map(({ type, target_id, allowed }) => ({
    type: 'campaign_targets',
    id: `${pack.id}-${type}-${target_id}`,
    attributes: { allowed },
    relationships: {
      category: { data: type === 'category' ? reference('categories', target_id) : null },
      site: { data: type === 'site' ? reference('sites', target_id) : null },
      ad_unit: { data: type === 'ad_unit' ? reference('ad_units', target_id) : null }
    }
  }))
}

/** Returns the IDs and names of the categories that the sites are in, for lists. */
export function categoriesOfSites(rows: readonly SiteRow[]): { id: string; name: string }[] {
  const used = new Set(rows.flatMap(row => row.category_ids))
  return categories
    .filter(category => used.has(category.id))
    .map(({ id, name }) => ({ id: String(id), name }))
}

function reference<Type extends string>(type: Type, id: number): { type: Type; id: string } {
  return { type, id: String(id) }
}
