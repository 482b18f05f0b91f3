import type { TargetType } from '@mille/stores/traffic-selection/selection-rules.ts'

export const trafficSelectionMessages = {
  intro:
    'By default, the campaign runs everywhere it matches. Select targets to run only there, or block targets to exclude them.',
  tabs: { table: 'Sites', search: 'Find a site', categories: 'Categories', packs: 'Packs' },
  select: 'Select',
  selected: 'Selected',
  block: 'Block',
  blocked: 'Blocked',
  notOffered: ', no longer offered',
  remove: 'Remove',
  columns: {
    site: 'Site',
    cpm: 'Average price per 1,000',
    impressions: 'Views per day',
    units: 'Ad units',
    choice: 'Selection'
  },
  filter: 'Name contains',
  category: 'Category',
  allCategories: 'All categories',
  tableCaption: 'Sites in the network',
  failed: 'Something went wrong',
  noSites: 'No matching sites',
  noSitesText: 'Try another category or a shorter name.',
  previous: 'Previous page',
  next: 'Next page',
  page: (page: number, count: number) => `Page ${page} of ${count}`,
  find: 'Site name',
  findHelp: 'Part of the name is enough.',
  found: (count: number) => (count === 1 ? '1 site' : `${count} sites`),
  searching: 'Searching',
  notFound: 'No sites in the network match that name.',
  packsText: 'Lists of targets curated by the operator. A pack is added to your selection.',
  noPacks: 'There are no packs yet.',
  apply: 'Add to selection',
  applied: 'Pack added to your selection',
  listsTitle: 'Your selection',
  runsOn: 'Runs only on',
  everywhere: 'Everything that matches',
  neverOn: 'Never on',
  nothing: 'Nothing is blocked',
  clear: 'Clear all',
  more: (count: number) => `Show ${count} more`,
  types: { site: 'Site', ad_unit: 'Ad unit', category: 'Category' } satisfies Record<
    TargetType,
    string
  >,
  unitName: (domain: string | null, id: string) =>
    domain === null ? `Unit ${id}` : `${domain}, unit ${id}`,
  reach: {
    title: 'Estimated reach',
    live: 'Based on the last 30 days.',
    units: 'Ad units',
    sources: 'Sites',
    perDay: 'Views per day',
    cpm: 'Average price per 1,000',
    fee: 'Network fee',
    sizes: 'Sizes',
    notEnough: (counted: number, needed: number) =>
      `Not enough data yet: ${counted.toLocaleString('en')} of ${needed.toLocaleString('en')} views`,
    none: 'No ad unit matches. Select more, block less, or choose another language or subject.',
    tooMuch: (cost: string) =>
      `Your daily budget is more than these sites can sell: all of their views cost at most about ${cost} a day.`,
    noPrice: 'No price data yet',
    estimate: 'With this budget and the saved traffic',
    price: 'Estimated price per 1,000',
    cost: 'Estimated cost per day',
    stale: 'Could not be updated. Earlier figures are shown.'
  },
  forecast: {
    views: (low: string, high: string) =>
      low === high
        ? `About ${low} views a day for this budget`
        : `About ${low}–${high} views a day for this budget`,
    noBudget: 'Enter a daily budget to see how many views a day it would get.',
    tooFewViews: 'There are too few views here for a forecast and a going rate.',
    rate: 'Going rate per 1,000',
    usually: 'Usually',
    noRate: 'No price data yet',
    ground: (days: number, units: string) =>
      `Based on ${days === 1 ? 'the last day' : `the last ${days} days`}, ${units === '1' ? '1 ad unit' : `${units} ad units`}.`,
    narrower: 'Before your choice of countries, devices, systems, hours, and the share of one site.'
  }
}
