import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { readSetting } from '../settings/index.ts'
import { limitEarnings } from './limit-earnings.ts'
import { earningDay, lastMoment, maturesAt } from './rules.ts'
import type { Earned } from './slow-start-rules.ts'

/**
 * Which earnings contain an amount. The part that is above the slow-start limit is in an earning of its own,
 * `waitingId`.
 */
export type Placement = { earningId: bigint | null; waiting: bigint; waitingId: bigint | null }

type Part = Earned & { waits: boolean }

/**
 * Records what ad units earned in settlement periods that end at one moment, together with the transfers to their
 * accounts. Returns for each amount the earnings that contain it. Call this before the money moves: code that ends an
 * earning locks it before the accounts.
 */
export async function addEarnings(
  tx: Tx,
  context: Pick<Context, 'config'>,
  earned: readonly Earned[],
  windowEnd: Date,
  at: Date
): Promise<Placement[]> {
  if (earned.every(it => it.amount === 0n))
    return earned.map(() => ({ earningId: null, waiting: 0n, waitingId: null }))
  const day = earningDay(windowEnd, at)
  const waiting = await limitEarnings(tx, context, earned, day, at)
  const split = earned.map((it, index): { free: Part; above: Part } => {
    const above = waiting[index] ?? 0n
    return {
      free: { ...it, amount: it.amount - above, waits: false },
      above: { ...it, amount: above, waits: true }
    }
  })
  const parts = split.flatMap(({ free, above }) => [free, above])
  const ids = await saveParts(tx, context, sumParts(parts), day, at)
  // An amount of zero must not refer to an earning that another amount created.
  const idOf = (it: Part) => (it.amount === 0n ? null : (ids.get(nameOf(it)) ?? null))
  return split.map(({ free, above }) => ({
    earningId: idOf(free),
    waiting: above.amount,
    waitingId: idOf(above)
  }))
}

/** Adds up the parts that belong to the same earning. */
function sumParts(parts: readonly Part[]): Part[] {
  const sums = new Map<string, Part>()
  for (const it of parts) {
    if (it.amount === 0n) continue
    const amount = (sums.get(nameOf(it))?.amount ?? 0n) + it.amount
    sums.set(nameOf(it), { ...it, amount })
  }
  return [...sums.values()]
}

async function saveParts(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  rows: readonly Part[],
  day: string,
  at: Date
): Promise<Map<string, bigint>> {
  const hours = {
    usual: Number(await readSetting(tx, config, 'review_hours', at)),
    long: Number(await readSetting(tx, config, 'review_hours_new', at))
  }
  const units = await readUnits(
    tx,
    rows.map(it => it.unitId)
  )
  const moments = rows.map(({ unitId }) => {
    const unit = units.get(unitId)
    if (!unit) throw new Error(`There is no ad unit ${unitId} to earn`)
    return maturesAt(day, unit, hours)
  })
  // Rows are inserted in one order, so that two settlements never deadlock.
  const { rows: saved } = await sql<Omit<Part, 'amount'> & { id: bigint }>`
    insert into unit_earnings (unit_id, asset, day, waits, amount, last_at, matures_at)
    select unit_id, asset, ${day}::date, waits, amount, ${lastMoment(day, at)}, matures_at
    from unnest(${rows.map(it => it.unitId)}::integer[], ${rows.map(it => it.asset)}::text[],
      ${rows.map(it => it.waits)}::boolean[], ${rows.map(it => it.amount)}::bigint[], ${moments}::timestamptz[])
      as earned (unit_id, asset, waits, amount, matures_at)
    order by unit_id, asset, waits
    on conflict (unit_id, asset, day, waits) where ended_at is null
    do update set amount = unit_earnings.amount + excluded.amount,
      last_at = greatest(unit_earnings.last_at, excluded.last_at)
    returning id, unit_id as "unitId", asset, waits`.execute(tx)
  return new Map(saved.map(row => [nameOf(row), row.id]))
}

function nameOf({ unitId, asset, waits }: Omit<Part, 'amount'>): string {
  return `${unitId} ${asset} ${waits}`
}

async function readUnits(
  tx: Tx,
  ids: readonly number[]
): Promise<Map<number, { kind: string; createdAt: Date }>> {
  const { rows } = await sql<{ id: number; kind: string; createdAt: Date }>`
    select id, kind, created_at as "createdAt" from shared_ad_units
    where id = any(${ids}::integer[]) limit ${ids.length}`.execute(tx)
  return new Map(rows.map(row => [row.id, row]))
}
