import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { LogPlace } from '../log/open-event-log.ts'
import { type Looks, noLooks, readLooks } from './looks.ts'
import { fewestReports, type NetworkRates, type TrafficSignals } from './score.ts'

type Span = { from: Date; until: Date }
export type UnitSignals = TrafficSignals & { unitId: number }

/**
 * What a visitor who comes a second time, a crawler that says so, a page left open for hours, or an office whose browsers have
 * one name gives an honest unit.
 */
const harmless = [
  'rejected_seen_today',
  'rejected_bot',
  'rejected_expired',
  'rejected_automated',
  'rejected_refreshed'
]

/** The signals of all units with enough traffic to say something about it. */
export async function readSignals(context: LogPlace, span: Span): Promise<UnitSignals[]> {
  const counted = await readCounters(context.db, span)
  const seen = await readLooks(context, span, new Set(counted.map(it => it.unitId)))
  return counted.map(it => ({ ...it, ...(seen.get(it.unitId) ?? noLooks) }))
}

/** The middle of all units, so that one that has most of the traffic is no measure for itself. */
export function ratesOf(units: readonly TrafficSignals[]): NetworkRates {
  const median = (rates: number[]) => rates.sort((a, b) => a - b)[rates.length >> 1] ?? 0
  return {
    viewable: median(units.filter(it => it.rendered > 0).map(it => it.viewable / it.rendered)),
    clicked: median(units.filter(it => it.viewable > 0).map(it => it.clicked / it.viewable))
  }
}

type Counters = Omit<UnitSignals, keyof Looks>

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
