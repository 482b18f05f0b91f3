import { type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import type { LedgerChecks } from '../db/schema.generated.ts'
import { verifyBooks } from './verify-books.ts'

export const ledgerCheckTask = 'verify_ledger'

/** Seconds without a heartbeat after which a run's process is considered dead. */
const silenceSeconds = 60
/** Maximum time in seconds that a run may wait for a free worker. */
const waitingSeconds = 600
const heartbeatMs = 1_000
/** Maximum length of the stored result; each part of the books takes one line. */
const maxFoundLength = 20_000

type Row = Selectable<LedgerChecks>
export type LedgerCheckRow = Row & { is_interrupted: boolean }

/** The run has died without a recorded end. */
const isSilent = sql<boolean>`(ended_at is null and alive_at < now() - make_interval(
  secs => case when begun_at is null then ${waitingSeconds}::integer else ${silenceSeconds}::integer end))`

/** Plans a verification, unless one is already waiting or running, which then serves both requests. */
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

/** Returns the verification that is waiting or running, or else the last one; null before the first. */
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

/** Runs a requested verification and stores its progress. `signal` says that the process is about to stop. */
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
  // A lost heartbeat is followed by another one. The check itself runs in its own transaction.
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
