import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { isOfKnownSite } from './limit-earnings.ts'
import { longestSlowStartMs } from './slow-start-rules.ts'
import { daysNeeded } from './slow-starts.ts'

export type SlowStartRow = {
  unitId: number
  name: string
  since: Date | null
  goodDays: number
  daysNeeded: number
  endsAt: Date | null
  waiting: { currency: Asset; amount: string }[]
}

const columns = sql`
  unit.id as "unitId", unit.name, started_at as since, coalesce(good_days, 0) as "goodDays", ${daysNeeded} as "daysNeeded",
  counted_from + make_interval(secs => ${longestSlowStartMs / 1000}) as "endsAt", (
    select coalesce(json_agg(json_build_object('currency', asset, 'amount', amount::text) order by asset), '[]')
    from (
      select asset, sum(amount) as amount from unit_earnings
      where unit_earnings.unit_id = unit.id and waits and unit_earnings.ended_at is null group by asset) as sums) as waiting`

/**
 * Reads the slow starts of the account's ad units that have earned something. If `unitId` is given, only that unit is
 * read, even before it has earned anything.
 */
export async function readSlowStarts(
  db: Database,
  { userId, unitId }: { userId: number; unitId: number | null }
): Promise<SlowStartRow[]> {
  const { rows } = await sql<SlowStartRow>`
    select ${columns}
    from shared_ad_units unit left join slow_starts on slow_starts.unit_id = unit.id
    where unit.user_id = ${userId} and slow_starts.ended_at is null and unit.kind <> 'affiliate'
      and (slow_starts.unit_id is not null or unit.id = ${unitId}::integer and unit.state = 'active' and not ${isOfKnownSite})
      and (${unitId}::integer is null or unit.id = ${unitId}::integer)
    order by unit.id limit 50`.execute(db)
  return rows
}

/** Reads the slow starts of the ad units, by unit id. */
export async function readSlowStartsOf(
  db: Database,
  unitIds: readonly number[]
): Promise<Map<number, SlowStartRow>> {
  const { rows } = await sql<SlowStartRow>`
    select ${columns}
    from shared_ad_units unit join slow_starts on slow_starts.unit_id = unit.id and slow_starts.ended_at is null
    where unit.id = any(${unitIds}::integer[]) limit ${unitIds.length}`.execute(db)
  return new Map(rows.map(row => [row.unitId, row]))
}
