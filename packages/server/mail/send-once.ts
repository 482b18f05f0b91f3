import { dayMs, hourMs } from '@mille/api/durations.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../db/connect.ts'

/** A queue of messages to be sent. The tables of all queues share the columns for the state of sending. */
export type Outgoing = {
  table: string
  /** First number of the advisory lock, below 2^31 and different for each queue. */
  lockNumber: number
  task: string
  /** Columns other than `text` whose content is deleted after sending. */
  words: readonly string[]
  /** Prefix of the key of a row's job, followed by the row's id. */
  key: string
}

export type Attempt =
  /** The message was sent. `keeps` is text to keep for a developer to read; null keeps nothing. */
  | { ok: true; keeps: string | null }
  /**
   * The message was certainly not sent: it was refused, or the server was not reached. `isInVain` means that a retry is
   * useless; `againMs` is the time until the retry, by default that of `waitMs`.
   */
  | { ok: false; isInVain: boolean; againMs?: number | undefined }

export type Sending<Message> = {
  read: () => Promise<Message>
  /** Sends the message. Throws when it is unknown whether the message was sent. */
  send: (message: Message, isRepeated: boolean) => Promise<Attempt>
}

const maxFailures = 14
const keptDays = 30
const firstWaitMs = 15_000
const longestWaitMs = hourMs

/**
 * Makes one attempt to send a row. If a crash falls between sending and recording it, the outcome is unknown, so the
 * message is sent a second time, marked as a repetition, and never a third time. The advisory lock belongs to the
 * connection, so it ends with the process that held it.
 */
export async function sendOnce<Message>(
  { db, now, log }: Pick<Context, 'db' | 'now' | 'log'>,
  queue: Outgoing,
  id: number,
  { read, send }: Sending<Message>
): Promise<void> {
  const { table, lockNumber } = queue
  await db.connection().execute(async connection => {
    if (!(await tryLock(connection, lockNumber, id))) return
    try {
      const message = await read()
      const begun = await begin(connection, queue, id, now())
      if (!begun) return
      const attempt = await send(message, begun.isRepeated).catch((error: Error) => {
        log.warn({ table, id, error: error.message }, 'it is not known whether this was sent')
        return null
      })
      if (attempt?.ok) {
        await sql`
          update ${sql.table(table)} set sent_at = ${now()}, begun_at = null, ${kept(queue, attempt.keeps)}
          where id = ${id}`.execute(connection)
        return
      }
      const isLast = attempt?.isInVain || begun.failures + 1 >= maxFailures
      const again = attempt?.againMs ?? waitMs(begun.failures)
      await fail(connection, queue, id, {
        isKnown: attempt !== null,
        dueAt: isLast ? null : new Date(now().getTime() + again),
        at: now()
      })
    } finally {
      await sql`select pg_advisory_unlock(${lockNumber}::int, ${id}::int)`.execute(connection)
    }
  })
}

/**
 * Returns SQL that clears a message's content once it is sent or given up: an email's text may be a code, which its
 * subject may contain too.
 */
function kept({ words }: Outgoing, text: string | null): RawBuilder<unknown> {
  const emptied = text === null ? words.map(column => sql`, ${sql.ref(column)} = ''`) : []
  return sql`text = ${text ?? ''}${sql.join(emptied, sql``)}`
}

/** Deletes messages that were sent or given up a month ago: all they still say is who received a message. */
export async function forgetSent(db: Database, { table }: Outgoing, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * dayMs)
  await sql`delete from ${sql.table(table)} where coalesce(sent_at, given_up_at) < ${before}`.execute(
    db
  )
}

/** Returns the wait before the next attempt in milliseconds, which doubles up to an hour. */
function waitMs(failures: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** failures)
}

/**
 * Plans jobs for messages whose job was lost with the process that had taken it. Messages that wait for their next
 * attempt already have a job.
 */
export async function planLost(
  db: Database,
  { table, task, key }: Outgoing,
  now: Date
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)}
    where sent_at is null and given_up_at is null and due_at <= ${now} order by id limit 1000`.execute(
    db
  )
  for (const { id } of rows) await plan(db, task, `${key} ${id}`, id, null)
  return rows.length
}

async function tryLock(db: Database, lockNumber: number, id: number): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_lock(${lockNumber}::int, ${id}::int) as got`.execute(db)
  return rows[0]?.got ?? false
}

type Begun = { isRepeated: boolean; failures: number }

/**
 * Records an attempt before it is made. If one is already recorded, it was interrupted, and this attempt is its
 * repetition.
 */
async function begin(
  db: Database,
  queue: Outgoing,
  id: number,
  at: Date
): Promise<Begun | undefined> {
  const { table } = queue
  await sql`
    update ${sql.table(table)} set given_up_at = ${at}, ${kept(queue, null)}
    where id = ${id} and sent_at is null and given_up_at is null and begun_at is not null and is_repeated`.execute(
    db
  )
  const { rows } = await sql<Begun>`
    update ${sql.table(table)} set is_repeated = is_repeated or begun_at is not null, begun_at = ${at}
    where id = ${id} and sent_at is null and given_up_at is null
    returning is_repeated as "isRepeated", failures`.execute(db)
  return rows[0]
}

type Failed = { isKnown: boolean; dueAt: Date | null; at: Date }

/** Records a failed attempt, and plans the next one in the same transaction. */
async function fail(
  db: Database,
  queue: Outgoing,
  id: number,
  { isKnown, dueAt, at }: Failed
): Promise<void> {
  const { table, task, key } = queue
  await db.transaction().execute(async tx => {
    await sql`
      update ${sql.table(table)} set failures = failures + 1,
        begun_at = case when ${isKnown} then null else begun_at end,
        due_at = coalesce(${dueAt}::timestamptz, due_at),
        given_up_at = case when ${dueAt}::timestamptz is null then ${at}::timestamptz end
      where id = ${id}`.execute(tx)
    if (dueAt) await plan(tx, task, `${key} ${id}`, id, dueAt)
    else await sql`update ${sql.table(table)} set ${kept(queue, null)} where id = ${id}`.execute(tx)
  })
}

async function plan(
  db: Database,
  task: string,
  key: string,
  id: number,
  at: Date | null
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, json_build_object('id', ${id}::int),
    run_at := ${at}::timestamptz, job_key := ${key})`.execute(db)
}
