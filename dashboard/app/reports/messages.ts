import type {
  ReportFilterName,
  reportDevices,
  reportSystems
} from '@mille/api/reports/constants.ts'
import type { ReportRange } from '@mille/api/reports/ranges.ts'
import type {
  ReportBreakdown,
  ReportInterval,
  ReportMetric
} from '@mille/stores/reports/report-view.ts'
import { systemNames } from '../page/system-names.ts'

export const reportMessages = {
  title: 'Reports',
  description: 'Choose any days, and see what was shown, seen, clicked, and paid.',
  sides: { advertiser: 'Advertising', publisher: 'Publishing', network: 'The whole network' },
  side: 'Side',
  range: 'Days',
  ranges: {
    today: 'Today',
    yesterday: 'Yesterday',
    '7_days': 'Last 7 days',
    '30_days': 'Last 30 days',
    this_month: 'This month',
    last_month: 'Last month',
    custom: 'Other days'
  } satisfies Record<ReportRange, string>,
  from: 'From',
  to: 'To',
  apply: 'Apply',
  compare: 'Compare with the period before',
  interval: 'Interval',
  intervals: { hour: 'Hours', day: 'Days', month: 'Months' } satisfies Record<
    ReportInterval,
    string
  >,
  metric: 'Chart',
  metrics: {
    requests: 'Requests',
    fill_rate: 'Fill rate',
    served: 'Served',
    viewable: 'Viewable',
    billable: 'Billable',
    clicked: 'Clicks',
    click_rate: 'Click rate',
    viewable_rate: 'Viewable rate',
    BTC: 'BTC',
    USD: 'USD'
  } satisfies Record<ReportMetric, string>,
  advertisers: {
    title: 'Who advertises here',
    description: 'The last 30 days, most billable views first.',
    share: 'Share of views',
    since: 'First seen',
    block: 'Block',
    blockOne: (name: string) => `Block ${name}`,
    all: 'Open the report',
    empty: 'No ad was shown in these days.',
    note: 'Rows have the public name of an advertiser or, without one, the domain of its ads. Names are not verified. Requests are not counted by advertiser.',
    failed: 'This list could not be loaded. Open the report to select fewer days.'
  },
  advertise: { site: 'Advertise on this site', ad_unit: 'Advertise on this ad unit' },
  breakdown: 'Rows',
  breakdowns: {
    campaign: 'Campaigns',
    site: 'Sites',
    ad_unit: 'Ad units',
    banner: 'Banners',
    creative: 'Creatives',
    advertiser: 'Advertisers',
    language: 'Languages',
    country: 'Countries',
    device: 'Devices',
    system: 'Operating systems',
    day: 'Days',
    weekday: 'Weekdays',
    hour_of_day: 'Hours of the day'
  } satisfies Record<ReportBreakdown, string>,
  filters: 'Filters',
  filterNames: {
    campaign: 'Campaign',
    site: 'Site',
    ad_unit: 'Ad unit',
    banner: 'Banner',
    creative: 'Creative',
    language: 'Language',
    country: 'Country',
    device: 'Device',
    system: 'Operating system'
  } satisfies Record<ReportFilterName, string>,
  removeFilter: (name: string) => `Remove the filter ${name}`,
  removeAll: 'Remove all filters',
  addFilter: (name: string) => `Show only ${name}`,
  searchLabel: 'Search names',
  search: 'Search',
  download: 'Download as CSV',
  name: 'Name',
  spent: 'Spent',
  earned: 'Earned',
  price: (asset: string) => `${asset} per 1,000`,
  rejected: 'Rejected',
  viewableOf: 'of those drawn were viewable',
  clicksOf: 'of billable views',
  served: 'served',
  ofRequests: (count: string) => `of ${count} requests got an ad`,
  notCounted: 'Not counted in these days',
  periodBefore: 'Period before',
  before: (value: string) => `${value} before`,
  change: (percent: string, value: string) => `${percent} from ${value}`,
  total: 'Total',
  pages: 'Pages of the table',
  empty: 'Nothing in these days',
  emptyFiltered: 'Nothing matches these filters',
  emptyText: 'Choose other days, or remove a filter.',
  noMoney: 'Money is not split by banner: a settlement period is charged by ad unit.',
  devices: {
    phone: 'Phone',
    tablet: 'Tablet',
    computer: 'Computer',
    other: 'Other',
    unknown: 'Unknown'
  } satisfies Record<(typeof reportDevices)[number], string> as Record<string, string>,
  systems: {
    ...systemNames,
    other: 'Other',
    unknown: 'Unknown'
  } satisfies Record<(typeof reportSystems)[number], string> as Record<string, string>,
  placesOnly:
    'Only viewable and billable views and clicks are counted by country, device, and operating system, so requests, fill rate, viewable rate, and money are not available here. Days are in UTC.',
  creativesOnly:
    'Only served ads, viewable and billable views, and clicks are counted by creative. Days are in UTC.',
  placesSince: (day: string) => `There are no such figures from before ${day}.`,
  notCompared: (day: string) =>
    `The period before is not shown: it began before ${day}, the first day with such figures.`,
  fewViews:
    'Where a campaign or ad unit had fewer than five viewable views from a country on one day and one kind of device, they are under “Other countries”.',
  fewViewsOfSystem:
    'Where a campaign or ad unit had fewer than five viewable views on an operating system on one day, they are under “Other”.',
  notByPlace: 'Not counted by country, device, operating system, or creative',
  daysOf: (zone: string) => `Days are in ${zone}.`,
  running: (day: string) => `${day} is not over yet.`,
  settledUntil: (moment: string) => `Money is settled up to ${moment}.`,
  anonymous: 'Without a site',
  text: 'Text',
  untitled: 'Untitled',
  unknownAdvertiser: 'Unknown advertiser',
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  chart: (metric: string, by: string) => `${metric} by ${by}`,
  by: { hour: 'hour', day: 'day', month: 'month' } satisfies Record<ReportInterval, string>
}
