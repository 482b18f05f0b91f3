export const adSolutions = {
  title: 'Banner ads on sites about your subject',
  description:
    'Niche banner campaigns in bitcoin and dollars: see what is available for each subject, and what your budget would buy.',
  lead: 'Choose a subject, set a daily budget, and start in minutes. These are the actual numbers of this network from the last 30 days.',
  start: 'Start a campaign',
  sites: 'Sites',
  units: 'Ad units',
  views: 'Views per day',
  tableTitle: 'Subjects in the network',
  columns: {
    category: 'Subject',
    units: 'Ad units',
    views: 'Views per day',
    cpm: 'Average price per 1,000'
  },
  empty: 'No sites have been verified yet.',
  calculator: 'What a budget buys',
  calculatorText:
    'Based on the average price of the subject, up to the number of views that it has.',
  budget: 'Daily budget',
  category: 'Subject',
  noPrice: 'There is no price data for this subject from the last 30 days.',
  wrong: 'Enter an amount such as 0.001.',
  result: (views: string, days: string) =>
    `About ${views} billable views per day, or ${days} in 30 days.`,
  capped: (cost: string) =>
    `This subject has no more views than that: they would cost about ${cost} per day.`,
  points: [
    [
      'You pay only for ads that were seen',
      'Half of the banner in view for a second, by a person, once a day.'
    ],
    [
      'Sixteen sizes, one upload',
      'Each banner is checked immediately and shown at its actual size before it runs.'
    ],
    [
      'You see where it ran',
      'By unit, banner, and language, down to the satoshi. You can exclude whatever you do not like.'
    ]
  ]
} as const

export const affiliate = {
  title: 'Refer advertisers, earn 10%',
  description:
    'The crypto affiliate program: earn 10% of what the advertisers you refer are charged, for six months, in the currency they pay in.',
  lead: 'When someone follows your link and advertises, you earn 10% of what they are charged in the first six months of their account. It comes out of the network fee: they pay no more, and publishers earn no less.',
  calculator: 'What you could earn',
  calculatorText: '10% of what is charged, month by month, for six months.',
  advertisers: 'New advertisers you refer per month',
  spending: 'Monthly spending per advertiser',
  wrongCount: 'Enter a whole number up to 10,000.',
  wrongAmount: 'Enter an amount such as 0.01.',
  first: 'In the first month',
  steady: 'Each month from the sixth month',
  year: 'In the first year',
  link: 'Your link',
  linkText: 'It works with any page of this site: add the same parameter to the URL.',
  report: 'Partner report',
  reportText: 'Clicks, sign-ups, and earnings by day.',
  signIn: 'Sign in to get your link. Anonymous accounts can use it too.',
  createAccount: 'Create an account',
  unit: 'Or use an affiliate ad unit',
  unitText: 'A discreet “Your ad here” link on your page, with your affiliate number.',
  unitButton: 'Create an affiliate unit',
  points: [
    ['Settled with every charge', 'Every two hours, in the same transaction as the charge itself.'],
    ['In bitcoin or dollars', 'You are paid in the currency that the advertiser pays in.'],
    [
      'Easy to verify',
      'Each statement lists the referral next to the fee and the publisher’s share.'
    ]
  ]
} as const
