import type { NotificationChannel } from '@mille/api/constants.ts'
import type { NotificationKind } from '@mille/api/notifications/kinds.ts'

/** Defaults for an account that has set no preference: everything on every channel, except announcements by email. */
export function isProposed(kind: NotificationKind, channel: NotificationChannel): boolean {
  return channel === 'telegram' || kind !== 'announcement'
}
