export const homeMessages = {
  description:
    'An open-source advertising network. Advertisers see where each satoshi went; publishers paste one line of code and earn.',
  kicker: 'Mille, Latin for thousand',
  title: 'Advertising that keeps its books open',
  lead: 'Pay by the day or per thousand views, in bitcoin or dollars. Every view is counted once, every satoshi is booked twice, and no one is tracked.',
  advertise: 'Start a campaign',
  publish: 'Earn with your site',
  advertisers: {
    title: 'For advertisers',
    points: [
      [
        'Minutes, not meetings',
        'Write a headline, set a daily budget, and you are done. No bank, no sales call.'
      ],
      [
        'Only ads that were seen',
        'Half of the ad in view for a second, by a person, once a day. Nothing else is billed, and you can see why.'
      ],
      ['No views, no charge', 'Budget that is not spent in a day stays in your campaign.']
    ]
  },
  publishers: {
    title: 'For publishers',
    points: [
      ['One line of code', 'Three kilobytes, no cookies, nothing that tracks your readers.'],
      ['Your page, your rules', 'You choose the size, the colors, and which subjects to block.'],
      [
        '80% is yours',
        'The network keeps 20% of what the advertiser pays, and both sides see the same numbers.'
      ]
    ]
  },
  ledger: {
    title: 'Where a payment goes',
    text: 'Every charge is booked with two sides that add up to zero. This is one day of a campaign with a budget of 0.001 BTC.',
    from: 'Advertiser pays',
    to: 'Publishers get',
    fee: 'Network fee',
    rest: 'Not spent'
  },
  marketplace: 'From the marketplace',
  marketplaceText: 'Publishers who write about you or feature you, at a fixed price.',
  all: 'All offers'
} as const
