import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { notify } from '../notifications/outbox.ts'
import { isHeld } from './conditions.ts'
import { type Count, countDay, daysUntilBelieved, longestSlowStartMs } from './slow-start-rules.ts'

type Span = { from: Date; until: Date }
/**
 * `canBeGood` is false when an operator has decided about a part of the 24 hours, so that the score covers only what
 * came since, or when nearly all views were covered.
 */
type Scored = { unitId: number; score: number; isOnHold: boolean; canBeGood: boolean }

/** Counts the day of those units that are in their slow start. */
export async function countScores(tx: Tx, scored: readonly Scored[], span: Span): Promise<void> {
  const scores = new Map(scored.map(it => [it.unitId, it]))
  const { rows } = await sql<Count & { unitId: number }>`
    select unit_id as "unitId", good_days as "goodDays", counted_until as "countedUntil", counted_from as "countedFrom"
    from slow_starts where ended_at is null and unit_id = any(${[...scores.keys()]}::integer[])
    order by unit_id for update`.execute(tx)
  const counted = rows.flatMap(({ unitId, ...count }) => {
    const score = scores.get(unitId)
    return score ? [{ unitId, ...countDay(count, score, span) }] : []
  })
  await sql`
    update slow_starts
    set good_days = counted.good_days, counted_until = counted.counted_until, counted_from = counted.counted_from
    from unnest(${counted.map(it => it.unitId)}::integer[], ${counted.map(it => it.goodDays)}::integer[],
      ${counted.map(it => it.countedUntil)}::timestamptz[], ${counted.map(it => it.countedFrom)}::timestamptz[])
      as counted (unit_id, good_days, counted_until, counted_from)
    where slow_starts.unit_id = counted.unit_id`.execute(tx)
}

/** Number of good days that an ad unit needs. */
export const daysNeeded = sql<number>`case when exists (
  select from shared_sites where shared_sites.id = unit.site_id and shared_sites.state = 'verified')
  then ${daysUntilBelieved.verified}::integer else ${daysUntilBelieved.other}::integer end`

/**
 * Ends the slow start of ad units that had enough good days, or a long time without a bad one, and are not on hold.
 * Waiting earnings then become available by themselves.
 */
export async function endSlowStarts(db: Database, at: Date): Promise<void> {
  const before = new Date(at.getTime() - longestSlowStartMs)
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ unitId: number }>`
      select unit_id as "unitId" from slow_starts join shared_ad_units unit on unit.id = unit_id
      where ended_at is null and (good_days >= ${daysNeeded} or counted_from <= ${before})
        and not ${isHeld('unit.id')}
      order by unit_id limit 1000 for update of slow_starts`.execute(tx)
    for (const { unitId } of rows) await endSlowStart(tx, unitId, null, at)
  })
}

/** Ends an ad unit's slow start; returns false when the unit is not in one. */
export async function endSlowStart(
  tx: Tx,
  unitId: number,
  userId: number | null,
  at: Date
): Promise<boolean> {
  const { rows } = await sql<{ owner: number; name: string; startedAt: Date; isAny: boolean }>`
    update slow_starts set ended_at = ${at}, ended_by = ${userId}
    from shared_ad_units unit
    where unit.id = slow_starts.unit_id and unit.id = ${unitId} and ended_at is null
    returning unit.user_id as owner, unit.name, started_at as "startedAt", exists (
      select from unit_earnings earning where earning.unit_id = unit.id and waits and earning.ended_at is null) as "isAny"`.execute(
    tx
  )
  const [ended] = rows
  if (!ended) return false
  if (ended.isAny)
    await notify(tx, {
      kind: 'earnings_released',
      userId: ended.owner,
      data: { adUnitId: unitId, name: ended.name },
      event: `slow start of ${unitId} from ${ended.startedAt.toISOString()} ended`,
      at
    })
  return true
}

/** Restarts the slow start of an ad unit whose earnings were taken back. */
export async function beginAgain(tx: Tx, unitId: number, at: Date): Promise<void> {
  await sql`
    update slow_starts
    set started_at = ${at}, counted_from = ${at}, counted_until = ${at}, good_days = 0, ended_at = null, ended_by = null
    where unit_id = ${unitId}`.execute(tx)
}
