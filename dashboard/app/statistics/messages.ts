export const statisticsMessages = {
  line: (sum: string) => `Billable views in two weeks: ${sum}`,
  title: 'The last 30 days',
  empty: 'No views in the last 30 days',
  emptyText: 'As soon as there are some, they stand here day by day.',
  views: 'Impressions by day',
  billable: 'Billable',
  notBillable: 'Viewable, not billable',
  billableTile: 'Billable impressions',
  clicks: 'Clicks',
  rate: 'of billable impressions',
  served: 'served',
  moneyByDay: (asset: string) => `${asset} by day`,
  rejected: 'Not counted, and why',
  rejectedText: 'Each of these was reported and left out of the bill.',
  reason: 'Reason',
  count: 'Times',
  noRejected: 'Nothing was left out in these days.',
  detailed: 'Day by day',
  day: 'Day',
  viewable: 'Viewable',
  servedColumn: 'Served',
  total: 'Sum',
  statements: 'Statements',
  statementsText:
    'What each settlement window was charged and who got it. The sums are those of the ledger’s transfers.',
  download: 'Download as CSV',
  noStatements: 'No window has been settled yet',
  noStatementsText: 'Windows are settled soon after their end, when there was something to charge.',
  window: 'Window',
  charged: 'Charged',
  fee: 'Fee',
  referral: 'Referral',
  net: 'To publishers',
  earned: 'Earned'
}

const reasons: Readonly<Record<string, string>> = {
  seen_today: 'The same visitor again within 24 hours',
  repeated: 'The same event sent again',
  rate: 'More from one visitor in a minute than a person can see',
  bot: 'A declared bot',
  data_centre: 'From a data centre, where programs run and nobody reads',
  own: 'The advertiser’s own page',
  mismatched_site: 'On a page that is not of the ad unit’s site',
  blocked_referrer: 'On a page that the network has blocked',
  too_early: 'Reported sooner than one second after the ad was chosen',
  automated: 'Sent by a program that drives or imitates a browser',
  crowd: 'More visitors of one network in an hour than people make',
  no_view: 'A click without a view before it',
  expired: 'Came more than two hours after the ad was chosen',
  foreign: 'Sent by another visitor than the one who got the ad',
  excluded: 'The network has excluded the ad unit or the visitor',
  forged: 'The token was not ours'
}

/** A reason in words; a code that we do not know yet is at least readable. */
export function reasonText(code: string): string {
  const plain = code.replaceAll('_', ' ')
  return reasons[code] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}
