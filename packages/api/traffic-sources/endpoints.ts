import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type TrafficSource = z.infer<typeof schema.trafficSource>

export const listTrafficSources = endpoint<
  z.input<typeof schema.listInput>,
  z.infer<typeof schema.trafficSourceList>
>({
  method: 'GET',
  path: '/api/v1/campaigns/{id}/traffic_sources',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics', 'campaigns'],
  errors: ['not_found'],
  summary: 'The ad units where a campaign ran, most billable impressions first'
})

export const updateTrafficSource = endpoint<
  z.input<typeof schema.updateInput>,
  z.infer<typeof schema.trafficSourceDocument>
>({
  method: 'PATCH',
  path: '/api/v1/campaigns/{id}/traffic_sources/{target_id}',
  statuses: [200],
  auth: 'user',
  scopes: ['campaigns'],
  type: 'ad_units_traffic',
  errors: ['not_found'],
  summary:
    'Excludes an ad unit, or all units of its site, from a campaign, or removes the exclusion'
})
