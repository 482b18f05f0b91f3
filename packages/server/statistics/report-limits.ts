import { daysBetween } from '@mille/api/reports/ranges.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { counterSums, readSummedUntil } from '../delivery/index.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { isOfSum, isWithin, type ReportQuery, readOwn, readTime } from './report-query.ts'
import { partsOfCounters } from './report-sums.ts'

/**
 * How many rows a publisher's report by advertiser or by creative may add up: about 150 ms of work. An ad unit has a
 * row a day for each campaign and for each creative, and its counters of the days that are not added up yet.
 */
const maxRows = 200_000
/** An ad unit with 1,000 campaigns a day, each with one creative, has this many days in `maxRows`. */
const maxUnitDays = 100

/**
 * Refuses a publisher's report by advertiser or by creative that would add up too many rows. They are counted in
 * indexes, and no further than the limit. Other reports of publishers have a row for each ad unit and hour or day.
 */
export async function findTooMuch(
  db: Database | Tx,
  query: ReportQuery,
  max = maxRows
): Promise<Failure | null> {
  const { side, groupBy, from, to } = query
  if (side !== 'publisher' || (groupBy !== 'advertiser' && groupBy !== 'creative')) return null
  const { units } = await readOwn(db, query)
  const isOfUnits = sql`unit_id = any(${units}::integer[])`
  const creatives = sql`
    select from shared_unit_day_creatives where ${isOfUnits} and day >= ${from}::date and day <= ${to}::date`
  const read = groupBy === 'creative' ? [creatives] : [creatives, ...(await countersOf())]
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (${sql.join(read, sql` union all `)} limit ${max + 1}) as it`.execute(
    db
  )
  if (Number(rows[0]?.count ?? 0) <= max) return null
  return failure('report_too_large', {
    pointer: 'ad_unit_ids',
    detail: adviceOf(units?.length ?? 0, daysBetween(from, to))
  })

  async function countersOf() {
    const parts = partsOfCounters(query, await readTime(db, query), await readSummedUntil(db))
    return [
      ...parts.days.map(
        range => sql`
          select from ${counterSums.campaignUnit.rows} as sums where ${isOfUnits} and ${isOfSum('bucket', range, true)}`
      ),
      ...parts.rows.map(
        range =>
          sql`select from shared_delivery_counters where ${isOfUnits} and ${isWithin('bucket', range)}`
      )
    ]
  }
}

/** Says what to choose instead. Ad units with fewer campaigns than most can be more than these. */
function adviceOf(units: number, days: number): string {
  const fewer = Math.min(units - 1, Math.max(1, Math.floor(maxUnitDays / days)))
  if (fewer < 1) return 'There is too much to add up. Choose a shorter range.'
  return `There is too much to add up. Choose up to ${fewer} ad ${fewer === 1 ? 'unit' : 'units'} or a shorter range.`
}
