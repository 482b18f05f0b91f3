import type { OrderState } from '@mille/api/constants.ts'
import type { Order, OrderDocument } from '@mille/api/marketplace/endpoints.ts'
import type { BadgeTone } from '@mille/ui/badge/badge.tsx'

type Side = Order['attributes']['side']

export const orderMessages = {
  title: 'Orders',
  description: 'Orders that you placed, and orders that you received.',
  untitled: 'Order',
  number: (id: string) => `Order ${id}`,
  shown: 'Show',
  all: 'All',
  placedByMe: 'Placed by me',
  placedWithMe: 'Received',
  emptyTitle: 'No orders yet',
  emptyText: 'Orders that you place or receive will appear here.',
  browse: 'Browse the catalog',
  columns: {
    order: 'Order',
    side: 'Your role',
    state: 'Status',
    due: 'Next deadline',
    amount: 'Price'
  },
  pages: 'Order pages',
  back: 'Orders',
  brief: 'Brief',
  target: 'Links to',
  attachments: 'Attachments',
  terms: 'Terms',
  price: 'Price',
  rate: 'Rate at the time',
  perBitcoin: 'per BTC',
  fee: (percent: string) => `${percent}%, paid by the publisher`,
  feeLabel: 'Network fee',
  turnaround: 'Published within',
  site: 'Site',
  released: 'Paid to the publisher',
  refunded: 'Refunded',
  due: 'Next deadline',
  steps: 'History',
  schedule: 'Payments',
  scheduleText: 'Half of the price is paid daily over 30 days, the rest on the last day.',
  scheduleColumns: {
    day: 'Day',
    at: 'Paid at',
    gross: 'Released',
    fee: 'Fee',
    net: 'To the publisher'
  },
  conversation: 'Messages',
  noMessages: 'No messages yet.',
  message: 'Your message',
  send: 'Send',
  olderMessages: 'Show older messages',
  you: 'You',
  proof: 'The publication',
  proofUrl: 'URL of the publication',
  reachable: 'The page is online',
  unreachable: (why: string) => `The page could not be read: ${why}`,
  status: (status: number) => `it responded with status ${status}`,
  onSite: 'It is on the site in the offer',
  offSite: 'It is not on the site in the offer',
  hasLink: 'It contains the link',
  noLink: 'The link was not found on the page',
  marked: (rel: string) => `The link is marked ${rel}`,
  unmarked: 'The link is not marked as sponsored or nofollow',
  checkedAt: (moment: string) => `Checked ${moment}`,
  checkAgain: 'Check again',
  lostSince: (moment: string) => `The link has been missing since ${moment}`,
  lost: {
    advertiser:
      'Payments are paused until it is back. You can dispute the order. Otherwise, an operator decides on the last payment day.',
    publisher:
      'Payments are paused until it is back. Restore the link, then check again here. Payments that are due are made immediately.'
  },
  reason: 'Reason',
  reasonHelp: 'Shown to the other party.',
  rateTitle: 'Rate this order',
  stars: 'Stars',
  comment: 'Comment',
  sendRating: 'Submit rating',
  rated: 'Thank you for your rating',
  ratingTitle: 'Rating',
  starCount: (stars: number) => `${stars} of 5 stars`,
  newTitle: (name: string) => `Order: ${name}`,
  newText:
    'The price is put on hold when you place the order. The publisher has five days to accept. You can cancel until then. If the order is not accepted, the money is released immediately.',
  signIn: 'Sign in to order. What you enter here is kept.',
  place: 'Place order',
  briefHelp: 'What it is about, who it is for, and what it must and must not say.',
  targetHelp: 'The page that the publication should link to.',
  attachmentsHelp: 'Up to five pictures, PDFs, or text files, 900 kB each.',
  currency: 'Pay with',
  available: (amount: string) => `${amount} available`,
  noRate: 'There is no exchange rate right now',
  tooLittleIn: (asset: string) => `Your ${asset} balance is too low for this price.`,
  deposit: (amount: string) => `Deposit ${amount} more`,
  confirmTitle: 'Place this order?',
  confirmText: (amount: string, days: number) =>
    `${amount} of your balance is put on hold now. The publisher has five days to accept and then ${days === 1 ? '1 day' : `${days} days`} to publish. You can cancel until the order is accepted.`,
  confirmPlace: (amount: string) => `Place order for ${amount}`,
  keepOrder: 'Keep order',
  checksFailed: 'The page check found a problem',
  confirmAnyway: 'If you confirm, the money is released anyway. You can dispute the order instead.',
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
  deadline: 'Deadline passed'
}

/** The label of each order state, and what the state means for each side. */
export const orderStateWords: Record<
  OrderState,
  { label: string; tone: BadgeTone; text: Record<'advertiser' | 'publisher', string> }
> = {
  placed: {
    label: 'Placed',
    tone: 'info',
    text: {
      advertiser: 'The publisher has five days to respond. Your money is on hold.',
      publisher: 'Accept or decline it. If you do not respond, the advertiser is refunded.'
    }
  },
  accepted: {
    label: 'Accepted',
    tone: 'info',
    text: {
      advertiser: 'The publisher is working on it.',
      publisher: 'Publish it, then submit the link.'
    }
  },
  declined: {
    label: 'Declined',
    tone: 'neutral',
    text: { advertiser: 'Your money has been returned.', publisher: 'You declined it.' }
  },
  cancelled: {
    label: 'Canceled',
    tone: 'neutral',
    text: {
      advertiser: 'You canceled the order. Your money has been returned.',
      publisher: 'The advertiser canceled the order before you accepted it.'
    }
  },
  published: {
    label: 'Published',
    tone: 'info',
    text: {
      advertiser: 'Review the publication. If you do nothing, it is confirmed after seven days.',
      publisher: 'The advertiser is reviewing it. It is confirmed after seven days at the latest.'
    }
  },
  confirmed: {
    label: 'Confirmed',
    tone: 'positive',
    text: {
      advertiser:
        'The publisher is paid over 30 days. The page is checked every day. You can dispute the order if the publication disappears.',
      publisher: 'You are paid over 30 days, with half on the last day.'
    }
  },
  disputed: {
    label: 'Disputed',
    tone: 'warning',
    text: {
      advertiser: 'An operator will decide. Until then, payments are paused.',
      publisher: 'An operator will decide. Until then, payments are paused.'
    }
  },
  completed: {
    label: 'Completed',
    tone: 'positive',
    text: { advertiser: 'Paid in full.', publisher: 'Paid in full.' }
  },
  refunded: {
    label: 'Refunded',
    tone: 'neutral',
    text: {
      advertiser: 'The part that was not paid to the publisher is back in your balance.',
      publisher: 'The part that was not paid to you was returned to the advertiser.'
    }
  }
}

/** The action with which a party moves an order into each state. */
export const moveWords: Partial<
  Record<OrderState, { action: string; title: string; text: string; done: string }>
> = {
  accepted: {
    action: 'Accept',
    title: 'Accept the order?',
    text: 'You agree to publish it within the agreed number of days.',
    done: 'Order accepted'
  },
  declined: {
    action: 'Decline',
    title: 'Decline the order?',
    text: 'The advertiser gets the money back and sees the reason.',
    done: 'Order declined'
  },
  cancelled: {
    action: 'Cancel order',
    title: 'Cancel the order?',
    text: 'The money is available to you again immediately. The publisher is notified.',
    done: 'Order canceled'
  },
  published: {
    action: 'Submit publication',
    title: 'Where is it published?',
    text: 'We check the page right away: whether it is online, contains the link, and how the link is marked.',
    done: 'Publication submitted'
  },
  confirmed: {
    action: 'Confirm',
    title: 'Confirm the publication?',
    text: 'The publisher is then paid over 30 days. You can still dispute the order during that time.',
    done: 'Order confirmed'
  },
  disputed: {
    action: 'Dispute',
    title: 'What is wrong?',
    text: 'Payments stop until an operator has reviewed the order and decided.',
    done: 'Dispute submitted'
  }
}
