import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { createClockGuard } from '../../db/clock-guard.ts'
import type { Database } from '../../db/connect.ts'
import type { EventLog } from '../event-log/event-log.ts'
import { withEventLog } from '../event-log/open-event-log.ts'
import { RecordWriter } from '../event-log/write-records.ts'

type Row = {
  id: bigint
  unit_id: number | null
  day: string | null
  visitor: Buffer | null
  is_excluded: boolean | null
  campaign_id: number | null
  moment: Date | null
}
type Parts = Pick<Context, 'db' | 'now'> & {
  log: Pick<EventLog, 'append' | 'partitions'>
  checkClock: () => Promise<void>
}

const rowsAtOnce = 500
/**
 * How long a turn lasts, in seconds: longer than an append may take. If the process that has the turn dies, or a clock
 * is set back, the other processes are delayed by no more than this.
 */
const turnSeconds = 15
const waitMs = 20
const longestWaitMs = 5000

/**
 * Appends rules that were decided outside of the log to every partition, in the order of the decisions. Resolves when
 * all rules found are in the log, or throws.
 *
 * One process at a time does this, without an open transaction. If it dies after the append, the next process appends
 * the rules again, which is harmless: a rule states the new value, not the change. A process that pauses before the
 * append may put an old rule after a newer one; it notices this and requests that the current rules are appended again.
 */
export async function relayRules(parts: Parts): Promise<void> {
  const started = performance.now()
  while (await hasRules(parts.db)) {
    if (await tryRelay(parts)) continue
    if (performance.now() - started > longestWaitMs)
      throw new Error('another process is busy with the rules of counting')
    await sleep(waitMs)
  }
}

/** Does the same as `relayRules`, unless another process is already doing it. */
export async function relayIfFree(parts: Parts): Promise<void> {
  if (await hasRules(parts.db)) await tryRelay(parts)
}

/** Appends all rules; returns false when it is another process's turn. */
async function tryRelay(parts: Parts): Promise<boolean> {
  const turn = await takeTurn(parts.db)
  if (!turn) return false
  try {
    await relayAll(parts)
  } finally {
    await giveTurn(parts.db, turn)
  }
  return true
}

/**
 * Appends new decisions to the log; call it after a decision. The decision takes effect once this resolves, unless the
 * log is unavailable.
 */
export async function relayDecisions(context: Context): Promise<void> {
  try {
    const checkClock = createClockGuard(context)
    await withEventLog(context, log => relayRules({ ...context, log, checkClock }))
  } catch (error) {
    // The counting processes append the rule to the log as soon as possible.
    context.log.warn({ err: error }, 'a rule of counting is not in the log yet')
  }
}

async function relayAll({ db, now, log, checkClock }: Parts): Promise<void> {
  for (;;) {
    const rows = await readRules(db)
    const last = rows.at(-1)
    if (!last) return
    const at = now()
    const writer = new RecordWriter()
    for (const row of rows) write(writer, row, at.getTime())
    const body = writer.take()
    await checkClock()
    await log.append(
      Array.from({ length: log.partitions }, (_, partition) => ({ partition, body })),
      at
    )
    const deleted = await sql`
      delete from counting_rules where id = any(${rows.map(it => it.id)}::bigint[])`.execute(db)
    const isLate = deleted.numAffectedRows !== BigInt(rows.length)
    if (isLate) await askAgain(db, rows)
    if (rows.length < rowsAtOnce && !isLate) return
  }
}

/**
 * Requests that the current rules for the ad units and visitors of these rows are appended again. Cuts never change.
 */
async function askAgain(db: Database, rows: readonly Row[]): Promise<void> {
  const units = rows.flatMap(it => it.unit_id ?? [])
  const visitors = rows.filter(it => it.visitor !== null)
  await db.transaction().execute(async tx => {
    // Waits for transactions that are changing exclusions: their rules must come before the ones inserted here.
    await sql`lock table excluded_units, excluded_visitors in share mode`.execute(tx)
    await sql`
      insert into counting_rules (kind, unit_id, is_excluded)
      select 'unit', unit, exists (select from excluded_units where unit_id = unit)
      from unnest(${units}::int[]) as unit`.execute(tx)
    await sql`
      insert into counting_rules (kind, day, visitor, is_excluded)
      select 'visitor', it.day, it.visitor, exists (
        select from excluded_visitors where (day, visitor) = (it.day, it.visitor))
      from unnest(
        ${visitors.map(it => it.day)}::date[], ${visitors.map(it => it.visitor)}::bytea[]
      ) as it (day, visitor)`.execute(tx)
  })
}

function write(writer: RecordWriter, row: Row, atMs: number): void {
  const { unit_id, day, visitor, campaign_id, moment } = row
  const isExcluded = row.is_excluded === true
  if (unit_id !== null) writer.unitRule(unit_id, isExcluded, atMs)
  else if (day !== null && visitor !== null)
    writer.visitorRule(new Date(day), visitor, isExcluded, atMs)
  else if (campaign_id !== null && moment !== null) writer.cut(campaign_id, moment, atMs)
}

async function hasRules(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from counting_rules) as found`.execute(db)
  return rows[0]?.found ?? false
}

/**
 * Reads the oldest rules, by id. If an id is committed after a higher one, the two rules concern different rows,
 * because transactions that change the same row wait for each other.
 */
async function readRules(db: Database): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, unit_id, day, visitor, is_excluded, campaign_id, moment from counting_rules
    order by id limit ${rowsAtOnce}`.execute(db)
  return rows
}

/**
 * Takes the turn and returns when it ends, in whole milliseconds as in a `Date`; null when another process has the
 * turn.
 */
async function takeTurn(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    update counting_rules_turn
    set taken_until = date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${turnSeconds})
    where taken_until < clock_timestamp()
      or taken_until > clock_timestamp() + make_interval(secs => ${turnSeconds})
    returning taken_until as until`.execute(db)
  return rows[0]?.until ?? null
}

/** Ends this process's turn, unless the turn has expired and another process has it now. */
async function giveTurn(db: Database, until: Date): Promise<void> {
  await sql`
    update counting_rules_turn set taken_until = clock_timestamp() where taken_until = ${until}`.execute(
    db
  )
}
