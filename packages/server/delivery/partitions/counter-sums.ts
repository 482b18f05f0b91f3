import { dayMs, hourMs } from '@mille/api/durations.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import type { Check } from '../../ledger/index.ts'
import type { LogPlace } from '../event-log/open-event-log.ts'
import { countedUntilNow } from './close-windows.ts'
import { sumPlaces } from './place-sums.ts'

const kinds = ['served', 'rendered', 'viewable', 'billable', 'clicked'] as const
const columns = sql.raw([...kinds, 'rejected'].join(', '))
/** SQL for the figures of a group of counters, which may be empty. */
const figures = sql.join([
  ...kinds.map(
    kind =>
      sql`coalesce(sum(count) filter (where kind = ${sql.lit(kind)}), 0)::bigint as ${sql.ref(kind)}`
  ),
  sql`coalesce(sum(count) filter (where kind like 'rejected\\_%'), 0)::bigint as rejected`
])
const added = sql.join(
  [...kinds, 'rejected'].map(name => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`)
)
const dayOfBucket = sql`date_trunc('day', bucket, 'UTC')`

/**
 * Sums of counters for other domains to join: `rows` have `bucket`, `is_day`, the IDs by which they are grouped, and
 * the figures.
 */
type CounterSums = { rows: RawBuilder<unknown>; hasHours: boolean }

/**
 * Sums of the buckets before `readSummedUntil` and, with `is_day`, of the UTC days that were over by then. With
 * `hasHours`, the same counts are in rows of both kinds; otherwise there are only days.
 */
export const counterSums = {
  campaign: { rows: sql`campaign_sums`, hasHours: true },
  unit: { rows: sql`unit_sums`, hasHours: true },
  advertiserUnit: { rows: sql`advertiser_unit_sums`, hasHours: true },
  campaignUnit: { rows: sql`(select true as is_day, * from campaign_unit_sums)`, hasHours: false },
  campaignLanguage: {
    rows: sql`(select true as is_day, * from campaign_language_sums)`,
    hasHours: false
  },
  account: { rows: sql`account_sums`, hasHours: true }
} satisfies Record<string, CounterSums>

const ofCounters = sql`delivery_counters`
const ofAdvertisers = sql`delivery_counters join campaign_owners using (campaign_id)`
/** SQL for the sums of whole accounts, from the sums of their campaigns and ad units. */
const ofAccounts = sql`(
  select 'advertiser' as side, user_id, bucket, ${columns} from campaign_sums join campaign_owners using (campaign_id) where not is_day
  union all
  select 'publisher', user_id, bucket, ${columns} from unit_sums join unit_owners using (unit_id) where not is_day
  union all
  select 'network', 0, bucket, ${columns} from unit_sums where not is_day
) as sums`
/** SQL for the sums by page language, from the sums of ad units, in the language that each unit's site has now. */
const ofLanguages = sql`(
  select bucket, campaign_id, coalesce(language, 'unknown') as language, banner_id, ${columns}
  from campaign_unit_sums left join unit_languages using (unit_id)
) as sums`
/** For each table, the IDs by which counters are grouped, and the name of the sums in a problem. */
const campaignSums = tableOf('campaign_sums', ['campaign_id', 'banner_id'], ofCounters)
const unitSums = tableOf('unit_sums', ['unit_id'], ofCounters)
const advertiserUnitSums = tableOf('advertiser_unit_sums', ['user_id', 'unit_id'], ofAdvertisers)
const campaignUnitSums = tableOf(
  'campaign_unit_sums',
  ['campaign_id', 'unit_id', 'banner_id'],
  ofCounters
)
const campaignLanguageSums = tableOf(
  'campaign_language_sums',
  ['campaign_id', 'language', 'banner_id'],
  ofLanguages,
  added
)
const accountSums = tableOf('account_sums', ['side', 'user_id'], ofAccounts, added)
/** Tables in the order in which they are added up; the last one of each list is made from others. */
const byHour = [campaignSums, unitSums, advertiserUnitSums, accountSums]
const byDay = [campaignUnitSums, campaignLanguageSums]

function tableOf(
  table: string,
  ids: string[],
  counters: RawBuilder<unknown>,
  sums: RawBuilder<unknown> = figures
) {
  return { table: sql.table(table), ids: sql.join(ids.map(id => sql.ref(id))), counters, sums }
}

/**
 * Returns up to when buckets are added up. A caller may read this first and the sums in another transaction: the moment
 * only grows, and sums before it change only with their counters.
 */
export async function readSummedUntil(db: Database | Tx): Promise<Date> {
  const { until } = await db
    .selectFrom('counter_sums_until')
    .select('until')
    .limit(1)
    .executeTakeFirstOrThrow()
  return until
}

/** Adds up every hour that is closed for counting, and every day of places, each in its own transaction. */
export async function sumCounters(context: LogPlace, signal?: AbortSignal): Promise<void> {
  const counted = await countedUntilNow(context)
  if (counted === null) return
  await sumCountersUntil(context.db, counted, signal)
  await sumPlaces(context.db, counted, signal)
}

/** Adds up the hours before `counted`, a moment before which nothing more is counted. */
export async function sumCountersUntil(
  db: Database,
  counted: Date,
  signal?: AbortSignal
): Promise<void> {
  const end = startOf(counted, hourMs)
  while (!signal?.aborted) {
    const until = await db.transaction().execute(tx => sumNextHour(tx, end))
    if (until >= end) return
  }
}

/** Adds up the next hour in which anything was counted. */
async function sumNextHour(tx: Tx, end: Date): Promise<Date> {
  const since = await lockSums(tx)
  if (since >= end) return since
  const { rows } = await sql<{ first: Date | null }>`
    select min(bucket) as first from delivery_counters where bucket >= ${since} and bucket < ${end}`.execute(
    tx
  )
  const first = rows[0]?.first ?? null
  const until = first === null ? end : new Date(startOf(first, hourMs).getTime() + hourMs)
  if (first !== null) await addHours(tx, since, until)
  const [dayBefore, day] = [startOf(since, dayMs), startOf(until, dayMs)]
  if (day > dayBefore) await addDays(tx, dayBefore, day)
  await tx.updateTable('counter_sums_until').set({ until }).execute()
  return until
}

/**
 * Adds up a time again after its counters were replaced in the same transaction. Hours that are not added up yet are
 * left for later.
 */
export async function sumAgain(tx: Tx, from: Date, to: Date): Promise<void> {
  const until = await lockSums(tx)
  if (from >= until) return
  const end = to < until ? to : until
  for (const { table } of byHour)
    await sql`delete from ${table} as sums where not is_day and bucket >= ${from} and bucket < ${end}`.execute(
      tx
    )
  await addHours(tx, from, end)
  const days = { from: startOf(from, dayMs), to: startOf(until, dayMs) }
  const dayAfter = new Date(startOf(new Date(end.getTime() - 1), dayMs).getTime() + dayMs)
  if (dayAfter < days.to) days.to = dayAfter
  for (const { table } of byHour)
    await sql`delete from ${table} as sums where is_day and bucket >= ${days.from} and bucket < ${days.to}`.execute(
      tx
    )
  for (const { table } of byDay)
    await sql`delete from ${table} as sums where bucket >= ${days.from} and bucket < ${days.to}`.execute(
      tx
    )
  await addDays(tx, days.from, days.to)
}

/**
 * Locks the sums. Counting adds nothing to these buckets, so only a rebuild could change them between reading and
 * writing. A transaction that waits here sees what the rebuild replaced in its next statement.
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

async function addHours(tx: Tx, from: Date, to: Date): Promise<void> {
  for (const { table, ids, counters, sums } of byHour)
    await sql`
      insert into ${table} (is_day, bucket, ${ids}, ${columns})
      select false, bucket, ${ids}, ${sums} from ${counters} where bucket >= ${from} and bucket < ${to}
      group by bucket, ${ids} order by bucket, ${ids}`.execute(tx)
}

/** Adds up whole UTC days, from their hours where there are any. */
async function addDays(tx: Tx, from: Date, to: Date): Promise<void> {
  const inTime = sql`bucket >= ${from} and bucket < ${to}`
  for (const { table, ids } of byHour)
    await sql`
      insert into ${table} (is_day, bucket, ${ids}, ${columns})
      select true, ${dayOfBucket} as day, ${ids}, ${added} from ${table} as sums where not is_day and ${inTime}
      group by day, ${ids} order by day, ${ids}`.execute(tx)
  for (const { table, ids, counters, sums } of byDay)
    await sql`
      insert into ${table} (bucket, ${ids}, ${columns})
      select ${dayOfBucket} as day, ${ids}, ${sums} from ${counters} where ${inTime}
      group by day, ${ids} order by day, ${ids}`.execute(tx)
}

const startOf = (moment: Date, ms: number) => new Date(Math.floor(moment.getTime() / ms) * ms)

/** Checks of the sums of each day, both the hours added up and the whole day, against the counters. */
export const sumChecks: Check[] = [
  checkOf(campaignSums, counterSums.campaign, sql`'campaign ' || campaign_id`),
  checkOf(unitSums, counterSums.unit, sql`'unit ' || unit_id`),
  checkOf(
    advertiserUnitSums,
    counterSums.advertiserUnit,
    sql`format('advertiser %s on unit %s', user_id, unit_id)`
  ),
  checkOf(
    campaignUnitSums,
    counterSums.campaignUnit,
    sql`format('campaign %s on unit %s', campaign_id, unit_id)`
  ),
  checkOf(
    campaignLanguageSums,
    counterSums.campaignLanguage,
    sql`format('campaign %s on pages in %s', campaign_id, language)`
  ),
  checkOf(accountSums, counterSums.account, sql`concat_ws(' ', side, nullif(user_id, 0))`)
]

function checkOf(
  { ids, counters, sums }: ReturnType<typeof tableOf>,
  { rows, hasHours }: CounterSums,
  name: RawBuilder<unknown>
): Check {
  const names = [...kinds, 'rejected']
  const total = (prefix: string) =>
    sql.join(names.map(name => sql`coalesce(${sql.ref(`${prefix}.${name}`)}, 0)`))
  const until = sql`(select until from counter_sums_until limit 1)`
  return sql`
    with span as (
      select true as is_day, date_trunc('day', ${until}, 'UTC') as until
      ${hasHours ? sql`union all select false, ${until}` : sql``}
    ), summed as (
      select is_day, ${dayOfBucket} as day, ${ids}, bool_or(bucket >= span.until) as is_early,
        ${sql.join(names.map(name => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
      from ${rows} as sums join span using (is_day) group by is_day, day, ${ids}
    ), counted as (
      select is_day, by_day.* from (
        select ${dayOfBucket} as day, ${ids}, ${sums} from ${counters} where bucket < ${until} group by day, ${ids}
      ) as by_day join span on day < span.until
    )
    select format('the sums of %s on %s are not those of its counters', ${name}, (day at time zone 'UTC')::date) as problem
    from summed full join counted using (is_day, day, ${ids})
    where is_early or (${total('summed')}) is distinct from (${total('counted')})
    order by day, ${ids}`
}
