import type { Asset } from '@mille/money/amount.ts'
import type { Tx } from '../../db/connect.ts'
import { textsIn } from '../../languages/texts.ts'
import { voidHold } from '../../ledger/index.ts'
import { type Cause, notify } from '../../notifications/outbox.ts'
import { failAutomatic } from './automatic-failures.ts'
import { isUnsearched } from './restores.ts'

type Ended = {
  userId: number | null
  state: 'cancelled' | 'failed'
  reason: string | null
  /** Code of a built-in reason that no person wrote. */
  cause?: Cause
  at: Date
}

/**
 * Ends a withdrawal and returns the money, as long as nothing is signed; null when the account has no such withdrawal.
 */
export async function endUnsigned(
  tx: Tx,
  id: number,
  end: Ended
): Promise<'ended' | 'too_late' | null> {
  const row = await tx
    .selectFrom('withdrawals')
    .select(['user_id', 'state', 'hold_id', 'amount', 'asset', 'chain'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .limit(1)
    .executeTakeFirst()
  if (!row || (end.userId !== null && row.user_id !== end.userId)) return null
  if (row.state !== 'requested' && row.state !== 'approved') return 'too_late'
  // After a restore, the withdrawal may have been paid long ago, so the chain has to be searched first.
  if (await isUnsearched(tx, row.chain)) return 'too_late'
  const { user_id: userId, hold_id: holdId, amount } = row
  await returnMoney(tx, { id, userId, holdId, amount, asset: row.asset as Asset }, end)
  return 'ended'
}

export type Returned = {
  id: number
  userId: number | null
  holdId: bigint
  amount: bigint
  asset: Asset
}

/** Returns the money of a withdrawal that the caller has locked, and ends it. */
export async function returnMoney(
  tx: Tx,
  { id, userId, holdId, amount, asset }: Returned,
  end: Omit<Ended, 'userId'>
): Promise<void> {
  const back = await voidHold(tx, {
    holdId,
    key: `withdrawal:${id}:back`,
    subject: { type: 'withdrawal', id: String(id) },
    at: end.at
  })
  if (!back.ok) throw new Error(`The money of withdrawal ${id} cannot go back: ${back.code}`)
  await tx
    .updateTable('withdrawals')
    .set({ state: end.state, reason: end.reason, ended_at: end.at })
    .where('id', '=', id)
    .execute()
  if (end.state === 'failed' && userId !== null) {
    const { cause } = end
    const data = {
      amount: amount.toString(),
      asset,
      reason: end.reason ?? '',
      ...(cause ? { cause } : {})
    }
    // The owner is notified once about an automatic payout that fails each day.
    if (cause && (await failAutomatic(tx, id, cause, { userId, at: end.at, data }))) return
    const event = `withdrawal ${id} failed`
    await notify(tx, { kind: 'withdrawal_failed', userId, data, event, at: end.at })
  }
}

/**
 * Fails a withdrawal to an address that turned out to be our own, because the withdrawal was requested before the
 * address was used or examined.
 */
export async function refuseOwnAddress(tx: Tx, id: number, at: Date): Promise<void> {
  const reason = textsIn('en').causes.own_address
  const cause = { code: 'own_address' } as const
  await endUnsigned(tx, id, { userId: null, state: 'failed', reason, cause, at })
}
