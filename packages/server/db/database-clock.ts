import { hostname } from 'node:os'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from './connect.ts'

/** Interval between questions to the database for its time, and the timeout of one, in milliseconds. */
const askMs = 5000
const patienceMs = 5000
/** Error of a machine's clock in milliseconds above which operators are notified. The error itself does no harm. */
const maxErrorMs = 100
/** Share by which time runs slower when it has to go back by less than `jumpMs`. */
const slowness = 0.02
const jumpMs = 1000

export type DatabaseClock = {
  /** Returns the time of the database's clock, which all processes share, whatever this machine's clock shows. */
  now: () => Date
  /** Returns how far this machine's clock is ahead of the database's, in milliseconds; negative if it is behind. */
  aheadMs: () => number
  /** Stops the clock; resolves when it no longer uses the database. */
  stop: () => Promise<void>
}

/**
 * Asks the database for its time first, and then every five seconds. Between answers, and while the database is
 * unreachable, time continues by the process's monotonic clock, so setting the machine's clock changes nothing. An
 * answer only proves that the database's time lay within the round trip, so the known time is moved no further than
 * that range requires and slow answers do no harm.
 */
export async function startDatabaseClock(
  { db, pool, log }: { db: Database; pool: pg.Pool; log: Logger },
  everyMs = askMs
): Promise<DatabaseClock> {
  /** The database's time when the monotonic clock was 0: as last measured, and as `now` shows it. */
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
      // Other users of the database report that it cannot be reached.
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

/** Asks for the time. Returns the earliest and latest time of the database's clock when the monotonic clock was 0. */
async function ask(pool: pg.Pool): Promise<Range> {
  const query = { text: 'select clock_timestamp() as at', query_timeout: patienceMs }
  const before = performance.now()
  const { rows } = await pool.query<{ at: Date }>(query)
  const after = performance.now()
  if (!rows[0]) throw new Error('a select without a table gives one row')
  const at = rows[0].at.getTime()
  // The database's time has microseconds, which a Date omits.
  return [at - after, at + 1 - before]
}

/** Saves that this machine's clock is off, and deletes entries older than a day, such as those of removed machines. */
async function save(db: Database, aheadMs: number): Promise<void> {
  await sql`
    with old as (delete from machine_clocks where at < clock_timestamp() - interval '1 day')
    insert into machine_clocks (machine, ahead_ms, at)
    values (${hostname().slice(0, 253)}, ${aheadMs}, clock_timestamp())
    on conflict (machine) do update set ahead_ms = excluded.ahead_ms, at = excluded.at`.execute(db)
}

export type MachineClock = { machine: string; aheadMs: bigint }

/** Returns the machines whose clocks were off in the last minute. */
export async function readMachineClocks(db: Database): Promise<MachineClock[]> {
  const { rows } = await sql<MachineClock>`
    select machine, ahead_ms as "aheadMs" from machine_clocks
    where at > clock_timestamp() - interval '1 minute' order by abs(ahead_ms) desc limit 10`.execute(
    db
  )
  return rows
}
