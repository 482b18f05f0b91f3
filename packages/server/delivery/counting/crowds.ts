import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { crowdInHour, type Tallies } from './rules.ts'
import type { View, ViewableView } from './views.ts'
import { knownAmong } from './visitor-rates.ts'

type Named = ViewableView & { block: Buffer }
type Name = { key: string; name: Buffer; kind: 'crowd' | 'unit' }
type Sum = Name & { count: number }

export type Crowds = {
  /** The views that their neighborhoods may still send to a unit in this hour. */
  admitted: View[]
  /** For views that turned out to be copies, or to charge nobody: they use nothing up. */
  takeBack: (unpaid: readonly View[]) => Promise<void>
}

/**
 * A visitor is an address block and a browser, and the browser is whatever a program writes: this counts the block alone,
 * and the views of the unit, of which a busy one lets each block have a share. Only views that are paid for use any of it
 * up. The others are counted as `crowd`, or as `repeated` where the view is there already.
 */
export async function withoutCrowds(
  tx: Tx,
  views: View[],
  sums: Tallies,
  at: Date
): Promise<Crowds> {
  const named = views.filter(isNamed)
  if (named.length === 0) return { admitted: views, takeBack: async () => {} }
  // All are added first, which locks the rows: until the transaction ends nobody counts on what may be taken back.
  const sumsBefore = sumsOf(named)
  const counts = await addCounts(tx, sumsBefore, hourOf(at))
  for (const [key, { count }] of sumsBefore) counts.set(key, (counts.get(key) ?? count) - count)
  const taken = new Set<string>()
  const over = new Set<View>(named.filter(view => !admit(view, counts, taken)))
  const takeBack = (unpaid: readonly View[]) =>
    subtractCounts(tx, sumsOf(unpaid.filter(isNamed)), hourOf(at))
  if (over.size === 0) return { admitted: views, takeBack }
  await takeBack([...over])
  const known = await knownAmong(tx, [...over])
  for (const view of over) sums.reject(view.decided, known.has(view) ? 'repeated' : 'crowd')
  return { admitted: views.filter(view => !over.has(view)), takeBack }
}

/** Whether there is room for the view, which takes it unless the visitor has a view of the campaign in this batch already. */
function admit(view: Named, counts: Map<string, number>, taken: Set<string>): boolean {
  const { visitor, campaign, unit } = view.decided
  const same = `${unit} ${campaign} ${visitor.toString('hex')}`
  if (taken.has(same)) return true
  const [crowd = 0, ofUnit = 0] = namesOf(view).map(it => counts.get(it.key) ?? 0)
  const max = Math.max(crowdInHour.views, ((ofUnit + 1) * crowdInHour.percent) / 100)
  if (crowd + 1 > max) return false
  for (const { key } of namesOf(view)) counts.set(key, (counts.get(key) ?? 0) + 1)
  taken.add(same)
  return true
}

function isNamed(view: View): view is Named {
  return view.kind === 'viewable' && view.block !== null
}

/** A view is asked for its names several times, and each takes a microsecond. */
const namesOfViews = new WeakMap<Named, Name[]>()

function namesOf(view: Named): Name[] {
  let names = namesOfViews.get(view)
  if (!names) {
    const { unit } = view.decided
    const ofUnit = Buffer.alloc(8)
    ofUnit.writeUInt32BE(unit, 4)
    names = [nameAs('crowd', hashOf(view.block, unit)), nameAs('unit', ofUnit)]
    namesOfViews.set(view, names)
  }
  return names
}

function hashOf(who: Buffer, unit: number): Buffer {
  return createHash('sha256').update(who).update(`${unit}`).digest().subarray(0, 8)
}

function nameAs(kind: Name['kind'], name: Buffer): Name {
  return { key: `${kind} ${name.toString('hex')}`, name, kind }
}

/** In the order of the table's key, as every other statement that adds to it. */
function sumsOf(views: readonly Named[]): [string, Sum][] {
  const found = new Map<string, Sum>()
  for (const it of views.flatMap(namesOf)) {
    const sum = found.get(it.key)
    if (sum) sum.count++
    else found.set(it.key, { ...it, count: 1 })
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
}

async function addCounts(
  tx: Tx,
  sums: [string, Sum][],
  minute: number
): Promise<Map<string, number>> {
  const { rows } = await sql<Omit<Sum, 'key'>>`
    insert into visitor_rates (minute, visitor, kind, count)
    select ${minute}, visitor, kind, count from ${rowsOf(sums)}
    on conflict (minute, visitor, kind) do update set count = visitor_rates.count + excluded.count
    returning visitor as name, kind, count`.execute(tx)
  return new Map(rows.map(row => [nameAs(row.kind, row.name).key, row.count]))
}

async function subtractCounts(tx: Tx, sums: [string, Sum][], minute: number): Promise<void> {
  if (sums.length === 0) return
  await sql`
    update visitor_rates rate set count = rate.count - sum.count from ${rowsOf(sums)}
    where rate.minute = ${minute} and rate.visitor = sum.visitor and rate.kind = sum.kind`.execute(
    tx
  )
}

function rowsOf(sums: [string, Sum][]) {
  const all = sums.map(([, sum]) => sum)
  return sql`unnest(
    ${all.map(it => it.name)}::bytea[], ${all.map(it => it.kind)}::text[], ${all.map(it => it.count)}::int[]
  ) as sum (visitor, kind, count)`
}

/** The hour is named by its first minute. */
function hourOf(moment: Date): number {
  return Math.floor(moment.getTime() / 3_600_000) * 60
}
