import type { CampaignStatus, CampaignView } from '@mille/stores/campaigns/campaign-view.ts'
import { formatMoment, formatTime } from '../page/formats.ts'

export const campaignMessages = {
  title: 'Campaigns',
  description: 'What you advertise, what it cost, and the results.',
  exportCsv: 'Export CSV',
  importCsv: 'Import CSV',
  create: 'New campaign',
  emptyTitle: 'No campaigns yet',
  emptyText:
    'A campaign is a short text or pictures, a link, and a daily budget. It starts once an operator has approved it and it is funded.',
  columns: {
    campaign: 'Campaign',
    state: 'Status',
    line: 'Last 14 days',
    price: 'Price',
    balance: 'Campaign balance',
    spent: 'Spent'
  },
  perDay: 'per day',
  perThousand: 'per 1,000',
  coming: 'Changes to',
  atMostADay: 'daily maximum:',
  atMostInAll: 'total maximum:',
  countsFrom: (moment: string) => `from ${formatTime(moment)}`,
  untitled: 'Campaign'
}

export type Titled = Pick<CampaignView, 'id' | 'name' | 'creative'>

/** Returns the title of a campaign on its owner's pages. */
export function campaignTitle({ id, name, creative }: Titled): string {
  return name ?? creative?.link_text ?? `${campaignMessages.untitled} ${id}`
}

export const campaignStates: Record<
  CampaignStatus,
  { label: string; tone: 'neutral' | 'positive' | 'negative' | 'warning' | 'info'; text: string }
> = {
  draft: { label: 'Draft', tone: 'neutral', text: 'Not submitted yet.' },
  pending: {
    label: 'In review',
    tone: 'info',
    text: 'An operator is reviewing it. You can fund it in the meantime.'
  },
  active: { label: 'Running', tone: 'positive', text: 'It is shown as long as it has funds.' },
  not_started: { label: 'Scheduled', tone: 'info', text: 'Starts on ' },
  outside_hours: {
    label: 'Outside of its hours',
    tone: 'info',
    text: 'It is shown again when the next of its hours begins.'
  },
  ended: { label: 'Ended', tone: 'neutral', text: 'Ended on ' },
  paused: { label: 'Paused', tone: 'neutral', text: 'Nothing is shown and nothing is charged.' },
  out_of_funds: {
    label: 'Out of funds',
    tone: 'warning',
    text: 'Add funds and it continues automatically.'
  },
  rejected: { label: 'Rejected', tone: 'negative', text: 'It is not shown.' },
  archived: { label: 'Archived', tone: 'neutral', text: 'It has ended. Its statistics are kept.' }
}

/** Returns what the campaign's status means, with the date that it depends on. */
export function statusText({ status, startsAt, endsAt }: CampaignView): string {
  const date = status === 'not_started' ? startsAt : status === 'ended' ? endsAt : null
  return campaignStates[status].text + (date === null ? '' : formatMoment(date))
}

export const campaignDetailMessages = {
  back: 'Campaigns',
  pages: 'Pages of this campaign',
  report: 'Report',
  money: 'Money',
  traffic: 'Where it ran',
  toMoney: 'Add funds, statements',
  moneyOf: (title: string) => `Money of ${title}`,
  creativeOf: (title: string) => `Creative of ${title}`,
  created: 'Your campaign is in review. Fund it now, and it starts as soon as it is approved.',
  onCampaign: 'Campaign balance',
  spent: 'Spent so far',
  available: 'Your balance',
  creative: 'Creative',
  payment: 'Payment',
  fund: 'Fund the campaign',
  fundText:
    'The money moves from your balance. Unspent money returns when you archive the campaign.',
  amount: 'Amount',
  fundSubmit: 'Add funds',
  funded: 'Funds added',
  noBalance: 'You have no balance in this currency yet.',
  depositHere: 'Deposit directly to this campaign',
  edit: 'Edit',
  duplicate: 'Duplicate',
  copySuffix: ' (copy)',
  pause: 'Pause',
  resume: 'Resume',
  archive: 'Archive',
  archiveTitle: 'Archive this campaign?',
  archiveText:
    'It stops immediately and cannot be restarted. Its statistics are kept, and this amount returns to your balance:',
  archived: 'Campaign archived',
  paused: 'Campaign paused',
  undo: 'Resume',
  rejectedTitle: 'Creative rejected',
  spentTile: 'Spent',
  link: 'Link',
  created_at: 'Created',
  starts_at: 'Start',
  ends_at: 'End',
  language: 'Language',
  rating: 'Subject',
  product_category: 'What it sells'
}
