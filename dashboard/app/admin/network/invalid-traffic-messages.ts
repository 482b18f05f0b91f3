const count = new Intl.NumberFormat('en')

export const invalidTrafficMessages = {
  title: 'Invalid traffic',
  description: (from: string) =>
    `What was reported and not counted since ${from}. An exclusion takes effect at once, and is written in the audit log.`,
  reasons: 'By reason',
  reasonsText: (rejected: number, viewable: number) =>
    `${count.format(rejected)} left out beside ${count.format(viewable)} views that were seen.`,
  reason: 'Reason',
  times: 'Times',
  units: 'By ad unit',
  unitsText:
    'Those with most rejections first. Covered views are seen ones over which something lay, or which were pale or crooked: some are a cookie bar or a dark mode, many are a hidden ad. An excluded unit shows nothing, and nothing of it is counted.',
  unit: 'Ad unit',
  noUnit: 'No ad unit of ours',
  owner: 'Owner',
  mostly: 'Mostly',
  rejected: 'Rejected',
  seen: 'Seen',
  covered: 'Covered',
  billable: 'Billable',
  visitors: 'By visitor',
  visitorsText:
    'No address is kept: a visitor is the keyed hash of an address block and a browser, and nobody can find the address again. An exclusion lasts as long as the day’s key, two days at most.',
  visitor: 'Visitor',
  clicks: 'Clicks',
  onUnits: 'Ad units',
  exclude: 'Exclude',
  include: 'Let in again',
  excluded: 'Excluded',
  isExcluded: (name: string) => `${name} is excluded`,
  isIncluded: (name: string) => `${name} counts again`,
  undo: 'Undo',
  hours: { 24: 'Last day', 168: 'Last week', 720: 'Last 30 days' } as Readonly<
    Record<number, string>
  >,
  period: 'Period',
  none: 'Nothing was left out',
  noneText: 'Everything that was reported in this time was counted.',
  action: 'Exclusion'
}
