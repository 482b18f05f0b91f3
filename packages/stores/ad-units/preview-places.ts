import type { SelectionIds } from '@mille/api/campaigns/selection-names.ts'
import type { Api } from '@mille/api/client.ts'
import type { TrafficSourceList, TrafficUnit } from '@mille/api/traffic-selection/endpoints.ts'

/** An ad unit on a site, where an advertiser can look at an ad. */
export type PreviewPlace = { id: string; domain: string; size: string }

type Campaign = { id: string; selection: SelectionIds }
type CalledApi = Pick<Api, 'trafficSources' | 'trafficSelection'>

const maxUnits = 100
const maxSites = 20

/**
 * Loads the ad units on which a campaign ran, most billable views first, and then those that it selects, by themselves
 * or by their site. If there are none, these are the units of the sites with the most views where it may run. A list
 * that cannot be read is left out, because a page shows more than these.
 */
export async function loadPreviewPlaces(
  api: CalledApi,
  { id, selection }: Campaign
): Promise<PreviewPlace[]> {
  const [ran, selected] = await Promise.all([loadRan(api, id), loadSelected(api, selection)])
  const known = [...ran, ...selected]
  const places = known.length > 0 ? known : await loadLargest(api, selection)
  const blocked = new Set(selection.blocked_ad_unit_ids)
  const byId = new Map(places.filter(it => !blocked.has(it.id)).map(it => [it.id, it]))
  return [...byId.values()]
}

async function loadRan({ trafficSources }: CalledApi, id: string): Promise<PreviewPlace[]> {
  const result = await trafficSources.listTrafficSources({ id, 'page[limit]': maxUnits })
  if (!result.ok) return []
  return result.value.data.flatMap(({ id, attributes }) => {
    const { domain_name: domain, size, excluded_by_ad_unit, excluded_by_site } = attributes
    if (domain === null || excluded_by_ad_unit || excluded_by_site) return []
    return [{ id, domain, size }]
  })
}

async function loadSelected(
  api: CalledApi,
  { selected_ad_unit_ids, selected_site_ids }: SelectionIds
): Promise<PreviewPlace[]> {
  const sites = await loadSources(api, 'site_ids', selected_site_ids)
  const ofSites = sites.flatMap(it =>
    it.type === 'sites' ? it.relationships.ad_units.data.map(unit => unit.id) : []
  )
  const units = await loadSources(api, 'ad_unit_ids', [...selected_ad_unit_ids, ...ofSites])
  return units.flatMap(it => (it.type === 'ad_units' ? placeOf(it) : []))
}

async function loadSources(
  { trafficSelection }: CalledApi,
  kind: 'ad_unit_ids' | 'site_ids',
  ids: readonly string[]
): Promise<TrafficSourceList['data']> {
  if (ids.length === 0) return []
  const name = `data[attributes][${kind}][][id]`
  const result = await trafficSelection.listTrafficSources({ [name]: ids.slice(0, maxUnits) })
  return result.ok ? result.value.data : []
}

async function loadLargest(
  { trafficSelection }: CalledApi,
  { selected_category_ids, blocked_site_ids }: SelectionIds
): Promise<PreviewPlace[]> {
  const result = await trafficSelection.listTrafficSelections({
    'page[size]': maxSites,
    ...(selected_category_ids.length > 0 && {
      'filter[visible_categories_id_in][]': selected_category_ids.slice(0, maxUnits)
    })
  })
  if (!result.ok) return []
  const { included } = result.value
  return included.flatMap(unit =>
    blocked_site_ids.includes(unit.relationships.site.data?.id ?? '') ? [] : placeOf(unit)
  )
}

function placeOf({ id, attributes: { domain_name, size } }: TrafficUnit): PreviewPlace[] {
  return domain_name === null ? [] : [{ id, domain: domain_name, size }]
}
