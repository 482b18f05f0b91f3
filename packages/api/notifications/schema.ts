import { z } from 'zod'
import { notificationChannels } from '../constants.ts'
import { pageSizes } from '../page-sizes.ts'
import { document, idInput, moment, pageInput, resource } from '../schema.ts'
import { notificationKinds } from './kinds.ts'

export const listNotificationsInput = z.object({
  userId: idInput,
  'page[offset]': pageInput['page[offset]'],
  'page[limit]': z.coerce.number().int().min(1).max(100).default(pageSizes.notifications),
  sort: z.literal('-created_at').default('-created_at'),
  /** `1` selects only unread notifications. */
  'filter[read_at_blank]': z.enum(['0', '1']).default('0')
})
export const notificationInput = z.object({ id: idInput })
export const userNotificationsInput = z.object({ userId: idInput })

const kind = z.enum(notificationKinds)

export const notification = resource(
  'notifications',
  z.object({
    kind,
    title: z.string(),
    text: z.string(),
    /** Path of the page on this site that the notification is about. */
    path: z.string(),
    created_at: moment,
    read_at: moment.nullable()
  })
)
export const notificationList = z.object({
  data: z.array(notification),
  meta: z.object({
    pagination: z.object({ records: z.number().int() }),
    totalUnreadCount: z.number().int()
  })
})

const choice = z.object({ mail: z.boolean(), telegram: z.boolean() })
export const notificationPreferences = document(
  resource(
    'notification_preferences',
    z.object({
      kinds: z.record(kind, choice),
      /** Whether each channel can reach the account at all. */
      channels: choice,
      /** Whether this network has a Telegram bot that an account can link. */
      has_telegram_bot: z.boolean()
    })
  )
)
export const updatePreferencesInput = z.object({
  kind,
  channel: z.enum(notificationChannels),
  is_on: z.boolean()
})

export const unsubscribeInput = z.object({ token: z.string().max(100) })
export const unsubscribed = document(
  resource('unsubscriptions', z.object({ kind: z.enum([...notificationKinds, 'report_mail']) }))
)

export const telegramLink = document(
  resource('telegram_links', z.object({ url: z.string(), expires_at: moment }))
)
