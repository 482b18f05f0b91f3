export const trafficSourceMessages = {
  title: 'Where it ran',
  text: 'Every ad unit that showed this campaign. What you exclude stops within a second, and can be taken back.',
  open: 'Where it ran',
  columns: {
    source: 'Ad unit',
    billable: 'Billable views',
    clicked: 'Clicks',
    spent: 'Spent',
    choice: 'Exclusion'
  },
  excludeUnit: 'Exclude the unit',
  unitExcluded: 'Unit excluded',
  excludeSite: 'Exclude the site',
  siteExcluded: 'Site excluded',
  done: 'Saved',
  anonymous: 'Anonymous unit',
  empty: 'It has not run yet',
  emptyText: 'Each ad unit that shows the campaign stands here from its first view.',
  groups: {
    title: 'By where and how',
    tabs: { ad_unit: 'Ad unit', banner: 'Banner', language: 'Language' },
    name: 'Name',
    text: 'As text',
    served: 'Chosen',
    viewable: 'Seen',
    rejected: 'Not counted',
    none: 'Nothing was counted in these 30 days.'
  }
}
