import type { PayoutReview, QueuedDeposit } from '@mille/api/payments/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'

/** Nobody approves what they asked for themselves. */
export async function approveWithdrawal(
  tx: Tx,
  id: number,
  adminId: number
): Promise<'decided' | 'not_found' | 'state_not_allowed' | 'own_withdrawal'> {
  const row = await tx
    .selectFrom('withdrawals')
    .select(['user_id', 'state'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .limit(1)
    .executeTakeFirst()
  if (!row) return 'not_found'
  if (row.state !== 'requested') return 'state_not_allowed'
  if (row.user_id === adminId) return 'own_withdrawal'
  await tx
    .updateTable('withdrawals')
    .set({ state: 'approved', approved_by: adminId })
    .where('id', '=', id)
    .execute()
  return 'decided'
}

/** Of which assets nothing is paid out now. */
export async function readStops(db: Database): Promise<PayoutReview['meta']['stops']> {
  const rows = await db
    .selectFrom('payout_stops')
    .select(['id', 'asset', 'reason', 'created_at'])
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(10)
    .execute()
  return rows.map(row => ({
    id: String(row.id),
    asset: row.asset as Asset,
    reason: row.reason,
    created_at: row.created_at.toISOString()
  }))
}

type QueuedRow = {
  id: bigint
  chain: string
  tokenCode: string
  address: string
  transactionId: string
  amount: bigint
  confirmations: number
  seenAt: Date
  records: bigint
}

/** Payments that are nobody's, oldest first; those that were replaced are not waited for. */
export async function readQueuedDeposits(
  db: Database,
  page: { offset: number; limit: number }
): Promise<{ data: QueuedDeposit[]; meta: { pagination: { records: number } } }> {
  const { rows } = await sql<QueuedRow>`
    select deposits.id, chain, token_code as "tokenCode", address, transaction_id as "transactionId", amount,
      greatest(coalesce(chains.height - block_height + 1, 0), 0) as confirmations, seen_at as "seenAt",
      count(*) over () as records
    from deposits join chains on chains.name = chain
    where (user_id is null or asset is null) and not is_gone
    order by deposits.id limit ${page.limit} offset ${page.offset}`.execute(db)
  const data = rows.map(row => ({
    type: 'queued_deposits' as const,
    id: String(row.id),
    attributes: {
      chain: row.chain,
      token_code: row.tokenCode,
      address: row.address,
      transaction_id: row.transactionId,
      amount: row.amount.toString(),
      confirmations: row.confirmations,
      seen_at: row.seenAt.toISOString()
    }
  }))
  return { data, meta: { pagination: { records: Number(rows[0]?.records ?? 0n) } } }
}

/** The money follows with the next reading of the chain. */
export async function assignDeposit(
  db: Database,
  id: bigint,
  userId: number
): Promise<'assigned' | 'not_found' | 'state_not_allowed'> {
  const found = await db
    .selectFrom('deposits')
    .select(['user_id', 'asset'])
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (!found) return 'not_found'
  if (found.user_id !== null || found.asset === null) return 'state_not_allowed'
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) return 'not_found'
  const { numUpdatedRows } = await db
    .updateTable('deposits')
    .set({ user_id: userId })
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? 'assigned' : 'state_not_allowed'
}
