export const homeMessages = {
  description:
    'An open-source advertising network. Advertisers see where each satoshi went; publishers paste one line and earn.',
  kicker: 'Mille, Latin for thousand',
  title: 'Advertising that keeps its books open',
  lead: 'Pay by the day or for a thousand views, in bitcoin or dollars. Every view is counted once, every satoshi is entered twice, and nobody is followed.',
  advertise: 'Start a campaign',
  publish: 'Earn with your site',
  advertisers: {
    title: 'For advertisers',
    points: [
      [
        'Minutes, not meetings',
        'Write a headline, name a daily budget, done. No bank, no sales call.'
      ],
      [
        'Only what was seen',
        'Half of the ad in view for a second, by a person, once a day. The rest is not on the bill, and you see why.'
      ],
      ['No views, no charge', 'What a day does not bring stays on your campaign.']
    ]
  },
  publishers: {
    title: 'For publishers',
    points: [
      ['One line of code', 'Three kilobytes, no cookies, nothing that follows your readers.'],
      [
        'Your page, your rules',
        'Size, colours, and the subjects you will not show are yours to choose.'
      ],
      [
        '80 % is yours',
        'The network keeps a fifth of what the advertiser pays, and both sides see the same numbers.'
      ]
    ]
  },
  ledger: {
    title: 'Where a payment goes',
    text: 'Every charge is one entry with two sides that sum to zero. This is a day of a campaign with a budget of 0.001 BTC.',
    from: 'Advertiser pays',
    to: 'Publishers get',
    fee: 'Network fee',
    rest: 'Left over'
  },
  marketplace: 'From the marketplace',
  marketplaceText: 'Publishers who write, send or show something about you, at a fixed price.',
  all: 'All offers'
} as const
