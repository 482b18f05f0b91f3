export const homeMessages = {
  description:
    'An open-source advertising network. Advertisers see where each satoshi went; publishers paste one line of code and earn.',
  kicker: 'Mille, Latin for thousand',
  title: 'Advertising that keeps its books open',
  lead: 'Pay by the day or per thousand views, in bitcoin or dollars. Every view is counted once, every satoshi is booked twice, and no one is tracked.',
  advertise: 'Start a campaign',
  publish: 'Earn with your site',
  marketplace: 'From the marketplace',
  marketplaceText: 'Publishers who write about you or feature you, at a fixed price.',
  all: 'All offers'
} as const
