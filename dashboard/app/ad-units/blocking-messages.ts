import type { BlockRule } from '@mille/api/ad-units/endpoints.ts'

const count = new Intl.NumberFormat('en')

export const blockingMessages = {
  title: 'Blocked ads',
  description:
    'Advertisers, domains, categories, and single ads that your ad units do not show. A change takes effect within a second.',
  blockDomains: 'Block domains',
  blockCategories: 'Block categories',
  searchLabel: 'Search blocked ads',
  searchHelp: 'A domain, an ad’s title, an advertiser, a category, or a note',
  search: 'Search',
  columns: { what: 'Blocked', where: 'Where', note: 'Note', since: 'Since' },
  kinds: {
    advertiser: 'Advertiser',
    domain: 'Domain',
    creative: 'Ad',
    category: 'Category'
  } satisfies Record<BlockRule['attributes']['kind'], string>,
  advertiserOf: (title: string, domain: string) => `Advertiser of “${title}” (${domain})`,
  adCalled: (title: string, domain: string) => `“${title}” (${domain})`,
  remove: 'Remove',
  removeOne: (what: string) => `Remove the rule for ${what}`,
  removed: 'Rule removed',
  blocked: (rules: number, kind: BlockRule['attributes']['kind'] | undefined) => {
    if (rules === 1) return 'Blocked'
    return `${count.format(rules)} ${kind === 'category' ? 'categories' : 'domains'} blocked`
  },
  undo: 'Undo',
  emptyTitle: 'Nothing is blocked',
  emptyText:
    'Your ad units show the ads of every advertiser whose rating you allow. Block a competitor by its domain, what ads sell by its category, or an ad from the list below.',
  noneFoundTitle: 'Nothing found',
  noneFoundText: 'No blocked ad matches your search.',
  ads: {
    title: 'Ads shown on your units',
    description: 'Running ads from the last 7 days, most viewable views first.',
    empty: 'No running ad has been shown on your ad units in the last 7 days.',
    ad: 'Ad',
    advertiser: 'Advertiser',
    viewable: 'Viewable views',
    ofAllVariants: (views: string) => `${views} (all variants)`,
    allVariants:
      'The number counts all variants of a campaign together, because the views of each ad were not counted yet at the beginning of these days.',
    block: 'Block',
    blockOne: (title: string) => `Block “${title}”`
  },
  dialog: {
    domains: 'Domains',
    domainsHelp: 'One on each line, such as example.com. Names below a domain are blocked too.',
    categories: {
      label: 'What ads sell',
      help: 'Advertisers say what their ads sell, and reviewers check it. An ad that does not say it is not blocked by a category.',
      chosen: 'Chosen categories',
      search: 'Search categories',
      noMatch: 'No category contains these words.'
    },
    what: 'What to block',
    whats: {
      creative: { label: 'This ad', description: 'A new version of it is not blocked.' },
      domain: (domain: string) => ({
        label: 'Its domain',
        description: `All ads for ${domain} and names below it.`
      }),
      advertiser: { label: 'Its advertiser', description: 'All ads of the same account.' },
      category: (name: string) => ({
        label: 'What it sells',
        description: `All ads in the category “${name}”, of every advertiser.`
      })
    },
    where: 'Where',
    note: 'Note',
    noteHelp: 'Only you can see it.',
    save: 'Block'
  },
  everywhere: 'All my ad units',
  onSite: (name: string) => `Site ${name}`,
  onUnit: (name: string) => `Ad unit ${name}`
}
