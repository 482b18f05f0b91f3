import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import type { Check } from '../../ledger/index.ts'
import { dayAfter, dayOf } from '../days.ts'

export type NetworkViews = {
  billable: bigint
  /** Numbers of rejected reports by reason, without reasons that never occurred. */
  rejected: Record<string, bigint>
}

const summedDays = 30
/**
 * How long after a day its sums may still change, in milliseconds: reports may arrive hours later, and counting may be
 * behind.
 */
const lateMs = dayMs

/**
 * Returns the billable views and rejected reports of the whole network, and when they were last summed; null before the
 * first time.
 */
export async function readNetworkViews(
  db: Database | Tx,
  today: string
): Promise<{ countedAt: Date | null; today: NetworkViews; month: NetworkViews }> {
  const { rows } = await sql<{ kind: string; today: bigint; month: bigint; counted_at: Date }>`
    select kind, coalesce(sum(count) filter (where day = ${today}), 0) as today, sum(count) as month,
      max(counted_at) as counted_at
    from view_days where day > ${today}::date - ${summedDays}::integer and day <= ${today}
    group by kind order by kind limit 100`.execute(db)
  const latest = Math.max(...rows.map(it => it.counted_at.getTime()))
  return {
    countedAt: rows.length === 0 ? null : new Date(latest),
    today: viewsOf(rows.map(it => [it.kind, it.today])),
    month: viewsOf(rows.map(it => [it.kind, it.month]))
  }
}

function viewsOf(counts: readonly (readonly [kind: string, count: bigint])[]): NetworkViews {
  const some = counts.filter(([, count]) => count > 0n)
  return {
    billable: some.find(([kind]) => kind === 'billable')?.[1] ?? 0n,
    rejected: Object.fromEntries(
      some
        .filter(([kind]) => kind !== 'billable')
        .map(([kind, count]) => [kind.replace('rejected_', ''), count])
    )
  }
}

/** Sums the counters of each of the last 30 days that has no sums yet or whose counters may have grown since. */
export async function sumViewDays({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const at = now()
  const today = dayOf(at)
  const first = dayAfter(today, 1 - summedDays)
  const { rows } = await sql<{ day: string }>`
    select to_char(shown.day, 'YYYY-MM-DD') as day
    from generate_series(${first}::timestamp, ${today}::timestamp, '1 day') as shown (day)
    where not exists (
      select from view_days
      where view_days.day = shown.day::date
        and counted_at >= (shown.day + interval '1 day') at time zone 'UTC' + ${lateMs} * interval '1 millisecond')
    order by 1 limit 100`.execute(db)
  for (const { day } of rows) await db.transaction().execute(tx => sumDay(tx, day, at))
}

/**
 * Compares the daily sums with the counters. Counters only grow, and a day that was summed after its late reports
 * includes all of them.
 */
export const viewDayChecks: Check[] = [
  sql`
    select format('the totals of %s say %s of %s, and the counters %s', day, count, kind, coalesce(counted, 0)) as problem
    from view_days left join lateral (
      select sum(counter.count)::bigint as counted from delivery_counters counter
      where counter.kind = view_days.kind and bucket >= day::timestamp at time zone 'UTC'
        and bucket < (day::timestamp + interval '1 day') at time zone 'UTC') as counters on true
    where count > coalesce(counted, 0) or count < counted
      and counted_at >= (day::timestamp + interval '1 day') at time zone 'UTC' + ${lateMs} * interval '1 millisecond'
    order by day, kind`
]

async function sumDay(tx: Tx, day: string, at: Date): Promise<void> {
  // The lock keeps a rebuild of counters from deleting the sums between the reading and the writing.
  await sql`lock table view_days in exclusive mode`.execute(tx)
  await sql`
    insert into view_days (day, kind, count, counted_at)
    select ${day}::date, kind, sum(count)::bigint, ${at} from delivery_counters
    where bucket >= ${day}::timestamp at time zone 'UTC' and bucket < (${day}::timestamp + interval '1 day') at time zone 'UTC'
      and (kind = 'billable' or kind like 'rejected\\_%')
    group by kind
    on conflict (day, kind) do update set count = excluded.count, counted_at = excluded.counted_at`.execute(
    tx
  )
}

/** Deletes the sums of days whose counters have changed. */
export async function forgetViewDays(tx: Tx, from: Date, to: Date): Promise<void> {
  await tx
    .deleteFrom('view_days')
    .where('day', '>=', dayOf(from))
    .where('day', '<=', dayOf(to))
    .execute()
}
