import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { checkClock } from '../db/check-clock.ts'
import type { Database, Tx } from '../db/connect.ts'
import { adUnitAccount, transfer, userAccount } from '../ledger/index.ts'
import { isHeld, isInPublicLog, isWaiting } from './conditions.ts'

const groupSize = 100
const mayMove = sql<boolean>`(
  not ${isHeld('unit_earnings.unit_id')} and not ${isWaiting} and ${isInPublicLog})`

/**
 * Moves matured earnings to the owners of the ad units, however late it runs, with one transfer for each unit, currency
 * and day. Earnings stay if they are on hold, wait for the end of a slow start, or have charges that are not in the
 * public log. Returns how many moved.
 *
 * Any number of processes may run this at once, and a run that dies is finished by the next. One that cannot be paid
 * does not delay the others; the job fails at the end and is retried. Throws `WrongClock`, and moves nothing, when this
 * process does not know the time.
 */
export async function payMatured(context: Context): Promise<number> {
  await checkClock(context, 'settlement')
  const now = context.now()
  const failed: bigint[] = []
  let paid = 0
  let last: Place = { maturesAt: new Date(0), id: 0n }
  for (;;) {
    const due = await readDue(context.db, now, last)
    const ids = due.map(it => it.id)
    paid += await payGroup(context, ids, now, failed)
    last = due.at(-1) ?? last
    if (due.length < groupSize) break
  }
  if (failed.length > 0) throw new Error(`Earnings that cannot be paid: ${failed.join(', ')}`)
  return paid
}

type Place = { maturesAt: Date; id: bigint }

/** Reads due earnings in the order of their index: by id the search would begin with everything that was ever paid. */
async function readDue(db: Database, now: Date, after: Place): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select id, matures_at as "maturesAt" from unit_earnings
    where ended_at is null and matures_at <= ${now} and (matures_at, id) > (${after.maturesAt}, ${after.id}::bigint)
      and ${mayMove}
    order by matures_at, id limit ${groupSize}`.execute(db)
  return rows
}

/**
 * Pays a group of earnings. If the group fails, they are paid one by one, so that only the one that cannot be paid
 * fails.
 */
async function payGroup(
  context: Context,
  ids: readonly bigint[],
  now: Date,
  failed: bigint[]
): Promise<number> {
  if (ids.length === 0) return 0
  try {
    return await context.db.transaction().execute(tx => pay(tx, ids, now))
  } catch (error) {
    const [id] = ids
    if (ids.length === 1 && id !== undefined) {
      context.log.error({ earning: String(id), err: error }, 'an earning cannot be paid')
      failed.push(id)
      return 0
    }
    let paid = 0
    for (const id of ids) paid += await payGroup(context, [id], now, failed)
    return paid
  }
}

type Due = { id: bigint; unitId: number; ownerId: number; asset: Asset; amount: bigint }

async function pay(tx: Tx, ids: readonly bigint[], at: Date): Promise<number> {
  // While this process waited for the row locks, another one may have paid some of the earnings, or the operator may
  // have acted.
  const { rows } = await sql<Due>`
    select unit_earnings.id, unit_id as "unitId", user_id as "ownerId", asset, amount
    from unit_earnings join shared_ad_units on shared_ad_units.id = unit_id
    where unit_earnings.id = any(${ids}::bigint[]) and ended_at is null
      and ${mayMove}
    order by unit_earnings.id for no key update of unit_earnings`.execute(tx)
  const moved = await transfer(
    tx,
    rows.map(({ id, unitId, ownerId, asset, amount }) => ({
      key: `earning:${id}`,
      kind: 'earning',
      amount,
      from: adUnitAccount(unitId, asset),
      to: userAccount(ownerId, asset),
      subject: { type: 'earning', id: String(id) },
      at
    }))
  )
  if (!moved.ok) throw new Error(`Earnings did not move: ${moved.code}`)
  await sql`
    update unit_earnings set state = 'paid', ended_at = ${at}
    where id = any(${rows.map(row => row.id)}::bigint[])`.execute(tx)
  return rows.length
}
