import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { readSetting } from '../settings/index.ts'
import { earningDay, lastMoment, maturesAt } from './rules.ts'

/** What a unit got in a window, of one campaign or several. */
export type Earned = { unitId: number; asset: Asset; amount: bigint }

/**
 * Writes down what units earned in windows that end at one moment, beside the transfers to their accounts. Gives the
 * earnings that the amounts are in, by `earningOf`. Call it before the money moves: whoever ends an earning locks it
 * before the accounts.
 */
export async function addEarnings(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  earned: readonly Earned[],
  windowEnd: Date,
  at: Date
): Promise<Map<string, bigint>> {
  const sums = new Map<string, Earned>()
  for (const it of earned) {
    if (it.amount === 0n) continue
    const amount = (sums.get(earningOf(it))?.amount ?? 0n) + it.amount
    sums.set(earningOf(it), { ...it, amount })
  }
  const rows = [...sums.values()]
  if (rows.length === 0) return new Map()
  const day = earningDay(windowEnd, at)
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
  // In one order, so that two settlements never wait for each other.
  const { rows: saved } = await sql<{ id: bigint; unitId: number; asset: Asset }>`
    insert into unit_earnings (unit_id, asset, day, amount, last_at, matures_at)
    select unit_id, asset, ${day}::date, amount, ${lastMoment(day, at)}, matures_at
    from unnest(${rows.map(it => it.unitId)}::integer[], ${rows.map(it => it.asset)}::text[],
      ${rows.map(it => it.amount)}::bigint[], ${moments}::timestamptz[])
      as earned (unit_id, asset, amount, matures_at)
    order by unit_id, asset
    on conflict (unit_id, asset, day) where ended_at is null
    do update set amount = unit_earnings.amount + excluded.amount,
      last_at = greatest(unit_earnings.last_at, excluded.last_at)
    returning id, unit_id as "unitId", asset`.execute(tx)
  return new Map(saved.map(row => [earningOf(row), row.id]))
}

export function earningOf({ unitId, asset }: Pick<Earned, 'unitId' | 'asset'>): string {
  return `${unitId} ${asset}`
}

async function readUnits(
  tx: Tx,
  ids: readonly number[]
): Promise<Map<number, { kind: string; createdAt: Date }>> {
  const { rows } = await sql<{ id: number; kind: string; createdAt: Date }>`
    select id, kind, created_at as "createdAt" from ad_units
    where id = any(${ids}::integer[]) limit ${ids.length}`.execute(tx)
  return new Map(rows.map(row => [row.id, row]))
}
