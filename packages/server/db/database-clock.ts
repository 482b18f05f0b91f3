import { hostname } from 'node:os'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from './connect.ts'

/** How often the database is asked for its time, and how long that may take. */
const askMs = 5000
const patienceMs = 5000
/** By how much a machine's clock may be off before operators are notified. Nothing is lost by it. */
const maxErrorMs = 100
/** Time that has to go back by less than `jumpMs` runs slower by this part of itself instead. */
const slowness = 0.02
const jumpMs = 1000

export type DatabaseClock = {
  /** The time of the database's clock, which all processes share, whatever the clock of this machine shows. */
  now: () => Date
  /** How far the clock of this machine is ahead of it; negative where it is behind. */
  aheadMs: () => number
  /** Resolves when nothing more is read or written. */
  stop: () => Promise<void>
}

/**
 * Asks the database for its time before anything else is done, and every five seconds from then on. Between two
 * answers, and while the database is away, time continues by this process's monotonic clock, so that a machine's clock
 * that is set changes nothing. An answer proves only that the database's time was within the time that the answer took:
 * what was known is moved no further than to where that can be true, so that slow answers do no harm.
 */
export async function startDatabaseClock(
  { db, pool, log }: { db: Database; pool: pg.Pool; log: Logger },
  everyMs = askMs
): Promise<DatabaseClock> {
  /** The database's time when the monotonic clock was 0, as it was measured last, and as `now` shows it. */
  let measured = middleOf(await ask(pool))
  let shown = measured
  let shownAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  function nowMs(): number {
    const at = performance.now()
    const backMs = shown - measured
    const isSlow = backMs > 0 && backMs < jumpMs
    shown = isSlow ? Math.max(measured, shown - (at - shownAt) * slowness) : measured
    shownAt = at
    return shown + at
  }

  const aheadMs = () => Date.now() - (measured + performance.now())

  async function look(): Promise<void> {
    try {
      const [earliest, latest] = await ask(pool)
      measured = Math.min(Math.max(measured, earliest), latest)
      if (Math.abs(aheadMs()) > maxErrorMs) await save(db, Math.round(aheadMs()))
    } catch (error) {
      // Whatever else needs the database says that it is away.
      log.debug({ err: error }, 'the database was not asked for its time')
    }
    if (timer) plan()
  }

  function plan(): void {
    timer = setTimeout(() => {
      looking = look()
    }, everyMs)
    timer.unref()
  }

  plan()
  return {
    now: () => new Date(nowMs()),
    aheadMs,
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await looking
    }
  }
}

type Range = [earliest: number, latest: number]

const middleOf = ([earliest, latest]: Range) => (earliest + latest) / 2

/** Between which moments the database's clock was at the moment 0 of the monotonic clock. */
async function ask(pool: pg.Pool): Promise<Range> {
  const query = { text: 'select clock_timestamp() as at', query_timeout: patienceMs }
  const before = performance.now()
  const { rows } = await pool.query<{ at: Date }>(query)
  const after = performance.now()
  if (!rows[0]) throw new Error('a select without a table gives one row')
  const at = rows[0].at.getTime()
  // It has microseconds, which a Date leaves out.
  return [at - after, at + 1 - before]
}

/** Machines that have gone are forgotten by those that are off after them. */
async function save(db: Database, aheadMs: number): Promise<void> {
  await sql`
    with old as (delete from machine_clocks where at < clock_timestamp() - interval '1 day')
    insert into machine_clocks (machine, ahead_ms, at)
    values (${hostname().slice(0, 253)}, ${aheadMs}, clock_timestamp())
    on conflict (machine) do update set ahead_ms = excluded.ahead_ms, at = excluded.at`.execute(db)
}

export type MachineClock = { machine: string; aheadMs: bigint }

/** Those that were off in the last minute. */
export async function readMachineClocks(db: Database): Promise<MachineClock[]> {
  const { rows } = await sql<MachineClock>`
    select machine, ahead_ms as "aheadMs" from machine_clocks
    where at > clock_timestamp() - interval '1 minute' order by abs(ahead_ms) desc limit 10`.execute(
    db
  )
  return rows
}
