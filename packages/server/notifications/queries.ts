import type { NotificationChannel } from '@mille/api/constants.ts'
import type { NotificationKind } from '@mille/api/notifications/kinds.ts'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import type { Notice } from './words.ts'

export type NotificationRow = Notice & { id: number; created_at: Date; read_at: Date | null }

type Page = { offset: number; limit: number; isUnreadOnly: boolean }

export async function listNotifications(db: Database, userId: number, page: Page) {
  const own = db
    .selectFrom('notifications')
    .where('user_id', '=', userId)
    .$if(page.isUnreadOnly, query => query.where('read_at', 'is', null))
  const rows = await own
    .select(['id', 'kind', 'data', 'created_at', 'read_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    // `notify` wrote kind and data together, so they match.
    .$castTo<NotificationRow>()
    .execute()
  return { rows, records: await countRows(own) }
}

export async function countUnread(db: Database | Tx, userId: number): Promise<number> {
  return countRows(
    db.selectFrom('notifications').where('user_id', '=', userId).where('read_at', 'is', null)
  )
}

/** Returns false when the account has no such notification. An already read notification keeps its time. */
export async function markRead(
  db: Database,
  userId: number,
  id: number,
  at: Date
): Promise<boolean> {
  const own = await db
    .selectFrom('notifications')
    .select('read_at')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  if (!own) return false
  await db
    .updateTable('notifications')
    .set({ read_at: at })
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .execute()
  return true
}

export async function markAllRead(db: Database, userId: number, at: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute()
}

export type Choice = { kind: NotificationKind; channel: NotificationChannel; is_on: boolean }

/** Returns only the preferences that the account has set itself. */
export function readChoices(db: Database, userId: number): Promise<Choice[]> {
  return db
    .selectFrom('notification_preferences')
    .select(['kind', 'channel', 'is_on'])
    .where('user_id', '=', userId)
    .limit(1000)
    .$castTo<Choice>()
    .execute()
}

export async function saveChoice(db: Database | Tx, userId: number, choice: Choice): Promise<void> {
  await db
    .insertInto('notification_preferences')
    .values({ user_id: userId, ...choice })
    .onConflict(conflict =>
      conflict.columns(['user_id', 'kind', 'channel']).doUpdateSet({ is_on: choice.is_on })
    )
    .execute()
}

export async function hasTelegram(db: Database | Tx, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('telegram_links')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('chat_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
