import type { Context } from '../context.ts'
import { billableSince } from '../delivery/index.ts'
import type { ViewsCommitment } from './charge.ts'
import type { LogKeys } from './keys.ts'
import { Edge, leafHash } from './merkle.ts'
import { readViews } from './read-views.ts'
import type { SettledCharge } from './settled-charges.ts'
import { leafBytes, unitOf } from './view-leaves.ts'

/** The event log's views of a charge, and a description of any difference from the settlement; null without one. */
export type FoundViews = ViewsCommitment & { problem: string | null }

/**
 * Hashes the billable views of each charge, by settlement number. Where the event log no longer has the views, there is
 * no root and the count is the settled one. Where it has other views than were settled, the commitment is to the views
 * that it has.
 */
export async function hashViews(
  context: Pick<Context, 'db' | 'pool' | 'config'>,
  keys: Pick<LogKeys, 'visitors'>,
  charges: readonly SettledCharge[],
  atOnce?: number
): Promise<Map<bigint, FoundViews>> {
  const isKept = await createIsKept(context)
  const trees = new Map<bigint, { edge: Edge; units: Map<number, number> }>()
  for await (const { charge, leaves } of readViews(context, keys, charges.filter(isKept), atOnce)) {
    const tree = trees.get(charge.entry) ?? { edge: new Edge(), units: new Map<number, number>() }
    trees.set(charge.entry, tree)
    for (let at = 0; at < leaves.length; at += leafBytes) {
      const leaf = leaves.subarray(at, at + leafBytes)
      tree.edge.append(leafHash(leaf))
      const unit = unitOf(leaf)
      tree.units.set(unit, (tree.units.get(unit) ?? 0) + 1)
    }
  }
  // Views that expired during the reading are not missing views.
  const isStillKept = await createIsKept(context)
  const found = new Map<bigint, FoundViews>()
  for (const charge of charges) {
    const tree = isStillKept(charge) ? trees.get(charge.entry) : undefined
    found.set(
      charge.entry,
      tree
        ? {
            count: tree.edge.size,
            root: tree.edge.root(),
            problem: differenceOf(charge, tree.units)
          }
        : { count: charge.billable, root: null, problem: null }
    )
  }
  return found
}

async function createIsKept(context: Pick<Context, 'db'>) {
  const since = await billableSince(context)
  return ({ start }: SettledCharge) => start >= since
}

function differenceOf(
  { campaign, start, shares }: SettledCharge,
  found: ReadonlyMap<number, number>
): string | null {
  const settled = new Map(shares.map(it => [it.unit, it.billable]))
  for (const unit of new Set([...settled.keys(), ...found.keys()])) {
    const [charged, views] = [settled.get(unit) ?? 0, found.get(unit) ?? 0]
    if (charged !== views)
      return `campaign ${campaign}, window ${start.toISOString()}: unit ${unit} was settled with ${charged} billable views, and the event log has ${views}`
  }
  return null
}
