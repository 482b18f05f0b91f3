import type { Asset } from '@mille/money/amount.ts'
import type { Tx } from '../../db/connect.ts'
import { textsIn } from '../../languages/texts.ts'
import { voidHold } from '../../ledger/index.ts'
import { type Cause, notify } from '../../notifications/outbox.ts'
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
  const back = await voidHold(tx, {
    holdId: row.hold_id,
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
  if (end.state === 'failed' && row.user_id !== null) {
    const asset = row.asset as Asset
    const { cause } = end
    const data = {
      amount: row.amount.toString(),
      asset,
      reason: end.reason ?? '',
      ...(cause ? { cause } : {})
    }
    const event = `withdrawal ${id} failed`
    await notify(tx, { kind: 'withdrawal_failed', userId: row.user_id, data, event, at: end.at })
  }
  return 'ended'
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
