import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import { judgeVersion } from '../judge/judge.ts'

/** A position after which verdicts can be given again, and the rules in force there. */
export type Start = {
  partition: number
  /** Of the batches that come next. */
  day: string
  position: bigint
  /** Of that position. */
  at: Date
  rules: Buffer
}

/** Inside of the commit, before its verdicts are saved. One that the day has already is left as it is. */
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

/** The first of that day or later, by this judge; null where nothing was counted since. */
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

/** Of days that the log has forgotten. */
export async function forgetStarts(db: Database | Tx, keptFrom: Date): Promise<void> {
  await sql`
    delete from event_log_starts where day < (${keptFrom}::timestamptz at time zone 'UTC')::date`.execute(
    db
  )
}
