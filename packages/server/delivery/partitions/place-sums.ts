import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import type { Check } from '../../ledger/index.ts'
import { dayAfter, dayOf } from '../days.ts'
import { placesSince, wholeDays } from './day-places.ts'
import type { Span } from './replay.ts'
import { reportedDays } from './reported-places.ts'

const columns = sql`side, user_id, day, country, device`
const ofDay = sql`day, country, device, viewable, billable, clicked`
/** What is added up, with few views from a country under `other`. The network's are those of its ad units. */
const ofAccounts = sql`(
  select 'advertiser' as side, user_id, ${ofDay} from ${reportedDays.campaign.place} as place join campaign_owners using (campaign_id)
  union all
  select 'publisher', user_id, ${ofDay} from ${reportedDays.unit.place} as place join unit_owners using (unit_id)
  union all
  select 'network', 0, ${ofDay} from ${reportedDays.unit.place} as place
) as places`

/**
 * The rows of whole accounts, for other domains: `side`, `user_id`, which is 0 of the network, and what the `place` rows of
 * `reportedDays` have. There are those of the days before `readPlacesSummedUntil`.
 */
export const accountPlaces = sql`account_day_places`

/** The first day that is not added up, such as `2026-11-27`. It may be read before the sums, like `readSummedUntil`. */
export async function readPlacesSummedUntil(db: Database | Tx): Promise<string> {
  const { until } = await db
    .selectFrom('place_sums_until')
    .select('until')
    .limit(1)
    .executeTakeFirstOrThrow()
  return until
}

/** Adds up the days that are over. Nothing more is counted before that moment, but some of it may wait to be added to its rows. */
export async function sumPlaces(db: Database, counted: Date, signal?: AbortSignal): Promise<void> {
  const waiting = await placesSince(db)
  const end = waiting !== null && waiting < counted ? waiting : counted
  await sumPlacesUntil(db, dayOf(end), signal)
}

/** Each day in its own transaction. */
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

/** After the rows of those days were replaced in the same transaction. Days that are not added up yet wait for their turn. */
export async function sumPlacesAgain(tx: Tx, span: Span): Promise<void> {
  const days = wholeDays(span)
  const until = await lockSums(tx)
  if (until < days.end) days.end = until
  await sql`delete from account_day_places where day >= ${days.first} and day < ${days.end}`.execute(
    tx
  )
  await addDays(tx, days.first, days.end)
}

/** For the same reason as the lock of the counters' sums: only a rebuild could change a day between its reading and its writing. */
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
  const { numAffectedRows } = await sql`
    insert into account_day_places (${columns}, viewable, billable, clicked)
    select ${columns}, sum(viewable), sum(billable), sum(clicked) from ${ofAccounts}
    where day >= ${from}::date and day < ${to}::date
    group by ${columns} order by ${columns}`.execute(tx)
  return numAffectedRows !== undefined && numAffectedRows > 0n
}

/** Only asked after a day without rows, since it reads all days that are left. */
async function firstDay(tx: Tx, from: string, end: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day) as day from (
      select day from campaign_day_places union all select day from unit_day_places
    ) as places
    where day >= ${from}::date and day < ${end}::date`.execute(tx)
  return rows[0]?.day ?? null
}

/** Holds the rows of accounts against those of campaigns and ad units. */
export const placeSumCheck: Check = sql`
  with counted as (
    select ${columns}, sum(viewable) as viewable, sum(billable) as billable, sum(clicked) as clicked from ${ofAccounts}
    where day < (select until from place_sums_until limit 1) group by ${columns}
  )
  select format('the countries of %s on %s are not those of its days', concat_ws(' ', side, nullif(user_id, 0)), day) as problem
  from account_day_places summed full join counted using (${columns})
  where (summed.viewable, summed.billable, summed.clicked) is distinct from (counted.viewable, counted.billable, counted.clicked)
  order by day, side, user_id`
