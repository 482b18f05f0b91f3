import type { Tx } from '../db/connect.ts'
import {
  type AccountRef,
  adUnitAccount,
  endHolds,
  networkAccount,
  userAccount
} from '../ledger/index.ts'
import { holdMore, type OpenHold, readPurses, smallest } from '../window-holds/index.ts'
import type { Bill } from './bill.ts'

type HeldMoney = Pick<OpenHold, 'id' | 'amount' | 'isPromotion'>

/**
 * Ends the holds of the bills' windows: the units, the partner and the network get theirs, and what is left goes back
 * to the campaign. What nobody held in time is held first. Gives the bills with how much of each promotion money paid.
 */
export async function payBills(tx: Tx, bills: readonly Bill[], at: Date): Promise<Bill[]> {
  const held = await holdMissing(tx, bills, at)
  const paid = bills.map(bill => {
    // Promotion money pays first.
    const holds: HeldMoney[] = [...bill.holds, ...(held.get(bill.purse.id) ?? [])].sort(
      (one, other) => Number(other.isPromotion) - Number(one.isPromotion)
    )
    const promotion = holds.reduce((sum, it) => (it.isPromotion ? sum + it.amount : sum), 0n)
    return { bill: { ...bill, promotion: smallest(promotion, bill.charged) }, holds }
  })
  const endings = paid
    .filter(it => it.holds.length > 0)
    .map(({ bill, holds }) => ({
      holdIds: holds.map(it => it.id),
      payments: paymentsOf(bill),
      at
    }))
  await end(tx, endings)
  return paid.map(it => it.bill)
}

async function holdMissing(
  tx: Tx,
  bills: readonly Bill[],
  at: Date
): Promise<Map<number, HeldMoney[]>> {
  const short = bills.filter(it => it.missing > 0n)
  if (short.length === 0) return new Map()
  const given = short.filter(it => it.laterHolds.length > 0)
  await end(
    tx,
    given.map(it => ({ holdIds: it.laterHolds.map(hold => hold.id), payments: [], at }))
  )
  const fresh = new Map<number, Bill['purse']>()
  if (given.length > 0) {
    const ids = given.map(it => it.purse.id)
    for (const purse of await readPurses(tx, ids, at)) fresh.set(purse.id, purse)
  }
  const more = await holdMore(
    tx,
    short.map(({ purse, window, missing }) => ({
      purse: fresh.get(purse.id) ?? purse,
      window,
      amount: missing
    })),
    at
  )
  return Map.groupBy(more, it => it.campaignId)
}

async function end(tx: Tx, endings: Parameters<typeof endHolds>[1]): Promise<void> {
  if (endings.length === 0) return
  const ended = await endHolds(tx, endings)
  if (!ended.ok) throw new Error(`Windows cannot be paid: ${ended.code}`)
}

/** Each ad unit gets its net share, the partner and the network theirs of all shares at once. */
function paymentsOf({ purse: { id, asset }, window, shares, fee, referral, partner }: Bill) {
  const subject = { type: 'settlement', id: `${id}-${Math.floor(window.start.getTime() / 1000)}` }
  const payment = (kind: string, name: string, amount: bigint, to: AccountRef) => ({
    subject,
    key: `settlement:${id}:${window.start.toISOString()}:${name}`,
    kind,
    amount,
    to
  })
  // What waits is a transfer of its own, so that the history can show it apart.
  const payments = shares.flatMap(({ unitId, net, waiting }) => {
    const unit = adUnitAccount(unitId, asset)
    return [
      payment('settlement', `${unitId}`, net - waiting, unit),
      payment('settlement', `${unitId}:waiting`, waiting, unit)
    ]
  })
  payments.push(payment('settlement_fee', 'fee', fee, networkAccount(asset, 'fee')))
  if (partner !== null) {
    payments.push(payment('settlement_referral', 'referral', referral, userAccount(partner, asset)))
  }
  return payments.filter(it => it.amount > 0n)
}
