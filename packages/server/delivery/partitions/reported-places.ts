import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'

/**
 * Minimum number of views for which reports name a country, for one day, one kind of device, and one campaign or ad
 * unit; or name an operating system, for one day and one campaign or ad unit.
 */
const fewest = 5

/**
 * Countries with too few views become `other`: seeing that the only view from a small country was on a certain page
 * would reveal something about a person. The rows are changed rather than their sums, so that subtracting two sums
 * never yields fewer views of a country than the minimum.
 */
const ofPlaces = sql`day, device, viewable, billable, clicked,
  case when viewable >= ${sql.lit(fewest)} or country = 'ZZ' then country else 'other' end as country`
const ofSystems = sql`day, viewable, billable, clicked,
  case when viewable >= ${sql.lit(fewest)} or system = 'unknown' then system else 'other' end as system`

/**
 * Rows for the reports of other domains, with the columns `campaign_id` or `unit_id`, `day`, `viewable`, `billable` and
 * `clicked`, and `country` and `device`, or `system`, or `creative_id` and `served`.
 */
export const reportedDays = {
  campaign: {
    place: sql`(select campaign_id, ${ofPlaces} from campaign_day_places)`,
    system: sql`(select campaign_id, ${ofSystems} from campaign_day_systems)`,
    // A creative says nothing about its viewers, so that its rows are reported as they are.
    creative: sql`campaign_day_creatives`
  },
  unit: {
    place: sql`(select unit_id, ${ofPlaces} from unit_day_places)`,
    system: sql`(select unit_id, ${ofSystems} from unit_day_systems)`,
    creative: sql`unit_day_creatives`
  }
}

const firstDays = {
  ...{ place: 'day', system: 'systems_day', creative: 'creatives_day' },
  /** Creatives by ad unit. */
  unitCreative: 'unit_creatives_day'
}

/** Returns the first day for which these rows are complete, such as `2026-11-27`. */
export async function readDaysSince(db: Database, by: keyof typeof firstDays): Promise<string> {
  const first = sql.ref(firstDays[by])
  const { rows } = await sql<{ day: string }>`
    select to_char(${first}, 'YYYY-MM-DD') as day from day_places_since limit 1`.execute(db)
  if (!rows[0]) throw new Error('day_places_since has no row')
  return rows[0].day
}
