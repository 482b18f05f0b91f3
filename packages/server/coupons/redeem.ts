import type { Result } from '@mille/api/result.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { networkAccount, transfer, userAccount } from '../ledger/index.ts'
import { mayGiveAlone } from '../settings/index.ts'
import {
  type CouponRow,
  countUses,
  findCoupon,
  insertRedemption,
  isKnown,
  lockCoupon
} from './queries.ts'
import { type ClaimFailure, checkUse } from './rules.ts'

/** Finds a coupon that the account may use now, and locks it until the end of the transaction. */
export async function claimCoupon(
  tx: Tx,
  context: Pick<Context, 'config'>,
  { code, userId, at }: { code: string; userId: number; at: Date }
): Promise<Result<CouponRow, ClaimFailure>> {
  const coupon = await lockCoupon(tx, code)
  const checked = checkUse(coupon, coupon ? await countUses(tx, coupon.id, userId) : 0, at)
  if (!checked.ok || checked.value.effect === 'half_fee') return checked
  // Accounts are free, so a person could create many of them to collect many gifts.
  if (!(await isKnown(tx, userId))) return { ok: false, code: 'coupon_unconfirmed' }
  return (await hasRoom(tx, context, checked.value, at))
    ? checked
    : { ok: false, code: 'coupon_paused' }
}

/**
 * Reports whether a coupon may give its promotional credit now. A friend's ad unit turns most of a gift into money that
 * can be withdrawn, so it counts toward its maker's limit until a second operator approves the coupon.
 */
async function hasRoom(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  { is_approved: isApproved, amount, asset, created_by: operatorId }: CouponRow,
  at: Date
): Promise<boolean> {
  if (isApproved || amount === null || asset === null) return true
  return mayGiveAlone(tx, config, { operatorId, asset, amount, at })
}

/** Reports whether the coupon gives promotional credit. */
export async function isGift(db: Database, code: string): Promise<boolean> {
  return (await findCoupon(db, code))?.effect === 'promotion'
}

/** Reports whether the coupon would halve the fee of the account's next campaign. */
export async function halvesFee(
  db: Database,
  code: string,
  userId: number | null,
  at: Date
): Promise<boolean> {
  const coupon = await findCoupon(db, code)
  const uses = coupon && userId !== null ? await countUses(db, coupon.id, userId) : 0
  const checked = checkUse(coupon, uses, at)
  return checked.ok && checked.value.effect === 'half_fee'
}

/**
 * Uses a claimed coupon for a campaign. Promotional credit goes to the account and can be spent on any of its
 * campaigns.
 */
export async function redeemCoupon(
  tx: Tx,
  coupon: CouponRow,
  { userId, campaignId, at }: { userId: number; campaignId: number; at: Date }
): Promise<void> {
  await insertRedemption(tx, { couponId: coupon.id, userId, campaignId, at })
  if (coupon.effect !== 'promotion') return
  const { asset, amount } = coupon
  if (asset === null || amount === null) throw new Error('The table checks that both are there')
  const given = await transfer(tx, [
    {
      key: `coupon:${campaignId}`,
      kind: 'coupon',
      amount,
      from: networkAccount(asset, 'promotion'),
      to: userAccount(userId, asset, 'promotion'),
      reason: coupon.code,
      subject: { type: 'coupon', id: String(campaignId) },
      at
    }
  ])
  if (!given.ok) throw new Error(`The coupon ${coupon.code} could not be used: ${given.code}`)
}
