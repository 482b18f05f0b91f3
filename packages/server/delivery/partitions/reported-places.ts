import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'

/**
 * The smallest number of views of a country that reports show, for one day, one kind of device, and one campaign or ad
 * unit; and of an operating system, for one day and one campaign or ad unit.
 */
const fewest = 5

/**
 * Someone who sees that the only view from a small country was on a certain page learns about a person. The rows that reports add
 * up are changed, not their sums, so that no two sums can be subtracted to get fewer views of a country than that.
 */
const ofPlaces = sql`day, device, viewable, billable, clicked,
  case when viewable >= ${sql.lit(fewest)} or country = 'ZZ' then country else 'other' end as country`
const ofSystems = sql`day, viewable, billable, clicked,
  case when viewable >= ${sql.lit(fewest)} or system = 'unknown' then system else 'other' end as system`

/**
 * For reports of others: columns `campaign_id` or `unit_id`, `day`, `viewable`, `billable` and `clicked`; and `country` and `device`,
 * or `system`.
 */
export const reportedDays = {
  campaign: {
    place: sql`(select campaign_id, ${ofPlaces} from campaign_day_places)`,
    system: sql`(select campaign_id, ${ofSystems} from campaign_day_systems)`
  },
  unit: {
    place: sql`(select unit_id, ${ofPlaces} from unit_day_places)`,
    system: sql`(select unit_id, ${ofSystems} from unit_day_systems)`
  }
}

/** The first day of which these rows say everything, such as `2026-11-27`. */
export async function readDaysSince(db: Database, by: 'place' | 'system'): Promise<string> {
  const first = sql.ref(by === 'place' ? 'day' : 'systems_day')
  const { rows } = await sql<{ day: string }>`
    select to_char(${first}, 'YYYY-MM-DD') as day from day_places_since limit 1`.execute(db)
  if (!rows[0]) throw new Error('day_places_since has no row')
  return rows[0].day
}
