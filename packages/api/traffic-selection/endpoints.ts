import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type TrafficSite = z.infer<typeof schema.trafficSite>
export type TrafficUnit = z.infer<typeof schema.trafficUnit>
export type TrafficCategory = z.infer<typeof schema.trafficCategory>
export type TrafficPack = z.infer<typeof schema.trafficPack>
export type PackTarget = z.infer<typeof schema.packTarget>
export type TrafficSiteList = z.infer<typeof schema.trafficSiteList>
export type TrafficSourceList = z.infer<typeof schema.trafficSourceList>
export type TrafficPackDocument = z.infer<typeof schema.trafficPackDocument>

/* Traffic that a campaign can select. Public because a campaign can be created before signing up. */

/** Rate-limit weight of the calls that scan all ad units for sale. */
const cost = 15

export const listTrafficSelections = endpoint<
  z.input<typeof schema.trafficSelectionsInput>,
  TrafficSiteList
>({
  method: 'GET',
  path: '/api/v1/traffic_selections',
  cost,
  statuses: [200],
  auth: 'public',
  errors: ['too_many_requests'],
  summary: 'The verified sites of the network with their units, 7 per page'
})

export const search = endpoint<z.input<typeof schema.searchInput>, TrafficSiteList>({
  method: 'GET',
  path: '/api/v1/search',
  cost,
  statuses: [200],
  auth: 'public',
  errors: ['too_many_requests'],
  summary: 'Sites whose name contains the text, most traffic first, 15 per page'
})

export const listTrafficSources = endpoint<
  z.input<typeof schema.trafficSourcesInput>,
  TrafficSourceList
>({
  method: 'GET',
  path: '/api/v1/traffic_sources',
  cost,
  statuses: [200],
  auth: 'public',
  errors: ['too_many_requests'],
  summary: 'The named sources, or all categories if none are named; unknown sources are omitted'
})

export const listTrafficPacks = endpoint<
  Record<never, never>,
  z.infer<typeof schema.trafficPackList>
>({
  method: 'GET',
  path: '/api/v1/traffic_packs',
  statuses: [200],
  auth: 'public',
  errors: [],
  summary: 'The traffic packs of the operator, by name'
})

export const readTrafficPack = endpoint<
  z.input<typeof schema.trafficPackInput>,
  TrafficPackDocument
>({
  method: 'GET',
  path: '/api/v1/traffic_packs/{id}',
  statuses: [200],
  auth: 'public',
  errors: ['not_found'],
  summary: 'One traffic pack with its targets, allowed and blocked'
})

export const createTrafficPack = endpoint<
  z.input<typeof schema.createTrafficPackInput>,
  TrafficPackDocument
>({
  method: 'POST',
  path: '/api/v1/admin/traffic_packs',
  statuses: [201],
  auth: 'admin',
  type: 'traffic_packs',
  idempotency: 'optional',
  errors: ['traffic_source_unknown'],
  summary: 'Creates a traffic pack for advertisers to choose; its name must be unique'
})

export const updateTrafficPack = endpoint<
  z.input<typeof schema.updateTrafficPackInput>,
  TrafficPackDocument
>({
  method: 'PATCH',
  path: '/api/v1/admin/traffic_packs/{id}',
  statuses: [200],
  auth: 'admin',
  type: 'traffic_packs',
  errors: ['not_found', 'traffic_source_unknown'],
  summary:
    'Renames a traffic pack, or replaces its targets; campaigns keep what they have chosen from it'
})

export const deleteTrafficPack = endpoint<z.input<typeof schema.trafficPackInput>, void>({
  method: 'DELETE',
  path: '/api/v1/admin/traffic_packs/{id}',
  statuses: [204],
  auth: 'admin',
  errors: ['not_found', 'state_not_allowed'],
  summary: 'Deletes a traffic pack, unless a campaign uses it'
})
