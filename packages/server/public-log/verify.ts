import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { isStored } from './append.ts'
import { makeCharge, noPrevious, readNotice } from './charge.ts'
import { hashViews } from './charge-views.ts'
import { openCheckpoint } from './checkpoint.ts'
import { readEpochs, verifierOf } from './epochs.ts'
import { type LogKeys, UnreadableLogKeys } from './keys.ts'
import { Edge, emptyRoot, leafHash } from './merkle.ts'
import { createKeysAt, readSealed, type SealedCharge } from './open-charges.ts'
import { readCheckpointsFrom, readEntries, readEntriesAt } from './read-log.ts'
import { unpackRejected } from './rejected.ts'
import { createSalts } from './salts.ts'
import { readSealedCharges, type SettledCharge } from './settled-charges.ts'

const entriesAtOnce = 4_096
const chargesAtOnce = 1_000

type Parts = Pick<Context, 'db' | 'pool' | 'config'>

/**
 * Holds the public log against itself and against the books: each checkpoint is signed and is of the entries that are there, so
 * are the edge that the next one is made of and the nodes that proofs are read from, and each charge gives its entry when it is made again from its settlement, its shares and, as far as they are kept, its
 * views. Gives the first thing that is wrong, in words, or null.
 */
export async function publicLogProblem(context: Parts): Promise<string | null> {
  try {
    return (await wrongCheckpoint(context.db)) ?? (await wrongCharge(context))
  } catch (error) {
    if (!(error instanceof UnreadableLogKeys)) throw error
    return error.message
  }
}

async function wrongCheckpoint(db: Database): Promise<string | null> {
  // Read first: a log that grows meanwhile has a checkpoint of this size nevertheless.
  const head = await db.selectFrom('public_log_head').select(['size', 'peaks']).executeTakeFirst()
  const epochs = new Map((await readEpochs(db)).map(it => [it.number, it]))
  const edge = new Edge()
  const nodes: TreeNode[] = []
  let isHeadSigned = head === undefined
  for (let after = { epoch: 0, size: -1 }; ; ) {
    const checkpoints = await readCheckpointsFrom(db, after, chargesAtOnce)
    for (const checkpoint of checkpoints) {
      const epoch = epochs.get(checkpoint.epoch)
      const name = `the checkpoint of ${checkpoint.at.toISOString()}`
      const opened = epoch && openCheckpoint(checkpoint.note, verifierOf(epoch))
      if (!opened?.ok) return `${name} is not signed by the log’s key`
      if (opened.checkpoint.size !== checkpoint.size) return `${name} says another size`
      if (!opened.checkpoint.root.equals(checkpoint.root)) return `${name} says another root`
      await grow(db, edge, checkpoint.size, nodes)
      if (edge.size !== checkpoint.size)
        return `${name} is of ${checkpoint.size} entries, and there are ${edge.size}`
      if (!edge.root().equals(checkpoint.root)) return `${name} is of other entries`
      if (head && Number(head.size) === edge.size) {
        if (!Buffer.concat(edge.peaks).equals(head.peaks))
          return 'the right edge of the log’s tree is of other entries'
        isHeadSigned = true
      }
      after = checkpoint
    }
    if (checkpoints.length === chargesAtOnce) continue
    if (!isHeadSigned)
      return `the log goes on after ${head?.size} entries, and no checkpoint is of these`
    return (await wrongNode(db, nodes)) ?? lostNotice(db)
  }
}

type TreeNode = { level: number; index: number; hash: Buffer }

async function grow(db: Database, edge: Edge, size: number, nodes: TreeNode[]): Promise<void> {
  while (edge.size < size) {
    const to = Math.min(size, edge.size + entriesAtOnce)
    const entries = await readEntries(db, { from: edge.size, to })
    if (entries.length === 0) return
    for (const entry of entries)
      edge.append(leafHash(entry), (level, index, hash) => {
        if (isStored(level)) nodes.push({ level, index, hash })
      })
  }
}

async function wrongNode(db: Database, nodes: readonly TreeNode[]): Promise<string | null> {
  for (let at = 0; at < nodes.length; at += chargesAtOnce) {
    const some = nodes.slice(at, at + chargesAtOnce)
    const { rows } = await sql<Pick<TreeNode, 'level' | 'index'>>`
      select level, index::integer from unnest(
        ${some.map(it => it.level)}::smallint[], ${some.map(it => it.index)}::bigint[],
        ${some.map(it => it.hash)}::bytea[]) as made (level, index, hash)
      where not exists (select from public_log_nodes stored
        where stored.level = made.level and stored.index = made.index and stored.hash = made.hash)
      limit 1`.execute(db)
    const [wrong] = rows
    if (wrong)
      return `node ${wrong.index} of level ${wrong.level} of the log’s tree is of other entries`
  }
  return null
}

/** Bills and receipts find what is public by its row: each such entry has one. */
async function lostNotice(db: Database): Promise<string | null> {
  const kinds = ['fee', 'exclusion', 'receipt_key']
  for (let from = 0; ; from += entriesAtOnce) {
    const entries = await readEntries(db, { from, to: from + entriesAtOnce })
    const named = entries.flatMap((entry, index) => {
      const kind = String(readNotice(entry)?.kind)
      return kinds.includes(kind) ? [{ index: from + index, kind }] : []
    })
    const { rows } = await sql<{ index: bigint; kind: string }>`
      select named.index, named.kind
      from unnest(${named.map(it => it.index)}::bigint[], ${named.map(it => it.kind)}::text[]) as named (index, kind)
      where not exists (select from public_log_notices notice
        where log_index = named.index and notice.kind = named.kind)
      order by named.index limit 1`.execute(db)
    const [lost] = rows
    if (lost) return `the row of entry ${lost.index}, of the kind ${lost.kind}, is gone`
    if (entries.length < entriesAtOnce) return null
  }
}

async function wrongCharge(context: Parts): Promise<string | null> {
  const { db } = context
  const keysAt = createKeysAt(db, context)
  const chains = new Map<number, Buffer>()
  for (let after = 0n; ; ) {
    const charges = await readSealedCharges(db, after, chargesAtOnce)
    const sealed = await readSealed(db, charges)
    const keysOf = new Map<SettledCharge, LogKeys>()
    for (const charge of charges) {
      const found = sealed.get(charge.entry)
      if (found) keysOf.set(charge, await keysAt(found.index))
    }
    const problem = await wrongAmong(context, { charges, sealed, keysOf, chains })
    if (problem !== null) return problem
    const last = charges.at(-1)
    if (!last || charges.length < chargesAtOnce) return null
    after = last.entry
  }
}

type Among = {
  charges: readonly SettledCharge[]
  sealed: ReadonlyMap<bigint, SealedCharge>
  keysOf: ReadonlyMap<SettledCharge, LogKeys>
  chains: Map<number, Buffer>
}

async function wrongAmong(
  context: Parts,
  { charges, sealed, keysOf, chains }: Among
): Promise<string | null> {
  const logged = await readEntriesAt(
    context.db,
    [...sealed.values()].map(it => it.index)
  )
  for (const charge of charges) {
    const found = sealed.get(charge.entry)
    const keys = keysOf.get(charge)
    if (!found || !keys) continue
    const previous = chains.get(charge.campaign) ?? noPrevious
    const facts = { views: found.views, rejected: unpackRejected(found.rejected), previous }
    const { entry, digest } = makeCharge(charge, facts, createSalts(keys))
    chains.set(charge.campaign, digest)
    if (!logged.get(found.index)?.equals(entry))
      return `${nameOf(charge)}: what is settled now is not what entry ${found.index} of the log was made of`
  }
  for (const [keys, same] of Map.groupBy(charges, it => keysOf.get(it))) {
    if (!keys) continue
    for (const [entry, views] of await hashViews(context, keys, same)) {
      const committed = sealed.get(entry)?.views
      const charge = same.find(it => it.entry === entry)
      if (!committed?.root || !views.root || !charge) continue
      if (views.problem !== null) return views.problem
      if (!committed.root.equals(views.root ?? emptyRoot))
        return `${nameOf(charge)}: the event log has other views than those that the log commits to`
    }
  }
  return null
}

const nameOf = ({ campaign, start }: SettledCharge) =>
  `campaign ${campaign}, window ${start.toISOString()}`
