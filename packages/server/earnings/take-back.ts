import type { Asset } from '@mille/money/amount.ts'
import { sumOf } from '@mille/money/sum.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import {
  adUnitAccount,
  lockBalances,
  type NewTransfer,
  networkAccount,
  transfer,
  userAccount
} from '../ledger/index.ts'
import { notify } from '../notifications/outbox.ts'
import { lockMaturing, type UnitRow } from './review-queries.ts'
import { beginAgain } from './slow-starts.ts'

type Return = {
  earningId: bigint
  campaignId: number
  advertiserId: number
  asset: Asset
  net: bigint
  netPromotion: bigint
  fee: bigint
  feePromotion: bigint
}

/**
 * Returns all maturing earnings of an ad unit to the balances of the advertisers who paid them, with the network's fee
 * on them, and restarts the unit's slow start. Returns false when nothing is maturing.
 *
 * A part that was paid with a coupon goes back as promotional credit; its fraction is rounded up, so that no gift
 * becomes money. Referral commissions are not taken back.
 */
export async function takeBack(
  tx: Tx,
  unit: UnitRow,
  { reason, at }: { reason: string; at: Date }
): Promise<boolean> {
  const earnings = await lockMaturing(tx, unit.id)
  if (earnings.length === 0) return false
  const ids = earnings.map(it => it.id)
  const returns = await withPayableFee(tx, await readReturns(tx, ids))
  const moved = await transfer(
    tx,
    returns.flatMap(it => transfersOf(it, unit.id, reason, at))
  )
  if (!moved.ok) throw new Error(`Earnings of ad unit ${unit.id} did not go back: ${moved.code}`)
  await insertReturns(tx, returns, at)
  await sql`
    update unit_earnings set state = 'taken_back', ended_at = ${at}, reason = ${reason}
    where id = any(${ids}::bigint[])`.execute(tx)
  await beginAgain(tx, unit.id, at)
  for (const [asset, parts] of Map.groupBy(earnings, it => it.asset)) {
    const amount = sumOf(parts.map(it => it.amount)).toString()
    const data = { adUnitId: unit.id, name: unit.name, amount, asset, reason }
    const event = `earnings ${ids[0]} ${asset} taken back`
    await notify(tx, { kind: 'earnings_taken_back', userId: unit.userId, data, event, at })
  }
  for (const [advertiser, parts] of Map.groupBy(returns, it => `${it.advertiserId} ${it.asset}`)) {
    const [first] = parts
    if (!first) continue
    const amount = sumOf(parts.map(it => it.net + it.fee)).toString()
    const data = { amount, asset: first.asset, reason }
    const event = `earnings ${ids[0]} returned to ${advertiser}`
    await notify(tx, { kind: 'charge_returned', userId: first.advertiserId, data, event, at })
  }
  return true
}

async function readReturns(tx: Tx, ids: readonly bigint[]): Promise<Return[]> {
  const promotionOf = (column: string) => sql`
    sum(ceil(share.${sql.ref(column)}::numeric * promotion / charged))::bigint`
  const { rows } = await sql<Return>`
    select earning_id as "earningId", share.campaign_id as "campaignId", shared_campaigns.user_id as "advertiserId",
      shared_settlements.asset, sum(net)::bigint as net, ${promotionOf('net')} as "netPromotion",
      sum(share.fee)::bigint as fee, ${promotionOf('fee')} as "feePromotion"
    from earning_shares share
    join shared_settlements using (campaign_id, window_start)
    join shared_campaigns on shared_campaigns.id = share.campaign_id
    where earning_id = any(${ids}::bigint[])
    group by earning_id, share.campaign_id, shared_campaigns.user_id, shared_settlements.asset
    order by earning_id, share.campaign_id`.execute(tx)
  return rows
}

/** If the network's fee account has been emptied since, the fee is not returned. */
async function withPayableFee(tx: Tx, returns: readonly Return[]): Promise<Return[]> {
  const assets = [...new Set(returns.map(it => it.asset))].sort()
  const fees = await lockBalances(
    tx,
    assets.map(asset => networkAccount(asset, 'fee'))
  )
  return returns.map(it => {
    const wanted = sumOf(returns.filter(one => one.asset === it.asset).map(one => one.fee))
    const isThere = (fees[assets.indexOf(it.asset)] ?? 0n) >= wanted
    return isThere ? it : { ...it, fee: 0n, feePromotion: 0n }
  })
}

function transfersOf(it: Return, unitId: number, reason: string, at: Date): NewTransfer[] {
  const { earningId, campaignId, advertiserId, asset } = it
  const id = `${earningId}-${campaignId}`
  const make = (
    name: string,
    amount: bigint,
    from: NewTransfer['from'],
    kind: 'available' | 'promotion'
  ) => ({
    key: `take_back:${id}:${name}:${kind}`,
    kind: 'take_back',
    amount,
    from,
    to: userAccount(advertiserId, asset, kind),
    reason,
    subject: { type: 'take_back', id },
    at
  })
  const unit = adUnitAccount(unitId, asset)
  const fee = networkAccount(asset, 'fee')
  return [
    make('net', it.net - it.netPromotion, unit, 'available'),
    make('net', it.netPromotion, unit, 'promotion'),
    make('fee', it.fee - it.feePromotion, fee, 'available'),
    make('fee', it.feePromotion, fee, 'promotion')
  ].filter(one => one.amount > 0n)
}

async function insertReturns(tx: Tx, returns: readonly Return[], at: Date): Promise<void> {
  await tx
    .insertInto('earning_returns')
    .values(
      returns.map(it => ({
        earning_id: it.earningId,
        campaign_id: it.campaignId,
        user_id: it.advertiserId,
        asset: it.asset,
        net: it.net,
        net_promotion: it.netPromotion,
        fee: it.fee,
        fee_promotion: it.feePromotion,
        at
      }))
    )
    .execute()
}
