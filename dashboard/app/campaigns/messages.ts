import type { Rating, TrafficType } from '@mille/api/constants.ts'
import type { Currency } from '@mille/money/amount.ts'
import type { CampaignStep } from '@mille/stores/campaign-draft/campaign-rules.ts'

export const ratingLabels: Record<Rating | 'none', { label: string; description: string }> = {
  none: { label: 'None of these', description: 'Fit for every site' },
  investments: { label: 'Investments', description: 'Trading, tokens, returns' },
  gambling: { label: 'Gambling', description: 'Games with money at stake' },
  nsfw: { label: 'Adult', description: 'Not safe for work' },
  risky: { label: 'Risky', description: 'What needs the reader’s caution' }
}

export const trafficTypes: Record<TrafficType, { label: string; description: string }> = {
  cpd: {
    label: 'A budget for each day',
    description: 'Your share of the traffic follows your budget. No views, no charge.'
  },
  cpm: {
    label: 'A price for 1,000 views',
    description: 'You name the price; the budget is a cap, spread over the day.'
  }
}

export const currencyLabels: Record<Currency, { label: string; unit: string; example: string }> = {
  btc: { label: 'Bitcoin (BTC)', unit: 'BTC', example: '0.001' },
  satoshi: { label: 'Satoshi', unit: 'sat', example: '100000' },
  usd: { label: 'US dollar (USD)', unit: 'USD', example: '25.00' },
  us_cents: { label: 'US cents', unit: '¢', example: '2500' }
}

export const campaignWizardMessages = {
  title: 'New campaign',
  description:
    'Advertise in minutes, without an account at first: words, pictures, a daily budget and where to run.',
  editTitle: 'Edit the campaign',
  editText:
    'Changed words and pictures are looked at again; what is live goes on meanwhile. Traffic and higher prices change at once; lower prices and budgets count from the next settlement window.',
  saved: 'The campaign is saved',
  save: 'Save the campaign',
  steps: {
    creative: 'Creative',
    banners: 'Banners',
    payment: 'Payment',
    traffic: 'Traffic',
    review: 'Review'
  } satisfies Record<CampaignStep, string>,
  fields: {
    link_text: 'Headline',
    creative_text: 'Text',
    creative_link: 'Link',
    language: 'Language',
    rating: 'Subject',
    advert_logo: 'Logo',
    advert_illustration: 'Illustration',
    coupon_code: 'Coupon',
    banner_ids: 'Banners',
    banners_only: 'Banners only',
    currency: 'Currency',
    traffic_type: 'Way to pay',
    daily_budget: 'Daily budget',
    max_cpm: 'Price for 1,000 views',
    total_budget: 'Total budget',
    selected_site_ids: 'Sites',
    blocked_site_ids: 'Blocked sites',
    selected_ad_unit_ids: 'Ad units',
    blocked_ad_unit_ids: 'Blocked ad units',
    selected_category_ids: 'Categories',
    blocked_category_ids: 'Blocked categories',
    captcha: 'Check that you are a person'
  },
  headlineHelp: 'It is the link of the ad. At most 60 characters.',
  textHelp: 'One or two sentences. At most 160 characters.',
  linkSilent: 'People who press the ad would not reach it. You can still go on.',
  linkHelp: 'Where a click leads.',
  ratingHelp: 'Sites may exclude subjects. A wrong choice gets a campaign rejected.',
  preview: 'As readers see it',
  previewTitle: 'Your headline',
  previewText: 'Your text stands here.',
  previewSize: 'Size',
  previewAdaptive: 'Adaptive',
  previewBanner: 'Your banner',
  previewNone: 'Nothing of yours',
  previewEmpty: 'Units of this size show another campaign: you have no banner for them.',
  previewScaled: (percent: number) => `, drawn at ${percent} %`,
  bannersText:
    'Pictures are optional: units without a fitting one show your text. Each size reaches the units of that size.',
  bannersHelp:
    'PNG, JPEG, GIF, WebP or AVIF, at most 700 kB, exactly one of the sizes, or twice as large for sharp screens.',
  bannersOnlyHelp: 'Units that have no banner of yours then show another campaign.',
  signInForBanners: 'Uploading needs an account. What you have typed stays here.',
  signInForSubmit:
    'Your campaign is ready. It needs an account to belong to; what you have typed stays here.',
  signIn: 'Sign in',
  createAccount: 'Create account',
  sizes: 'The sizes',
  maxCpmCap: 'Highest price for 1,000 views',
  maxCpmCapHelp: 'A cap: a day with few views then costs less than the budget.',
  maxCpmHelp: 'What 1,000 billable views cost you.',
  totalHelp: 'The campaign stops when it has spent this much.',
  submit: 'Send for review',
  next: 'What happens next',
  nextText:
    'An operator looks at the creative, mostly within a day. Put money on the campaign meanwhile: it starts as soon as both are done.',
  change: 'Change',
  picturesText:
    'Both are optional. The logo stands beside your address; the illustration where there is room for it.',
  logoHelp: 'At least 64 × 64 pixels; it is shown whole.',
  illustrationHelp: 'At least 300 × 157 pixels; it is cut to 600 × 314.',
  none: 'None',
  noCap: 'No limit',
  uploading: 'Wait until the pictures are uploaded.'
}

export const acceptedPictures = 'image/png,image/jpeg,image/gif,image/webp,image/avif'
