import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type TrafficSource = z.infer<typeof schema.trafficSource>
export type Exclusion = z.infer<typeof schema.exclusion>
export type ExclusionTarget = (typeof schema.exclusionTargets)[number]

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
  summary: 'The ad units where a campaign ran, most billable views first'
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

export const readExclusions = endpoint<
  z.input<typeof schema.exclusionsInput>,
  z.infer<typeof schema.exclusionList>
>({
  method: 'GET',
  path: '/api/v1/campaigns/{id}/exclusions',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics', 'campaigns'],
  errors: ['not_found'],
  summary: 'Which of up to 100 sites or ad units a campaign excludes'
})

export const setExclusions = endpoint<
  z.input<typeof schema.setExclusionsInput>,
  z.infer<typeof schema.exclusionList>
>({
  method: 'PATCH',
  path: '/api/v1/campaigns/{id}/exclusions',
  statuses: [200],
  auth: 'user',
  scopes: ['campaigns'],
  type: 'campaign_exclusions',
  idempotency: 'optional',
  errors: ['not_found', 'traffic_source_unknown'],
  summary:
    'Excludes up to 100 sites or ad units where the account’s campaigns ran from a campaign, or removes these exclusions: all or none'
})
