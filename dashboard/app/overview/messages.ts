import type { CampaignState } from '@mille/api/constants.ts'

export const overviewMessages = {
  title: 'Overview',
  description: 'What is new, what needs your attention, and where your money is.',
  news: 'New since your last visit',
  noNews: 'You have no unread notifications.',
  allNews: 'All notifications',
  attention: 'Needs attention',
  nothing: 'Everything is running normally.',
  nothingYet: 'Nothing is running yet. What needs you will be listed here.',
  campaignNeeds: {
    out_of_funds: 'is out of funds',
    rejected: 'was rejected',
    draft: 'was not submitted'
  } satisfies Partial<Record<CampaignState, string>>,
  siteNeeds: 'is not verified, so its units show no ads',
  balances: 'Your balances',
  available: 'Available',
  inCampaigns: 'In campaigns',
  inUnits: 'Earned in ad units',
  finances: 'Finances',
  month: 'Last 30 days',
  views: 'Billable views',
  bought: 'From your campaigns',
  sold: 'On your ad units',
  spent: 'Spent',
  earned: 'Earned',
  empty: 'No data yet',
  emptyText:
    'Start a campaign or add an ad unit to a page. You will see data here from the first view.',
  newCampaign: 'New campaign',
  newUnit: 'New ad unit'
}
