import { dayMs } from '@mille/api/durations.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import { takeTurn } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { withWithdrawalLimits } from '../settings/index.ts'
import type { CouponRow } from './queries.ts'

/**
 * Whether a coupon may give its promotion money now. Shown on an ad unit of a friend most of a gift becomes money that can
 * be withdrawn, so that the coupons which one operator has made alone give no more in 24 hours than the approval limit.
 */
export async function hasRoom(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  coupon: CouponRow,
  at: Date
): Promise<boolean> {
  const { is_approved: isApproved, amount, asset, created_by: operatorId } = coupon
  if (isApproved || amount === null || asset === null) return true
  const { payments } = await withWithdrawalLimits(tx, config, at)
  const given = await givenAlone(tx, operatorId, asset, new Date(at.getTime() - dayMs))
  return given + amount <= payments.withdrawals.approvalAbove[asset]
}

async function givenAlone(tx: Tx, operatorId: number, asset: Asset, since: Date): Promise<bigint> {
  // Two coupons at once would each find room under the limit.
  await takeTurn(tx, operatorId)
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(sum(amount), 0)::bigint as amount
    from coupon_redemptions redemption join coupons on coupons.id = coupon_id
    where created_by = ${operatorId} and not is_approved and asset = ${asset}
      and redemption.created_at > ${since}`.execute(tx)
  return rows[0]?.amount ?? 0n
}
