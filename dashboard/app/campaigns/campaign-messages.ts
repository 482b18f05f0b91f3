import type { CampaignState } from '@mille/api/constants.ts'
import { formatTime } from '../page/formats.ts'

export const campaignMessages = {
  title: 'Campaigns',
  description: 'What you advertise, where the money is, and how far it went.',
  create: 'New campaign',
  emptyTitle: 'No campaigns yet',
  emptyText:
    'A campaign is a few words or pictures, a link, and what you pay for a day. It starts when an operator has looked at it and it has money.',
  columns: {
    campaign: 'Campaign',
    state: 'State',
    line: 'Two weeks',
    price: 'Price',
    balance: 'On the campaign',
    spent: 'Spent'
  },
  perDay: 'a day',
  perThousand: 'for 1,000',
  coming: 'Changes to',
  atMostADay: 'at most a day:',
  atMostInAll: 'at most in all:',
  countsFrom: (moment: string) => `from ${formatTime(moment)}`,
  untitled: 'Campaign'
}

export const campaignStates: Record<
  CampaignState,
  { label: string; tone: 'neutral' | 'positive' | 'negative' | 'warning' | 'info'; text: string }
> = {
  draft: { label: 'Draft', tone: 'neutral', text: 'Not sent yet.' },
  pending: {
    label: 'In review',
    tone: 'info',
    text: 'An operator looks at it. You can put money on it meanwhile.'
  },
  active: { label: 'Running', tone: 'positive', text: 'It is shown while there is money on it.' },
  paused: { label: 'Paused', tone: 'neutral', text: 'Nothing is shown and nothing is charged.' },
  out_of_funds: {
    label: 'Out of funds',
    tone: 'warning',
    text: 'Put money on it and it goes on by itself.'
  },
  rejected: { label: 'Rejected', tone: 'negative', text: 'It is not shown.' },
  archived: { label: 'Archived', tone: 'neutral', text: 'It has ended; its numbers stay.' }
}

export const campaignDetailMessages = {
  back: 'Campaigns',
  created:
    'Your campaign is in review. Put money on it now, and it starts as soon as it is approved.',
  onCampaign: 'On the campaign',
  spent: 'Spent so far',
  available: 'Your balance',
  creative: 'Creative',
  payment: 'Payment',
  fund: 'Put money on the campaign',
  fundText:
    'It moves from your balance. What is not spent comes back when you archive the campaign.',
  amount: 'Amount',
  fundSubmit: 'Move to the campaign',
  funded: 'The money is on the campaign',
  noBalance: 'There is no money on your balance in this currency yet.',
  depositHere: 'Deposit straight to this campaign',
  edit: 'Edit',
  duplicate: 'Duplicate',
  pause: 'Pause',
  resume: 'Resume',
  archive: 'Archive',
  archiveTitle: 'Archive this campaign?',
  archiveText:
    'It stops now and cannot be started again. Its numbers stay, and this much goes back to your balance:',
  archived: 'The campaign is archived',
  paused: 'The campaign is paused',
  undo: 'Resume',
  rejectedTitle: 'The creative was rejected',
  spentTile: 'Spent',
  link: 'Link',
  created_at: 'Created',
  language: 'Language',
  rating: 'Subject'
}
