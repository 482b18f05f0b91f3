import type { ChatSide } from '@mille/api/support/streams.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import type { ChatMessages } from '../db/schema.generated.ts'
import { sendNote } from './chat-notes.ts'
import { sendPicture } from './picture-queries.ts'

export type MessageRow = Omit<Selectable<ChatMessages>, 'author'> & { author: ChatSide }

const lockNumber = 7_230_040
const messageColumns = [
  'id',
  'user_id',
  'author',
  'operator_id',
  'text',
  'has_picture',
  'created_at'
] as const

export type NewMessage = {
  userId: number
  operatorId: number | null
  text: string
  pictureId: number | null
  at: Date
}

/**
 * Writes a message, and creates the conversation with the first. Writers wait for each other, so that IDs follow the
 * order of commits: a reader that has seen an ID has seen every smaller one, and can continue from there. Returns null
 * when the picture cannot be sent; the caller must then roll back the transaction.
 */
export async function writeMessage(tx: Tx, message: NewMessage): Promise<MessageRow | null> {
  const { userId, operatorId, text, pictureId, at } = message
  const author: ChatSide = operatorId === null ? 'user' : 'operator'
  await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(tx)
  const row = await tx
    .insertInto('chat_messages')
    .values({
      user_id: userId,
      author,
      operator_id: operatorId,
      text,
      has_picture: pictureId !== null,
      created_at: at
    })
    .returning(messageColumns)
    .$castTo<MessageRow>()
    .executeTakeFirstOrThrow()
  if (pictureId !== null && !(await sendPicture(tx, message, pictureId, row.id))) return null
  const last = {
    last_message_id: row.id,
    ...(author === 'user' ? { last_user_message_id: row.id } : {})
  }
  await tx
    .insertInto('chat_conversations')
    .values({ user_id: userId, ...last })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(last))
    .execute()
  await sendNote(tx, { kind: 'message', conversation: userId })
  return row
}

/** Counts the messages that the account itself has written since a given time. */
export async function countWritten(tx: Tx, userId: number, since: Date): Promise<number> {
  return countRows(
    tx
      .selectFrom('chat_messages')
      .where('user_id', '=', userId)
      .where('author', '=', 'user')
      .where('created_at', '>', since)
  )
}

/** Returns the newest messages before `before`, oldest first, and whether there are older ones. */
export async function readMessages(
  db: Database,
  userId: number,
  before: number | null,
  limit: number
): Promise<{ rows: MessageRow[]; hasMore: boolean }> {
  const rows = await db
    .selectFrom('chat_messages')
    .select(messageColumns)
    .where('user_id', '=', userId)
    .$if(before !== null, query => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .$castTo<MessageRow>()
    .execute()
  return { rows: rows.slice(0, limit).reverse(), hasMore: rows.length > limit }
}

/** Returns the messages after a given one, oldest first; those of every conversation when `userId` is null. */
export function readMessagesAfter(
  db: Database,
  userId: number | null,
  after: number,
  limit: number
): Promise<MessageRow[]> {
  return db
    .selectFrom('chat_messages')
    .select(messageColumns)
    .where('id', '>', after)
    .$if(userId !== null, query => query.where('user_id', '=', userId ?? 0))
    .orderBy('id')
    .limit(limit)
    .$castTo<MessageRow>()
    .execute()
}

export async function lastMessageId(db: Database, userId: number | null): Promise<number> {
  const row = await db
    .selectFrom('chat_messages')
    .select('id')
    .$if(userId !== null, query => query.where('user_id', '=', userId ?? 0))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Returns the newest answers that the account has not read, oldest first. */
export async function unreadAnswers(
  tx: Tx,
  userId: number,
  limit: number
): Promise<Pick<MessageRow, 'text' | 'has_picture'>[]> {
  const rows = await tx
    .selectFrom('chat_messages')
    .innerJoin('chat_conversations', 'chat_conversations.user_id', 'chat_messages.user_id')
    .select(['text', 'has_picture'])
    .where('chat_messages.user_id', '=', userId)
    .where('author', '=', 'operator')
    .whereRef('chat_messages.id', '>', 'user_read_id')
    .orderBy('chat_messages.id', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse()
}
