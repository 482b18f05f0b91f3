import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { readSetting } from '../settings/index.ts'
import { isHeld } from './conditions.ts'
import { type Earned, splitByLimit, type Used } from './slow-start-rules.ts'

/**
 * Advisory lock, taken with the group's number, so that two settlements never use the daily limit of the same linked
 * accounts at once.
 */
const ownerLock = 7_230_011

/**
 * Returns how much of each amount waits because it exceeds what the ad units in their slow start may earn on that day,
 * together with those of the same and of linked accounts. A unit that earns for the first time begins its slow start
 * here.
 */
export async function limitEarnings(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  earned: readonly Earned[],
  day: string,
  at: Date
): Promise<bigint[]> {
  const ids = [...new Set(earned.map(it => it.unitId))]
  await beginSlowly(tx, ids, at)
  const ownerOf = await readOwners(tx, ids)
  if (ownerOf.size === 0) return earned.map(() => 0n)
  const owners = [...new Set(ownerOf.values())].sort((one, other) => one - other)
  // Locks are taken in the array's order, so that two settlements never deadlock.
  await sql`select pg_advisory_xact_lock(${ownerLock}::integer, owner) from unnest(${owners}::integer[]) as owner`.execute(
    tx
  )
  const limits = await readLimits(tx, config, at)
  return splitByLimit(earned, ownerOf, limits, await readUsed(tx, owners, day))
}

export async function readLimits(
  tx: Tx | Context['db'],
  config: Context['config'],
  at: Date
): Promise<Record<Asset, bigint>> {
  return {
    BTC: await readSetting(tx, config, 'slow_start_btc', at),
    USD: await readSetting(tx, config, 'slow_start_usd', at)
  }
}

/**
 * Whether the ad unit is on a verified site that the network knows: another unit of the site has finished its slow
 * start and is not on hold.
 */
export const isOfKnownSite = sql`exists (
  select from shared_ad_units known
  join shared_sites on shared_sites.id = known.site_id and shared_sites.state = 'verified'
  join slow_starts on slow_starts.unit_id = known.id and slow_starts.ended_at is not null
  where known.site_id = unit.site_id
    and not ${isHeld('known.id')})`

async function beginSlowly(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
  await sql`
    insert into slow_starts (unit_id, started_at, counted_from, ended_at)
    select unit.id, ${at}, ${at}, case when ${isOfKnownSite} then ${at}::timestamptz end
    from shared_ad_units unit
    where unit.id = any(${ids}::integer[]) and not exists (select from slow_starts where unit_id = unit.id)
    order by unit.id on conflict do nothing`.execute(tx)
}

/** Returns the lowest id among the linked accounts, for those ad units that are still in their slow start. */
async function readOwners(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; owner: number }>`
    with unbelieved as (
      select shared_ad_units.id, user_id from shared_ad_units
      join slow_starts on unit_id = shared_ad_units.id and ended_at is null
      where shared_ad_units.id = any(${ids}::integer[])),
    owners as materialized (
      select user_id, (
        select min(linked_id) from linked_accounts where linked_accounts.user_id = accounts.user_id) as owner
      from (select distinct user_id from unbelieved) as accounts)
    select id, owner from unbelieved join owners using (user_id) limit ${ids.length}`.execute(tx)
  return new Map(rows.map(row => [row.id, row.owner]))
}

/** Returns what the groups of accounts earned within the limit on that day, including what was taken back since. */
async function readUsed(tx: Tx, owners: readonly number[], day: string): Promise<Used[]> {
  const { rows } = await sql<Used>`
    with accounts as materialized (
      select user_id as owner, linked_id from linked_accounts where user_id = any(${owners}::integer[]))
    select owner, asset, sum(amount)::bigint as amount
    from accounts
    join shared_ad_units on shared_ad_units.user_id = linked_id
    join unit_earnings on unit_earnings.unit_id = shared_ad_units.id
    join slow_starts on slow_starts.unit_id = shared_ad_units.id and slow_starts.ended_at is null
    where day = ${day}::date and not waits
    group by owner, asset`.execute(tx)
  return rows
}
