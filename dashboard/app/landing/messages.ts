export const adSolutions = {
  title: 'Banners where your subject is read',
  description:
    'Niche banner campaigns in bitcoin and dollars: what each subject has to offer now, and what your budget would get there.',
  lead: 'Choose a subject, name a daily budget, and run in minutes. These are the numbers of this network as they were counted in the last 30 days; nothing is made up.',
  start: 'Start a campaign',
  sites: 'Sites',
  units: 'Ad units',
  views: 'Views a day',
  tableTitle: 'Subjects of the network',
  columns: {
    category: 'Subject',
    units: 'Ad units',
    views: 'Views a day',
    cpm: 'Average price for 1,000'
  },
  empty: 'No site has been verified yet.',
  calculator: 'What a budget gets',
  calculatorText: 'At the average price of the subject, and never more views than it has.',
  budget: 'Daily budget',
  category: 'Subject',
  noPrice:
    'Nobody has paid for this subject in the last 30 days, so there is no price to count with.',
  wrong: 'Type an amount such as 0.001.',
  result: (views: string, days: string) =>
    `About ${views} billable views a day, ${days} in 30 days.`,
  capped: (cost: string) => `That is all there is: it would cost about ${cost} a day.`,
  points: [
    [
      'Only what was seen counts',
      'Half of the banner in view for a second, by a person, once a day.'
    ],
    [
      'Sixteen sizes, one upload',
      'Each picture is checked at once, and shown in its size before it runs.'
    ],
    [
      'You see where it ran',
      'By unit, banner and language, down to the satoshi, and exclude what you do not like.'
    ]
  ]
} as const

export const affiliate = {
  title: 'Bring advertisers, get a tenth',
  description:
    'The crypto affiliate program: 10 % of what the advertisers you bring are charged, for six months, paid in what they pay.',
  lead: 'Whoever comes by your link and advertises pays you a tenth of what they are charged, for six months from their first visit. It comes out of the network’s fee: they pay nothing more, publishers get nothing less.',
  calculator: 'What it would bring',
  calculatorText: 'Ten per cent of what is charged, month by month, for six months.',
  advertisers: 'Advertisers you bring each month',
  spending: 'What each spends in a month',
  wrongCount: 'Type a whole number up to 10,000.',
  wrongAmount: 'Type an amount such as 0.01.',
  first: 'In the first month',
  steady: 'In each month from the sixth on',
  year: 'In the first year',
  link: 'Your link',
  linkText: 'Any page of this site works: add the same ending to its address.',
  widget: 'Offers for your page',
  widgetText:
    'Three offers of the marketplace on your own page. Each of them leads here with your number.',
  signIn: 'Sign in to get your link. It works for an anonymous account too.',
  createAccount: 'Create an account',
  unit: 'Or an affiliate ad unit',
  unitText: 'A quiet “your ad here” on your page, with your number in it.',
  unitButton: 'Create an affiliate unit',
  points: [
    ['Settled with every charge', 'Every two hours, in the same transaction as the charge itself.'],
    ['In bitcoin or dollars', 'You get what was paid, in the currency it was paid in.'],
    ['To be checked', 'Each statement names the referral beside the fee and the publisher’s part.']
  ]
} as const
