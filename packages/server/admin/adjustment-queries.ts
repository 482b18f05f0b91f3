import type { AdjustmentList, PendingAdjustment } from '@mille/api/admin/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { readWaiting, type Waiting } from '../db/count-rows.ts'
import { balances, userAccount } from '../ledger/index.ts'

export type AdjustmentRow = {
  id: number
  userId: number
  asset: Asset
  amount: bigint
  reason: string
  state: 'pending' | 'done' | 'rejected'
  madeBy: number
  madeByName: string | null
  madeAt: Date
}

const columns = sql`
  select adjustments.id, user_id as "userId", asset, amount, reason, state, made_by as "madeBy",
    coalesce(maker.username, maker.email) as "madeByName", made_at as "madeAt"
  from adjustments join shared_users maker on maker.id = made_by`

export async function listPending(
  db: Database,
  page: { offset: number; limit: number }
): Promise<AdjustmentList> {
  const { rows } = await sql<AdjustmentRow>`
    ${columns} where state = 'pending' order by adjustments.id
    limit ${page.limit} offset ${page.offset}`.execute(db)
  return {
    data: await adjustmentResources(db, rows),
    meta: { pagination: { records: (await readPendingAdjustments(db)).waiting } }
  }
}

export function readPendingAdjustments(db: Database): Promise<Waiting> {
  return readWaiting(db, sql`made_at`, sql`from adjustments where state = 'pending'`)
}

/** Reads and locks an adjustment, so that only one of two operators can decide it. */
export async function lockAdjustment(tx: Tx, id: number): Promise<AdjustmentRow | undefined> {
  const { rows } = await sql<AdjustmentRow>`
    ${columns} where adjustments.id = ${id} for no key update of adjustments`.execute(tx)
  return rows[0]
}

type NewAdjustment = Pick<
  AdjustmentRow,
  'userId' | 'asset' | 'amount' | 'reason' | 'madeBy' | 'madeAt'
> & { transferId: bigint | null }

export async function insertAdjustment(tx: Tx, it: NewAdjustment): Promise<AdjustmentRow> {
  const { id } = await tx
    .insertInto('adjustments')
    .values({
      user_id: it.userId,
      asset: it.asset,
      amount: it.amount,
      reason: it.reason,
      made_by: it.madeBy,
      made_at: it.madeAt,
      state: it.transferId === null ? 'pending' : 'done',
      transfer_id: it.transferId
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = await lockAdjustment(tx, id)
  if (!row) throw new Error('an adjustment that was inserted is there')
  return row
}

type Decision = { by: number; at: Date; transferId: bigint | null }

/** Stores the decision about an adjustment. Without a transfer, the adjustment is rejected. */
export async function endAdjustment(tx: Tx, id: number, it: Decision): Promise<void> {
  await tx
    .updateTable('adjustments')
    .set({
      state: it.transferId === null ? 'rejected' : 'done',
      decided_by: it.by,
      decided_at: it.at,
      transfer_id: it.transferId
    })
    .where('id', '=', id)
    .execute()
}

export async function adjustmentResources(
  db: Database | Tx,
  rows: readonly AdjustmentRow[]
): Promise<PendingAdjustment[]> {
  if (rows.length === 0) return []
  const money = await balances(
    db,
    rows.map(it => userAccount(it.userId, it.asset))
  )
  return rows.map((it, index) => ({
    type: 'adjustments',
    id: String(it.id),
    attributes: {
      user_id: String(it.userId),
      asset: it.asset,
      amount: it.amount.toString(),
      reason: it.reason,
      state: it.state,
      made_at: it.madeAt.toISOString(),
      made_by: String(it.madeBy),
      made_by_name: it.madeByName,
      balance: (money[index] ?? 0n).toString()
    }
  }))
}
