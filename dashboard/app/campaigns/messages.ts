import type { Rating, TrafficType } from '@mille/api/constants.ts'
import type { Currency } from '@mille/money/amount.ts'
import type { CampaignStep } from '@mille/stores/campaign-draft/campaign-rules.ts'

export const ratingLabels: Record<Rating | 'none', { label: string; description: string }> = {
  none: { label: 'None of these', description: 'Suitable for every site' },
  investments: { label: 'Investments', description: 'Trading, tokens, returns' },
  gambling: { label: 'Gambling', description: 'Games with money at stake' },
  nsfw: { label: 'Adult', description: 'Not safe for work' },
  risky: { label: 'Risky', description: 'Anything that calls for caution' }
}

export const trafficTypes: Record<TrafficType, { label: string; description: string }> = {
  cpd: {
    label: 'Pay by the day',
    description: 'Your share of the traffic depends on your budget. No views, no charge.'
  },
  cpm: {
    label: 'Pay per 1,000 views',
    description: 'You set the price. The budget is a cap, spread over the day.'
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
    'Advertise in minutes: choose your text, pictures, daily budget, and sites. You only need an account at the end.',
  editTitle: 'Edit campaign',
  editTitleOf: (title: string) => `Edit “${title}”`,
  editText:
    'Changed text and pictures are reviewed again; the live version keeps running in the meantime. The name, dates, hours, visitors, traffic, and higher prices change immediately; lower prices and budgets apply from the next settlement period.',
  saved: 'Campaign saved',
  save: 'Save campaign',
  steps: {
    creative: 'Creative',
    banners: 'Banners',
    payment: 'Payment',
    traffic: 'Traffic',
    review: 'Review'
  } satisfies Record<CampaignStep, string>,
  fields: {
    name: 'Name',
    link_text: 'Headline',
    creative_text: 'Text',
    creative_action: 'Call to action',
    creative_link: 'Link',
    utm_source: 'Source',
    utm_medium: 'Medium',
    utm_campaign: 'Campaign',
    utm_content: 'Content',
    utm_term: 'Term',
    language: 'Language',
    rating: 'Subject',
    product_category: 'What it sells',
    advert_logo: 'Logo',
    advert_illustration: 'Illustration',
    coupon_code: 'Coupon',
    banner_ids: 'Banners',
    banners_only: 'Banners only',
    currency: 'Currency',
    traffic_type: 'Pricing model',
    daily_budget: 'Daily budget',
    max_cpm: 'Price per 1,000 views',
    total_budget: 'Total budget',
    starts_at: 'Start',
    ends_at: 'End',
    countries: 'Countries',
    devices: 'Devices',
    systems: 'Operating systems',
    page_languages: 'Page languages',
    page_keywords: 'Page keywords',
    typed_include: 'Keywords to include',
    typed_exclude: 'Keywords to exclude',
    site_share_percent: 'Maximum share of one site',
    hours: 'Hours',
    selected_site_ids: 'Sites',
    blocked_site_ids: 'Blocked sites',
    selected_ad_unit_ids: 'Ad units',
    blocked_ad_unit_ids: 'Blocked ad units',
    selected_category_ids: 'Categories',
    blocked_category_ids: 'Blocked categories',
    captcha: 'Verification that you are human'
  },
  nameHelp:
    'Only you and operators see it, unless the link or its UTM parameters contain {campaign_name}. Without one, the headline is used.',
  headlineHelp: 'The text of the ad’s link. Up to 60 characters.',
  textHelp: 'One or two sentences. Up to 160 characters.',
  actionHelp: 'Shown on your ad, such as “Try it free”. Up to 20 characters.',
  count: (length: number, max: number) => `${length}/${max}`,
  tooLong: (label: string, surplus: number) =>
    `${label} is ${surplus} ${surplus === 1 ? 'character' : 'characters'} too long. Shorten it: the marked part does not fit.`,
  linkSilent: 'People who click the ad would not reach it. You can still continue.',
  linkHelp: 'The page that opens when someone clicks the ad.',
  utm: 'Add UTM parameters',
  utmHelp: 'Your analytics then shows which campaign and site visitors came from.',
  ratingHelp: 'Sites can block subjects. Campaigns with the wrong subject are rejected.',
  coupon: { open: 'I have a coupon', change: 'Use another', remove: 'Remove coupon' },
  preview: 'Preview',
  previewTitle: 'Your headline',
  previewText: 'Your text appears here.',
  previewSize: 'Size',
  previewAdaptive: 'Adaptive',
  previewBanner: 'Your banner',
  previewNone: 'No ad of yours',
  previewEmpty: 'You have no banner in this size, so units of this size show other campaigns.',
  bannersText:
    'Banners are optional: units without a matching banner show your text. Each banner runs on units of its size.',
  bannersHelp:
    'PNG, JPEG, GIF, WebP, or AVIF, up to 700 kB, in exactly one of the sizes, or twice that for high-resolution screens.',
  bannersOnlyHelp: 'Units without a matching banner then show other campaigns.',
  signInForBanners: 'Sign in to upload banners. What you have entered is kept.',
  signInForSubmit: 'Your campaign is ready. Sign in to submit it. What you have entered is kept.',
  signIn: 'Sign in',
  createAccount: 'Create account',
  sizes: 'Sizes',
  maxCpmCap: 'Maximum price per 1,000 views',
  maxCpmCapHelp: 'A cap: on days with few views, you pay less than your budget.',
  maxCpmHelp: 'What you pay for 1,000 billable views.',
  totalHelp: 'The campaign stops when it has spent this much.',
  datesHelp: {
    starts_at: 'In UTC. Empty: as soon as it is approved and funded.',
    ends_at: 'In UTC. What is left then stays on the campaign.'
  },
  submit: 'Submit for review',
  next: 'What happens next',
  nextText:
    'An operator reviews the creative, usually within a day. Fund the campaign in the meantime: it starts as soon as it is approved and funded.',
  change: 'Change',
  picturesText:
    'Both are optional. The logo appears next to your domain, and the illustration where there is room for it.',
  logoHelp: 'At least 64 × 64 pixels. It is not cropped.',
  illustrationHelp: 'At least 300 × 157 pixels. It is cropped to 600 × 314.',
  none: 'None',
  noCap: 'No limit',
  uploading: 'Wait until the pictures are uploaded.'
}
