import * as endpoints from '@mille/api/notifications/endpoints.ts'
import { type NotificationKind, notificationKinds } from '@mille/api/notifications/kinds.ts'
import * as schema from '@mille/api/notifications/schema.ts'
import { notificationStream } from '@mille/api/notifications/streams.ts'
import type { TranslatedLanguage } from '@mille/api/reference-data/languages.ts'
import { findUser } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { languageOf } from '../languages/texts.ts'
import {
  countUnread,
  hasTelegram,
  listNotifications,
  markAllRead,
  markRead,
  type NotificationRow,
  readChoices,
  saveChoice
} from './queries.ts'
import { isProposed } from './rules.ts'
import type { UnreadStreams } from './unread-streams.ts'
import { type EndReportMail, endMail } from './unsubscribe.ts'
import { wordsFor } from './words.ts'

export function notificationRoutes(
  serve: Serve,
  streams: UnreadStreams,
  endReportMail: EndReportMail
): void {
  serve(endpoints.listNotifications, schema.listNotificationsInput, async call => {
    const { context, input, user } = call
    if (Number(input.userId) !== user.id) return failure('not_found')
    const { rows, records } = await listNotifications(context.db, user.id, {
      offset: input['page[offset]'],
      limit: input['page[limit]'],
      isUnreadOnly: input['filter[read_at_blank]'] === '1'
    })
    const reader = await findUser(context.db, user.id)
    const language = languageOf(reader?.locale)
    const totalUnreadCount = await countUnread(context.db, user.id)
    return reply({
      data: rows.map(it => notificationResource(it, language)),
      meta: { pagination: { records }, totalUnreadCount }
    })
  })

  serve(
    endpoints.markNotificationRead,
    schema.notificationInput,
    async ({ context, input, user }) => {
      const isOwn = await markRead(context.db, user.id, Number(input.id), context.now())
      return isOwn ? reply(undefined, 204) : failure('not_found')
    }
  )

  serve(
    endpoints.markAllNotificationsRead,
    schema.userNotificationsInput,
    async ({ context, input, user }) => {
      if (Number(input.userId) !== user.id) return failure('not_found')
      await markAllRead(context.db, user.id, context.now())
      return reply(undefined, 204)
    }
  )

  serve(notificationStream, null, call => streams.open(call))

  serve(endpoints.readNotificationPreferences, null, async ({ context, user }) =>
    reply(await preferencesDocument(context, user.id))
  )

  serve(
    endpoints.updateNotificationPreferences,
    schema.updatePreferencesInput,
    async ({ context, input, user }) => {
      await saveChoice(context.db, user.id, input)
      return reply(await preferencesDocument(context, user.id))
    }
  )

  serve(endpoints.unsubscribe, schema.unsubscribeInput, async ({ context, input }) => {
    const kind = await endMail(context, input.token, endReportMail)
    if (kind === null) return failure('not_found', { detail: 'This link is not valid.' })
    return reply({ data: { type: 'unsubscriptions' as const, id: kind, attributes: { kind } } })
  })
}

/** Builds the notification in the reader's current language, whatever the language was when it was created. */
function notificationResource(
  row: NotificationRow,
  language: TranslatedLanguage
): endpoints.Notification {
  return {
    type: 'notifications',
    id: String(row.id),
    attributes: {
      kind: row.kind,
      ...wordsFor(row, language),
      created_at: row.created_at.toISOString(),
      read_at: row.read_at?.toISOString() ?? null
    }
  }
}

async function preferencesDocument(
  { db, config }: Context,
  userId: number
): Promise<endpoints.NotificationPreferences> {
  const choices = await readChoices(db, userId)
  const chosen = (kind: NotificationKind, channel: 'mail' | 'telegram') =>
    choices.find(it => it.kind === kind && it.channel === channel)?.is_on ??
    isProposed(kind, channel)
  const kinds = Object.fromEntries(
    notificationKinds.map(kind => [
      kind,
      { mail: chosen(kind, 'mail'), telegram: chosen(kind, 'telegram') }
    ])
  ) as endpoints.NotificationPreferences['data']['attributes']['kinds']
  const user = await findUser(db, userId)
  const channels = {
    mail: (user?.email ?? null) !== null,
    telegram: await hasTelegram(db, userId)
  }
  return {
    data: {
      type: 'notification_preferences',
      id: String(userId),
      attributes: { kinds, channels, has_telegram_bot: config.telegram !== null }
    }
  }
}
