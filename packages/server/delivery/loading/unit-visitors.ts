import { type DeviceSystem, deviceSystems, deviceTypes } from '@mille/api/constants.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import type { Audience, VisitorPlace } from '../choosing/audience.ts'
import { dayAfter, dayOf } from '../days.ts'

/** Days of a unit's visitors that show which audience it reaches. */
const pastDays = 7
/** Maximum number of places: every country with every kind of device. */
const maxPlaces = 2000

/** A unit's visitors in the last days. Views are counted by system separately from countries and devices. */
export type UnitVisitors = { places: readonly VisitorPlace[]; systems: readonly DeviceSystem[] }

/**
 * Loads the places and systems from which a unit was seen in the last days: each combination of country and kind of
 * device once, and each system.
 */
export async function loadVisitors(tx: Tx, unit: number, now: Date): Promise<UnitVisitors> {
  const ofUnit = sql`unit_id = ${unit} and day > ${dayBefore(now)}::date`
  const places = await sql<{ country: string; device: string }>`
    select distinct country, device from unit_day_places where ${ofUnit} limit ${maxPlaces}`.execute(
    tx
  )
  const systems = await sql<{ system: string }>`
    select distinct system from unit_day_systems where ${ofUnit} limit ${deviceSystems.length + 1}`.execute(
    tx
  )
  return {
    places: places.rows.map(({ country, device }) => ({
      country: country === 'ZZ' ? null : country,
      device: deviceTypes.find(it => it === device) ?? 'other'
    })),
    systems: systems.rows.map(({ system }) => deviceSystems.find(it => it === system) ?? 'other')
  }
}

/** Returns the units that had views in the last days, but none from visitors in the audience. */
export async function loadStrangers(
  tx: Tx,
  { countries, devices, systems }: Audience,
  units: readonly number[],
  now: Date
): Promise<Set<number>> {
  const isOf = [
    countries &&
      sql`and (country = any(${[...countries.codes]})) = ${countries.isIncluded}::boolean`,
    devices && sql`and replace(device, 'unknown', 'other') = any(${[...devices]})`
  ].flatMap(it => it ?? [])
  const recent = sql`unit_id = unit.id and day > ${dayBefore(now)}::date`
  const places = sql`select from unit_day_places where ${recent}`
  const onSystems = sql`select from unit_day_systems where ${recent}`
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${units}::int[]) as unit (id)
    where (exists (${places}) and not exists (${places} ${sql.join(isOf, sql` `)}))
      or (${systems !== null}::boolean and exists (${onSystems}) and not exists (
        ${onSystems} and replace(system, 'unknown', 'other') = any(${[...(systems ?? [])]}::text[])))
    limit ${units.length}`.execute(tx)
  return new Set(rows.map(row => row.id))
}

/** Returns the day before the first of the past days. */
function dayBefore(now: Date): string {
  return dayAfter(dayOf(now), -pastDays)
}
