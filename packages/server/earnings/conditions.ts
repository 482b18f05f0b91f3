import { sql } from 'kysely'

/** Whether the unit in that column is on hold, so that nothing of its earnings moves. */
export const isHeld = (unitId: string) => sql<boolean>`exists (
  select from earning_holds where earning_holds.unit_id = ${sql.ref(unitId)} and released_at is null)`

/** Of an earning that lies on a unit: whether it is above the limit of a slow start that goes on. */
export const isWaiting = sql<boolean>`(waits and exists (
  select from slow_starts where slow_starts.unit_id = unit_earnings.unit_id and slow_starts.ended_at is null))`
