import type { TargetType } from '@mille/stores/traffic-selection/selection-rules.ts'

export const trafficSelectionMessages = {
  intro:
    'Without a choice the campaign runs everywhere it fits. Select to run only there, block to keep it away.',
  tabs: { table: 'Sites', search: 'Find a site', categories: 'Categories', packs: 'Packs' },
  select: 'Select',
  selected: 'Selected',
  block: 'Block',
  blocked: 'Blocked',
  notOffered: ', not offered any more',
  remove: 'Remove',
  columns: {
    site: 'Site',
    cpm: 'Average price for 1,000',
    impressions: 'Views a day',
    units: 'Ad units',
    choice: 'Choice'
  },
  filter: 'Name has',
  category: 'Category',
  allCategories: 'All categories',
  tableCaption: 'Sites of the network',
  failed: 'Something went wrong',
  noSites: 'No site fits',
  noSitesText: 'Take another category, or fewer letters.',
  previous: 'Previous page',
  next: 'Next page',
  page: (page: number, count: number) => `Page ${page} of ${count}`,
  find: 'Name of the site',
  findHelp: 'A part of it is enough.',
  found: (count: number) => (count === 1 ? '1 site' : `${count} sites`),
  searching: 'Searching',
  notFound: 'No site of the network has that in its name.',
  packsText: 'Lists of targets that the operator keeps. A pack is added to what you have chosen.',
  noPacks: 'There are no packs yet.',
  apply: 'Add to my choice',
  applied: 'The pack is in your choice',
  listsTitle: 'Your choice',
  runsOn: 'Runs only on',
  everywhere: 'Everything that fits',
  neverOn: 'Never on',
  nothing: 'Nothing is blocked',
  clear: 'Start again',
  more: (count: number) => `Show ${count} more`,
  types: { site: 'Site', ad_unit: 'Ad unit', category: 'Category' } satisfies Record<
    TargetType,
    string
  >,
  unitName: (domain: string | null, id: string) =>
    domain === null ? `Unit ${id}` : `${domain}, unit ${id}`,
  restarted: 'The place you came from takes no campaigns, so this one starts with all categories.',
  starting: 'Looking up where you came from',
  notStarted: 'Where you came from could not be looked up.',
  reach: {
    title: 'What this reaches',
    live: 'As it was counted in the last 30 days.',
    units: 'Ad units',
    sources: 'Sites',
    perDay: 'Views a day',
    cpm: 'Average price for 1,000',
    fee: 'Network fee',
    sizes: 'Sizes',
    notEnough: (counted: number, needed: number) =>
      `Not enough data yet: ${counted.toLocaleString('en')} of ${needed.toLocaleString('en')} views`,
    none: 'No ad unit takes this. Select more, block less, or choose another language or subject.',
    noPrice: 'Not paid for yet',
    estimate: 'With this budget',
    impressions: 'Views a day, about',
    price: 'Price for 1,000, about',
    cost: 'Cost a day, about'
  }
}
