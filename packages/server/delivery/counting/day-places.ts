import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import type { DayPlace } from '../counter/day-places.ts'
import { dayOfMs } from '../days.ts'
import type { Span } from './replay.ts'

const owners = ['campaign', 'unit'] as const

/** In one order everywhere, so that two transactions that add to the same rows never wait for each other. */
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

const keyOf = ({ owner, id, day, country, device }: DayPlace) =>
  `${owner} ${id} ${day} ${country} ${device}`

export async function addPlaces(tx: Tx, places: readonly DayPlace[]): Promise<void> {
  const merged = mergePlaces(places)
  const campaigns = merged.filter(it => it.owner === 'campaign')
  const units = merged.filter(it => it.owner === 'unit')
  if (campaigns.length > 0)
    await sql`
      insert into campaign_day_places as counted (campaign_id, day, country, device, viewable, billable, clicked)
      select * from ${rowsOf(campaigns)}
      on conflict (campaign_id, day, country, device) do update set ${added}`.execute(tx)
  if (units.length > 0)
    await sql`
      insert into unit_day_places as counted (unit_id, day, country, device, viewable, billable, clicked)
      select * from ${rowsOf(units)}
      on conflict (unit_id, day, country, device) do update set ${added}`.execute(tx)
}

const added = sql`
  viewable = counted.viewable + excluded.viewable, billable = counted.billable + excluded.billable,
  clicked = counted.clicked + excluded.clicked`

function rowsOf(places: readonly DayPlace[]) {
  return sql`unnest(
    ${places.map(it => it.id)}::int[], ${places.map(it => it.day)}::date[],
    ${places.map(it => it.country)}::text[], ${places.map(it => it.device)}::text[],
    ${places.map(it => it.viewable)}::bigint[], ${places.map(it => it.billable)}::bigint[],
    ${places.map(it => it.clicked)}::bigint[])`
}

/** The moment of the first that is counted but not yet added to these rows; null where everything is. */
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

/** The places without others, which were counted with them. */
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

/** Puts what the log says in place of what was counted, for the whole days of a span. */
export async function replacePlaces(
  tx: Tx,
  places: readonly DayPlace[],
  span: Span
): Promise<void> {
  const { first, end } = wholeDays(span)
  await sql`delete from campaign_day_places where day >= ${first} and day < ${end}`.execute(tx)
  await sql`delete from unit_day_places where day >= ${first} and day < ${end}`.execute(tx)
  await addPlaces(
    tx,
    places.filter(it => it.day >= first && it.day < end)
  )
}

/**
 * The first row of the span's whole days that is not what the log says, in words. Of days before there were these tables, and of
 * the one on which they came, they do not say everything.
 */
export async function findWrongPlace(
  tx: Tx,
  places: readonly DayPlace[],
  span: Span
): Promise<string | null> {
  const { first, end } = wholeDays(span)
  for (const owner of owners) {
    const own = places.filter(it => it.owner === owner && it.day >= first && it.day < end)
    const stored =
      owner === 'campaign'
        ? sql`select campaign_id as id, * from campaign_day_places`
        : sql`select unit_id as id, * from unit_day_places`
    const { rows } = await sql<{ problem: string }>`
      with happened as (
        select id, day, country, device, kind, count
        from ${rowsOf(own)} as place (id, day, country, device, viewable, billable, clicked), ${kinds}
      ), counted as (
        select id, day, country, device, kind, count from (${stored}) as place, ${kinds}
        where day >= ${first} and day < ${end}
      )
      select format('%s %s on %s, %s, %s: %s counted as %s, and %s in the log', ${owner}::text, id, day, country, device,
        coalesce(counted.count, 0), kind, coalesce(happened.count, 0)) as problem
      from counted full join happened using (id, day, country, device, kind)
      where coalesce(counted.count, 0) <> coalesce(happened.count, 0)
        and day >= (select day from day_places_since limit 1)
      order by id, day, country, device, kind limit 1`.execute(tx)
    if (rows[0]) return rows[0].problem
  }
  return null
}

const kinds = sql`lateral (
  values ('viewable', place.viewable), ('billable', place.billable), ('clicked', place.clicked)) as counts (kind, count)`

function wholeDays({ from, to }: Span): { first: string; end: string } {
  return {
    first: dayOfMs(Math.ceil(from.getTime() / dayMs) * dayMs),
    end: dayOfMs(Math.floor(to.getTime() / dayMs) * dayMs)
  }
}
