import { dayMs } from '@mille/api/durations.ts'
import { type Asset, formatAmount } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import { mayApproveMoney, notifyOperators, takeTurn } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { withWithdrawalLimits } from '../settings/index.ts'
import { knownTokens } from './chains.ts'
import { lockQueued } from './review.ts'

/** What a coin that is no currency here is credited in. */
const coinAsset: Asset = 'USD'

export type Gift = {
  userId: number
  /** What a payment in the chain's own coin is worth, in units of 1e-8 USD. */
  worth: bigint | null
  operatorId: number
}

/**
 * Gives a payment to nobody to an account. Nobody gives to themselves, and above the approval limit, also of several
 * together in a day, it waits until another operator gives the same. The money follows with the next reading of the chain.
 * For the chain's own coin, which is no currency here, the operator says what it is worth; the coin itself stays with the
 * network.
 */
export async function giveDeposit(
  tx: Tx,
  context: Pick<Context, 'config' | 'now'>,
  id: bigint,
  gift: Gift
): Promise<
  | 'given'
  | 'waits'
  | 'not_found'
  | 'state_not_allowed'
  | 'worth_required'
  | 'worth_not_allowed'
  | 'own_adjustment'
  | 'operator_too_new'
> {
  const found = await lockQueued(tx, id)
  if (typeof found === 'string') return found
  const { userId, worth, operatorId } = gift
  if (!(await takeTurn(tx, userId))) return 'not_found'
  const token = knownTokens().find(it => it.code === found.token_code)
  const isCoin = token === undefined
  if (isCoin && worth === null) return 'worth_required'
  if (!isCoin && worth !== null) return 'worth_not_allowed'
  if (userId === operatorId) return 'own_adjustment'
  const at = context.now()
  const isAskedFor = found.given_to === userId && found.given_worth === worth
  if (isAskedFor && found.given_by !== null && found.given_by !== operatorId) {
    if (!(await mayApproveMoney(tx, operatorId, at))) return 'operator_too_new'
    await give(tx, id, gift, isCoin, { given_approved_by: operatorId })
    return 'given'
  }
  const asset = token?.asset ?? coinAsset
  const amount = worth ?? found.amount
  const { payments } = await withWithdrawalLimits(tx, context.config, at)
  const before = await givenAlone(tx, operatorId, asset, new Date(at.getTime() - dayMs))
  const asked = {
    given_to: userId,
    given_worth: worth,
    given_by: operatorId,
    given_at: at,
    given_approved_by: null
  }
  if (before + amount <= payments.withdrawals.approvalAbove[asset]) {
    await give(tx, id, gift, isCoin, asked)
    return 'given'
  }
  await tx.updateTable('deposits').set(asked).where('id', '=', id).execute()
  if (!isAskedFor)
    await notifyOperators(tx, {
      subject: 'An unassigned deposit needs another operator',
      by: operatorId,
      at,
      text: who =>
        `${who} wants to assign ${formatAmount(amount)} ${asset} from transaction ${found.transaction_id} to account ${userId}.\n\nIt is credited once another operator assigns it to the same account: ${context.config.publicUrl}/admin/payouts`
    })
  return 'waits'
}

async function give(
  tx: Tx,
  id: bigint,
  { userId, worth }: Gift,
  isCoin: boolean,
  set: Record<string, unknown>
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({ ...set, user_id: userId, ...(isCoin && { asset: coinAsset, worth }) })
    .where('id', '=', id)
    .execute()
}

/** What an operator has given alone since then; many small ones are a large one. */
async function givenAlone(tx: Tx, by: number, asset: Asset, since: Date): Promise<bigint> {
  // Two at once would each find room under the limit.
  await takeTurn(tx, by)
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(sum(coalesce(worth, amount)), 0)::bigint as amount from deposits
    where given_by = ${by} and given_at > ${since} and given_approved_by is null and user_id is not null
      and asset = ${asset}`.execute(tx)
  return rows[0]?.amount ?? 0n
}
