import { type Asset, formatAmount } from '@mille/money/amount.ts'
import { mayApproveMoney, notifyOperators, takeTurn } from '../../accounts/index.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { mayGiveAlone } from '../../settings/index.ts'
import { knownTokens } from '../chains.ts'
import { lockQueued } from './review.ts'

/** The asset that is credited for a coin that is not a currency here. */
const coinAsset: Asset = 'USD'

export type Gift = {
  userId: number
  /** Value of a payment in the chain's own coin, in units of 1e-8 USD. */
  worth: bigint | null
  operatorId: number
}

/**
 * Assigns an unassigned deposit to an account. Operators cannot assign to themselves. Above the approval limit,
 * counting all that the operator assigned alone in a day, it waits until another operator assigns the same.
 *
 * The money follows with the next reading of the chain. For the chain's own coin, which is not a currency here, the
 * operator states its value; the coin itself stays with the network.
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
  const isAlone = await mayGiveAlone(tx, context.config, { operatorId, asset, amount, at })
  const asked = {
    given_to: userId,
    given_worth: worth,
    given_by: operatorId,
    given_at: at,
    given_approved_by: null
  }
  if (isAlone) {
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
