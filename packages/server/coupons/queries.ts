import type { couponEffects } from '@mille/api/coupons/schema.ts'
import type { Asset } from '@mille/money/amount.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { hasConfirmedEmail } from '../accounts/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import type { Coupons } from '../db/schema.generated.ts'

/** A row of the `coupons` table, with the types that its check constraints guarantee. */
export type CouponRow = Omit<Selectable<Coupons>, 'effect' | 'asset'> & {
  effect: (typeof couponEffects)[number]
  asset: Asset | null
}

const columns = [
  'id',
  'code',
  'effect',
  'asset',
  'amount',
  'expires_at',
  'uses_limit',
  'uses_per_account',
  'uses',
  'created_by',
  'created_at',
  'is_approved'
] as const

export async function findCoupon(db: Database, code: string): Promise<CouponRow | undefined> {
  return db
    .selectFrom('coupons')
    .select(columns)
    .where('code', '=', code)
    .limit(1)
    .$castTo<CouponRow>()
    .executeTakeFirst()
}

/** Locks a coupon, so that concurrent transactions that use it are counted one after the other. */
export async function lockCoupon(tx: Tx, code: string): Promise<CouponRow | undefined> {
  return tx
    .selectFrom('coupons')
    .select(columns)
    .where('code', '=', code)
    .limit(1)
    .forUpdate()
    .$castTo<CouponRow>()
    .executeTakeFirst()
}

export async function countUses(
  db: Database | Tx,
  couponId: number,
  userId: number
): Promise<number> {
  return countRows(
    db
      .selectFrom('coupon_redemptions')
      .where('coupon_id', '=', couponId)
      .where('user_id', '=', userId)
  )
}

export type Redemption = { couponId: number; userId: number; campaignId: number; at: Date }

export async function insertRedemption(tx: Tx, it: Redemption): Promise<void> {
  await tx
    .insertInto('coupon_redemptions')
    .values({
      campaign_id: it.campaignId,
      coupon_id: it.couponId,
      user_id: it.userId,
      created_at: it.at
    })
    .execute()
  await tx
    .updateTable('coupons')
    .set(eb => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', it.couponId)
    .execute()
}

export async function listCoupons(db: Database, offset: number, limit: number) {
  const found = db.selectFrom('coupons')
  const rows = await found
    .select(columns)
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .$castTo<CouponRow>()
    .execute()
  return { rows, records: await countRows(found) }
}

/** Inserts a coupon; returns undefined if its code is taken. */
export async function insertCoupon(
  tx: Tx,
  coupon: Insertable<Coupons>
): Promise<CouponRow | undefined> {
  return tx
    .insertInto('coupons')
    .values(coupon)
    .onConflict(conflict => conflict.column('code').doNothing())
    .returning(columns)
    .$castTo<CouponRow>()
    .executeTakeFirst()
}

/** Records that a second operator approved a coupon, whose daily total is then no longer limited. */
export async function approveCoupon(tx: Tx, id: number, operatorId: number): Promise<void> {
  await tx
    .updateTable('coupons')
    .set({ is_approved: true, approved_by: operatorId })
    .where('id', '=', id)
    .execute()
}

export async function updateExpiry(
  db: Database,
  id: number,
  expiresAt: Date | null
): Promise<CouponRow | undefined> {
  return db
    .updateTable('coupons')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .returning(columns)
    .$castTo<CouponRow>()
    .executeTakeFirst()
}

/** Returns the coupon code with which each campaign was created, by campaign ID. */
export async function couponCodesOf(
  db: Database | Tx,
  campaignIds: readonly number[]
): Promise<Map<number, string>> {
  if (campaignIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('coupon_redemptions')
    .innerJoin('coupons', 'coupons.id', 'coupon_redemptions.coupon_id')
    .select(['coupon_redemptions.campaign_id', 'coupons.code'])
    .where('coupon_redemptions.campaign_id', 'in', campaignIds)
    .limit(campaignIds.length)
    .execute()
  return new Map(rows.map(row => [row.campaign_id, row.code]))
}

/** Reports whether an account has a confirmed email address or a credited deposit. */
export async function isKnown(tx: Tx, userId: number): Promise<boolean> {
  if (await hasConfirmedEmail(tx, userId)) return true
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from shared_deposits where user_id = ${userId} and credited > 0) as known`.execute(
    tx
  )
  return rows[0]?.known ?? false
}
