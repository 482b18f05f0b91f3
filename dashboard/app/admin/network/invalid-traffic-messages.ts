import type { TrafficReason } from '@mille/api/invalid-traffic/endpoints.ts'

const count = new Intl.NumberFormat('en')

const reasonWords: Readonly<Record<TrafficReason['code'], string>> = {
  unrendered: 'Reported as seen, but never as rendered',
  instant: 'Seen less than a second after rendering',
  invented: 'From networks where nearly every view comes from a different browser',
  concentrated: 'From a single network',
  one_provider: 'From IPv6 addresses of a single provider',
  in_rows: 'More than six in quick succession by one reader, as when a page refreshes its ads',
  shared_addresses:
    'From IPv4 addresses at each of which several browsers were seen, and no address near it',
  contradictory: 'With headers that contradict each other',
  covered: 'Covered, transparent, or distorted',
  shrunken: 'Rendered at less than a tenth of the unit’s size',
  moved: 'Reported from a different address than the one the ad was chosen for',
  silent:
    'Without what the ad reports of each view: its area, and in Chromium whether it is covered',
  unplaced: 'From sandboxed frames, which do not say which page they are on',
  click_rate: 'Click rate far above other units',
  viewable_rate: 'Viewable rate higher than is plausible for people'
}

export const invalidTrafficMessages = {
  title: 'Invalid traffic',
  description: (from: string) =>
    `Reports since ${from} that were not counted. An exclusion takes effect immediately and is recorded in the audit log.`,
  reasons: 'By reason',
  reasonsText: (rejected: number, viewable: number) =>
    `${count.format(rejected)} rejected, and ${count.format(viewable)} viewable views.`,
  reason: 'Reason',
  times: 'Count',
  units: 'By ad unit',
  unitsText:
    'Highest score first. The score, from 0 to 100, says how suspicious the paid views of the last 24 hours look; rejected reports have no part in it, because anyone can send them. From 60 on, the earnings are put on hold until you decide. Covered views are viewable ones where something was over the ad, or where it was transparent or distorted. A few of them can come from a cookie banner or dark mode; many suggest a hidden ad. An excluded unit shows no ads, and none of its views count.',
  unit: 'Ad unit',
  noUnit: 'Unknown ad unit',
  score: 'Score',
  noScore: 'No score yet',
  why: 'Why',
  reasonOf: ({ code, percent, count: part, of, points }: TrafficReason) =>
    `${reasonWords[code]}: ${percent}% (${count.format(part)} of ${count.format(of)}), ${points} points`,
  held: 'Earnings on hold',
  heldByScore: 'Earnings on hold because of the score',
  mostly: (reason: string) => `Mostly rejected: ${reason}`,
  rejected: 'Rejected',
  seen: 'Seen',
  covered: 'Covered',
  billable: 'Billable',
  visitors: 'By visitor',
  visitorsText:
    'IP addresses are not stored. A visitor is a keyed hash of an address and a browser, from which the address cannot be recovered once the day’s key is destroyed. An exclusion lasts as long as the day’s key, two days at most.',
  visitor: 'Visitor',
  clicks: 'Clicks',
  onUnits: 'Ad units',
  exclude: 'Exclude',
  include: 'Remove exclusion',
  excluded: 'Excluded',
  isExcluded: (name: string) => `${name} is excluded`,
  isIncluded: (name: string) => `${name} is no longer excluded`,
  undo: 'Undo',
  hours: { 24: 'Last 24 hours', 168: 'Last 7 days', 720: 'Last 30 days' } as Readonly<
    Record<number, string>
  >,
  period: 'Period',
  none: 'Nothing was rejected',
  noneText: 'Every report in this period was counted.',
  action: 'Exclusion'
}
