import type { SettingName } from '@mille/api/settings/endpoints.ts'

type Words = { label: string; help: string; unit: string }

export const settingWords: Readonly<Record<SettingName, Words>> = {
  fee_basis_points: {
    label: 'Fee',
    help: 'The network’s share of what advertisers are charged. Changes apply from the next settlement period, and to orders placed from then on.',
    unit: '%'
  },
  premium_fee_basis_points: {
    label: 'Fee for Premium accounts',
    help: 'The network’s share of what their campaigns are charged, if lower than the standard fee. Changes apply from the next settlement period.',
    unit: '%'
  },
  campaigns_without_captcha: {
    label: 'Campaigns without a proof of work',
    help: 'How many an account can create per hour. With 0, every campaign requires a proof of work.',
    unit: ''
  },
  trust_after_approvals: {
    label: 'Approvals until an account is trusted',
    help: 'New and changed ads of a trusted account go live without a review, except those with pictures that no reviewer approved. An account is trusted after this many approvals by reviewers in a row, unless an ad of it was rejected, by a review or after reports, or its landing page was exchanged in the last 90 days. Leave it empty to review everything. 0 trusts every account at once, which is meant only for demonstration networks.',
    unit: 'approvals'
  },
  trust_sample_percent: {
    label: 'Ads of trusted accounts that are reviewed afterwards',
    help: 'This part of what went live without a review, chosen by chance, is put in the review queue anyway. Rejecting one stops it and ends the trust in its account.',
    unit: '%'
  },
  withdrawal_approval_btc: {
    label: 'Approval limit for BTC withdrawals',
    help: 'When an account withdraws more than this within 24 hours, an operator other than the account owner must approve it. What has been approved does not count.',
    unit: 'BTC'
  },
  withdrawal_approval_usd: {
    label: 'Approval limit for USD withdrawals',
    help: 'When an account withdraws more than this within 24 hours, an operator other than the account owner must approve it. What has been approved does not count.',
    unit: 'USD'
  },
  withdrawal_daily_btc: {
    label: 'Daily BTC withdrawal limit',
    help: 'The maximum for one account. The signer enforces its own limits.',
    unit: 'BTC'
  },
  withdrawal_daily_usd: {
    label: 'Daily USD withdrawal limit',
    help: 'The maximum for one account. The signer enforces its own limits.',
    unit: 'USD'
  },
  review_hours: {
    label: 'Earnings review period',
    help: 'How long after each day its earnings can still be put on hold or returned. Changes apply to future earnings.',
    unit: 'hours'
  },
  review_hours_new: {
    label: 'Earnings review period for new and anonymous units',
    help: 'Applies to units that are less than 30 days old or have no verified site.',
    unit: 'hours'
  },
  slow_start_btc: {
    label: 'Slow-start limit in BTC',
    help: 'What all of an account’s ad units with unknown traffic can earn together per day. Earnings above the limit wait until their traffic is known. Changes apply to future settlement periods.',
    unit: 'BTC'
  },
  slow_start_usd: {
    label: 'Slow-start limit in USD',
    help: 'The same for campaigns in USD.',
    unit: 'USD'
  }
}

export const networkSettingsMessages = {
  title: 'Settings',
  description:
    'Changes are recorded in the audit log and apply to every node: fees from the next settlement period, higher limits and shorter reviews after a day, everything else immediately.',
  fee: 'Fees and limits',
  save: 'Save',
  saved: 'Saved',
  bounds: (min: string, max: string) => `Between ${min} and ${max}.`,
  boundsOrNone: (min: string, max: string) => `Between ${min} and ${max}, or empty for never.`,
  none: 'never',
  next: (value: string, from: string) => `Changes to ${value} on ${from}.`,
  changed: (who: string, when: string) => `Changed by ${who}, ${when}.`,
  byDefault: (value: string) => `The default is ${value}.`,
  sizes: 'Banner sizes',
  sizesText:
    'Sizes that are not offered cannot be used for new banners or ad units. Existing ones continue to run.',
  categories: 'Categories',
  categoriesText:
    'Categories that are not offered cannot be chosen for new sites. Existing sites keep them.',
  someOffered: (offered: string, all: string) => `${offered} of ${all} are offered`,
  size: 'Size',
  category: 'Category',
  uses: 'Uses',
  state: 'Status',
  offered: 'Offered',
  notOffered: 'Not offered',
  stop: 'Stop offering',
  offer: 'Offer again',
  undo: 'Undo',
  isOffered: (name: string) => `${name} is offered again`,
  isNotOffered: (name: string) => `${name} is no longer offered`,
  action: 'Change'
}

/** What the network would have kept with another fee. */
export const feeEstimateMessages = {
  text: (to: string) =>
    `What the network keeps of the charges of campaigns, in the 30 days until ${to} (UTC), with today’s Premium accounts and coupons:`,
  nothing: (to: string) => `No campaign was charged in the 30 days until ${to} (UTC).`,
  charged: 'Charged',
  before: 'Kept with the current fees',
  after: (percent: string) => `Kept with ${percent} %`
}
