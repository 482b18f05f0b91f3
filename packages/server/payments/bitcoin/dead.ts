import type { Context } from '../../context.ts'
import { openPayouts, type Payout } from '../payouts/payout.ts'
import type { Coin } from '../payouts/payout-store.ts'
import { inputsOf, settleDepth } from '../payouts/payout-store.ts'
import { readDeepSpends, readStanding } from './node-wallet.ts'
import type { BitcoinRpc } from './rpc.ts'

const nameOf = (it: Pick<Coin, 'transactionId' | 'output'>) => `${it.transactionId}:${it.output}`

/**
 * Whether none of the transactions that could pay these withdrawals can get into the chain: the chain has, deep enough,
 * something else in the place of what they spend, or of where that came from. Only then is it safe to sign another with
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
  // The wallet does not know those that no node has taken: what they spend tells.
  const isOver = (names: string[]) => lost.some(dead => dead.every(it => names.includes(it)))
  if (open.every(isOver)) return true
  const spent = await readDeepSpends(rpc, settleDepth, own)
  return open.every(names => isOver(names) || names.some(it => spent.has(it)))
}

/** Something else has had its place in the chain for so many blocks. */
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
