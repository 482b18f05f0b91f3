import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import { dayOfMs } from '../days.ts'
import type { DayPlace } from '../judge/day-places.ts'
import type { Span } from './replay.ts'

type Count = 'served' | 'viewable' | 'billable' | 'clicked'
type Table = Pick<DayPlace, 'owner' | 'by'> & {
  table: string
  /** The columns that identify a row besides the day. */
  keys: readonly string[]
  keyType: 'text' | 'integer'
  counts: readonly Count[]
  /** The column of `day_places_since` with the first day for which the table is complete. */
  since: string
}

const ofPlaces = {
  by: 'place',
  keys: ['country', 'device'],
  keyType: 'text',
  counts: ['viewable', 'billable', 'clicked'],
  since: 'day'
} as const
const ofSystems = { ...ofPlaces, by: 'system', keys: ['system'], since: 'systems_day' } as const
const ofCreatives = {
  by: 'creative',
  keys: ['creative_id'],
  keyType: 'integer',
  counts: ['served', 'viewable', 'billable', 'clicked']
} as const
const tables: readonly Table[] = [
  { owner: 'campaign', table: 'campaign_day_places', ...ofPlaces },
  { owner: 'unit', table: 'unit_day_places', ...ofPlaces },
  { owner: 'campaign', table: 'campaign_day_systems', ...ofSystems },
  { owner: 'unit', table: 'unit_day_systems', ...ofSystems },
  {
    ...{ owner: 'campaign', table: 'campaign_day_creatives', since: 'creatives_day' },
    ...ofCreatives
  },
  { owner: 'unit', table: 'unit_day_creatives', since: 'unit_creatives_day', ...ofCreatives }
]

/** Merges places in a fixed order, so that two transactions that add to the same rows never deadlock. */
export function mergePlaces(places: readonly DayPlace[]): DayPlace[] {
  const merged = new Map<string, DayPlace>()
  for (const place of places) {
    const key = keyOf(place)
    const same = merged.get(key)
    if (same) {
      same.served += place.served
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
    const more = table.counts.map(
      it => sql`${sql.ref(it)} = ${sql.ref(`counted.${it}`)} + ${sql.ref(`excluded.${it}`)}`
    )
    if (rows.length > 0)
      await sql`
        insert into ${sql.table(table.table)} as counted (${columns}, ${listOf(table.counts)})
        select * from ${rowsOf(table, rows)}
        on conflict (${columns}) do update set ${sql.join(more)}`.execute(tx)
  }
}

const isIn =
  ({ owner, by }: Table) =>
  (it: DayPlace) =>
    it.owner === owner && it.by === by

const listOf = (columns: readonly string[]) => sql.join(columns.map(it => sql.ref(it)))

const columnsOf = ({ owner, keys }: Table) => listOf([`${owner}_id`, 'day', ...keys])

function rowsOf({ keys, keyType, counts }: Table, places: readonly DayPlace[]) {
  const type = sql.raw(keyType)
  const each = keys.map((_, index) => sql`${places.map(it => it.keys[index])}::${type}[]`)
  const counted = counts.map(count => sql`${places.map(it => it[count])}::bigint[]`)
  return sql`unnest(
    ${places.map(it => it.id)}::int[], ${places.map(it => it.day)}::date[], ${sql.join([...each, ...counted])})`
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
  const less = others.map(({ served, viewable, billable, clicked, ...place }) => ({
    ...place,
    ...{ served: -served, viewable: -viewable, billable: -billable, clicked: -clicked }
  }))
  return mergePlaces([...places, ...less]).filter(
    it => it.served > 0n || it.viewable > 0n || it.clicked > 0n
  )
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
    const { owner, since } = table
    const own = places.filter(it => isIn(table)(it) && it.day >= first && it.day < end)
    const keys = listOf(table.keys)
    const kinds = table.counts.map(it => sql`(${sql.lit(it)}, ${sql.ref(`place.${it}`)})`)
    const eachKind = sql`lateral (values ${sql.join(kinds)}) as counts (kind, count)`
    const { rows } = await sql<{ problem: string }>`
      with happened as (
        select id, day, ${keys}, kind, count
        from ${rowsOf(table, own)} as place (id, day, ${keys}, ${listOf(table.counts)}), ${eachKind}
      ), counted as (
        select ${sql.ref(`${owner}_id`)} as id, day, ${keys}, kind, count
        from ${sql.table(table.table)} as place, ${eachKind}
        where day >= ${first} and day < ${end}
      )
      select format('%s %s on %s, %s: %s counted as %s, and %s in the log', ${owner}::text, id, day,
        concat_ws(', ', ${table.by === 'creative' ? sql`concat('creative ', creative_id)` : keys}), coalesce(counted.count, 0), kind, coalesce(happened.count, 0)) as problem
      from counted full join happened using (id, day, ${keys}, kind)
      where coalesce(counted.count, 0) <> coalesce(happened.count, 0)
        and day >= (select ${sql.ref(since)} from day_places_since limit 1)
      order by id, day, ${keys}, kind limit 1`.execute(tx)
    if (rows[0]) return rows[0].problem
  }
  return null
}

/** Returns the first whole day of a span, and the day after the last one. */
export function wholeDays({ from, to }: Span): { first: string; end: string } {
  return {
    first: dayOfMs(Math.ceil(from.getTime() / dayMs) * dayMs),
    end: dayOfMs(Math.floor(to.getTime() / dayMs) * dayMs)
  }
}
