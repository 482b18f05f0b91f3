import type { Context } from '../../context.ts'
import { inputsOf, openPayouts, type Payout, settleDepth } from '../payout-store.ts'
import { readStanding } from './node-wallet.ts'
import type { BitcoinRpc } from './rpc.ts'

/**
 * Whether none of the transactions that could pay these withdrawals can get into the chain: the chain has, deep enough,
 * something else in the place of what they spend. Only then is it safe to sign another with other coins.
 */
export async function isDead(context: Context, rpc: BitcoinRpc, payout: Payout): Promise<boolean> {
  const family = (await openPayouts(context.db, 'bitcoin')).filter(
    it => it.rootId === payout.rootId
  )
  for (const member of family) {
    let isMemberDead = false
    for (const input of await inputsOf(context.db, member.id)) {
      const parent = await readStanding(rpc, input.transactionId)
      if (parent.type === 'known' && parent.confirmations <= -settleDepth) isMemberDead = true
    }
    if (!isMemberDead) return false
  }
  return true
}
