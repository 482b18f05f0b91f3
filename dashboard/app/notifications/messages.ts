import type { NotificationKind } from '@mille/api/constants.ts'

export const notificationMessages = {
  title: 'Notifications',
  description: 'What happened to your campaigns, ad units, money and orders.',
  tabs: { notifications: 'Notifications', unread: 'Unread' },
  bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  many: '99+',
  markRead: 'Mark as read',
  markAllRead: 'Mark all as read',
  unread: 'Unread',
  open: 'Show all',
  settings: 'Choose what you get',
  empty: 'Nothing yet',
  emptyText: 'When something happens to your campaigns, units or money, it stands here.',
  emptyUnread: 'You have read everything',
  emptyUnreadText: 'New notifications will stand here.',
  failed: 'The notifications could not be loaded'
}

export const unsubscribeMessages = {
  title: 'No more mail about this',
  question: 'You will find these notifications in the app, and no mail about them comes any more.',
  button: 'End this mail',
  done: 'No more mail about this kind of thing will come.',
  wrong: 'This link is not complete. Copy it whole from the mail, or choose in the settings.',
  settings: 'Choose what you get'
}

export const kindLabels: Record<NotificationKind, string> = {
  campaign_approved: 'A campaign is approved',
  campaign_rejected: 'A campaign is rejected',
  campaign_out_of_funds: 'A campaign is out of money',
  campaign_low_funds: 'A campaign is low on money',
  unit_verified: 'A site is verified',
  unit_rejected: 'A site is rejected',
  unit_unhealthy: 'An ad unit needs a look',
  deposit_seen: 'A deposit is on its way',
  deposit_credited: 'A deposit arrived',
  deposit_reversed: 'A deposit was reversed',
  withdrawal_sent: 'A withdrawal is sent',
  withdrawal_failed: 'A withdrawal failed',
  earnings_held: 'Earnings are on hold',
  earnings_released: 'Earnings are released',
  earnings_taken_back: 'Earnings were taken back',
  charge_returned: 'A charge was returned',
  offer_approved: 'An offer is approved',
  offer_rejected: 'An offer is rejected',
  order_placed: 'A publication is ordered',
  order_accepted: 'An order is accepted',
  order_declined: 'An order is declined',
  order_cancelled: 'An order is cancelled',
  order_expired: 'An order ran out of time',
  order_published: 'An order is published',
  order_link_lost: 'A publication has lost its link',
  order_link_back: 'A publication has its link again',
  order_disputed: 'An order is disputed',
  order_refunded: 'An order is refunded',
  order_completed: 'An order is completed',
  new_sign_in: 'Somebody signed in from a new browser',
  announcement: 'News of the network'
}
