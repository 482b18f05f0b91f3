import { hourMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { dayOfMs } from '../days.ts'
import type { LogPlace } from '../event-log/open-event-log.ts'
import type { RecordView } from '../event-log/read-records.ts'
import { fields, recordKinds } from '../event-log/record.ts'
import { rejectedAs, verdict } from '../judge/verdicts.ts'
import { visitCounted } from '../partitions/visit-counted.ts'
import type { TrafficReason } from '../scoring/score.ts'
import { type SmallSet, sizeOf, withMember } from '../small-set.ts'

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
/** Rejections that are suspicious. A visitor's second view in 24 hours is as human as the first, so it is not. */
const isSuspect = sql`kind like 'rejected\\_%' and kind <> 'rejected_seen_today'`

/**
 * Returns the units with the highest score, then those with the most rejections and covered views, and every excluded
 * unit.
 */
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
    left join shared_ad_units as unit on unit.id = unit_id
    left join shared_sites as site on site.id = unit.site_id
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
 * Returns the visitors with the most reports; a visitor is the keyed hash of an address and a browser. Covers only days
 * whose keys still exist, because no new visit gets an older name.
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
  // Visitors of earlier days are not listed, so their batches need not be read. With a wrong clock, a report may be
  // dated before its day.
  const from = new Date(Math.max(span.from.getTime(), Date.parse(first) - hourMs))
  const found = new Map<string, Counts>()
  let best: Suspect[] = []
  const settle = () => {
    for (const [key, counts] of found) {
      const suspect = { key, counts, excludedAt: excludedAt.get(key) ?? null }
      const last = best[maxVisitors - 1]
      if (last && compareSuspects(suspect, last) > 0) continue
      best = [...best, suspect].sort(compareSuspects).slice(0, maxVisitors)
    }
    found.clear()
  }
  await visitCounted(
    context,
    { ...span, from },
    (record, code) => {
      const kind = countedAs(record, code)
      const day = dayOfMs(record.moment)
      if (kind === null || day < first) return
      const key = keyOf(day, record.bytes(fields.visitor, 8))
      let counts = found.get(key)
      if (!counts) {
        counts = { viewable: 0, billable: 0, clicked: 0, units: [] }
        found.set(key, counts)
      }
      counts.units = withMember(counts.units, record.unit)
      if (kind === 'clicked') counts.clicked++
      else if (kind !== 'rendered') counts.viewable++
      if (kind === 'billable') counts.billable++
    },
    settle
  )
  settle()
  return best.map(describeSuspect)
}

/**
 * Counts of one visitor. Kept small, because there are hundreds of thousands at a time; the name is only in the map's
 * key.
 */
type Counts = { viewable: number; billable: number; clicked: number; units: SmallSet }
type Suspect = { key: string; counts: Counts; excludedAt: Date | null }

function describeSuspect({ key, counts, excludedAt }: Suspect): SuspectVisitorRow {
  return {
    day: key.slice(0, dayLength),
    visitor: Buffer.from(key.slice(dayLength + 1), 'latin1'),
    viewable: BigInt(counts.viewable),
    billable: BigInt(counts.billable),
    clicked: BigInt(counts.clicked),
    units: BigInt(sizeOf(counts.units)),
    excluded_at: excludedAt
  }
}

const dayLength = '2026-03-02'.length
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

/** Sorts excluded visitors first, then by number of reports, then by key, which is the day and name. */
function compareSuspects(a: Suspect, b: Suspect): number {
  const reported = ({ counts }: Suspect) => counts.viewable + counts.clicked
  return (
    Number(b.excludedAt !== null) - Number(a.excludedAt !== null) ||
    reported(b) - reported(a) ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  )
}
