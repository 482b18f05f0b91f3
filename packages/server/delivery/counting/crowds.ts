import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { crowdInHour, type Tallies } from './rules.ts'
import type { View, ViewableView } from './views.ts'
import { knownAmong } from './visitor-rates.ts'

type Named = ViewableView & { block: Buffer }
type Sum = { name: Buffer; kind: 'crowd' | 'unit'; count: number }

/**
 * The views that their neighborhoods may still send to a unit in this hour. A visitor is an address block and a browser, and
 * the browser is whatever a program writes: this counts the block alone. The others are counted as `crowd`, or as `repeated`
 * where the view is there already.
 */
export async function withoutCrowds(
  tx: Tx,
  views: View[],
  sums: Tallies,
  at: Date
): Promise<View[]> {
  const named = views.filter(isNamed)
  if (named.length === 0) return views
  const counts = await addCounts(tx, sumsOf(named), hourOf(at))
  const left = new Map<string, number>()
  const over = new Set<View>()
  // In reverse each view knows how many there are with it, and those that came first are kept.
  for (const view of named.toReversed()) {
    const name = nameOfCrowd(view).toString('hex')
    const count = left.get(name) ?? counts.get(`crowd ${name}`) ?? 0
    const units = counts.get(`unit ${nameOfUnit(view).toString('hex')}`) ?? 0
    const max = Math.max(crowdInHour.views, (units * crowdInHour.percent) / 100)
    if (count > max) over.add(view)
    left.set(name, count - 1)
  }
  if (over.size === 0) return views
  const known = await knownAmong(tx, [...over])
  for (const view of over) sums.reject(view.decided, known.has(view) ? 'repeated' : 'crowd')
  return views.filter(view => !over.has(view))
}

function isNamed(view: View): view is Named {
  return view.kind === 'viewable' && view.block !== null
}

/** In the order of the table's key, as every other statement that adds to it. */
function sumsOf(views: readonly Named[]): Sum[] {
  const found = new Map<string, Sum>()
  for (const view of views) {
    for (const [kind, name] of [
      ['crowd', nameOfCrowd(view)],
      ['unit', nameOfUnit(view)]
    ] as const) {
      const key = `${kind} ${name.toString('hex')}`
      const sum = found.get(key)
      if (sum) sum.count++
      else found.set(key, { name, kind, count: 1 })
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

async function addCounts(tx: Tx, all: Sum[], minute: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ visitor: Buffer; kind: string; count: number }>`
    insert into visitor_rates (minute, visitor, kind, count)
    select ${minute}, visitor, kind, count
    from unnest(
      ${all.map(it => it.name)}::bytea[], ${all.map(it => it.kind)}::text[], ${all.map(it => it.count)}::int[]
    ) as sum (visitor, kind, count)
    on conflict (minute, visitor, kind) do update set count = visitor_rates.count + excluded.count
    returning visitor, kind, count`.execute(tx)
  return new Map(rows.map(row => [`${row.kind} ${row.visitor.toString('hex')}`, row.count]))
}

/** The hour is named by its first minute. */
function hourOf(moment: Date): number {
  return Math.floor(moment.getTime() / 3_600_000) * 60
}

function nameOfCrowd({ block, decided }: Named): Buffer {
  return createHash('sha256').update(block).update(`${decided.unit}`).digest().subarray(0, 8)
}

function nameOfUnit({ decided }: ViewableView): Buffer {
  const name = Buffer.alloc(8)
  name.writeUInt32BE(decided.unit, 4)
  return name
}
