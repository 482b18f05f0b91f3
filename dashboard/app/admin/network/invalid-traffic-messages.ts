import type { TrafficReason } from '@mille/api/invalid-traffic/endpoints.ts'

const count = new Intl.NumberFormat('en')

const reasonWords: Readonly<Record<TrafficReason['code'], string>> = {
  unrendered: 'Seen, but never reported as drawn',
  instant: 'Seen less than a second after it was drawn',
  invented: 'From networks where nearly each view has a browser of its own',
  concentrated: 'From one network',
  automated: 'Sent by programs',
  contradictory: 'With headers that name two browsers',
  rejected: 'Rejected',
  covered: 'Covered, pale or crooked',
  shrunken: 'Drawn in less than a tenth of the unit’s size',
  click_rate: 'Clicked, far more than elsewhere',
  viewable_rate: 'Seen, of what was drawn: more than people look at'
}

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
    'The highest score first. It says from 0 to 100 how little the traffic of the last 24 hours looks like that of people; from 60 on the network holds the earnings until you decide. Covered views are seen ones over which something lay, or which were pale or crooked: some are a cookie bar or a dark mode, many are a hidden ad. An excluded unit shows nothing, and nothing of it is counted.',
  unit: 'Ad unit',
  noUnit: 'No ad unit of ours',
  score: 'Score',
  noScore: 'No score yet',
  why: 'Why',
  reasonOf: ({ code, percent, count: part, of, points }: TrafficReason) =>
    `${reasonWords[code]}: ${percent} % (${count.format(part)} of ${count.format(of)}), ${points} points`,
  held: 'Earnings on hold',
  heldByScore: 'Earnings held by the score',
  mostly: (reason: string) => `Mostly rejected: ${reason}`,
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
