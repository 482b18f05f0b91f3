import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { isStored } from './append.ts'
import { type LoggedSeal, sealOf } from './book-seals.ts'
import { makeCharge, noPrevious, readNotice } from './charge.ts'
import { hashViews } from './charge-views.ts'
import { openCheckpoint } from './checkpoint.ts'
import { readEpochs, verifierOf } from './epochs.ts'
import { type LogKeys, UnreadableLogKeys } from './keys.ts'
import { Edge, emptyRoot, type LeafRange, leafHash, rangeRoot } from './merkle.ts'
import { createKeysAt, readSealed, type SealedCharge } from './open-charges.ts'
import {
  createNodeReader,
  readCheckpointsFrom,
  readEntries,
  readEntriesAt,
  readRoots
} from './read-log.ts'
import { unpackRejected } from './rejected.ts'
import { createSalts } from './salts.ts'
import { readSealedCharges, type SettledCharge } from './settled-charges.ts'

const entriesAtOnce = 4_096
const chargesAtOnce = 1_000

type Parts = Pick<Context, 'db' | 'pool' | 'config'>

/** The public log up to one of its checkpoints, as far as a later verification builds on it. */
export type ProvenLog = {
  /** Epoch of the checkpoint. */
  epoch: number
  size: number
  /** The right edge of the tree of that size. */
  peaks: readonly Buffer[]
  /** Digest of each campaign's last charge up to the checkpoint. */
  chains: ReadonlyMap<number, Buffer>
}

type Options = {
  /** What an earlier verification proved: only later entries are read. Null reads everything. */
  since?: ProvenLog | null
  /** Receives the seals that the entries name, in order, each once. */
  onSeals?: (seals: readonly LoggedSeal[]) => Promise<void>
}

export type PublicLogVerdict = {
  /** Description of the first problem; null without one. */
  problem: string | null
  /** What is proven if there is no problem. */
  proven: ProvenLog
}

/**
 * Checks the public log against itself and the books. Each checkpoint must be signed and match the entries, as must the
 * stored edge and nodes. Each charge, rebuilt from its settlement, its shares and its views if they are still kept,
 * must match its entry. Each entry is read once.
 */
export async function verifyPublicLog(
  context: Parts,
  { since = null, onSeals = async () => {} }: Options = {}
): Promise<PublicLogVerdict> {
  const { db } = context
  const pass: Pass = {
    ...{ ahead: [], nodes: [], notices: [], seals: [], lost: null },
    edge: new Edge(since?.size, since?.peaks),
    after: { epoch: since?.epoch ?? 0, size: since?.size ?? -1 }
  }
  const chains = new Map(since?.chains)
  const verdict = (problem: string | null) => {
    const { edge, after } = pass
    return { problem, proven: { epoch: after.epoch, size: edge.size, peaks: edge.peaks, chains } }
  }
  try {
    const problem =
      (since && (await otherThanProven(db, since))) ?? (await wrongCheckpoint(db, pass, onSeals))
    if (problem !== null) return verdict(problem)
    const range = { from: since?.size ?? 0, to: pass.edge.size }
    return verdict(await wrongCharge(context, range, chains))
  } catch (error) {
    if (!(error instanceof UnreadableLogKeys)) throw error
    return verdict(error.message)
  }
}

/**
 * Whether the log still has the checkpoint of that size and at least as many entries: otherwise it is a different log
 * or an older copy.
 */
export async function isInLog(db: Database, { epoch, size }: ProvenLog): Promise<boolean> {
  const head = await db.selectFrom('public_log_head').select('size').executeTakeFirst()
  const [checkpoint] = await readRoots(db, [{ epoch, size }])
  return head !== undefined && Number(head.size) >= size && checkpoint !== undefined
}

/**
 * Describes how the proven part of the log differs from before; null when it does not. Its entries are not read again,
 * but the root over all of them must be unchanged.
 */
async function otherThanProven(db: Database, since: ProvenLog): Promise<string | null> {
  const { epoch, size, peaks } = since
  const root = new Edge(size, peaks).root()
  const [checkpoint] = await readRoots(db, [{ epoch, size }])
  if (!checkpoint?.root.equals(root))
    return `the checkpoint of ${size} entries is not the one that was proven before`
  const stored =
    size === 0 ? emptyRoot : await rangeRoot(createNodeReader(db), { from: 0, to: size })
  return stored.equals(root)
    ? null
    : `the log’s tree of ${size} entries is not the one that was proven before`
}

type Pass = {
  edge: Edge
  /** The last checkpoint that was read. */
  after: { epoch: number; size: number }
  /** Entries after the edge, read in advance. */
  ahead: Buffer[]
  nodes: TreeNode[]
  notices: { index: number; kind: string }[]
  seals: LoggedSeal[]
  /** Description of the first notice whose row is missing. */
  lost: string | null
}

async function wrongCheckpoint(
  db: Database,
  pass: Pass,
  onSeals: (seals: readonly LoggedSeal[]) => Promise<void>
): Promise<string | null> {
  const { edge } = pass
  // The head is read first: if the log grows in the meantime, there is still a checkpoint of this size.
  const head = await db.selectFrom('public_log_head').select(['size', 'peaks']).executeTakeFirst()
  const isHead = () => head !== undefined && Number(head.size) === edge.size
  const hasHeadsPeaks = () => Buffer.concat(edge.peaks).equals(head?.peaks ?? Buffer.alloc(0))
  const wrongEdge = 'the right edge of the log’s tree is of other entries'
  const epochs = new Map((await readEpochs(db)).map(it => [it.number, it]))
  let isHeadSigned = head === undefined || (isHead() && pass.after.size >= 0)
  if (isHeadSigned && head && !hasHeadsPeaks()) return wrongEdge
  for (;;) {
    const checkpoints = await readCheckpointsFrom(db, pass.after, chargesAtOnce)
    for (const checkpoint of checkpoints) {
      const epoch = epochs.get(checkpoint.epoch)
      const name = `the checkpoint of ${checkpoint.at.toISOString()}`
      const opened = epoch && openCheckpoint(checkpoint.note, verifierOf(epoch))
      if (!opened?.ok) return `${name} is not signed by the log’s key`
      if (opened.checkpoint.size !== checkpoint.size) return `${name} says another size`
      if (!opened.checkpoint.root.equals(checkpoint.root)) return `${name} says another root`
      await grow(db, pass, checkpoint.size, onSeals)
      if (edge.size !== checkpoint.size)
        return `${name} is of ${checkpoint.size} entries, and there are ${edge.size}`
      if (!edge.root().equals(checkpoint.root)) return `${name} is of other entries`
      if (isHead()) {
        if (!hasHeadsPeaks()) return wrongEdge
        isHeadSigned = true
      }
      pass.after = checkpoint
    }
    if (checkpoints.length === chargesAtOnce) continue
    if (!isHeadSigned)
      return `the log goes on after ${head?.size} entries, and no checkpoint is of these`
    await flush(db, pass, onSeals)
    return (await wrongNode(db, pass.nodes)) ?? pass.lost
  }
}

type TreeNode = { level: number; index: number; hash: Buffer }

async function grow(
  db: Database,
  pass: Pass,
  size: number,
  onSeals: (seals: readonly LoggedSeal[]) => Promise<void>
): Promise<void> {
  const { edge, nodes } = pass
  while (edge.size < size) {
    if (pass.ahead.length === 0) {
      pass.ahead = await readEntries(db, { from: edge.size, to: edge.size + entriesAtOnce })
      if (pass.ahead.length === 0) return
    }
    for (const entry of pass.ahead.splice(0, size - edge.size)) {
      const index = edge.size
      const notice = readNotice(entry)
      const kind = String(notice?.kind)
      if (shownKinds.includes(kind)) pass.notices.push({ index, kind })
      const seal = sealOf(notice)
      if (seal) pass.seals.push({ index, ...seal })
      edge.append(leafHash(entry), (level, index, hash) => {
        if (isStored(level)) nodes.push({ level, index, hash })
      })
    }
    if (pass.notices.length + pass.seals.length >= entriesAtOnce) await flush(db, pass, onSeals)
  }
}

/** Compares the collected nodes, notices and seals with the tables. */
async function flush(
  db: Database,
  pass: Pass,
  onSeals: (seals: readonly LoggedSeal[]) => Promise<void>
): Promise<void> {
  const { notices, seals } = pass
  Object.assign(pass, { notices: [], seals: [] })
  await onSeals(seals)
  pass.lost ??= await lostNotice(db, notices)
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

/** Kinds of notices that bills and receipts find by their rows, so each such entry must have one. */
const shownKinds = ['fee', 'exclusion', 'receipt_key']

async function lostNotice(db: Database, named: Pass['notices']): Promise<string | null> {
  const { rows } = await sql<{ index: bigint; kind: string }>`
    select named.index, named.kind
    from unnest(${named.map(it => it.index)}::bigint[], ${named.map(it => it.kind)}::text[]) as named (index, kind)
    where not exists (select from public_log_notices notice
      where log_index = named.index and notice.kind = named.kind)
    order by named.index limit 1`.execute(db)
  const [lost] = rows
  return lost ? `the row of entry ${lost.index}, of the kind ${lost.kind}, is gone` : null
}

/**
 * Finds the first wrong charge among the range's entries and those that were added since; stores the digests of charges
 * before the range's end in `known`.
 */
async function wrongCharge(
  context: Parts,
  { from, to }: LeafRange,
  known: Map<number, Buffer>
): Promise<string | null> {
  const { db } = context
  const keysAt = createKeysAt(db, context)
  const chains = new Map(known)
  for (let after = 0n; ; ) {
    const charges = await readSealedCharges(db, { after, from, count: chargesAtOnce })
    const sealed = await readSealed(db, charges)
    const keysOf = new Map<SettledCharge, LogKeys>()
    for (const charge of charges) {
      const found = sealed.get(charge.entry)
      if (found) keysOf.set(charge, await keysAt(found.index))
    }
    const problem = await wrongAmong(context, { charges, sealed, keysOf, chains, known, to })
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
  known: Map<number, Buffer>
  to: number
}

async function wrongAmong(
  context: Parts,
  { charges, sealed, keysOf, chains, known, to }: Among
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
    if (found.index < to) known.set(charge.campaign, digest)
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
