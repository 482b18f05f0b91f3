import type { ChatSide } from '@mille/api/support/streams.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import { sendNote } from './chat-notes.ts'

/** Maximum number of chat streams of one account across all processes, enough for a few windows on a few devices. */
export const maxStreams = 6
/** After three missed heartbeats, the process that held the stream is considered dead. */
const staleMs = 45_000
const placesLock = 7_230_041
const presenceLock = 7_230_042

export type Presence = { id: string; userId: number; side: ChatSide }

/**
 * Registers a stream, or returns false when the account has too many. A lock prevents two streams from taking the last
 * place.
 */
export async function join(tx: Tx, { id, userId, side }: Presence, now: Date): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${placesLock}::int, ${userId}::int)`.execute(tx)
  await lockPresence(tx, side, userId)
  const wasOnline = await isOnline(tx, side, userId, now)
  const streams = tx
    .selectFrom('chat_streams')
    .where('user_id', '=', userId)
    .where('seen_at', '>', freshSince(now))
  if ((await countRows(streams)) >= maxStreams) return false
  await tx.insertInto('chat_streams').values({ id, user_id: userId, side, seen_at: now }).execute()
  if (!wasOnline) await sendPresence(tx, { side, userId }, true)
  return true
}

export async function leave(
  db: Database,
  { id, userId, side }: Presence,
  now: Date
): Promise<void> {
  await db.transaction().execute(async tx => {
    await tx.deleteFrom('chat_streams').where('id', '=', id).execute()
    await noteLeaving(tx, { side, userId }, now)
  })
}

/** Marks the given streams as alive, and removes streams that have not been marked for too long. */
export async function keepAlive(
  db: Database,
  streams: readonly Presence[],
  now: Date
): Promise<void> {
  if (streams.length > 0) {
    await db
      .insertInto('chat_streams')
      .values(streams.map(({ id, userId, side }) => ({ id, user_id: userId, side, seen_at: now })))
      .onConflict(conflict => conflict.column('id').doUpdateSet({ seen_at: now }))
      .execute()
  }
  const dead = await db
    .deleteFrom('chat_streams')
    .where('seen_at', '<=', freshSince(now))
    .returning(['user_id', 'side'])
    .execute()
  for (const row of dead) {
    const gone = { side: row.side as ChatSide, userId: row.user_id }
    await db.transaction().execute(tx => noteLeaving(tx, gone, now))
  }
}

/**
 * Whether this account has its chat open. For operators, one operator with an open chat is enough, as they answer
 * together.
 */
export async function isOnline(
  db: Database | Tx,
  side: ChatSide,
  userId: number,
  now: Date
): Promise<boolean> {
  const found = await db
    .selectFrom('chat_streams')
    .select('id')
    .where('side', '=', side)
    .where('seen_at', '>', freshSince(now))
    .$if(side === 'user', query => query.where('user_id', '=', userId))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function onlineUsers(
  db: Database,
  userIds: readonly number[],
  now: Date
): Promise<Set<number>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('chat_streams')
    .select('user_id')
    .distinct()
    .where('side', '=', 'user')
    .where('user_id', 'in', [...userIds])
    .where('seen_at', '>', freshSince(now))
    .limit(userIds.length)
    .execute()
  return new Set(rows.map(row => row.user_id))
}

/** Announces that a side has left, unless another of its streams is open. */
async function noteLeaving(tx: Tx, gone: Omit<Presence, 'id'>, now: Date): Promise<void> {
  await lockPresence(tx, gone.side, gone.userId)
  if (!(await isOnline(tx, gone.side, gone.userId, now))) await sendPresence(tx, gone, false)
}

/** Locks a side's presence, so that changes happen one at a time and the last note tells the current state. */
async function lockPresence(tx: Tx, side: ChatSide, userId: number): Promise<void> {
  const who = side === 'operator' ? 0 : userId
  await sql`select pg_advisory_xact_lock(${presenceLock}::int, ${who}::int)`.execute(tx)
}

async function sendPresence(
  db: Tx,
  { side, userId }: Pick<Presence, 'side' | 'userId'>,
  isPresent: boolean
): Promise<void> {
  const conversation = side === 'user' ? userId : null
  await sendNote(db, { kind: 'presence', conversation, side, isOnline: isPresent })
}

function freshSince(now: Date): Date {
  return new Date(now.getTime() - staleMs)
}
