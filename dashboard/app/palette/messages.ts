export const paletteMessages = {
  title: 'Quick search',
  label: 'Page, action, or name',
  operatorLabel: 'Page, action, name, or account ID',
  actions: 'Actions',
  pages: 'Pages',
  more: 'More',
  kinds: {
    campaign: 'Campaigns',
    ad_unit: 'Ad units',
    site: 'Sites',
    person: 'People'
  },
  unnamed: {
    campaign: (id: string) => `Campaign ${id}`,
    ad_unit: (id: string) => `Ad unit ${id}`,
    site: (id: string) => `Site ${id}`,
    person: (id: string) => `Account ${id}`
  },
  loading: 'Searching…',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  nothing: (query: string) => `Nothing found for “${query}”`,
  /** The API returns only this many items of each kind at a time. */
  isPart: (count: number) =>
    `Only the newest ${count} campaigns, ad units, and sites are searched.`,
  newCampaign: 'New campaign',
  newAdUnit: 'New ad unit',
  partnerReport: 'Partner report',
  allSettings: 'All settings',
  deposit: 'Deposit',
  withdraw: 'Withdraw',
  blockedAds: 'Blocked ads',
  approveAds: 'Approve ads',
  approvedAds: 'Approved ads',
  history: 'History',
  statement: 'Statement',
  catalog: 'Catalog',
  orders: 'Orders',
  ownOffers: 'My offers',
  account: 'Account and sign-in',
  team: 'Team',
  apiKeys: 'API keys',
  notifications: 'Notifications',
  suggestions: 'Suggestions',
  themes: {
    system: 'Change theme: as the system',
    light: 'Change theme: light',
    dark: 'Change theme: dark'
  }
}

export const shortcutMessages = {
  title: 'Keyboard shortcuts',
  anywhere: 'On every page',
  queues: 'In the queues of operators',
  approval: 'Ads to approve before they run',
  approveAd: 'Approve the ad',
  trust: 'Trust its advertiser',
  block: 'Block the ad',
  search: 'Quick search',
  list: 'This list',
  leave: 'Close a dialog or a menu',
  next: 'Next item',
  previous: 'Previous item',
  approve: 'Approve, or dismiss the reports',
  reject: 'Reject, or write the reason of a dispute',
  correct: 'Correct what an ad sells, and approve it',
  refund: 'Refund the advertiser of a dispute',
  deliver: 'Pay the publisher of a dispute'
}
