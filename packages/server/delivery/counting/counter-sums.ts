import { hourMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import type { Check } from '../../ledger/index.ts'
import type { LogPlace } from '../log/open-event-log.ts'
import { countedUntilNow } from './close-windows.ts'

const kinds = ['served', 'rendered', 'viewable', 'billable', 'clicked'] as const
const columns = sql.raw([...kinds, 'rejected'].join(', '))
/** The figures of some counters, of which there may be none. */
const figures = sql.join([
  ...kinds.map(
    kind =>
      sql`coalesce(sum(count) filter (where kind = ${sql.lit(kind)}), 0)::bigint as ${sql.ref(kind)}`
  ),
  sql`coalesce(sum(count) filter (where kind like 'rejected\\_%'), 0)::bigint as rejected`
])

/** For other domains to join. They have the buckets before `readSummedUntil` and no other. */
export const campaignSums = sql`(select bucket, campaign_id, banner_id, ${columns} from campaign_sums)`
export const unitSums = sql`(select bucket, unit_id, ${columns} from unit_sums)`

/**
 * Which buckets are added up by now. Whoever reads this first may read the sums in another transaction: it grows, and what is
 * before it changes only when its counters do.
 */
export async function readSummedUntil(db: Database | Tx): Promise<Date> {
  const { until } = await db
    .selectFrom('counter_sums_until')
    .select('until')
    .limit(1)
    .executeTakeFirstOrThrow()
  return until
}

/** Adds up every hour into which nothing is counted any more, each in a transaction of its own. */
export async function sumCounters(context: LogPlace, signal?: AbortSignal): Promise<void> {
  const counted = await countedUntilNow(context)
  if (counted !== null) await sumCountersUntil(context.db, counted, signal)
}

/** Nothing is counted before that moment any more. */
export async function sumCountersUntil(
  db: Database,
  counted: Date,
  signal?: AbortSignal
): Promise<void> {
  const end = startOfHour(counted)
  while (!signal?.aborted) {
    const until = await db.transaction().execute(tx => sumNextHour(tx, end))
    if (until >= end) return
  }
}

/** The next hour in which anything was counted. */
async function sumNextHour(tx: Tx, end: Date): Promise<Date> {
  const since = await lockSums(tx)
  if (since >= end) return since
  const { rows } = await sql<{ first: Date | null }>`
    select min(bucket) as first from delivery_counters where bucket >= ${since} and bucket < ${end}`.execute(
    tx
  )
  const first = rows[0]?.first ?? null
  const until = first === null ? end : new Date(startOfHour(first).getTime() + hourMs)
  if (first !== null) await addSums(tx, since, until)
  await tx.updateTable('counter_sums_until').set({ until }).execute()
  return until
}

/** After the counters of that time were replaced in the same transaction. Those that are not added up yet wait for their turn. */
export async function sumAgain(tx: Tx, from: Date, to: Date): Promise<void> {
  const until = await lockSums(tx)
  if (from >= until) return
  const end = to < until ? to : until
  await sql`delete from campaign_sums where bucket >= ${from} and bucket < ${end}`.execute(tx)
  await sql`delete from unit_sums where bucket >= ${from} and bucket < ${end}`.execute(tx)
  await addSums(tx, from, end)
}

/**
 * Counting adds nothing to these buckets, so that only a rebuild could change them between the reading and the writing. What it
 * has replaced is seen by the next statement of whoever waited here for it.
 */
async function lockSums(tx: Tx): Promise<Date> {
  const { until } = await tx
    .selectFrom('counter_sums_until')
    .select('until')
    .forUpdate()
    .limit(1)
    .executeTakeFirstOrThrow()
  return until
}

async function addSums(tx: Tx, from: Date, to: Date): Promise<void> {
  const inTime = sql`bucket >= ${from} and bucket < ${to}`
  await sql`
    insert into campaign_sums (bucket, campaign_id, banner_id, ${columns})
    select bucket, campaign_id, banner_id, ${figures} from delivery_counters where ${inTime}
    group by bucket, campaign_id, banner_id order by bucket, campaign_id, banner_id`.execute(tx)
  await sql`
    insert into unit_sums (bucket, unit_id, ${columns})
    select bucket, unit_id, ${figures} from delivery_counters where ${inTime}
    group by bucket, unit_id order by bucket, unit_id`.execute(tx)
}

const startOfHour = (moment: Date) => new Date(Math.floor(moment.getTime() / hourMs) * hourMs)

/** Holds each day's sums of a campaign or an ad unit against its counters. */
export const sumChecks: Check[] = [
  checkOf('campaign', sql`campaign_sums`),
  checkOf('unit', sql`unit_sums`)
]

function checkOf(owner: 'campaign' | 'unit', table: ReturnType<typeof sql>): Check {
  const id = sql.ref(`${owner}_id`)
  const day = sql`(bucket at time zone 'UTC')::date`
  const total = (prefix: string) =>
    sql.join([...kinds, 'rejected'].map(name => sql`coalesce(${sql.ref(`${prefix}.${name}`)}, 0)`))
  return sql`
    with summed as (
      select ${day} as day, ${id} as id, bool_or(bucket >= (select until from counter_sums_until limit 1)) as is_early,
        ${sql.join([...kinds, 'rejected'].map(name => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
      from ${table} as sums group by 1, 2
    ), counted as (
      select ${day} as day, ${id} as id, ${figures} from delivery_counters
      where bucket < (select until from counter_sums_until limit 1) group by 1, 2
    )
    select format('the sums of ${sql.raw(owner)} %s on %s are not those of its counters', id, day) as problem
    from summed full join counted using (day, id)
    where is_early or (${total('summed')}) is distinct from (${total('counted')})
    order by day, id`
}
