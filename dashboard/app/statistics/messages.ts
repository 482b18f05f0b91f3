export const statisticsMessages = {
  line: (sum: string) => `Billable views in the last 14 days: ${sum}`,
  title: 'The last 30 days',
  report: 'Other days and details',
  empty: 'No views in the last 30 days',
  emptyText: 'Daily views appear here as soon as there are any.',
  views: 'Views by day',
  billable: 'Billable',
  billableTile: 'Billable views',
  clicks: 'Clicks',
  rate: 'of billable views',
  served: 'served',
  todayRuns: 'Today is not over, so its values are dotted.',
  moneyByDay: (unit: string) => `${unit} by day`,
  rejected: 'Rejected, by reason',
  rejectedText: 'These were reported but not billed.',
  reason: 'Reason',
  count: 'Count',
  noRejected: 'Nothing was rejected in this period.',
  fillRate: 'Fill rate',
  requests: (count: string) => `${count} ad requests`,
  noRequests: 'Not counted in this period',
  unfilled: 'Empty requests by reason',
  unfilledText: 'An ad was requested for this unit, and there was none to show.',
  noUnfilled: 'No request stayed empty in this period.',
  day: 'Day',
  viewable: 'Viewable',
  total: 'Total',
  statements: 'Statements',
  statementsText:
    'What was charged in each settlement period, and who received it. The totals match the ledger transfers.',
  download: 'Download as CSV',
  verify: 'Verify a bill',
  bill: 'Download bill to verify',
  billIn: (asset: string) => `Download ${asset} bill to verify`,
  noStatements: 'No settlements yet',
  noStatementsText:
    'Each settlement period is settled soon after it ends, if there is anything to charge.',
  window: 'Period',
  charged: 'Charged',
  fee: 'Fee',
  referral: 'Referral',
  net: 'To publishers',
  earned: 'Earned'
}

const reasons: Readonly<Record<string, string>> = {
  no_campaign: 'No campaign matched the ad unit and the visitor',
  unavailable: 'The network could not choose an ad at that moment',
  unit_archived: 'The ad unit is archived',
  account_suspended: 'Your account was suspended',
  unit_excluded: 'The network has excluded the ad unit',
  site_unverified: 'The site is not verified',
  seen_today: 'Same visitor again within 24 hours',
  repeated: 'Same event reported again',
  rate: 'More per minute from one visitor or network than people can see',
  bot: 'Declared bot',
  data_centre: 'From a data center or the network’s own servers',
  own: 'On the advertiser’s own page',
  mismatched_site: 'On a page outside the ad unit’s site',
  blocked_referrer: 'On a page that the network has blocked',
  too_early: 'Reported sooner than one second after the ad was chosen',
  automated: 'Sent by an automated or fake browser',
  crowd: 'More visitors per hour from one network than is plausible',
  no_view: 'Click without a prior view',
  expired: 'Reported more than two hours after the ad was chosen',
  foreign: 'Sent by a different browser than the one that got the ad',
  refreshed: 'More than ten paid views per visitor within 30 seconds',
  excluded: 'The network has excluded the ad unit or the visitor',
  forged: 'Invalid token'
}

/** Returns the text of a reason. An unknown code is still made readable. */
export function reasonText(code: string): string {
  const plain = code.replaceAll('_', ' ')
  return reasons[code] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}
