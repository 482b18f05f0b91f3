import type { OrderState } from '@mille/api/constants.ts'
import type { Order, OrderDocument } from '@mille/api/marketplace/endpoints.ts'
import type { BadgeTone } from '@mille/ui/badge/badge.tsx'

type Side = Order['attributes']['side']

export const orderMessages = {
  title: 'Orders',
  description: 'What you ordered, and what others ordered from you.',
  untitled: 'Order',
  number: (id: string) => `Order ${id}`,
  shown: 'Show',
  all: 'All',
  placedByMe: 'I ordered',
  placedWithMe: 'Ordered from me',
  emptyTitle: 'No orders yet',
  emptyText: 'Orders that you place, and those that others place with you, stand here.',
  browse: 'Look at the catalog',
  columns: { order: 'Order', side: 'You are', state: 'State', due: 'Moves on', amount: 'Price' },
  pages: 'Pages of orders',
  back: 'Orders',
  brief: 'Brief',
  target: 'Links to',
  attachments: 'Attachments',
  terms: 'Agreed',
  price: 'Price',
  rate: 'Rate of that moment',
  perBitcoin: 'for 1 BTC',
  fee: (percent: string) => `${percent} %, from what the publisher gets`,
  feeLabel: 'Fee of the network',
  turnaround: 'Published within',
  site: 'Site',
  released: 'Paid to the publisher',
  refunded: 'Paid back',
  due: 'Moves on by itself',
  steps: 'What happened',
  schedule: 'Payments',
  scheduleText: 'Half of the price day by day over 30 days, the rest on the last.',
  scheduleColumns: {
    day: 'Day',
    at: 'Paid at',
    gross: 'Released',
    fee: 'Fee',
    net: 'To the publisher'
  },
  conversation: 'Messages',
  noMessages: 'Nobody has written yet.',
  message: 'Your message',
  send: 'Send',
  olderMessages: 'Older messages',
  you: 'You',
  proof: 'The publication',
  proofUrl: 'Where it is published',
  reachable: 'The page is there',
  unreachable: (why: string) => `The page could not be read: ${why}`,
  status: (status: number) => `it answers with status ${status}`,
  onSite: 'It is on the site of the offer',
  offSite: 'It is on another site than the offer’s',
  hasLink: 'It has the link',
  noLink: 'The link was not found on it',
  marked: (rel: string) => `The link is marked ${rel}`,
  unmarked: 'The link is not marked as paid or nofollow',
  checkedAt: (moment: string) => `Looked at ${moment}`,
  checkAgain: 'Look again',
  lostSince: (moment: string) => `The link is gone since ${moment}`,
  lost: {
    advertiser:
      'Payments wait until it is back. You can dispute the order; otherwise an operator decides on the last day of payments.',
    publisher:
      'Payments wait until it is back. Put it back, then look again here: what is due is paid at once.'
  },
  reason: 'Why',
  reasonHelp: 'The other side reads this.',
  rateTitle: 'How was it?',
  stars: 'Stars',
  comment: 'In a few words',
  sendRating: 'Rate',
  rated: 'Thank you for your rating',
  ratingTitle: 'Rating',
  starCount: (stars: number) => `${stars} of 5 stars`,
  newTitle: (name: string) => `Order: ${name}`,
  newText:
    'The price is set aside when you place the order. The publisher has five days to accept it. Until then you can cancel; if it is not accepted, the price is back at once.',
  signIn: 'Sign in to order. What you type here is kept.',
  place: 'Place the order',
  briefHelp: 'What it is about, whom it is for, what must and must not be said.',
  targetHelp: 'Your page, which the publication links to.',
  attachmentsHelp: 'Up to five pictures, PDF or text files of 900 kB each.',
  currency: 'Pay with',
  available: (amount: string) => `${amount} available`,
  noRate: 'There is no exchange rate right now',
  tooLittleIn: (asset: string) => `Your ${asset} balance is lower than the price.`,
  deposit: (amount: string) => `Deposit ${amount} more`,
  confirmTitle: 'Place this order?',
  confirmText: (amount: string, days: number) =>
    `${amount} of your balance is set aside for it now. The publisher has five days to accept and then ${days === 1 ? '1 day' : `${days} days`} to publish. You can cancel until it is accepted.`,
  confirmPlace: (amount: string) => `Place it for ${amount}`,
  keepOrder: 'Keep the order',
  checksFailed: 'The checks of the page found a problem',
  confirmAnyway: 'Confirming releases the money all the same. You can dispute instead.',
  fields: {
    target_url: 'Link',
    brief: 'Brief',
    currency: 'Pay with',
    attachment_ids: 'Attachments',
    offer_id: 'Offer',
    price_us_cents: 'Price'
  }
}

export const sideLabels: Record<Side, string> = {
  advertiser: 'Advertiser',
  publisher: 'Publisher',
  operator: 'Operator'
}

export const actorLabels: Record<OrderDocument['meta']['events'][number]['actor'], string> = {
  ...sideLabels,
  deadline: 'Time was up'
}

/** What a state is called, and what it means for each side. */
export const orderStateWords: Record<
  OrderState,
  { label: string; tone: BadgeTone; text: Record<'advertiser' | 'publisher', string> }
> = {
  placed: {
    label: 'Placed',
    tone: 'info',
    text: {
      advertiser: 'The publisher has five days to answer. Your money waits on hold.',
      publisher: 'Accept or decline it. Without an answer it is paid back.'
    }
  },
  accepted: {
    label: 'Accepted',
    tone: 'info',
    text: {
      advertiser: 'The publisher is at work.',
      publisher: 'Publish it, then tell where it stands.'
    }
  },
  declined: {
    label: 'Declined',
    tone: 'neutral',
    text: { advertiser: 'Your money is back.', publisher: 'You declined it.' }
  },
  cancelled: {
    label: 'Cancelled',
    tone: 'neutral',
    text: {
      advertiser: 'You called it back. Your money is back.',
      publisher: 'The advertiser called it back before you accepted it.'
    }
  },
  published: {
    label: 'Published',
    tone: 'info',
    text: {
      advertiser: 'Look at it. Without a word from you it is confirmed in seven days.',
      publisher: 'The advertiser looks at it. It is confirmed in seven days at the latest.'
    }
  },
  confirmed: {
    label: 'Confirmed',
    tone: 'positive',
    text: {
      advertiser:
        'The publisher is paid over 30 days. The page is looked at every day; dispute it if the publication goes away.',
      publisher: 'You are paid over 30 days, half of it on the last.'
    }
  },
  disputed: {
    label: 'Disputed',
    tone: 'warning',
    text: {
      advertiser: 'An operator decides. Until then nothing is paid.',
      publisher: 'An operator decides. Until then nothing is paid.'
    }
  },
  completed: {
    label: 'Completed',
    tone: 'positive',
    text: { advertiser: 'All is paid.', publisher: 'All is paid.' }
  },
  refunded: {
    label: 'Refunded',
    tone: 'neutral',
    text: {
      advertiser: 'What was not paid to the publisher is back on your balance.',
      publisher: 'What was not paid to you went back to the advertiser.'
    }
  }
}

/** What a party does to bring an order into a state. */
export const moveWords: Partial<
  Record<OrderState, { action: string; title: string; text: string; done: string }>
> = {
  accepted: {
    action: 'Accept',
    title: 'Accept the order?',
    text: 'You promise to publish it within the agreed days.',
    done: 'The order is accepted'
  },
  declined: {
    action: 'Decline',
    title: 'Decline the order?',
    text: 'The advertiser gets the money back and reads why.',
    done: 'The order is declined'
  },
  cancelled: {
    action: 'Cancel the order',
    title: 'Cancel the order?',
    text: 'The price is available to you again at once. The publisher is notified.',
    done: 'The order is cancelled'
  },
  published: {
    action: 'It is published',
    title: 'Where is it published?',
    text: 'The page is fetched at once: is it there, does it have the link, how is it marked.',
    done: 'The advertiser is told'
  },
  confirmed: {
    action: 'Confirm',
    title: 'Is it as you ordered it?',
    text: 'The publisher is then paid over 30 days. You can still dispute it in that time.',
    done: 'The order is confirmed'
  },
  disputed: {
    action: 'Dispute',
    title: 'What is wrong?',
    text: 'Payments stop, and an operator looks at it and decides.',
    done: 'An operator looks at it'
  }
}
