import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

/**
 * Returns which of these sites or ad units a campaign can select: an ad unit that is active and shows campaigns, on a
 * verified site or on none, and a site with such an ad unit.
 */
export async function findForSale(
  db: Database,
  kind: 'site' | 'ad_unit',
  ids: readonly number[]
): Promise<number[]> {
  if (ids.length === 0) return []
  const id = kind === 'site' ? sql`site.id` : sql`unit.id`
  const { rows } = await sql<{ id: number }>`
    select distinct ${id} as id
    from shared_ad_units unit left join shared_sites site on site.id = site_id
    where ${id} = any(${ids}::integer[]) and unit.state = 'active' and kind <> 'affiliate'
      and (site.id is null or site.state = 'verified')
    order by id limit ${ids.length}`.execute(db)
  return rows.map(it => it.id)
}
