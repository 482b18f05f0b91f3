import { type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import type { LedgerChecks } from '../db/schema.generated.ts'
import { verifyBooks } from './verify-books.ts'

export const ledgerCheckTask = 'verify_ledger'

/** Of a run that nothing was heard of for so long its process is gone. */
const silenceSeconds = 60
/** It may take long until a worker has time for one. */
const waitingSeconds = 600
const heartbeatMs = 1_000
/** The end of what was found: a part of the books has one line. */
const maxFoundLength = 20_000

type Row = Selectable<LedgerChecks>
export type LedgerCheckRow = Row & { is_interrupted: boolean }

/** The run has died without an entry of its end. */
const isSilent = sql<boolean>`(ended_at is null and alive_at < now() - make_interval(
  secs => case when begun_at is null then ${waitingSeconds}::integer else ${silenceSeconds}::integer end))`

/** Plans a verification, unless one is waiting or running: that one answers both who asked. */
export async function requestLedgerCheck(
  { db, now }: Pick<Context, 'db' | 'now'>,
  isFull: boolean
): Promise<void> {
  await db.transaction().execute(async tx => {
    await endSilent(tx, now())
    const row = await tx
      .insertInto('ledger_checks')
      .values({ is_full: isFull, requested_at: now(), alive_at: sql<Date>`now()` })
      .onConflict(it => it.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) return
    await sql`select graphile_worker.add_job(${ledgerCheckTask}, json_build_object('id', ${row.id}::int),
      queue_name := ${ledgerCheckTask}, max_attempts := 1)`.execute(tx)
  })
}

/** The one that is waiting or running, or else the last one; null before the first. */
export async function readLedgerCheck(db: Database): Promise<LedgerCheckRow | null> {
  const row = await db
    .selectFrom('ledger_checks')
    .selectAll()
    .select(sql<boolean>`${isSilent} or ended_at is not null and ok is null`.as('is_interrupted'))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Runs one that was asked for, and writes down how far it is. `signal` says that the process is about to stop. */
export async function runLedgerCheck(
  context: Pick<Context, 'db' | 'pool' | 'config' | 'now'>,
  id: number,
  signal: AbortSignal
): Promise<void> {
  const { db, now } = context
  const at = sql<Date>`now()`
  const begun = await db
    .updateTable('ledger_checks')
    .set({ begun_at: now(), alive_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('begun_at', 'is', null)
    .returning('is_full')
    .executeTakeFirst()
  if (!begun) return
  let reached: { part?: number; parts?: number; part_name?: string } = {}
  const write = (more: Updateable<LedgerChecks> = {}) =>
    db
      .updateTable('ledger_checks')
      .set({ ...reached, ...more, alive_at: at })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
  // A beat that is lost is followed by another one. The check itself is within a transaction of its own.
  const beating = setInterval(() => void write().catch(() => {}), heartbeatMs)
  try {
    const stopped = new Promise<null>(resolve => {
      if (signal.aborted) resolve(null)
      signal.addEventListener('abort', () => resolve(null), { once: true })
    })
    const checking = verifyBooks(context, {
      isIncremental: !begun.is_full,
      onPart({ part, parts, name }) {
        reached = { part, parts, part_name: name }
      }
    })
    const verdict = await Promise.race([checking, stopped])
    const found = verdict && { ok: verdict.ok, found: verdict.text.slice(0, maxFoundLength) }
    const extent = verdict && { note: verdict.note, since: verdict.since?.at ?? null }
    await write({ ...found, ...extent, ended_at: now() })
  } catch (error) {
    await write({ ended_at: now() })
    throw error
  } finally {
    clearInterval(beating)
  }
}

async function endSilent(tx: Tx, at: Date): Promise<void> {
  await tx.updateTable('ledger_checks').set({ ended_at: at }).where(isSilent).execute()
}
