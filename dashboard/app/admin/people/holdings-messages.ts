import type { Holdings } from '@mille/api/admin/endpoints.ts'

type Attributes = Holdings['attributes']

export const holdingsMessages = {
  empty: 'Nothing yet',
  emptyText:
    'The campaigns, sites, ad units, payments, and orders of this account will appear here.',
  titles: {
    campaigns: 'Campaigns',
    sites: 'Sites',
    ad_units: 'Ad units',
    deposits: 'Deposits',
    withdrawals: 'Withdrawals',
    orders: 'Publication orders',
    reports: 'Reported ads'
  },
  titled: (title: string, count: number) => `${title} (${count})`,
  newest: (shown: number) => `The newest ${shown}.`,
  chat: 'Open chat',
  name: 'Name',
  untitled: (id: string) => `Campaign ${id}`,
  site: 'Site',
  state: 'State',
  spent: 'Spent in 30 days',
  earned: 'Earned in 30 days',
  nothing: 'Nothing',
  when: 'Date',
  amount: 'Amount',
  otherToken: 'Another token',
  side: 'Side',
  reason: 'Reason',
  campaign: 'Campaign',
  decision: 'Decision',
  review: 'In review',
  unitStates: { active: 'Active', archived: 'Archived' } satisfies Record<
    Attributes['ad_units']['items'][number]['state'],
    string
  >,
  sides: { advertiser: 'Advertiser', publisher: 'Publisher' },
  decisions: { dismiss: 'Dismissed', reject: 'Creative rejected' }
}
