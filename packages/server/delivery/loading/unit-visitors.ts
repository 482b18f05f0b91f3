import { deviceTypes } from '@mille/api/constants.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import type { Audience, Visitor } from '../choosing/audience.ts'
import { dayAfter, dayOf } from '../days.ts'

/** A unit's visitors of so many days say for whom it is. */
const pastDays = 7
/** Every country with every kind of device. */
const maxVisitors = 2000

/** From where and with what a unit was seen in the last days; each pair once. */
export async function loadVisitors(tx: Tx, unit: number, now: Date): Promise<Visitor[]> {
  const { rows } = await sql<{ country: string; device: string }>`
    select distinct country, device from unit_day_places
    where unit_id = ${unit} and day > ${dayBefore(now)}::date limit ${maxVisitors}`.execute(tx)
  return rows.map(({ country, device }) => ({
    country: country === 'ZZ' ? null : country,
    device: deviceTypes.find(it => it === device) ?? 'other'
  }))
}

/** The units that had views in the last days, none of which was by a visitor in the audience. */
export async function loadStrangers(
  tx: Tx,
  { countries, devices }: Audience,
  units: readonly number[],
  now: Date
): Promise<Set<number>> {
  const isOf = [
    countries &&
      sql`and (country = any(${[...countries.codes]})) = ${countries.isIncluded}::boolean`,
    devices && sql`and replace(device, 'unknown', 'other') = any(${[...devices]})`
  ].flatMap(it => it ?? [])
  const seen = sql`select from unit_day_places where unit_id = unit.id and day > ${dayBefore(now)}::date`
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${units}::int[]) as unit (id)
    where exists (${seen}) and not exists (${seen} ${sql.join(isOf, sql` `)})
    limit ${units.length}`.execute(tx)
  return new Set(rows.map(row => row.id))
}

/** The day before the first of them. */
function dayBefore(now: Date): string {
  return dayAfter(dayOf(now), -pastDays)
}
