import { deviceSystems, deviceTypes } from '../constants.ts'

/** What the rows of a report are. The first five are moments and parts of the week in the asked time zone. */
export const reportGroups = [
  'hour',
  'day',
  'month',
  'weekday',
  'hour_of_day',
  'campaign',
  'site',
  'ad_unit',
  'banner',
  'language',
  'country',
  'device',
  'system'
] as const
export type ReportGroup = (typeof reportGroups)[number]

/** Whose: what an account bought or sold, or, for operators, all of the network. */
export const reportSides = ['advertiser', 'publisher', 'network'] as const

/** `key` is the natural order: of time, or of IDs. */
export const reportSorts = [
  'key',
  'name',
  'served',
  'rendered',
  'viewable',
  'billable',
  'clicked',
  'rejected',
  'requests',
  'filled',
  'fill_rate',
  'click_rate',
  'viewable_rate',
  'BTC',
  'USD'
] as const

/** What a report can be narrowed by. */
export const reportFilters = [
  'campaign',
  'site',
  'ad_unit',
  'banner',
  'language',
  'country',
  'device',
  'system'
] as const
export type ReportFilterName = (typeof reportFilters)[number]

/** The parameter of each. */
export const reportFilterInputs = {
  campaign: 'campaign_ids',
  site: 'site_ids',
  ad_unit: 'ad_unit_ids',
  banner: 'banner_ids',
  language: 'languages',
  country: 'countries',
  device: 'devices',
  system: 'systems'
} as const satisfies Record<ReportFilterName, string>

/** The kinds of device that views are counted by. */
export const reportDevices = [...deviceTypes, 'unknown'] as const

/** The operating systems that views are counted by. */
export const reportSystems = [...deviceSystems, 'unknown'] as const

/** A file has all rows, up to so many. */
export const maxReportLines = 10_000

/** A year of days, or a month of hours. */
export const maxReportDays = { hour: 31, other: 366 } as const
