import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { rejectedAs, verdict } from '../counter/verdicts.ts'
import { visitCounted } from '../counting/visit-counted.ts'
import { dayOf } from '../days.ts'
import type { LogPlace } from '../log/open-event-log.ts'
import type { RecordView } from '../log/read-records.ts'
import { fields, recordKinds } from '../log/record.ts'
import type { TrafficReason } from '../scoring/score.ts'

type Span = { from: Date; until: Date }

export type SuspectUnitRow = {
  id: number
  name: string | null
  domain_name: string | null
  user_id: number | null
  user_name: string | null
  viewable: bigint
  billable: bigint
  rejected: bigint
  covered: bigint
  score: number | null
  reasons: TrafficReason[] | null
  reason: string | null
  excluded_at: Date | null
}

const maxUnits = 30
const maxVisitors = 10
/** A visitor's second view in 24 hours is a person's as much as the first. */
const isSuspect = sql`kind like 'rejected\\_%' and kind <> 'rejected_seen_today'`

/** Units with the highest score first, then those with most rejections and covered views, and every unit that is excluded. */
export async function readSuspectUnits(
  db: Database,
  { from, until }: Span
): Promise<SuspectUnitRow[]> {
  const { rows } = await sql<SuspectUnitRow>`
    with counted as (
      select unit_id, kind, sum(count) as count from delivery_counters
      where bucket >= ${from} and bucket <= ${until} group by 1, 2
    ), summed as (
      select unit_id,
        coalesce(sum(count) filter (where kind = 'viewable'), 0) as viewable,
        coalesce(sum(count) filter (where kind = 'billable'), 0) as billable,
        coalesce(sum(count) filter (where ${isSuspect}), 0) as rejected,
        coalesce(sum(count) filter (where kind = 'covered'), 0) as covered,
        (array_agg(substr(kind, 10) order by count desc, kind) filter (where ${isSuspect}))[1] as reason
      from counted group by unit_id
    )
    select unit_id as id, unit.name, site.domain_name, unit.user_id,
      owner.name as user_name, coalesce(viewable, 0) as viewable,
      coalesce(billable, 0) as billable, coalesce(rejected, 0) as rejected, coalesce(covered, 0) as covered, scored.score, scored.reasons, reason, excluded.excluded_at
    from summed full join excluded_units as excluded using (unit_id)
    full join unit_scores as scored using (unit_id)
    left join ad_units as unit on unit.id = unit_id
    left join sites as site on site.id = unit.site_id
    left join account_names as owner on owner.id = unit.user_id
    where rejected > 0 or covered > 0 or score > 0 or excluded.unit_id is not null
    order by coalesce(score, 0) desc, rejected + covered desc nulls last, 1 limit ${maxUnits}`.execute(
    db
  )
  return rows
}

export async function readReasons(
  db: Database,
  { from, until }: Span
): Promise<{ kind: string; count: bigint }[]> {
  const { rows } = await sql<{ kind: string; count: bigint }>`
    select kind, sum(count) as count from delivery_counters
    where bucket >= ${from} and bucket <= ${until} and (kind = 'viewable' or kind like 'rejected\\_%')
    group by kind order by 2 desc, 1 limit 100`.execute(db)
  return rows
}

export type SuspectVisitorRow = {
  day: string
  visitor: Buffer
  viewable: bigint
  billable: bigint
  clicked: bigint
  units: bigint
  excluded_at: Date | null
}

/**
 * Who reported most: a visitor is the keyed hash of an address block and a browser. Those of the days alone whose keys
 * still live, as nobody comes under an older name any more.
 */
export async function readBusiestVisitors(
  context: LogPlace,
  span: Span
): Promise<SuspectVisitorRow[]> {
  const { rows: excluded } = await sql<{ day: string; visitor: Buffer; excluded_at: Date }>`
    select day, visitor, excluded_at from excluded_visitors order by excluded_at desc limit 1000`.execute(
    context.db
  )
  const excludedAt = new Map(excluded.map(it => [keyOf(it.day, it.visitor), it.excluded_at]))
  const { rows: keys } = await sql<{ first: string | null }>`
    select min(day) as first from visitor_keys`.execute(context.db)
  const first = keys[0]?.first ?? null
  if (first === null) return []
  const found = new Map<string, Counts>()
  let best: SuspectVisitorRow[] = []
  const settle = () => {
    const rows = [...found].map(([key, { units, ...counts }]) => ({
      ...counts,
      units: BigInt(units.size),
      excluded_at: excludedAt.get(key) ?? null
    }))
    best = [...best, ...rows].sort(compareSuspects).slice(0, maxVisitors)
    found.clear()
  }
  await visitCounted(
    context,
    span,
    (record, code) => {
      const kind = countedAs(record, code)
      const day = dayOf(new Date(record.moment))
      if (kind === null || day < first) return
      const visitor = record.bytes(fields.visitor, 8)
      const key = keyOf(day, visitor)
      let counts = found.get(key)
      if (!counts) {
        counts = { day, visitor: Buffer.from(visitor), ...noCounts, units: new Set() }
        found.set(key, counts)
      }
      counts.units.add(record.unit)
      if (kind === 'clicked') counts.clicked++
      else if (kind !== 'rendered') counts.viewable++
      if (kind === 'billable') counts.billable++
    },
    settle
  )
  settle()
  return best
}

type Counts = Omit<SuspectVisitorRow, 'units' | 'excluded_at'> & { units: Set<number> }
const noCounts = { viewable: 0n, billable: 0n, clicked: 0n }
const seenToday = rejectedAs('seen_today')

function countedAs(
  { kind }: RecordView,
  code: number
): 'rendered' | 'billable' | 'seen_today' | 'clicked' | null {
  if (kind > recordKinds.clicked) return null
  if (code === verdict.rendered) return 'rendered'
  if (code === verdict.clicked) return 'clicked'
  if (code === verdict.billable) return 'billable'
  return code === seenToday ? 'seen_today' : null
}

function keyOf(day: string, visitor: Buffer): string {
  return `${day} ${visitor.toString('latin1')}`
}

function compareSuspects(a: SuspectVisitorRow, b: SuspectVisitorRow): number {
  return (
    Number(b.excluded_at !== null) - Number(a.excluded_at !== null) ||
    Number(b.viewable + b.clicked - a.viewable - a.clicked) ||
    (a.day < b.day ? -1 : a.day > b.day ? 1 : Buffer.compare(a.visitor, b.visitor))
  )
}
