import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { fewestReports, type NetworkRates, type TrafficSignals } from './score.ts'

type Span = { from: Date; until: Date }
export type UnitSignals = TrafficSignals & { unitId: number }

/** What a visitor who comes a second time, a crawler that says so, or a page left open for hours gives an honest unit. */
const harmless = ['rejected_seen_today', 'rejected_bot', 'rejected_expired', 'rejected_automated']
const soonestMs = 900
/** A neighborhood with so many browsers, of which so many in a hundred views are different, has invented them. */
const browsers = { fewest: 20, percentOfViews: 80 }

/** The signals of all units with enough traffic to say something about it. */
export async function readSignals(db: Database, span: Span): Promise<UnitSignals[]> {
  const counted = await readCounters(db, span)
  const ids = counted.map(it => it.unitId)
  const [looks, blocks] = [await readLooks(db, span, ids), await readBlocks(db, span, ids)]
  return counted.map(it => ({
    ...it,
    ...(looks.get(it.unitId) ?? { unrendered: 0, instant: 0 }),
    ...(blocks.get(it.unitId) ?? { placed: 0, largestBlock: 0, invented: 0 })
  }))
}

/** The middle of all units, so that one that has most of the traffic is no measure for itself. */
export function ratesOf(units: readonly TrafficSignals[]): NetworkRates {
  const median = (rates: number[]) => rates.sort((a, b) => a - b)[rates.length >> 1] ?? 0
  return {
    viewable: median(units.filter(it => it.rendered > 0).map(it => it.viewable / it.rendered)),
    clicked: median(units.filter(it => it.viewable > 0).map(it => it.clicked / it.viewable))
  }
}

type Counters = Omit<UnitSignals, 'unrendered' | 'instant' | 'placed' | 'largestBlock' | 'invented'>

async function readCounters(db: Database, { from, until }: Span): Promise<Counters[]> {
  const { rows } = await sql<Counters>`
    select * from (
      select unit_id as "unitId",
        ${sumOf(sql`kind = 'rendered'`)} as rendered, ${sumOf(sql`kind = 'viewable'`)} as viewable,
        ${sumOf(sql`kind = 'clicked'`)} as clicked, ${sumOf(sql`kind = 'covered'`)} as covered,
        ${sumOf(sql`kind = 'shrunken'`)} as shrunken,
        ${sumOf(sql`kind = 'contradictory'`)} as contradictory,
        ${sumOf(sql`kind = 'rejected_automated'`)} as automated,
        ${sumOf(sql`kind like 'rejected\\_%' and kind <> all(${harmless}::text[])`)} as rejected
      from delivery_counters
      where bucket >= ${from} and bucket <= ${until} and unit_id > 0
      group by unit_id) as summed
    where viewable + automated + rejected >= ${fewestReports}
    order by "unitId"`.execute(db)
  return rows
}

/** A double holds every count of a day. */
function sumOf(condition: ReturnType<typeof sql>) {
  return sql`coalesce(sum(count) filter (where ${condition}), 0)::double precision`
}

type Looks = Pick<TrafficSignals, 'unrendered' | 'instant'>

async function readLooks(
  db: Database,
  { from, until }: Span,
  ids: readonly number[]
): Promise<Map<number, Looks>> {
  const { rows } = await sql<Looks & { unitId: number }>`
    select seen.unit_id as "unitId", count(*) filter (where drawn.at is null)::double precision as unrendered,
      count(*) filter (where seen.at < drawn.at + make_interval(secs => ${soonestMs / 1000}))::double precision as instant
    from delivery_events seen
    left join delivery_events drawn
      on drawn.day = seen.day and drawn.decision = seen.decision and drawn.kind = 'rendered'
    where ${isSeenIn('seen', { from, until })} and seen.unit_id = any(${ids}::integer[])
    group by seen.unit_id`.execute(db)
  return new Map(rows.map(({ unitId, ...looks }) => [unitId, looks]))
}

type Blocks = Pick<TrafficSignals, 'placed' | 'largestBlock' | 'invented'>

/** A neighborhood has another name each day: the largest is looked for on each of them. */
async function readBlocks(
  db: Database,
  { from, until }: Span,
  ids: readonly number[]
): Promise<Map<number, Blocks>> {
  const { rows } = await sql<Blocks & { unitId: number }>`
    with blocks as (
      select unit_id, (at at time zone 'UTC')::date as day, block, count(*) as views, count(distinct visitor) as visitors
      from delivery_events seen
      where ${isSeenIn('seen', { from, until })} and block is not null and unit_id = any(${ids}::integer[])
      group by 1, 2, 3
    ), days as (
      select unit_id, sum(views) as placed, max(views) as largest,
        coalesce(sum(views) filter (
          where visitors >= ${browsers.fewest} and visitors * 100 >= views * ${browsers.percentOfViews}), 0) as invented
      from blocks group by unit_id, day
    )
    select unit_id as "unitId", sum(placed)::double precision as placed,
      sum(largest)::double precision as "largestBlock", sum(invented)::double precision as invented
    from days group by unit_id`.execute(db)
  return new Map(rows.map(({ unitId, ...blocks }) => [unitId, blocks]))
}

/** A decision is reported within two hours, so that its day is one of the span's or the one before. */
function isSeenIn(table: string, { from, until }: Span) {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  return sql`${of('kind')} = 'viewable' and ${of('day')} >= (${from}::timestamptz at time zone 'UTC')::date - 1
    and ${of('at')} >= ${from} and ${of('at')} <= ${until}`
}
