import { dayMs, hourMs } from '@mille/api/durations.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../db/connect.ts'

/** A queue of what waits to be sent. The tables of all of them share the columns that say how far it has come. */
export type Outgoing = {
  table: string
  /** Below 2^31, another one for each queue. */
  lockNumber: number
  task: string
  /** Columns beside `text` that have words which are not kept. */
  words: readonly string[]
  /** Names the job of a row, with its id behind it. */
  key: string
}

export type Attempt =
  /** Nothing of its words is kept, unless they are for a developer to read. */
  | { ok: true; keeps: string | null }
  /** It was certainly not sent: refused, or no server was there. Again after so long; `waitMs` when it is not given. */
  | { ok: false; isInVain: boolean; againMs?: number | undefined }

export type Sending<Message> = {
  read: () => Promise<Message>
  /** Throws when it does not know whether it has sent. */
  send: (message: Message, isRepeated: boolean) => Promise<Attempt>
}

const maxFailures = 14
const keptDays = 30
const firstWaitMs = 15_000
const longestWaitMs = hourMs

/**
 * One attempt to send a row. It is sent once; where a crash falls between sending and noting that it was sent, the
 * outcome is unknown, so it is sent a second time, marked as such, and never a third time. The lock belongs to the
 * connection: it ends with the process that held it.
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

/** An email's text may be a code, and its subject may have it too: neither is kept once it is sent or given up. */
function kept({ words }: Outgoing, text: string | null): RawBuilder<unknown> {
  const emptied = text === null ? words.map(column => sql`, ${sql.ref(column)} = ''`) : []
  return sql`text = ${text ?? ''}${sql.join(emptied, sql``)}`
}

/** What was sent or given up a month ago says only who got mail. */
export async function forgetSent(db: Database, { table }: Outgoing, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * dayMs)
  await sql`delete from ${sql.table(table)} where coalesce(sent_at, given_up_at) < ${before}`.execute(
    db
  )
}

/** Later and later, up to an hour. */
function waitMs(failures: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** failures)
}

/**
 * Plans again what no job will send: its job was lost with the process that had taken it. What waits for its next
 * attempt is planned already.
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

/** Notes the attempt before it is made. An attempt that is noted already was cut short: this one is its repetition. */
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

/** The next attempt is planned in the transaction that says that there is one. */
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
