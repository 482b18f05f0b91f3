import type { Context } from '../../context.ts'
import { openPayouts, type Payout } from '../payouts/payout.ts'
import type { Coin } from '../payouts/payout-store.ts'
import { inputsOf, settleDepth } from '../payouts/payout-store.ts'
import { readDeepSpends, readStanding } from './node-wallet.ts'
import type { BitcoinRpc } from './rpc.ts'

const nameOf = (it: Pick<Coin, 'transactionId' | 'output'>) => `${it.transactionId}:${it.output}`

/**
 * Whether no transaction that could pay these withdrawals can ever be mined, because a conflicting transaction has
 * spent their inputs, or their inputs' sources, deep enough in the chain. Only then is it safe to sign another one with
 * other coins.
 */
export async function isDead(context: Context, rpc: BitcoinRpc, payout: Payout): Promise<boolean> {
  const family = (await openPayouts(context.db, payout.chain)).filter(
    it => it.rootId === payout.rootId
  )
  const own = new Set(family.map(it => it.transactionId))
  /**
   * The inputs of each dead transaction. One of these inputs is lost, so another transaction that spends all of them is
   * dead too.
   */
  const lost: string[][] = []
  const open: string[][] = []
  for (const member of family) {
    const inputs = await inputsOf(context.db, member.id)
    const standing = await readStanding(rpc, member.transactionId)
    if (standing.type === 'known' && standing.confirmations > 0) return false
    const isLost =
      isDeepConflict(standing) ||
      (await anyOf(inputs, async it => isDeepConflict(await readStanding(rpc, it.transactionId))))
    const names = inputs.map(nameOf)
    if (isLost) lost.push(names)
    else open.push(names)
  }
  if (open.length === 0) return true
  // The wallet does not know transactions that no node has accepted; these are judged by the inputs that they spend.
  const isOver = (names: string[]) => lost.some(dead => dead.every(it => names.includes(it)))
  if (open.every(isOver)) return true
  const spent = await readDeepSpends(rpc, settleDepth, own)
  return open.every(names => isOver(names) || names.some(it => spent.has(it)))
}

/** Whether a conflicting transaction has been in the chain for `settleDepth` blocks or more. */
function isDeepConflict(standing: Awaited<ReturnType<typeof readStanding>>): boolean {
  return standing.type === 'known' && standing.confirmations <= -settleDepth
}

async function anyOf<Item>(
  items: readonly Item[],
  holds: (item: Item) => Promise<boolean>
): Promise<boolean> {
  for (const it of items) if (await holds(it)) return true
  return false
}
