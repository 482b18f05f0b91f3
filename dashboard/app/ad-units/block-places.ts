import type { AdUnit, ApprovalRule, BlockRule } from '@mille/api/ad-units/endpoints.ts'
import type { Site } from '@mille/api/sites/endpoints.ts'
import type { BlockScope } from '@mille/stores/ad-units/block-rules.ts'
import { blockingMessages as messages } from './blocking-messages.ts'

type Place = { value: string; label: string }

/** Returns the options for where a rule applies: all units, one site or one unit. */
export function blockPlaces(sites: readonly Site[], units: readonly AdUnit[]): Place[] {
  return [
    { value: 'all', label: messages.everywhere },
    ...sites.map(({ id, attributes }) => ({
      value: `site ${id}`,
      label: messages.onSite(attributes.domain_name)
    })),
    ...units
      .filter(it => it.attributes.state === 'active')
      .map(({ id, attributes }) => ({
        value: `unit ${id}`,
        label: messages.onUnit(attributes.name)
      }))
  ]
}

export function scopeOf(place: string): BlockScope {
  const [kind, id = ''] = place.split(' ')
  if (kind === 'site') return { site_id: id }
  return kind === 'unit' ? { ad_unit_id: id } : {}
}

export function placeLabel(
  { attributes }: BlockRule | ApprovalRule,
  places: readonly Place[]
): string {
  const { site_id, ad_unit_id } = attributes
  if (site_id === null && ad_unit_id === null) return messages.everywhere
  const value = site_id === null ? `unit ${ad_unit_id}` : `site ${site_id}`
  const known = places.find(it => it.value === value)?.label
  return known ?? (site_id === null ? messages.onUnit(ad_unit_id ?? '') : messages.onSite(site_id))
}
