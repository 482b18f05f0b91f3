import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import { judgeVersion } from '../judge/judge.ts'

/** A position in the log after which verdicts can be computed again, with the rules in force there. */
export type Start = {
  partition: number
  /** Day of the batches that come after `position`. */
  day: string
  position: bigint
  /** Moment of the batch at `position`. */
  at: Date
  rules: Buffer
}

/** Saves starts inside the commit, before its verdicts. A day's existing start is kept unchanged. */
export async function saveStarts(tx: Tx, starts: readonly Start[]): Promise<void> {
  if (starts.length === 0) return
  await sql`
    insert into event_log_starts (partition, day, judge, position, at, rules, is_first)
    select partition, day, ${judgeVersion}::smallint, position, at, rules, not exists (
        select from event_log_verdicts counted where counted.partition = new.partition)
    from unnest(
      ${starts.map(it => it.partition)}::smallint[], ${starts.map(it => it.day)}::date[],
      ${starts.map(it => it.position)}::bigint[], ${starts.map(it => it.at)}::timestamptz[],
      ${starts.map(it => it.rules)}::bytea[]) as new (partition, day, position, at, rules)
    on conflict (partition, day, judge) do nothing`.execute(tx)
}

/**
 * Returns the first start on that day or later, by this version of the judge; null when no batches were counted since.
 */
export async function firstStartFrom(
  db: Database | Tx,
  partition: number,
  day: string
): Promise<(Start & { isFirst: boolean }) | null> {
  const { rows } = await sql<Start & { isFirst: boolean }>`
    select partition, day, position, at, rules, is_first as "isFirst" from event_log_starts
    where partition = ${partition} and judge = ${judgeVersion} and day >= ${day}::date
    order by day limit 1`.execute(db)
  return rows[0] ?? null
}

/** Deletes the starts of days that the log no longer keeps. */
export async function forgetStarts(db: Database | Tx, keptFrom: Date): Promise<void> {
  await sql`
    delete from event_log_starts where day < (${keptFrom}::timestamptz at time zone 'UTC')::date`.execute(
    db
  )
}
