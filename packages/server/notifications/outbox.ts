import type { NotificationChannel } from '@mille/api/constants.ts'
import type { NotificationKind } from '@mille/api/notifications/kinds.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { jsonText } from '../db/json-text.ts'
import { languageOf } from '../languages/texts.ts'
import { enqueueMail, insertMails } from '../mail/outbox.ts'
import { isProposed } from './rules.ts'
import { enqueueTelegram } from './telegram-queue.ts'
import { type Cause, type Notice, wordsFor } from './words.ts'

export type { Cause, Notice }

export type NewNotification = Notice & {
  userId: number
  /** Event name, such as `creative 12 approved`. No account is notified of the same event twice. */
  event: string
  at: Date
}

/**
 * Notifies an account in the transaction of the event itself, so that neither is stored without the other. The email
 * and the Telegram message that the account may have chosen are stored with it and sent by jobs.
 */
export async function notify(tx: Tx, notification: NewNotification): Promise<void> {
  const { userId, kind, data, event, at } = notification
  const written = await tx
    .insertInto('notifications')
    .values({ user_id: userId, kind, event, data: jsonText(data), created_at: at })
    .onConflict(conflict => conflict.columns(['user_id', 'event']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) return
  await sendElsewhere(tx, notification)
}

/** Queues the notification for the other channels that the account has and wants: email and Telegram. */
async function sendElsewhere(tx: Tx, { userId, at, ...notice }: NewNotification): Promise<void> {
  const { kind } = notice
  const receiver = await findReceiver(tx, userId, kind)
  if (!receiver) return
  const wants = (channel: NotificationChannel) => receiver[channel] ?? isProposed(kind, channel)
  const language = languageOf(receiver.locale)
  const { title, text, path } = wordsFor(notice, language)
  if (receiver.email !== null && wants('mail')) {
    await enqueueMail(tx, {
      recipient: receiver.email,
      language,
      subject: title,
      text,
      at,
      notification: { path, userId, kind }
    })
  }
  if (receiver.chatId !== null && wants('telegram')) {
    await enqueueTelegram(tx, {
      userId,
      chatId: receiver.chatId,
      language,
      text: `${title}\n\n${text}`,
      path,
      at
    })
  }
}

/** A notice whose text is shown untranslated in every language. */
type Announced = Extract<Notice, { kind: 'announcement' }>

type Receiver = {
  locale: string | null
  email: string | null
  chatId: string | null
  mail: boolean | null
  telegram: boolean | null
}

async function findReceiver(
  tx: Tx,
  userId: number,
  kind: NotificationKind
): Promise<Receiver | undefined> {
  const { rows } = await sql<Receiver>`
    select shared_users.email, shared_users.locale, telegram_links.chat_id as "chatId", by_mail.is_on as mail, by_telegram.is_on as telegram
    from shared_users
    left join telegram_links on telegram_links.user_id = shared_users.id
    left join notification_preferences as by_mail
      on by_mail.user_id = shared_users.id and by_mail.kind = ${kind} and by_mail.channel = 'mail'
    left join notification_preferences as by_telegram
      on by_telegram.user_id = shared_users.id and by_telegram.kind = ${kind} and by_telegram.channel = 'telegram'
    where shared_users.id = ${userId} limit 1`.execute(tx)
  return rows[0]
}

/**
 * Sends all accounts the same text, written by an operator, in a single statement. Accounts that already have it are
 * skipped. The sweep that re-enqueues lost jobs schedules the emails and Telegram messages.
 */
export async function notifyEverybody(
  tx: Tx,
  { kind, data, event, at }: Announced & { event: string; at: Date }
): Promise<void> {
  const { title, text, path } = wordsFor({ kind, data }, 'en')
  const wants = (channel: NotificationChannel) => sql`coalesce((
    select is_on from notification_preferences
    where user_id = told.user_id and kind = ${kind} and channel = ${channel}), ${isProposed(kind, channel)})`
  await sql`
    with told as (
      insert into notifications (user_id, kind, event, data, created_at)
      select id, ${kind}, ${event}, ${jsonText(data)}::jsonb, ${at} from shared_users
      on conflict (user_id, event) do nothing returning user_id
    ), mailed as (
      ${insertMails(sql`
        select email, coalesce(locale, 'en'), ${title}, ${text}, ${path}, user_id, ${kind}, ${at}
        from told join shared_users on shared_users.id = user_id
        where email is not null and ${wants('mail')}`)}
    )
    insert into telegram_messages (user_id, chat_id, language, text, path, created_at)
    select told.user_id, chat_id, coalesce(locale, 'en'), ${`${title}\n\n${text}`}, ${path}, ${at}
    from told join telegram_links using (user_id) join shared_users on shared_users.id = told.user_id
    where chat_id is not null and ${wants('telegram')}`.execute(tx)
}

/** Deletes an account's notifications, its notification preferences and its Telegram link. */
export async function forgetNotifications(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('telegram_links').where('user_id', '=', userId).execute()
  await tx.deleteFrom('telegram_messages').where('user_id', '=', userId).execute()
  await tx.deleteFrom('notifications').where('user_id', '=', userId).execute()
  await tx.deleteFrom('notification_preferences').where('user_id', '=', userId).execute()
}
