import { sql } from 'kysely'
import type { Database, Tx } from './connect.ts'

/**
 * Maximum difference between a process's clock and the database's, in milliseconds. Beyond it the process must not
 * close a window, count into one, or let a deadline pass.
 */
export const maxClockDifferenceMs = 60_000

export class WrongClock extends Error {
  override name = 'WrongClock'
  readonly differenceMs: number
  constructor(differenceMs: number) {
    const seconds = Math.round(Math.abs(differenceMs) / 1000)
    const side = differenceMs > 0 ? 'ahead of' : 'behind'
    super(
      `The clock of this process is ${seconds} s ${side} the database's: nothing is counted or settled`
    )
    this.differenceMs = differenceMs
  }
}

/** Returns the machine's time, without the offset set on purpose by a test or in development. */
export type Clock = { now: () => Date; clockOffsetMs?: () => number }

export const realTimeMs = ({ now, clockOffsetMs }: Clock) =>
  now().getTime() - (clockOffsetMs?.() ?? 0)

/** Throws WrongClock if the process's clock and the database's are too far apart. */
export function compareClock(ownMs: number, database: Date): void {
  const differenceMs = Math.round(ownMs - database.getTime())
  if (Math.abs(differenceMs) > maxClockDifferenceMs) throw new WrongClock(differenceMs)
}

/**
 * Throws WrongClock, and records it for the operators' health page, if this process's clock is more than a minute from
 * the database's, which all processes share. A clock one day ahead would close a day too early.
 */
export async function checkClock(
  context: Clock & { db: Database },
  part: 'settlement' | 'ads' | 'orders' | 'payouts'
): Promise<void> {
  const before = realTimeMs(context)
  const database = await databaseTime(context.db)
  try {
    compareClock((before + realTimeMs(context)) / 2, database)
  } catch (error) {
    if (error instanceof WrongClock) await save(context.db, part, error.differenceMs)
    throw error
  }
}

export async function databaseTime(db: Database | Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  if (!rows[0]) throw new Error('a select without a table gives one row')
  return rows[0].at
}

async function save(db: Database, part: string, differenceMs: number): Promise<void> {
  await sql`
    insert into wrong_clocks (part, difference_ms, at) values (${part}, ${differenceMs}, clock_timestamp())
    on conflict (part) do update set difference_ms = excluded.difference_ms, at = excluded.at`.execute(
    db
  )
}

export type SeenClock = { part: string; differenceMs: bigint }

/** Returns the parts that were refused in the last five minutes because of a wrong clock. */
export async function readWrongClocks(db: Database): Promise<SeenClock[]> {
  const { rows } = await sql<SeenClock>`
    select part, difference_ms as "differenceMs" from wrong_clocks
    where at > clock_timestamp() - interval '5 minutes' order by part limit 10`.execute(db)
  return rows
}
