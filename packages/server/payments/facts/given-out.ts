import type { Database, Tx } from '../../db/connect.ts'
import type { ChainName } from './chain-facts.ts'

/** Maximum error of a block's own timestamp, in milliseconds. */
const slackMs = 2 * 3_600_000

/**
 * Returns the block from which to read a chain that was never read: the one at the time when the first address was
 * given out, since addresses are given out without the node. Null while no address has been given out.
 */
export async function givenOutHeight(
  db: Database | Tx,
  chain: ChainName,
  tip: number,
  /** Returns the time of the block at a height, in seconds since 1970. */
  timeOf: (height: number) => Promise<number>
): Promise<number | null> {
  const first = await db
    .selectFrom('deposit_addresses')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('chain', '=', chain)
    .executeTakeFirst()
  if (!first?.at) return null
  const since = (first.at.getTime() - slackMs) / 1_000
  let [low, high] = [0, tip]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await timeOf(middle)) < since) low = middle + 1
    else high = middle
  }
  return low
}
