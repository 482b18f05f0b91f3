import type { ChatSide } from '@mille/api/support/streams.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows, readWaiting, type Waiting } from '../db/count-rows.ts'
import type { ChatConversations } from '../db/schema.generated.ts'
import { sendNote } from './chat-notes.ts'

export type ConversationRow = Selectable<ChatConversations>

const conversationColumns = [
  'user_id',
  'last_message_id',
  'last_user_message_id',
  'user_read_id',
  'operator_read_id',
  'away_mailed_at'
] as const

export function findConversation(
  db: Database | Tx,
  userId: number
): Promise<ConversationRow | undefined> {
  return db
    .selectFrom('chat_conversations')
    .select(conversationColumns)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
}

export function lockConversation(tx: Tx, userId: number): Promise<ConversationRow | undefined> {
  return tx
    .selectFrom('chat_conversations')
    .select(conversationColumns)
    .where('user_id', '=', userId)
    .forUpdate()
    .limit(1)
    .executeTakeFirst()
}

export type ListedConversation = ConversationRow & {
  author: ChatSide
  text: string
  has_picture: boolean
  created_at: Date
}

/** Lists conversations, newest first, each with its last message. */
export async function listConversations(
  db: Database,
  page: { onlyUnread: boolean; offset: number; limit: number }
) {
  const unread = sql<boolean>`last_user_message_id > operator_read_id`
  const all = db.selectFrom('chat_conversations')
  const rows = await withLastMessage(db)
    .$if(page.onlyUnread, query => query.where(unread))
    .orderBy('last_message_id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .$castTo<ListedConversation>()
    .execute()
  const unreadCount = await countRows(all.where(unread))
  return { rows, records: page.onlyUnread ? unreadCount : await countRows(all), unreadCount }
}

/**
 * Counts the conversations with messages that no operator has read, and since when the oldest of these messages waits.
 */
export function readUnreadConversations(db: Database): Promise<Waiting> {
  const since = sql`(
    select min(created_at) from chat_messages
    where chat_messages.user_id = chat_conversations.user_id and author = 'user'
      and chat_messages.id > operator_read_id)`
  return readWaiting(
    db,
    since,
    sql`from chat_conversations where last_user_message_id > operator_read_id`
  )
}

export function findListedConversation(
  db: Database,
  userId: number
): Promise<ListedConversation | undefined> {
  return withLastMessage(db)
    .where('chat_conversations.user_id', '=', userId)
    .limit(1)
    .$castTo<ListedConversation>()
    .executeTakeFirst()
}

function withLastMessage(db: Database) {
  return db
    .selectFrom('chat_conversations')
    .innerJoin('chat_messages', 'chat_messages.id', 'chat_conversations.last_message_id')
    .select([
      'chat_conversations.user_id',
      'last_message_id',
      'last_user_message_id',
      'user_read_id',
      'operator_read_id',
      'away_mailed_at',
      'author',
      'text',
      'has_picture',
      'created_at'
    ])
}

/** Returns for each conversation how many of the user's messages no operator has read. */
export async function countUnreadByOperators(
  db: Database,
  userIds: readonly number[]
): Promise<Map<number, number>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('chat_messages')
    .innerJoin('chat_conversations', 'chat_conversations.user_id', 'chat_messages.user_id')
    .select(['chat_messages.user_id', eb => eb.fn.countAll<bigint>().as('count')])
    .where('chat_messages.user_id', 'in', [...userIds])
    .where('author', '=', 'user')
    .whereRef('chat_messages.id', '>', 'operator_read_id')
    .groupBy('chat_messages.user_id')
    .limit(userIds.length)
    .execute()
  return new Map(rows.map(row => [row.user_id, Number(row.count)]))
}

/** Counts the answers that the account has not read. */
export async function countUnreadByUser(db: Database | Tx, userId: number): Promise<number> {
  return countRows(
    db
      .selectFrom('chat_messages')
      .innerJoin('chat_conversations', 'chat_conversations.user_id', 'chat_messages.user_id')
      .where('chat_messages.user_id', '=', userId)
      .where('author', '=', 'operator')
      .whereRef('chat_messages.id', '>', 'user_read_id')
  )
}

/** Moves a read mark, but never back. Returns false when the message does not belong to this conversation. */
export async function markRead(
  tx: Tx,
  userId: number,
  reader: ChatSide,
  messageId: number
): Promise<boolean> {
  const message = await tx
    .selectFrom('chat_messages')
    .select('id')
    .where('id', '=', messageId)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  if (!message) return false
  const column = reader === 'user' ? 'user_read_id' : 'operator_read_id'
  const moved = await tx
    .updateTable('chat_conversations')
    .set({ [column]: messageId })
    .where('user_id', '=', userId)
    .where(column, '<', messageId)
    .returning('user_id')
    .executeTakeFirst()
  if (moved) await sendNote(tx, { kind: 'read', conversation: userId, reader, message: messageId })
  return true
}

/** Records that the account is back, so that its next absence may lead to an email again. */
export async function endAbsence(db: Database | Tx, userId: number): Promise<void> {
  await db
    .updateTable('chat_conversations')
    .set({ away_mailed_at: null })
    .where('user_id', '=', userId)
    .where('away_mailed_at', 'is not', null)
    .execute()
}

export async function setAwayMailed(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx
    .updateTable('chat_conversations')
    .set({ away_mailed_at: at })
    .where('user_id', '=', userId)
    .execute()
}
