import type { PublisherTerms } from '@mille/api/earnings/endpoints.ts'
import { assets } from '@mille/money/amount.ts'
import { formatMoney } from '../page/formats.ts'

const hoursText = (hours: number) =>
  hours >= 48 && hours % 24 === 0 ? `${hours / 24} days` : hours === 1 ? '1 hour' : `${hours} hours`
const amountsOf = (terms: PublisherTerms, part: 'minimum' | 'fee' | 'approval_above') =>
  assets
    .flatMap(asset => terms.withdrawals.filter(it => it.asset === asset))
    .map(it => formatMoney(BigInt(it[part]), it.asset))
    .join(' or ')

export const publishersLater = {
  share: 'Your share',
  percent: ({ fee_basis_points }: PublisherTerms) => `${(10_000 - fee_basis_points) / 100}%`,
  shareText: 'of what the advertiser pays',
  minimum: 'Minimum withdrawal',
  review: 'Yours to withdraw after',
  reviewHours: ({ review_hours }: PublisherTerms) => hoursText(review_hours.usual),
  reviewText: ({ review_hours }: PublisherTerms) =>
    `${hoursText(review_hours.new_unit)} for ad units in their first 30 days`,
  look: 'An ad and its code',
  lookText: 'This sample ad is drawn by the same code that your readers will load.',
  withoutScript: 'The sample ad is drawn by JavaScript, which is turned off in this browser.',
  code: 'Code',
  codeText:
    'The first line belongs on the page once, the second where the ad should be. When you create an ad unit, you get both with its number, ready to copy.',
  steps: 'Three steps',
  stepList: [
    ['Create an ad unit', 'Choose a size and what you do not want to show. No sales call.'],
    ['Paste the code', 'We check immediately whether it is on your page and works.'],
    ['Get paid', 'Earnings are settled every few hours, and you withdraw them to your own address.']
  ],
  questions: 'Questions and answers',
  calculator: 'What your site could earn',
  calculatorText:
    'From what publishers in this network got in the last 14 days, up to what campaigns can still pay. This is not a guarantee.',
  views: 'Page views per month',
  wrongViews: 'Enter a whole number from 1 to 1,000,000,000.',
  earnings: 'Estimated earnings in 30 days',
  /** Both ends of a range, such as `0.001 – 0.002 BTC`. */
  range: (low: string, high: string) => `${low} – ${high}`,
  notEnough:
    'There is not enough data for an estimate yet. This network is new: an estimate needs the views and prices of some days.',
  noDemand: 'No campaign has budget left right now, so this network cannot promise anything.',
  limited:
    'Current campaign budgets cannot pay for more views than this. The estimate grows as advertisers add budget.'
} as const

/** The answers contain this network's own fee, times and limits. */
export function questionsOf(
  terms: PublisherTerms | null
): ReadonlyArray<readonly [string, string]> {
  return [
    ...(terms === null ? [] : moneyQuestions(terms)),
    [
      'Which views are paid?',
      'Half of the ad in view for a second, by a person, once per campaign in 24 hours. Your reports list the views that were not counted, with the reason for each.'
    ],
    [
      'Does the ad set cookies?',
      'No. It stores nothing in the browser and builds no profile of your readers.'
    ],
    [
      'Can I decide which ads are shown?',
      'Yes. You can block subjects, advertisers, and domains, set a floor price, or approve each ad before it is shown.'
    ],
    [
      'What is shown when there is no ad?',
      'Your own house ad, a text of your choice, or nothing at all. The page does not move.'
    ],
    [
      'How do I know that the numbers are right?',
      'What publishers were paid is in the open books, and each charge is in a public log that anyone can verify with their own program.'
    ]
  ]
}

const moneyQuestions = (terms: PublisherTerms) =>
  [
    [
      'How much do I get?',
      `${publishersLater.percent(terms)} of what the advertiser pays, in the currency that the advertiser pays in.`
    ],
    [
      'When can I withdraw my earnings?',
      `${hoursText(terms.review_hours.usual)} after the end of the day (UTC) on which you earned them. For ad units in their first 30 days and those without a site, it is ${hoursText(terms.review_hours.new_unit)}. Earnings of a new ad unit above a daily limit are held until the network knows its traffic.`
    ],
    [
      'What does a withdrawal cost?',
      `The minimum is ${amountsOf(terms, 'minimum')}, and the fee ${amountsOf(terms, 'fee')}. Above ${amountsOf(terms, 'approval_above')} in 24 hours, an operator approves it first.`
    ]
  ] as const
