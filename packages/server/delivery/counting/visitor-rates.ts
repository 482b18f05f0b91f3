import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import type { Decided } from '../visitors/token.ts'
import { maxInMinute, type Tallies } from './rules.ts'

type Report = { kind: keyof typeof maxInMinute; day: string; decided: Decided }
type Group<Event> = { visitor: Buffer; kind: Report['kind']; reports: Event[] }

/**
 * The reports that their visitors may still send in this minute, in the order they came in. The others are counted as
 * `rate`, or as `repeated` where the event is there already. Counts stand in the database, so they hold across
 * processes.
 */
export async function withinRate<Event extends Report>(
  tx: Tx,
  reports: Event[],
  sums: Tallies,
  at: Date
): Promise<Event[]> {
  const groups = groupByVisitor(reports)
  const counts = await addCounts(tx, groups, minuteOf(at))
  const over = groups.flatMap(({ kind, visitor, reports: own }) => {
    const before = (counts.get(keyOf(kind, visitor)) ?? own.length) - own.length
    return own.slice(Math.max(0, maxInMinute[kind] - before))
  })
  if (over.length === 0) return reports
  const known = await knownAmong(tx, over)
  for (const report of over) sums.reject(report.decided, known.has(report) ? 'repeated' : 'rate')
  const isOver = new Set(over)
  return reports.filter(report => !isOver.has(report))
}

/** Those that are events already. */
export async function knownAmong<Event extends Report>(
  tx: Tx,
  reports: readonly Event[]
): Promise<Set<Event>> {
  const known = await readKnown(tx, reports)
  return new Set(reports.filter(it => known.has(`${it.decided.decision} ${it.kind}`)))
}

/** Of minutes, or of a crowd's hour, that are over by more than clocks differ. */
export async function forgetRates(tx: Tx, now: Date): Promise<void> {
  const minute = minuteOf(now)
  await sql`
    delete from visitor_rates where minute < ${minute - 2}
      and (minute < ${minute - 62} or kind not in ('crowd', 'unit'))`.execute(tx)
}

function minuteOf(moment: Date): number {
  return Math.floor(moment.getTime() / 60_000)
}

function groupByVisitor<Event extends Report>(reports: Event[]): Group<Event>[] {
  const groups = new Map<string, Group<Event>>()
  for (const report of reports) {
    const { visitor } = report.decided
    const key = keyOf(report.kind, visitor)
    const group = groups.get(key)
    if (group) group.reports.push(report)
    else groups.set(key, { visitor, kind: report.kind, reports: [report] })
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}

function keyOf(kind: string, visitor: Buffer): string {
  return `${visitor.toString('hex')} ${kind}`
}

async function addCounts(
  tx: Tx,
  groups: Group<Report>[],
  minute: number
): Promise<Map<string, number>> {
  const { rows } = await sql<{ visitor: Buffer; kind: string; count: number }>`
    insert into visitor_rates (minute, visitor, kind, count)
    select ${minute}, visitor, kind, count
    from unnest(
      ${groups.map(it => it.visitor)}::bytea[], ${groups.map(it => it.kind)}::text[],
      ${groups.map(it => it.reports.length)}::int[]
    ) as report (visitor, kind, count)
    on conflict (minute, visitor, kind) do update set count = visitor_rates.count + excluded.count
    returning visitor, kind, count`.execute(tx)
  return new Map(rows.map(row => [keyOf(row.kind, row.visitor), row.count]))
}

async function readKnown(tx: Tx, reports: readonly Report[]): Promise<Set<string>> {
  const { rows } = await sql<{ decision: string; kind: string }>`
    select decision, kind
    from unnest(
      ${reports.map(it => it.day)}::date[], ${reports.map(it => it.decided.decision)}::uuid[],
      ${reports.map(it => it.kind)}::text[]
    ) as report (day, decision, kind)
    join delivery_events using (day, decision, kind)
    limit ${reports.length}`.execute(tx)
  return new Set(rows.map(row => `${row.decision} ${row.kind}`))
}
