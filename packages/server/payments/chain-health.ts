import type { Context } from '../context.ts'
import { chainsOf } from './chains.ts'

export type ChainHealth = {
  title: string
  /** Height of the node's chain; null when the node did not answer. */
  nodeHeight: number | null
  /** Height of the chain when a worker last read it, and the time of that reading. */
  height: number | null
  readAt: Date | null
  /** Block from which the node's wallet is being searched for payments; null without a search. */
  scanFrom: number | null
}

const answerMs = 3_000

/** Reads how far the connected nodes are and how far the server has read them. */
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

/** Returns null when the answer fails or takes too long, since an operator is waiting for the page. */
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
