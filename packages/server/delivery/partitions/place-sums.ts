import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import type { Check } from '../../ledger/index.ts'
import { dayAfter, dayOf } from '../days.ts'
import { placesSince, wholeDays } from './day-places.ts'
import type { Span } from './replay.ts'
import { reportedDays } from './reported-places.ts'

const ofDay = sql`day, country, device, viewable, billable, clicked`
/**
 * The sums of an account are made from the sums of its campaigns or ad units. The network's sums are made from those of
 * all ad units.
 */
const ofAccounts = sql`(
  select 'advertiser' as side, user_id, ${ofDay} from campaign_place_sums join campaign_owners using (campaign_id)
  union all
  select 'publisher', user_id, ${ofDay} from unit_place_sums join unit_owners using (unit_id)
  union all
  select 'network', 0, ${ofDay} from unit_place_sums
) as places`
const campaignSums = tableOf(
  'campaign_place_sums',
  ['campaign_id'],
  sql`${reportedDays.campaign.place} as places`
)
const unitSums = tableOf('unit_place_sums', ['unit_id'], sql`${reportedDays.unit.place} as places`)
const accountSums = tableOf('account_day_places', ['side', 'user_id'], ofAccounts)
/** The tables in the order in which they are filled: the sums of accounts are made from the other two. */
const tables = [campaignSums, unitSums, accountSums]

function tableOf(table: string, ids: string[], places: RawBuilder<unknown>) {
  const columns = sql.join([...ids, 'day', 'country', 'device'].map(it => sql.ref(it)))
  return { table: sql.table(table), columns, places }
}

/**
 * Daily sums of views by country and device, for use by other domains. The columns are those of the `place` rows of
 * `reportedDays`, where countries with few views are under `other`. `account` has `side` and `user_id`, which is 0 for
 * the network. Contains the days before `readPlacesSummedUntil`.
 */
export const placeSums = {
  campaign: sql`campaign_place_sums`,
  unit: sql`unit_place_sums`,
  account: sql`account_day_places`
}

/**
 * Returns the first day that is not added up yet, such as `2026-11-27`. Like `readSummedUntil`, it may be read before
 * the sums.
 */
export async function readPlacesSummedUntil(db: Database | Tx): Promise<string> {
  const { until } = await db
    .selectFrom('place_sums_until')
    .select('until')
    .limit(1)
    .executeTakeFirstOrThrow()
  return until
}

/**
 * Adds up the days before `counted`, a moment before which no more views will be counted. Days whose views are not all
 * written to their rows yet are left for later.
 */
export async function sumPlaces(db: Database, counted: Date, signal?: AbortSignal): Promise<void> {
  const waiting = await placesSince(db)
  const end = waiting !== null && waiting < counted ? waiting : counted
  await sumPlacesUntil(db, dayOf(end), signal)
}

/** Adds up the days before `end`, each in its own transaction. */
export async function sumPlacesUntil(
  db: Database,
  end: string,
  signal?: AbortSignal
): Promise<void> {
  while (!signal?.aborted) {
    const until = await db.transaction().execute(tx => sumNextDay(tx, end))
    if (until >= end) return
  }
}

async function sumNextDay(tx: Tx, end: string): Promise<string> {
  const day = await lockSums(tx)
  if (day >= end) return day
  const next = dayAfter(day, 1)
  const isAny = await addDays(tx, day, next)
  const until = isAny ? next : ((await firstDay(tx, next, end)) ?? end)
  await tx.updateTable('place_sums_until').set({ until }).execute()
  return until
}

/**
 * Adds up the days of the span again, after their rows were replaced in the same transaction. Days that have not been
 * added up yet are left for later.
 */
export async function sumPlacesAgain(tx: Tx, span: Span): Promise<void> {
  const days = wholeDays(span)
  const until = await lockSums(tx)
  if (until < days.end) days.end = until
  for (const { table } of tables)
    await sql`delete from ${table} as sums where day >= ${days.first} and day < ${days.end}`.execute(
      tx
    )
  await addDays(tx, days.first, days.end)
}

/**
 * Locks the sums for the same reason as the sums of counters are locked: a rebuild could change a day between its
 * reading and its writing.
 */
async function lockSums(tx: Tx): Promise<string> {
  const { until } = await tx
    .selectFrom('place_sums_until')
    .select('until')
    .forUpdate()
    .limit(1)
    .executeTakeFirstOrThrow()
  return until
}

async function addDays(tx: Tx, from: string, to: string): Promise<boolean> {
  let isAny = false
  for (const { table, columns, places } of tables) {
    const { numAffectedRows } = await sql`
      insert into ${table} (${columns}, viewable, billable, clicked)
      select ${columns}, sum(viewable), sum(billable), sum(clicked) from ${places}
      where day >= ${from}::date and day < ${to}::date
      group by ${columns} order by ${columns}`.execute(tx)
    isAny ||= numAffectedRows !== undefined && numAffectedRows > 0n
  }
  return isAny
}

/**
 * Returns the first day that has rows, or null. It is called only after a day without rows, because it reads all
 * remaining days.
 */
async function firstDay(tx: Tx, from: string, end: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day) as day from (
      select day from campaign_day_places union all select day from unit_day_places
    ) as places
    where day >= ${from}::date and day < ${end}::date`.execute(tx)
  return rows[0]?.day ?? null
}

/**
 * Compares the sums of campaigns and ad units with the rows of their days, and the sums of accounts with those sums.
 */
export const placeSumChecks: Check[] = [
  checkOf(campaignSums, sql`'campaign ' || campaign_id`),
  checkOf(unitSums, sql`'unit ' || unit_id`),
  checkOf(accountSums, sql`concat_ws(' ', side, nullif(user_id, 0))`)
]

function checkOf(
  { table, columns, places }: ReturnType<typeof tableOf>,
  name: RawBuilder<unknown>
): Check {
  return sql`
    with counted as (
      select ${columns}, sum(viewable) as viewable, sum(billable) as billable, sum(clicked) as clicked from ${places}
      where day < (select until from place_sums_until limit 1) group by ${columns}
    )
    select format('the countries of %s on %s are not those of its days', ${name}, day) as problem
    from ${table} as summed full join counted using (${columns})
    where (summed.viewable, summed.billable, summed.clicked) is distinct from (counted.viewable, counted.billable, counted.clicked)
    order by ${columns}`
}
