import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import { dayOfMs } from '../days.ts'
import type { DayPlace } from '../judge/day-places.ts'
import type { Span } from './replay.ts'

/** The tables, with the columns that identify their rows besides the day. */
const tables = [
  { owner: 'campaign', by: 'place', table: 'campaign_day_places', keys: ['country', 'device'] },
  { owner: 'unit', by: 'place', table: 'unit_day_places', keys: ['country', 'device'] },
  { owner: 'campaign', by: 'system', table: 'campaign_day_systems', keys: ['system'] },
  { owner: 'unit', by: 'system', table: 'unit_day_systems', keys: ['system'] }
] as const
type Table = (typeof tables)[number]

/** The first day for which the tables are complete. */
const sinceOf = { place: sql`day`, system: sql`systems_day` }

/** Merges places in a fixed order, so that two transactions that add to the same rows never deadlock. */
export function mergePlaces(places: readonly DayPlace[]): DayPlace[] {
  const merged = new Map<string, DayPlace>()
  for (const place of places) {
    const key = keyOf(place)
    const same = merged.get(key)
    if (same) {
      same.viewable += place.viewable
      same.billable += place.billable
      same.clicked += place.clicked
    } else merged.set(key, { ...place })
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place)
}

const keyOf = ({ owner, by, id, day, keys }: DayPlace) => [by, owner, id, day, ...keys].join(' ')

export async function addPlaces(tx: Tx, places: readonly DayPlace[]): Promise<void> {
  const merged = mergePlaces(places)
  for (const table of tables) {
    const rows = merged.filter(isIn(table))
    const columns = columnsOf(table)
    if (rows.length > 0)
      await sql`
        insert into ${sql.table(table.table)} as counted (${columns}, viewable, billable, clicked)
        select * from ${rowsOf(table, rows)}
        on conflict (${columns}) do update set
          viewable = counted.viewable + excluded.viewable, billable = counted.billable + excluded.billable,
          clicked = counted.clicked + excluded.clicked`.execute(tx)
  }
}

const isIn =
  ({ owner, by }: Table) =>
  (it: DayPlace) =>
    it.owner === owner && it.by === by

const columnsOf = ({ owner, keys }: Table) =>
  sql.join([sql.ref(`${owner}_id`), sql.ref('day'), ...keys.map(it => sql.ref(it))])

function rowsOf({ keys }: Table, places: readonly DayPlace[]) {
  const each = keys.map((_, index) => sql`${places.map(it => it.keys[index])}::text[]`)
  return sql`unnest(
    ${places.map(it => it.id)}::int[], ${places.map(it => it.day)}::date[], ${sql.join(each)},
    ${places.map(it => it.viewable)}::bigint[], ${places.map(it => it.billable)}::bigint[],
    ${places.map(it => it.clicked)}::bigint[])`
}

/** Returns the time of the first batch that is counted but not added to these tables; null if there is none. */
export async function placesSince(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(first.at) as since from counter_partitions counted
    cross join lateral (
      select at from event_log_verdicts verdicts
      where verdicts.partition = counted.partition and verdicts.position > counted.places_until
      order by verdicts.position limit 1) as first
    where counted.places_until < counted.position`.execute(db)
  return rows[0]?.since ?? null
}

/** Subtracts places that were counted together with others. */
export function withoutPlaces(
  places: readonly DayPlace[],
  others: readonly DayPlace[]
): DayPlace[] {
  const less = others.map(({ viewable, billable, clicked, ...place }) => ({
    ...place,
    ...{ viewable: -viewable, billable: -billable, clicked: -clicked }
  }))
  return mergePlaces([...places, ...less]).filter(it => it.viewable > 0n || it.clicked > 0n)
}

/** Replaces the counted places of a span's whole days by what the log contains. */
export async function replacePlaces(
  tx: Tx,
  places: readonly DayPlace[],
  span: Span
): Promise<void> {
  const { first, end } = wholeDays(span)
  for (const { table } of tables)
    await sql`delete from ${sql.table(table)} where day >= ${first} and day < ${end}`.execute(tx)
  await addPlaces(
    tx,
    places.filter(it => it.day >= first && it.day < end)
  )
}

/**
 * Describes the first row of a span's whole days that differs from the log. Days up to the one on which these tables
 * were added are incomplete and not checked.
 */
export async function findWrongPlace(
  tx: Tx,
  places: readonly DayPlace[],
  span: Span
): Promise<string | null> {
  const { first, end } = wholeDays(span)
  for (const table of tables) {
    const { owner, by } = table
    const own = places.filter(it => isIn(table)(it) && it.day >= first && it.day < end)
    const keys = sql.join(table.keys.map(it => sql.ref(it)))
    const { rows } = await sql<{ problem: string }>`
      with happened as (
        select id, day, ${keys}, kind, count
        from ${rowsOf(table, own)} as place (id, day, ${keys}, viewable, billable, clicked), ${kinds}
      ), counted as (
        select ${sql.ref(`${owner}_id`)} as id, day, ${keys}, kind, count
        from ${sql.table(table.table)} as place, ${kinds}
        where day >= ${first} and day < ${end}
      )
      select format('%s %s on %s, %s: %s counted as %s, and %s in the log', ${owner}::text, id, day,
        concat_ws(', ', ${keys}), coalesce(counted.count, 0), kind, coalesce(happened.count, 0)) as problem
      from counted full join happened using (id, day, ${keys}, kind)
      where coalesce(counted.count, 0) <> coalesce(happened.count, 0)
        and day >= (select ${sinceOf[by]} from day_places_since limit 1)
      order by id, day, ${keys}, kind limit 1`.execute(tx)
    if (rows[0]) return rows[0].problem
  }
  return null
}

const kinds = sql`lateral (
  values ('viewable', place.viewable), ('billable', place.billable), ('clicked', place.clicked)) as counts (kind, count)`

/** Returns the first whole day of a span, and the day after the last one. */
export function wholeDays({ from, to }: Span): { first: string; end: string } {
  return {
    first: dayOfMs(Math.ceil(from.getTime() / dayMs) * dayMs),
    end: dayOfMs(Math.floor(to.getTime() / dayMs) * dayMs)
  }
}
