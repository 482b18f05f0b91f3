import { trafficSourceTypes } from '@mille/api/constants.ts'

type NamedType = Exclude<(typeof trafficSourceTypes)[number], 'all-categories'>

/** What a campaign starts with: the source in a link such as `?source_id=12&source_type=ad_unit`. */
export type TrafficSource = { type: NamedType; ids: string[] } | { type: 'all-categories' }

/** Returns the address of a new campaign that starts with one site or ad unit. */
export function campaignPathOf(type: 'site' | 'ad_unit', id: string): string {
  return `/campaigns/new/?source_id=${id}&source_type=${type}`
}

export const noSource: TrafficSource = { type: 'all-categories' }

export function readTrafficSource(query: URLSearchParams): TrafficSource {
  const type = trafficSourceTypes.find(it => it === query.get('source_type'))
  const ids = query.getAll('source_id').filter(id => /^[1-9]\d{0,9}$/.test(id))
  return type === undefined || type === 'all-categories' || ids.length === 0
    ? noSource
    : { type, ids }
}
