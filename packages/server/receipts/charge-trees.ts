import type { Context } from '../context.ts'
import { billableSince } from '../delivery/index.ts'
import { type OpenedCharge, openCharges, readViews } from '../public-log/index.ts'
import { alignDown } from '../window-holds/index.ts'
import { PackedTree } from './packed-tree.ts'

/** A charge in the log with its views; the tree is null when they are no longer kept. */
export type ChargeTree = { opened: OpenedCharge; tree: PackedTree | null }

type Parts = Pick<Context, 'db' | 'pool' | 'config'>

const mostBytes = 128 * 1024 * 1024
const longestWindowMs = 24 * 60 * 60 * 1000

/**
 * Returns a campaign's charges for the settlement period of a given time. Proving one view takes hashing all views of
 * its charge: the last results are cached, and periods are read one after the other, however many people ask.
 */
export function createChargeTrees(context: Parts) {
  const kept = new Map<string, ChargeTree[]>()
  const reading = new Map<string, Promise<ChargeTree[]>>()
  let last: Promise<unknown> = Promise.resolve()

  function read(campaign: number, moment: Date): Promise<ChargeTree[]> {
    const seconds = context.config.settlementWindowSeconds
    const start = alignDown(moment, seconds)
    const name = `${campaign} ${start.getTime()}`
    const known = kept.get(name)
    if (known) {
      kept.delete(name)
      kept.set(name, known)
      return Promise.resolve(known)
    }
    const pending = reading.get(name)
    if (pending) return pending
    const end = new Date(start.getTime() + seconds * 1000)
    const next = last
      .catch(() => {})
      .then(() => readPeriod(context, campaign, { start, end }))
      .finally(() => reading.delete(name))
    last = next
    reading.set(name, next)
    return next.then(trees => {
      // A period that is only partly in the log yet is not cached.
      if ((trees.at(-1)?.opened.charge.end ?? start) >= end) keep(name, trees)
      return trees
    })
  }

  function keep(name: string, trees: ChargeTree[]): void {
    kept.set(name, trees)
    let bytes = [...kept.values()].reduce((sum, it) => sum + bytesOf(it), 0)
    for (const [oldest, its] of kept) {
      if (bytes <= mostBytes) return
      kept.delete(oldest)
      bytes -= bytesOf(its)
    }
  }

  return { read }
}

async function readPeriod(
  context: Parts,
  campaign: number,
  { start, end }: { start: Date; end: Date }
): Promise<ChargeTree[]> {
  const since = await billableSince(context)
  const from = new Date(start.getTime() - longestWindowMs)
  const found: ChargeTree[] = []
  for await (const opened of openCharges(context.db, context, campaign, { from, until: end })) {
    const { charge, views, keys } = opened
    if (charge.end <= start) continue
    const isKept = views.root !== null && charge.start >= since
    const pieces: Buffer[] = []
    if (isKept && views.count > 0)
      for await (const { leaves } of readViews(context, keys, [charge])) pieces.push(leaves)
    const tree = isKept ? await PackedTree.build(Buffer.concat(pieces)) : null
    found.push({ opened, tree })
  }
  return found
}

/** Bytes of cached trees; the rest of a charge is small. */
const bytesOf = (trees: readonly ChargeTree[]) =>
  trees.reduce((sum, { tree }) => sum + (tree?.bytes ?? 0) + 10_000, 0)
