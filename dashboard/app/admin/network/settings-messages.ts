import type { SettingName } from '@mille/api/settings/endpoints.ts'

type Words = { label: string; help: string; unit: string }

export const settingWords: Readonly<Record<SettingName, Words>> = {
  fee_basis_points: {
    label: 'Fee',
    help: 'Of what advertisers are charged. It counts from the next settlement window on, and for orders placed from then.',
    unit: '%'
  },
  premium_fee_basis_points: {
    label: 'Fee for Premium accounts',
    help: 'Of what their campaigns are charged, where it is lower than the usual fee. It counts from the next settlement window on.',
    unit: '%'
  },
  campaigns_without_captcha: {
    label: 'Campaigns without a proof of work',
    help: 'That one account makes in an hour. 0 asks for a proof for every campaign.',
    unit: ''
  },
  withdrawal_approval_btc: {
    label: 'Withdrawals in BTC that wait',
    help: 'Above this amount an operator who is not their owner says yes first.',
    unit: 'BTC'
  },
  withdrawal_approval_usd: {
    label: 'Withdrawals in USD that wait',
    help: 'Above this amount an operator who is not their owner says yes first.',
    unit: 'USD'
  },
  withdrawal_daily_btc: {
    label: 'Withdrawn in BTC in a day',
    help: 'At most, by one account. The signer has limits of its own.',
    unit: 'BTC'
  },
  withdrawal_daily_usd: {
    label: 'Withdrawn in USD in a day',
    help: 'At most, by one account. The signer has limits of its own.',
    unit: 'USD'
  },
  review_hours: {
    label: 'Review of earnings',
    help: 'How long after its day what an ad unit earned can still be held or taken back. It counts for what is earned from now on.',
    unit: 'hours'
  },
  review_hours_new: {
    label: 'Review of earnings of new and anonymous units',
    help: 'The same for units younger than 30 days and for those without a verified site.',
    unit: 'hours'
  },
  slow_start_btc: {
    label: 'Slow start in BTC',
    help: 'What all ad units of an account whose traffic is not known yet earn together in a day. What is above it waits until their traffic is known. It counts for windows that are settled from now on.',
    unit: 'BTC'
  },
  slow_start_usd: {
    label: 'Slow start in USD',
    help: 'The same for campaigns in USD.',
    unit: 'USD'
  }
}

export const networkSettingsMessages = {
  title: 'Settings',
  description:
    'What you change here counts on every node at once, and is written in the audit log.',
  fee: 'Fee and limits',
  save: 'Save',
  saved: 'Saved',
  bounds: (min: string, max: string) => `From ${min} to ${max}.`,
  next: (value: string, from: string) => `${value} from ${from} on.`,
  changed: (who: string, when: string) => `Changed by ${who}, ${when}.`,
  byDefault: (value: string) => `Without a change here it is ${value}.`,
  sizes: 'Banner sizes',
  sizesText:
    'A size that is not offered takes no new banner and no new ad unit. What there is goes on.',
  categories: 'Categories',
  categoriesText: 'A category that is not offered is for no new site. Sites that have it keep it.',
  size: 'Size',
  category: 'Category',
  uses: 'Uses',
  state: 'Offered',
  offered: 'Offered',
  notOffered: 'Not offered',
  stop: 'Stop offering',
  offer: 'Offer again',
  undo: 'Undo',
  isOffered: (name: string) => `${name} is offered`,
  isNotOffered: (name: string) => `${name} is not offered any more`,
  action: 'Change'
}
