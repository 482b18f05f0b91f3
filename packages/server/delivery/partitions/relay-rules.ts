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
 * Longer than an append may take. A process that dies while it has the turn delays the others no longer than this, and
 * neither does a clock that was put back.
 */
const turnSeconds = 15
const waitMs = 20
const longestWaitMs = 5000

/**
 * Appends what was decided outside of the log to every partition, in the order in which it was decided. One process at a
 * time does, and holds no transaction meanwhile; one that dies after the append leaves it to the next, which changes
 * nothing: a rule says how it is and not what changed. One that sleeps before the append until others have gone on may
 * put an old rule behind a new one; it notices, and asks for how it is to be appended again. Resolves when what was
 * there is in the log, or throws.
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

/** The same, unless another process does it already. */
export async function relayIfFree(parts: Parts): Promise<void> {
  if (await hasRules(parts.db)) await tryRelay(parts)
}

/** False when it is another process's turn. */
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

/** Call it after a decision: the decision takes effect from the moment that this resolves, unless the log is away. */
export async function relayDecisions(context: Context): Promise<void> {
  try {
    const checkClock = createClockGuard(context)
    await withEventLog(context, log => relayRules({ ...context, log, checkClock }))
  } catch (error) {
    // The processes that count bring it into the log as soon as possible.
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

/** Rules as they are now, for what those rows were of. Cuts never change. */
async function askAgain(db: Database, rows: readonly Row[]): Promise<void> {
  const units = rows.flatMap(it => it.unit_id ?? [])
  const visitors = rows.filter(it => it.visitor !== null)
  await db.transaction().execute(async tx => {
    // Transactions that were changing them have committed, and their rules come before this one.
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
 * An id that is committed later than a higher one is about something else: transactions that change the same row wait
 * for each other.
 */
async function readRules(db: Database): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, unit_id, day, visitor, is_excluded, campaign_id, moment from counting_rules
    order by id limit ${rowsAtOnce}`.execute(db)
  return rows
}

/** Until when; null when it is another's turn. In milliseconds, which a Date keeps. */
async function takeTurn(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    update counting_rules_turn
    set taken_until = date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${turnSeconds})
    where taken_until < clock_timestamp()
      or taken_until > clock_timestamp() + make_interval(secs => ${turnSeconds})
    returning taken_until as until`.execute(db)
  return rows[0]?.until ?? null
}

/** Unless it has passed, and is another's now. */
async function giveTurn(db: Database, until: Date): Promise<void> {
  await sql`
    update counting_rules_turn set taken_until = clock_timestamp() where taken_until = ${until}`.execute(
    db
  )
}
