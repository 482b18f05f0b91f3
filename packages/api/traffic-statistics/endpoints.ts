import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export const readTrafficStatistics = endpoint<
  z.input<typeof schema.trafficStatisticsInput>,
  z.infer<typeof schema.trafficStatistics>
>({
  method: 'POST',
  path: '/api/v1/traffic_statistics',
  statuses: [200],
  auth: 'public',
  type: 'traffic_statistics',
  errors: ['too_many_requests', 'amount_invalid'],
  summary:
    'The ad units that a selection reaches, and what they showed in the last 30 days; with a budget, the views that it would get a day and the going rate. enough_data is false if there is too little data'
})

export const readCampaignTrafficStatistic = endpoint<
  z.input<typeof schema.campaignTrafficStatisticInput>,
  z.infer<typeof schema.campaignTrafficStatistic>
>({
  method: 'GET',
  path: '/api/v1/campaigns/{id}/traffic_statistic',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics', 'campaigns'],
  errors: ['not_found', 'amount_invalid'],
  summary:
    'What a campaign reaches, and what a daily budget would buy; enough_data is false if there is too little data'
})

export const readTrafficEstimations = endpoint<
  z.input<typeof schema.trafficEstimationsInput>,
  z.infer<typeof schema.trafficEstimations>
>({
  method: 'GET',
  path: '/api/v1/traffic_estimations',
  statuses: [200],
  auth: 'public',
  errors: ['too_many_requests'],
  summary:
    'What a number of impressions would earn a publisher, based on what units in the same categories earned in the last 30 days'
})
