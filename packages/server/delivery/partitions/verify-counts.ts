import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { atOneMoment } from '../../db/at-one-moment.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { dayOf } from '../days.ts'
import { BrokenRecord } from '../event-log/check-body.ts'
import { withEventLog } from '../event-log/open-event-log.ts'
import type { CounterSum } from '../judge/sums.ts'
import { findWrongPlace } from './day-places.ts'
import { findOtherVerdict } from './judge-again.ts'
import { BrokenLog } from './read-counted.ts'
import { rebuildableFrom } from './rebuild-counters.ts'
import { createReplay, type Replay, type Span } from './replay.ts'

const mostRounds = 100

/**
 * Compares the log, the verdicts on its records and the counters, day by day, for as long as the log is kept or since a
 * full hour, and judges again where possible. Returns a description of the first error, or null. Counting goes on
 * during the check.
 */
export async function findWrongCount(
  context: Pick<Context, 'db' | 'pool' | 'config'>,
  since: Date | null = null
): Promise<string | null> {
  const { db, config } = context
  try {
    const broken = await findBrokenChain(db)
    if (broken !== null) return broken
    return await withEventLog(context, async log => {
      const replay = createReplay({ ...context, log })
      for (const day of await readDays(db)) {
        const start = new Date(day)
        const to = new Date(start.getTime() + dayMs)
        if (since !== null && to <= since) continue
        const span = { from: since !== null && since > start ? since : start, to }
        const wrong = await compareSpan(db, replay, span)
        if (wrong !== null) return wrong
      }
      return findOtherVerdict({ ...config, db, log })
    })
  } catch (error) {
    if (!(error instanceof BrokenLog || error instanceof BrokenRecord)) throw error
    return error.message
  }
}

/**
 * Checks that rows of verdicts have no gaps between them, and that the last row ends where the counting of its
 * partition does.
 */
async function findBrokenChain(db: Database): Promise<string | null> {
  const { rows } = await sql<{ problem: string }>`
    select format('partition %s: verdicts up to %s are followed by those from %s on', partition, position_before, before)
      as problem
    from (
      select partition, position, before, lag(position) over (partition by partition order by position) as position_before
      from event_log_verdicts) as chained
    where before <> position_before
    union all
    select format('partition %s: counted up to %s, with verdicts up to %s', partition, counted.position, last.position)
    from counter_partitions counted
    cross join lateral (
      select max(position) as position from event_log_verdicts verdicts
      where verdicts.partition = counted.partition) as last
    where last.position <> counted.position
    limit 1`.execute(db)
  return rows[0]?.problem ?? null
}

/** Returns the days that have counters or records and that the log still explains. */
async function readDays(db: Database): Promise<string[]> {
  const from = (await rebuildableFrom(db)) ?? '1970-01-01'
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day from (
      select distinct (bucket at time zone 'UTC')::date as day from delivery_counters where bucket >= ${from}::date::timestamp at time zone 'UTC'
      union
      select distinct (at at time zone 'UTC')::date from event_log_verdicts where at >= ${from}::date::timestamp at time zone 'UTC'
    ) as days order by 1 limit 10000`.execute(db)
  return rows.map(row => row.day)
}

async function compareSpan(db: Database, replay: Replay, span: Span): Promise<string | null> {
  for (let round = 0; round < mostRounds; round++) {
    const { sums, places } = await replay.add(span)
    const compared = await atOneMoment(db, async tx =>
      (await replay.isStill(tx))
        ? {
            problem:
              (await firstDifference(tx, sums, span)) ?? (await findWrongPlace(tx, places, span))
          }
        : null
    )
    if (compared) return compared.problem
  }
  throw new Error(
    `The counters of ${dayOf(span.from)} were never still for long enough to be compared`
  )
}

async function firstDifference(
  tx: Tx,
  sums: readonly CounterSum[],
  { from, to }: Span
): Promise<string | null> {
  await sql`set local timezone to 'UTC'`.execute(tx)
  const { rows } = await sql<{ problem: string }>`
    with happened as (
      select * from unnest(
        ${sums.map(it => it.bucket)}::timestamptz[], ${sums.map(it => it.unit)}::int[],
        ${sums.map(it => it.campaign)}::int[], ${sums.map(it => it.banner)}::int[],
        ${sums.map(it => it.kind)}::text[], ${sums.map(it => it.count)}::bigint[]
      ) as sum (bucket, unit_id, campaign_id, banner_id, kind, count)
    ), counted as (
      select bucket, unit_id, campaign_id, banner_id, kind, count from delivery_counters
      where bucket >= ${from} and bucket < ${to}
    )
    select format('unit %s, campaign %s, banner %s at %s: %s counted as %s, and %s in the log', unit_id, campaign_id,
      banner_id, bucket, coalesce(counted.count, 0), kind, coalesce(happened.count, 0)) as problem
    from counted full join happened using (bucket, unit_id, campaign_id, banner_id, kind)
    where coalesce(counted.count, 0) <> coalesce(happened.count, 0)
    order by bucket, unit_id, campaign_id, banner_id, kind limit 1`.execute(tx)
  return rows[0]?.problem ?? null
}
