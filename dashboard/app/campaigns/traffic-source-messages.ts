export const trafficSourceMessages = {
  title: 'Where it ran',
  titleOf: (campaign: string) => `Where “${campaign}” ran`,
  text: 'Every ad unit that showed this campaign. Exclusions take effect within a second and can be removed.',
  columns: {
    source: 'Ad unit',
    billable: 'Billable views',
    clicked: 'Clicks',
    spent: 'Spent',
    choice: 'Exclusion'
  },
  excludeUnit: 'Exclude unit',
  unitExcluded: 'Unit excluded',
  excludeSite: 'Exclude site',
  siteExcluded: 'Site excluded',
  done: 'Saved',
  anonymous: 'Anonymous unit',
  empty: 'It has not run yet',
  emptyText: 'Ad units that show the campaign appear here from their first view.'
}
