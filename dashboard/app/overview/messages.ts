export const overviewMessages = {
  title: 'Overview',
  description: 'What is new, what needs your attention, and where your money is.',
  news: 'New since your last visit',
  noNews: 'You have no unread notifications.',
  allNews: 'All notifications',
  agreed: 'Your agreement is recorded',
  and: ' and ',
  changed: {
    terms: (at: string) => `changed on ${at}. Read them.`,
    privacy: (at: string) => `changed on ${at}. Read it.`,
    both: (at: string) => `changed, most recently on ${at}. Read them.`
  },
  agree: {
    terms: 'I agree to the terms',
    privacy: 'I agree to the privacy policy',
    both: 'I agree to both'
  },
  attention: 'Needs attention',
  running: 'Everything is running normally.',
  notRunning: 'Nothing is running.',
  nothingYet: 'Nothing is running yet. What needs you will be listed here.',
  more: (count: number) => `and ${count} more`,
  balances: 'Your balances',
  available: 'Available',
  inCampaigns: 'In campaigns',
  inUnits: 'Earned in ad units',
  finances: 'Finances',
  month: 'Last 30 days',
  views: 'Billable views',
  viewsOf: { campaigns: 'From your campaigns', ad_units: 'On your ad units' },
  money: (unit: string) => `${unit} by day`,
  moneyOf: { campaigns: 'Spent', ad_units: 'Earned' },
  todayRuns: 'Today is not over, so its values are dotted.',
  empty: 'No data yet',
  emptyText:
    'Start a campaign or add an ad unit to a page. You will see data here from the first view.',
  newCampaign: 'New campaign',
  newUnit: 'New ad unit'
}
