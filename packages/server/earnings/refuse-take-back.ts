import { assets } from '@mille/money/amount.ts'
import { sumOf } from '@mille/money/sum.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { withWithdrawalLimits } from '../settings/index.ts'
import { lockMaturing } from './review-queries.ts'

/**
 * Refuses to let operators take back what they paid themselves as advertisers. Above the approval limit, an operator
 * may take back only what another one has put on hold, because the money leaves a publisher.
 */
export async function refuseTakeBack(
  tx: Tx,
  { config, now }: Pick<Context, 'config' | 'now'>,
  unitId: number,
  operatorId: number
): Promise<Failure | null> {
  const earnings = await lockMaturing(tx, unitId)
  if (await hasPaid(tx, unitId, operatorId)) return failure('own_adjustment')
  const { payments } = await withWithdrawalLimits(tx, config, now())
  const { approvalAbove } = payments.withdrawals
  const isLarge = assets.some(asset => {
    const own = earnings.filter(it => it.asset === asset)
    return sumOf(own.map(it => it.amount)) > approvalAbove[asset]
  })
  if (!isLarge || (await isHeldByAnother(tx, unitId, operatorId))) return null
  return failure('own_adjustment', {
    detail: 'Above the approval limit, another operator has to put the earnings on hold first.'
  })
}

async function hasPaid(tx: Tx, unitId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from earning_shares share
    join unit_earnings earning on earning.id = share.earning_id
    join shared_campaigns on shared_campaigns.id = share.campaign_id
    where earning.unit_id = ${unitId} and ended_at is null and shared_campaigns.user_id = ${userId} limit 1`.execute(
    tx
  )
  return rows.length > 0
}

async function isHeldByAnother(tx: Tx, unitId: number, userId: number): Promise<boolean> {
  const held = await tx
    .selectFrom('earning_holds')
    .select('id')
    .where('unit_id', '=', unitId)
    .where('released_at', 'is', null)
    .where('created_by', '<>', userId)
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}
