import { deviceSystems, deviceTypes } from '../constants.ts'

/** What each row of a report represents. The first five are periods or parts of the week in the requested time zone. */
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
  'creative',
  'advertiser',
  'language',
  'country',
  'device',
  'system'
] as const
export type ReportGroup = (typeof reportGroups)[number]

/** Whose traffic the report covers: what an account bought or sold or, for operators, the whole network. */
export const reportSides = ['advertiser', 'publisher', 'network'] as const

/** `key` sorts in natural order, by time or by ID. */
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

/** Dimensions by which a report can be filtered. */
export const reportFilters = [
  'campaign',
  'site',
  'ad_unit',
  'banner',
  'creative',
  'language',
  'country',
  'device',
  'system'
] as const
export type ReportFilterName = (typeof reportFilters)[number]

/** Query parameter of each report filter. */
export const reportFilterInputs = {
  campaign: 'campaign_ids',
  site: 'site_ids',
  ad_unit: 'ad_unit_ids',
  banner: 'banner_ids',
  creative: 'creative_ids',
  language: 'languages',
  country: 'countries',
  device: 'devices',
  system: 'systems'
} as const satisfies Record<ReportFilterName, string>

export const reportDevices = [...deviceTypes, 'unknown'] as const

export const reportSystems = [...deviceSystems, 'unknown'] as const

/** Maximum number of rows in a report file. */
export const maxReportLines = 10_000

/**
 * Maximum length of a report in days: a year, or a month by hours. Hours that no sums fit are counted one by one: those
 * by page language, and those of campaigns on chosen ad units, sites, or page languages.
 */
export const maxReportDays = { hour: 31, languageHour: 7, campaignHour: 2, other: 366 } as const
