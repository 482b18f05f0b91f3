import { sql } from 'kysely'

/**
 * What an earlier verification left unproven: everything outside the seals that it proved, and the hour before these
 * seals.
 */
export type Unproven = {
  settledSince: Date
  /** Counters from this full hour on are unproven. */
  countedSince: Date
  /** The row numbers that the proven seals contain, as a PostgreSQL multirange. */
  settlements: string
  transfers: string
}

/** Selects the settlements to recompute; null selects all of them. */
export function unproven(since: Unproven | null) {
  if (since === null) return sql`settlements`
  return sql`(select * from settlements
    where settled_at >= ${since.settledSince} or not entry <@ ${since.settlements}::int8multirange)`
}
