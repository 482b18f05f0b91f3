import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type StatisticsRow = z.infer<typeof schema.statisticsRow>
export type StatisticsGroup = z.infer<typeof schema.statisticsGroup>
export type CampaignStatement = z.infer<typeof schema.campaignStatement>
export type AdUnitStatement = z.infer<typeof schema.adUnitStatement>
export type TrafficRating = z.infer<typeof schema.trafficRating>
export type StatisticsDocument = z.infer<typeof schema.statisticsDocument>
export type AdUnitStatisticsDocument = z.infer<typeof schema.adUnitStatisticsDocument>

export const readAdUnitStatistics = endpoint<
  z.input<typeof schema.statisticsInput>,
  AdUnitStatisticsDocument
>({
  method: 'GET',
  path: '/api/v1/ad_units/{id}/statistics',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics'],
  errors: ['not_found'],
  summary: 'What a unit was requested for, served, counted, and earned, by hour or day'
})

export const readCampaignStatistics = endpoint<
  z.input<typeof schema.campaignStatisticsInput>,
  StatisticsDocument
>({
  method: 'GET',
  path: '/api/v1/campaigns/{id}/statistics',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics', 'campaigns'],
  errors: ['not_found'],
  summary:
    'What a campaign was served, counted, and charged, by hour or day, ad unit, banner, or language'
})

export const readCampaignStatements = endpoint<
  z.input<typeof schema.statementsInput>,
  z.infer<typeof schema.campaignStatements>
>({
  method: 'GET',
  path: '/api/v1/campaigns/{id}/statements',
  statuses: [200],
  auth: 'user',
  csv: 'on request',
  scopes: ['statistics', 'campaigns'],
  errors: ['not_found'],
  summary:
    'What a campaign was charged in each settlement period, with the ledger transfers, newest first; CSV with Accept: text/csv'
})

export const downloadCampaignStatements = endpoint<
  z.input<typeof schema.statementsFileInput>,
  string
>({
  method: 'GET',
  path: '/api/v1/campaigns/{id}/statements.csv',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics', 'campaigns'],
  csv: true,
  errors: ['not_found'],
  summary: 'The statements of a campaign as a table, for a year unless you request less'
})

export const readAdUnitStatements = endpoint<
  z.input<typeof schema.statementsInput>,
  z.infer<typeof schema.adUnitStatements>
>({
  method: 'GET',
  path: '/api/v1/ad_units/{id}/statements',
  statuses: [200],
  auth: 'user',
  csv: 'on request',
  scopes: ['statistics'],
  errors: ['not_found'],
  summary:
    'What a unit earned in each settlement period, with the ledger transfers, newest first; CSV with Accept: text/csv'
})

export const downloadAdUnitStatements = endpoint<
  z.input<typeof schema.statementsFileInput>,
  string
>({
  method: 'GET',
  path: '/api/v1/ad_units/{id}/statements.csv',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics'],
  csv: true,
  errors: ['not_found'],
  summary: 'The statements of an ad unit as a table, for a year unless you request less'
})

/** Public because advertisers see the rating before they buy. */
export const readTrafficRating = endpoint<z.input<typeof schema.ratingInput>, TrafficRating>({
  method: 'GET',
  path: '/api/v1/ad_units/{id}/rating',
  statuses: [200],
  auth: 'public',
  errors: ['not_found', 'too_many_requests'],
  summary: 'The traffic rating of a unit, from 0 to 1, with its components'
})

export type ShownAds = z.infer<typeof schema.shownAds>

export const listShownAds = endpoint<z.input<typeof schema.overviewInput>, ShownAds>({
  method: 'GET',
  path: '/api/v1/shown_ads',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary:
    'The running ads that the account’s units showed today and on the 7 days before (UTC), most viewable views first, 50 at most'
})

export type Overview = z.infer<typeof schema.overview>

export const readOverview = endpoint<z.input<typeof schema.overviewInput>, Overview>({
  method: 'GET',
  path: '/api/v1/overview',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary:
    'The account’s last 30 days as an advertiser and publisher, with a row for each campaign and ad unit'
})

export type FirstSteps = z.infer<typeof schema.firstStepsDocument>

export const readFirstSteps = endpoint<z.input<typeof schema.overviewInput>, FirstSteps>({
  method: 'GET',
  path: '/api/v1/first_steps',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary:
    'The first steps as an advertiser, publisher and seller, each with when it was done according to what the account has'
})

export const readFloorForecast = endpoint<
  z.input<typeof schema.floorForecastInput>,
  z.infer<typeof schema.floorForecast>
>({
  method: 'GET',
  path: '/api/v1/ad_units/{id}/floor_forecast',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics'],
  errors: ['amount_invalid', 'not_found'],
  summary: 'How many of a unit’s paid views of the last 14 days would have met a floor price'
})
