import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'

/**
 * The smallest number of views of a country that reports show, for one day, one kind of device, and one campaign or ad
 * unit.
 */
const fewest = 5

/**
 * Someone who sees that the only view from a small country was on a certain page learns about a person. The rows that reports add
 * up are changed, not their sums, so that no two sums can be subtracted to get fewer views of a country than that.
 */
const columns = sql`day, device, viewable, billable, clicked,
  case when viewable >= ${sql.lit(fewest)} or country = 'ZZ' then country else 'other' end as country`

/** For reports of others: columns `campaign_id`, `day`, `country`, `device`, `viewable`, `billable` and `clicked`. */
export const campaignDays = sql`(select campaign_id, ${columns} from campaign_day_places)`
/** The same, of `unit_id`. */
export const unitDays = sql`(select unit_id, ${columns} from unit_day_places)`

/** The first day of which these rows say everything, such as `2026-11-27`. */
export async function readDaysSince(db: Database): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day from day_places_since limit 1`.execute(db)
  if (!rows[0]) throw new Error('day_places_since has no row')
  return rows[0].day
}
