import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { Site } from '@mille/api/sites/endpoints.ts'
import { createPagedList } from '../shared/paged-list.ts'

export type LoadedAdUnits = { units: AdUnit[]; records: number; sites: Site[] }

/** The account's ad units, newest first, with the first page loaded. */
export function createAdUnitsStores(api: Api, { units, records, sites }: LoadedAdUnits) {
  const loaded = { data: units, meta: { pagination: { records } } }
  const list = createPagedList(loaded, offset =>
    api.adUnits.listAdUnits({ 'page[offset]': offset })
  )
  const siteById = new Map(sites.map(site => [site.id, site]))

  function siteOf(unit: AdUnit): Site | null {
    return siteById.get(unit.relationships.site.data?.id ?? '') ?? null
  }

  return { ...list, $units: list.$items, siteOf }
}
