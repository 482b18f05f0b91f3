/** Texts of the parts of the home page whose code loads after the page. */
export const homeLater = {
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
        'Most of it is yours',
        'The network keeps one fee, which it publishes, and both sides see the same numbers.'
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
  paid: 'Paid to publishers',
  paidToday: 'Today',
  paidMonth: 'In the last 30 days',
  paidLink: 'See the open books',
  or: 'or',
  compare: 'How it compares',
  compareText:
    'What the other networks say about themselves, as read in November 2026. “Not found” means that we did not find it in what they publish.',
  networks: { own: 'This network', aAds: 'A-ADS', ethicalAds: 'EthicalAds' },
  property: 'Property',
  notFound: 'Not found',
  rows: {
    fee: 'Fee',
    minimum: 'Minimum payout',
    time: 'Payout time',
    cookies: 'Cookies',
    proof: 'Proof of payments',
    source: 'Source code'
  },
  own: {
    fee: (percent: string) => `${percent} of what advertisers pay`,
    time: (hours: number) => `Earnings of a day can be withdrawn ${hours} hours after it`,
    cookies: 'None',
    proof: 'Public log; each bill can be recomputed with any program',
    source: 'Open'
  },
  aAds: {
    fee: '20%',
    minimum: '0.001 BTC; by Lightning about one satoshi',
    time: 'Daily; by Lightning at once',
    source: 'Not open'
  },
  ethicalAds: { cookies: 'Needs no consent, by design', source: 'Open' }
} as const
