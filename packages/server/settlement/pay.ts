import { sumOf } from '@mille/money/sum.ts'
import type { Tx } from '../db/connect.ts'
import {
  type AccountRef,
  adUnitAccount,
  endHolds,
  type NewTransfer,
  networkAccount,
  userAccount
} from '../ledger/index.ts'
import { holdMore, type OpenHold, readPurses, smallest } from '../window-holds/index.ts'
import type { Bill } from './bill.ts'

type HeldMoney = Pick<OpenHold, 'id' | 'amount' | 'isPromotion'>

/**
 * Ends the holds of the bills' windows: pays the ad units, the partner and the network, and returns the rest to the
 * campaign. Each ad unit is paid by one transfer for all bills. Money that was not held in time is held first. Returns
 * the bills with the amount that promotional credit paid of each.
 */
export async function payBills(tx: Tx, bills: readonly Bill[], at: Date): Promise<Bill[]> {
  const held = await holdMissing(tx, bills, at)
  const paid = bills.map(bill => {
    // Promotional credit pays first.
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
  await end(tx, endings, unitTransfersOf(bills, at))
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

async function end(
  tx: Tx,
  endings: Parameters<typeof endHolds>[1],
  afterwards: readonly NewTransfer[] = []
): Promise<void> {
  if (endings.length === 0) return
  const ended = await endHolds(tx, endings, afterwards)
  if (!ended.ok) throw new Error(`Windows cannot be paid: ${ended.code}`)
}

/**
 * Lists the payments of a bill: to the partner, to the network, and one sum for all ad units, which is passed on to
 * them at once.
 */
function paymentsOf({ purse: { id, asset }, window, shares, fee, referral, partner }: Bill) {
  const subject = { type: 'settlement', id: `${id}-${epochOf(window.start)}` }
  const payment = (kind: string, name: string, amount: bigint, to: AccountRef) => ({
    subject,
    key: `settlement:${id}:${window.start.toISOString()}:${name}`,
    kind,
    amount,
    to
  })
  const net = sumOf(shares.map(it => it.net))
  const payments = [
    payment('settlement', 'units', net, networkAccount(asset, 'settling')),
    payment('settlement_fee', 'fee', fee, networkAccount(asset, 'fee'))
  ]
  if (partner !== null) {
    payments.push(payment('settlement_referral', 'referral', referral, userAccount(partner, asset)))
  }
  return payments.filter(it => it.amount > 0n)
}

type UnitPart = { campaignId: number; window: Bill['window']; unit: AccountRef; amount: bigint }

/**
 * Builds the transfers from the bills to each ad unit, per window. A transfer's key names the campaign with the lowest
 * ID: a campaign pays for a window only once, so the key is unique however campaigns are grouped. Waiting earnings get
 * a separate transfer, so that the history can show them separately.
 */
function unitTransfersOf(bills: readonly Bill[], at: Date): NewTransfer[] {
  return [
    ...transfersOf(bills, '', ({ net, waiting }) => net - waiting, at),
    ...transfersOf(bills, ':waiting', it => it.waiting, at)
  ]
}

function transfersOf(
  bills: readonly Bill[],
  suffix: string,
  amountOf: (share: Bill['shares'][number]) => bigint,
  at: Date
): NewTransfer[] {
  const parts = bills.flatMap(({ purse, window, shares }) =>
    shares.map((share): UnitPart => {
      const unit = adUnitAccount(share.unitId, purse.asset)
      return { campaignId: purse.id, window, unit, amount: amountOf(share) }
    })
  )
  const groups = Map.groupBy(
    parts.filter(it => it.amount > 0n),
    ({ unit: { ownerId, asset }, window: { start, end } }) =>
      `${ownerId} ${asset} ${start.toISOString()} ${end.toISOString()}`
  )
  return [...groups.values()].flatMap(group => {
    const first = group.reduce((one, other) => (other.campaignId < one.campaignId ? other : one))
    const { campaignId, window, unit } = first
    const { ownerId, asset } = unit
    return {
      subject: { type: 'unit_settlement', id: `${ownerId}-${epochOf(window.start)}` },
      key: `unit_settlement:${ownerId}:${window.start.toISOString()}:${campaignId}${suffix}`,
      kind: 'unit_settlement',
      amount: sumOf(group.map(it => it.amount)),
      from: networkAccount(asset, 'settling'),
      to: unit,
      at
    }
  })
}

const epochOf = (moment: Date) => Math.floor(moment.getTime() / 1000)
