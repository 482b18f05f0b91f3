import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type Notification = z.infer<typeof schema.notification>
export type NotificationList = z.infer<typeof schema.notificationList>
export type NotificationPreferences = z.infer<typeof schema.notificationPreferences>

export const listNotifications = endpoint<
  z.input<typeof schema.listNotificationsInput>,
  NotificationList
>({
  method: 'GET',
  path: '/api/v1/users/{userId}/notifications',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'The account’s notifications, newest first; filter[read_at_blank]=1 for unread ones'
})

export const markNotificationRead = endpoint<z.input<typeof schema.notificationInput>, void>({
  method: 'PATCH',
  path: '/api/v1/notifications/{id}/read',
  statuses: [204],
  auth: 'user',
  whileSuspended: true,
  errors: ['not_found'],
  summary: 'Marks one notification as read'
})

export const markAllNotificationsRead = endpoint<
  z.input<typeof schema.userNotificationsInput>,
  void
>({
  method: 'PATCH',
  path: '/api/v1/users/{userId}/notifications/read',
  statuses: [204],
  auth: 'user',
  whileSuspended: true,
  errors: ['not_found'],
  summary: 'Marks all notifications as read'
})

export const readNotificationPreferences = endpoint<Record<never, never>, NotificationPreferences>({
  method: 'GET',
  path: '/api/v1/notification_preferences',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'Which kinds of notifications are also sent by email and Telegram'
})

export const updateNotificationPreferences = endpoint<
  z.input<typeof schema.updatePreferencesInput>,
  NotificationPreferences
>({
  method: 'PATCH',
  path: '/api/v1/notification_preferences',
  statuses: [200],
  auth: 'user',
  type: 'notification_preferences',
  errors: [],
  summary: 'Sets whether one kind of notification is sent through one channel'
})

export const unsubscribe = endpoint<
  z.input<typeof schema.unsubscribeInput>,
  z.infer<typeof schema.unsubscribed>
>({
  method: 'POST',
  path: '/api/v1/unsubscriptions',
  statuses: [200],
  auth: 'public',
  type: 'unsubscriptions',
  errors: ['not_found'],
  summary: 'Unsubscribes with the token from the link in an email; no session is needed'
})

export const createTelegramLink = endpoint<
  Record<never, never>,
  z.infer<typeof schema.telegramLink>
>({
  method: 'POST',
  path: '/api/v1/telegram_link',
  statuses: [201],
  auth: 'user',
  errors: ['telegram_unavailable', 'unavailable'],
  summary: 'A link that opens the bot with a token and links the chat to the account; it works once'
})

export const deleteTelegramLink = endpoint<Record<never, never>, void>({
  method: 'DELETE',
  path: '/api/v1/telegram_link',
  statuses: [204],
  auth: 'user',
  errors: [],
  summary: 'Turns off notifications in Telegram'
})
