import { sql } from 'kysely'

/** What an earlier verification has left: everything that is not in the seals that it has proven, and the hour before them. */
export type Unproven = {
  settledSince: Date
  /** Counters from this full hour on. */
  countedSince: Date
  /** The numbers of rows that the proven seals contain, as PostgreSQL writes a multirange. */
  settlements: string
  transfers: string
}

/** The settlements that are computed again; null is all of them. */
export function unproven(since: Unproven | null) {
  if (since === null) return sql`settlements`
  return sql`(select * from settlements
    where settled_at >= ${since.settledSince} or not entry <@ ${since.settlements}::int8multirange)`
}
