import type { Context } from '../context.ts'
import { chainsOf } from './chains.ts'

export type ChainHealth = {
  title: string
  /** The end of the node's chain; null when it did not answer. */
  nodeHeight: number | null
  /** The end of the chain when a worker read it last, and when that was. */
  height: number | null
  readAt: Date | null
  /** The node's wallet is being searched for payments, from this block on. */
  scanFrom: number | null
}

const answerMs = 3_000

/** How far the connected nodes are, and how far we follow them. */
export async function readChainHealth(context: Context): Promise<ChainHealth[]> {
  return Promise.all(
    chainsOf(context.config.payments).map(async ({ name, title, readHeight }) => {
      const row = await context.db
        .selectFrom('chains')
        .select(['height', 'read_at', 'scan_from'])
        .where('name', '=', name)
        .limit(1)
        .executeTakeFirst()
      const nodeHeight = await inTime(readHeight())
      return {
        title,
        nodeHeight,
        height: row?.height ?? null,
        readAt: row?.read_at ?? null,
        scanFrom: row?.scan_from ?? null
      }
    })
  )
}

/** Null when it fails or takes too long: an operator is looking at the page. */
async function inTime(answer: Promise<number>): Promise<number | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(late.resolve, answerMs, null)
  try {
    return await Promise.race([answer, late.promise])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
