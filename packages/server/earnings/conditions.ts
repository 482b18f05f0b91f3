import { sql } from 'kysely'

/** Whether the ad unit in a column is on hold, so that none of its earnings move. */
export const isHeld = (unitId: string) => sql<boolean>`exists (
  select from earning_holds where earning_holds.unit_id = ${sql.ref(unitId)} and released_at is null)`

/**
 * Whether all charges that an earning may come from are in the public log. Money moves only after the charges were
 * committed to the log, as bills promise, and waits while the log is late.
 */
export const isInPublicLog = sql<boolean>`(
  unit_earnings.last_at <= coalesce((select min(window_start) from unsealed_charges), 'infinity'::timestamptz))`

/** Whether an earning is above the limit of its ad unit's slow start, which has not ended. */
export const isWaiting = sql<boolean>`(waits and exists (
  select from slow_starts where slow_starts.unit_id = unit_earnings.unit_id and slow_starts.ended_at is null))`
