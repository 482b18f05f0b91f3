import { sql } from 'kysely'

/** Whether the unit in that column is on hold, so that nothing of its earnings moves. */
export const isHeld = (unitId: string) => sql<boolean>`exists (
  select from earning_holds where earning_holds.unit_id = ${sql.ref(unitId)} and released_at is null)`

/**
 * Of an earning: whether all charges that it may come from are in the public log. The money moves after they were committed to
 * it, as a bill says, and waits where the log is late.
 */
export const isInPublicLog = sql<boolean>`(
  unit_earnings.last_at <= coalesce((select min(window_start) from unsealed_charges), 'infinity'::timestamptz))`

/** Of an earning on a unit: whether it is above the limit of a slow start that has not ended. */
export const isWaiting = sql<boolean>`(waits and exists (
  select from slow_starts where slow_starts.unit_id = unit_earnings.unit_id and slow_starts.ended_at is null))`
