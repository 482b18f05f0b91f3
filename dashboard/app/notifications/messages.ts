import type { NotificationKind } from '@mille/api/notifications/kinds.ts'

export const notificationMessages = {
  title: 'Notifications',
  description: 'News about your campaigns, ad units, money, and orders.',
  tabs: { notifications: 'Notifications', unread: 'Unread' },
  bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  many: '99+',
  markRead: 'Mark as read',
  markAllRead: 'Mark all as read',
  unread: 'Unread',
  open: 'View all',
  settings: 'Notification settings',
  empty: 'No notifications yet',
  emptyText: 'When something happens to your campaigns, ad units, or money, you will see it here.',
  emptyUnread: 'You are all caught up',
  emptyUnreadText: 'New notifications will appear here.',
  failed: 'The notifications could not be loaded'
}

export const unsubscribeMessages = {
  title: 'Unsubscribe from these emails',
  question:
    'You will no longer get these emails. Notifications stay in the app, and reports on their page.',
  button: 'Unsubscribe',
  done: 'You are unsubscribed from these emails.',
  wrong:
    'This link is incomplete. Copy the whole link from the email, or unsubscribe in your settings.',
  settings: 'Notification settings'
}

export const kindLabels: Record<NotificationKind, string> = {
  campaign_approved: 'Campaign approved',
  campaign_rejected: 'Campaign rejected',
  campaign_page_changed: 'Landing page changed',
  campaign_out_of_funds: 'Campaign out of funds',
  campaign_low_funds: 'Campaign low on funds',
  account_low_funds: 'Account low on funds',
  unit_verified: 'Site verified',
  unit_rejected: 'Site rejected',
  unit_unhealthy: 'Ad unit needs attention',
  deposit_seen: 'Deposit pending',
  deposit_credited: 'Deposit credited',
  deposit_reversed: 'Deposit reversed',
  withdrawal_sent: 'Withdrawal sent',
  withdrawal_failed: 'Withdrawal failed',
  automatic_payout_failed: 'Automatic withdrawal failed',
  earnings_held: 'Earnings on hold',
  earnings_released: 'Earnings released',
  earnings_taken_back: 'Earnings returned to advertisers',
  charge_returned: 'Charge refunded',
  offer_approved: 'Offer approved',
  offer_rejected: 'Offer rejected',
  order_placed: 'New order',
  order_accepted: 'Order accepted',
  order_declined: 'Order declined',
  order_cancelled: 'Order canceled',
  order_expired: 'Order expired',
  order_published: 'Order published',
  order_link_lost: 'Link missing from a publication',
  order_link_back: 'Link restored in a publication',
  order_disputed: 'Order disputed',
  order_refunded: 'Order refunded',
  order_completed: 'Order completed',
  new_sign_in: 'Sign-in from a new browser',
  account_suspended: 'Account suspended',
  suspension_lifted: 'Suspension lifted',
  account_frozen: 'Withdrawals frozen',
  freeze_lifted: 'Withdrawals no longer frozen',
  account_viewed: 'Operator looked at your account',
  member_invited: 'Invitation to see an account',
  member_accepted: 'Invitation accepted',
  announcement: 'Network announcements'
}

/** Labels of what the unsubscribe link in an email can end. */
export const endedLabels = { ...kindLabels, report_mail: 'A report by email' }
