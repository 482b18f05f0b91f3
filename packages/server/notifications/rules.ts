import type { NotificationChannel, NotificationKind } from '@mille/api/constants.ts'

/** What an account gets that has chosen nothing: everything that concerns it, and announcements but not by email. */
export function isProposed(kind: NotificationKind, channel: NotificationChannel): boolean {
  return channel === 'telegram' || kind !== 'announcement'
}
