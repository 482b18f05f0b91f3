import type { CampaignState } from '@mille/api/constants.ts'

export const overviewMessages = {
  title: 'Overview',
  description: 'What happened, what needs you, and where the money is.',
  news: 'New since you looked',
  noNews: 'Nothing you have not read.',
  allNews: 'All notifications',
  attention: 'Needs attention',
  nothing: 'Nothing. Everything runs.',
  campaignNeeds: {
    out_of_funds: 'has run out of money',
    rejected: 'was rejected',
    draft: 'was never sent'
  } satisfies Partial<Record<CampaignState, string>>,
  siteNeeds: 'is not verified: its units show no ads',
  balances: 'Your money',
  available: 'Available',
  inCampaigns: 'On campaigns',
  inUnits: 'Earned, on ad units',
  finances: 'Finances',
  month: '30 days',
  views: 'Billable views',
  bought: 'Of your campaigns',
  sold: 'On your ad units',
  spent: 'Spent',
  earned: 'Earned',
  empty: 'Nothing was counted yet',
  emptyText: 'Start a campaign or put an ad unit on a page; the first view shows here.',
  newCampaign: 'New campaign',
  newUnit: 'New ad unit'
}
