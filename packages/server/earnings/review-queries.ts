import type { TrafficReasonCode } from '@mille/api/constants.ts'
import type { UnitEarnings } from '@mille/api/earnings/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { readWaiting, type Waiting } from '../db/count-rows.ts'
import { isHeld, isWaiting } from './conditions.ts'

export type UnitRow = { id: number; userId: number; name: string }
export type Page = { offset: number; limit: number }

export async function findUnit(tx: Tx, id: number): Promise<UnitRow | undefined> {
  const { rows } = await sql<UnitRow>`
    select id, user_id as "userId", name from shared_ad_units where id = ${id} limit 1`.execute(tx)
  return rows[0]
}

/** Reads the maturing earnings of an ad unit and locks them until the transaction ends. */
export async function lockMaturing(
  tx: Tx,
  unitId: number
): Promise<{ id: bigint; asset: Asset; amount: bigint }[]> {
  const { rows } = await sql<{ id: bigint; asset: Asset; amount: bigint }>`
    select id, asset, amount from unit_earnings
    where unit_id = ${unitId} and ended_at is null order by id for no key update`.execute(tx)
  return rows
}

/**
 * Puts an ad unit on hold for an operator. An existing hold by the network ends and is replaced. Returns null when an
 * operator already has the unit on hold.
 */
export async function insertHold(
  tx: Tx,
  hold: { unitId: number; reason: string; userId: number; at: Date }
): Promise<bigint | number | null> {
  await tx
    .updateTable('earning_holds')
    .set({ released_by: hold.userId, released_at: hold.at })
    .where('unit_id', '=', hold.unitId)
    .where('released_at', 'is', null)
    .where('created_by', 'is', null)
    .execute()
  const made = await tx
    .insertInto('earning_holds')
    .values({
      unit_id: hold.unitId,
      reason: hold.reason,
      created_by: hold.userId,
      created_at: hold.at
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

/** Ends the hold on an ad unit and returns its id, or null when there was none. */
export async function endHold(
  tx: Tx,
  unitId: number,
  userId: number,
  at: Date
): Promise<number | null> {
  const ended = await tx
    .updateTable('earning_holds')
    .set({ released_by: userId, released_at: at })
    .where('unit_id', '=', unitId)
    .where('released_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended?.id ?? null
}

/** Reads the ad units that an operator has released since a moment, and when each was last released. */
export async function readReleases(db: Database, since: Date): Promise<Map<number, Date>> {
  const { rows } = await sql<{ unitId: number; at: Date }>`
    select unit_id as "unitId", max(released_at) as at from earning_holds
    where released_at > ${since} group by unit_id order by unit_id`.execute(db)
  return new Map(rows.map(it => [it.unitId, it.at]))
}

/**
 * Reads, for each ad unit, the reasons among `codes` for which the network held it and an operator then released it. A
 * hold that an operator's own hold replaced was not released.
 */
export async function readAcceptedReasons(
  db: Database,
  codes: readonly TrafficReasonCode[]
): Promise<Map<number, Set<TrafficReasonCode>>> {
  const { rows } = await sql<{ unitId: number; accepted: TrafficReasonCode[] }>`
    select unit_id as "unitId", array_agg(distinct found->>'code') as accepted
    from earning_holds held cross join jsonb_array_elements(evidence->'reasons') as found
    where released_at is not null and created_by is null and found->>'code' = any(${codes}::text[])
      and not exists (
        select from earning_holds own
        where own.unit_id = held.unit_id and own.created_by is not null and own.created_at = held.released_at)
    group by unit_id order by unit_id`.execute(db)
  return new Map(rows.map(it => [it.unitId, new Set(it.accepted)]))
}

export type EarningRow = {
  id: bigint
  unitId: number
  name: string
  day: string
  asset: Asset
  amount: bigint
  state: 'maturing' | 'waiting' | 'held' | 'taken_back'
  reason: string | null
  availableAt: Date
}

/**
 * Reads the earnings of an account's ad units that are not available yet, and those that were recently taken back;
 * soonest first.
 */
export async function readEarnings(
  db: Database,
  of: { userId: number; unitId: number | null; takenSince: Date },
  page: Page
): Promise<{ rows: EarningRow[]; records: number }> {
  const { rows } = await sql<EarningRow & { records: bigint }>`
    select unit_earnings.id, shared_ad_units.id as "unitId", name, day::text as day, asset, amount,
      case when unit_earnings.state = 'taken_back' then 'taken_back' when held.id is not null then 'held'
        when ${isWaiting} then 'waiting' else 'maturing' end as state,
      coalesce(unit_earnings.reason, held.reason) as reason, matures_at as "availableAt", count(*) over () as records
    from unit_earnings
    join shared_ad_units on shared_ad_units.id = unit_earnings.unit_id and user_id = ${of.userId}
    left join earning_holds held on held.unit_id = shared_ad_units.id and released_at is null and ended_at is null
    where (ended_at is null or unit_earnings.state = 'taken_back' and ended_at > ${of.takenSince})
      and (${of.unitId}::integer is null or shared_ad_units.id = ${of.unitId}::integer)
    order by unit_earnings.state, matures_at, unit_earnings.id limit ${page.limit} offset ${page.offset}`.execute(
    db
  )
  return { rows, records: Number(rows[0]?.records ?? 0n) }
}

export type DayRow = { availableAt: Date; asset: Asset; amount: bigint }

/**
 * Reads what becomes available at each moment, soonest first. Earnings that are on hold or wait for the end of a slow
 * start have no such moment.
 */
export async function readDays(
  db: Database,
  userId: number,
  unitId: number | null
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select matures_at as "availableAt", asset, sum(amount)::bigint as amount
    from unit_earnings join shared_ad_units on shared_ad_units.id = unit_id and user_id = ${userId}
    where ended_at is null and (${unitId}::integer is null or unit_id = ${unitId}::integer)
      and not ${isHeld('unit_earnings.unit_id')} and not ${isWaiting}
    group by matures_at, asset order by matures_at, asset limit 200`.execute(db)
  return rows
}

/** Reads the ad units that the network holds and no operator has decided about. */
export function readHeldByNetwork(db: Database): Promise<Waiting> {
  const from = sql`from earning_holds where released_at is null and created_by is null`
  return readWaiting(db, sql`created_at`, from)
}

export type UnderReview = {
  id: number
  isMaturing: boolean
  since: Date | null
  isAutomatic: boolean
}

/**
 * Reads the review state of ad units: whether earnings mature, since when they are on hold, and whether the network put
 * them on hold.
 */
export async function readUnderReview(
  db: Database,
  unitIds: readonly number[]
): Promise<Map<number, UnderReview>> {
  const { rows } = await sql<UnderReview>`
    select wanted.id, created_at as since, held.id is not null and created_by is null as "isAutomatic",
      exists (select from unit_earnings where unit_id = wanted.id and ended_at is null) as "isMaturing"
    from unnest(${unitIds}::integer[]) as wanted (id)
    left join earning_holds held on unit_id = wanted.id and released_at is null
    limit ${unitIds.length}`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

/** Evidence as stored with the hold. */
export type HoldEvidence = {
  score: number
  reasons: NonNullable<NonNullable<UnitEarnings['attributes']['hold']>['evidence']>['reasons']
  /** Start of the traffic, in ISO 8601. */
  from: string
  /** Number of the account's small ad units whose views were added up. */
  units: number
}

export type ReviewRow = {
  id: number
  name: string
  domainName: string | null
  userId: number
  userName: string | null
  btc: bigint
  usd: bigint
  availableAt: Date | null
  holdReason: string | null
  holdSince: Date | null
  isHeldByNetwork: boolean
  /** Evidence of a hold by the network; null for other rows. */
  evidence: HoldEvidence | null
  evidenceFrom: Date | null
}

/** Reads ad units for the operator's review: those on hold first, then those with the largest earnings. */
export async function readReview(
  db: Database,
  page: Page
): Promise<{ rows: ReviewRow[]; records: number }> {
  const { rows } = await sql<ReviewRow & { records: bigint }>`
    select shared_ad_units.id, shared_ad_units.name, domain_name as "domainName", account_names.id as "userId",
      account_names.name as "userName", coalesce(btc, 0) as btc, coalesce(usd, 0) as usd,
      first_at as "availableAt", held.reason as "holdReason", held.created_at as "holdSince",
      held.id is not null and held.created_by is null as "isHeldByNetwork", held.evidence,
      (held.evidence->>'from')::timestamptz as "evidenceFrom",
      count(*) over () as records
    from (
      select unit_id, coalesce(sum(amount) filter (where asset = 'BTC'), 0)::bigint as btc,
        coalesce(sum(amount) filter (where asset = 'USD'), 0)::bigint as usd, min(matures_at) as first_at
      from unit_earnings where ended_at is null group by unit_id) as maturing
    full join (select * from earning_holds where released_at is null) as held using (unit_id)
    join shared_ad_units on shared_ad_units.id = unit_id
    join account_names on account_names.id = shared_ad_units.user_id
    left join shared_sites on shared_sites.id = site_id
    order by held.id desc nulls last, btc desc, usd desc, shared_ad_units.id
    limit ${page.limit} offset ${page.offset}`.execute(db)
  return { rows, records: Number(rows[0]?.records ?? 0n) }
}
