import { mailOperators } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { offerAnchor } from '../payments/index.ts'
import { appendEntries, lockEdge } from './append.ts'
import { placeSeals, readWaitingSeals, sealEntry, sealsAtOnce } from './book-seals.ts'
import { makeCharge, noPrevious } from './charge.ts'
import { type FoundViews, hashViews } from './charge-views.ts'
import { checkpointText, signCheckpoint } from './checkpoint.ts'
import { type Epoch, ensureEpoch, promiseRetention } from './epochs.ts'
import { type LogKeys, readKeys } from './keys.ts'
import { sha256 } from './merkle.ts'
import { placeNotices, readNotices } from './notices.ts'
import { isConsistent } from './proofs.ts'
import { proveConsistency, readCheckpoint } from './read-log.ts'
import { countRejected, packRejected } from './rejected.ts'
import { createSalts } from './salts.ts'
import { readUnsealed, type SettledCharge } from './settled-charges.ts'

export type SealingParts = Pick<Context, 'db' | 'pool' | 'config' | 'now' | 'randomBytes' | 'log'>

/** Maximum number of charges per checkpoint; the others get the next one. */
const chargesAtOnce = 1_000

/** Creates the log, its keys and its first checkpoint if they do not exist yet. */
export async function openPublicLog(context: SealingParts): Promise<Epoch> {
  return context.db.transaction().execute(async tx => {
    const epoch = await ensureEpoch(tx, context)
    // Two processes that start at once must not both add the notice of retention.
    await lockEdge(tx)
    await promiseRetention(tx, context)
    await checkpoint(tx, context, epoch, await readKeys(tx, context, epoch.keyId))
    return epoch
  })
}

/**
 * Puts every settled charge and every seal of the books into the public log, in the order in which they were made, with
 * a checkpoint after each thousand. Any number of processes may run it at once, and a run that dies changes nothing:
 * the next one reads again what it has read. Returns the number of charges added.
 *
 * A charge whose views in the event log differ from the settled ones is logged with the views that were found: the
 * operators are alerted, and anyone who checks the bill sees the difference.
 */
export async function sealCharges(
  context: SealingParts,
  atOnce = { charges: chargesAtOnce, views: 1_000_000 }
): Promise<number> {
  const epoch = await openPublicLog(context)
  const keys = await readKeys(context.db, context, epoch.keyId)
  for (let sealed = 0; ; ) {
    const charges = await readUnsealed(context.db, atOnce.charges)
    const views = await hashViews(context, keys, charges, atOnce.views)
    const { count, isAll } = await context.db
      .transaction()
      .execute(tx => seal(tx, context, { epoch, keys, charges, views }))
    sealed += count
    if (charges.length < atOnce.charges && isAll) return sealed
  }
}

type Sealing = {
  epoch: Epoch
  keys: LogKeys
  charges: readonly SettledCharge[]
  views: ReadonlyMap<bigint, FoundViews>
}

type Sealed = {
  /** Number of charges that were added. */
  count: number
  /** Whether no more seals of the books are waiting. */
  isAll: boolean
}

async function seal(tx: Tx, context: SealingParts, it: Sealing): Promise<Sealed> {
  const { epoch, keys, charges, views } = it
  await lockEdge(tx)
  // Another process has continued while this one was reading, so the next round adds what is left.
  const hasGoneOn =
    (await ensureEpoch(tx, context)).number !== epoch.number || (await isAnySealed(tx, charges))
  if (hasGoneOn) return { count: 0, isAll: true }
  const salts = createSalts(keys)
  const rejected = await countRejected(tx, charges)
  const chains = await readChains(tx, charges)
  const made = charges.map((charge, index) => {
    const found = views.get(charge.entry) ?? { count: charge.billable, root: null, problem: null }
    const facts = { views: found, rejected: rejected[index] ?? {} }
    const previous = chains.get(charge.campaign) ?? noPrevious
    const { digest, entry } = makeCharge(charge, { ...facts, previous }, salts)
    chains.set(charge.campaign, digest)
    return { charge, found, digest, entry, rejected: packRejected(facts.rejected) }
  })
  const notices = await readNotices(tx)
  const seals = await readWaitingSeals(tx)
  const at = context.now()
  const entries = [
    ...notices.map(it => it.entryAt(at)),
    ...seals.map(it => sealEntry(it, at)),
    ...made.map(it => it.entry)
  ]
  const first = await appendEntries(tx, entries)
  await placeNotices(tx, notices, first)
  await placeSeals(tx, seals, first + notices.length)
  await saveCharges(tx, made, first + notices.length + seals.length)
  await checkpoint(tx, context, epoch, keys)
  await alertOperators(tx, context, views.values())
  return { count: charges.length, isAll: seals.length < sealsAtOnce }
}

type Made = {
  charge: SettledCharge
  found: FoundViews
  digest: Buffer
  rejected: Buffer
}

async function saveCharges(tx: Tx, made: readonly Made[], first: number): Promise<void> {
  if (made.length === 0) return
  await tx
    .insertInto('public_log_charges')
    .values(
      made.map(({ charge, found, rejected }, index) => ({
        entry: charge.entry,
        log_index: BigInt(first + index),
        views_root: charge.billable === 0 && found.count === 0 ? null : found.root,
        views_found: found.count === charge.billable ? null : BigInt(found.count),
        rejected
      }))
    )
    .execute()
  const last = new Map(made.map(it => [it.charge.campaign, it]))
  await tx
    .insertInto('public_log_chains')
    .values(
      [...last.values()].map(({ charge, digest }) => ({
        ...{ campaign_id: charge.campaign, entry: charge.entry, digest }
      }))
    )
    .onConflict(it =>
      it.column('campaign_id').doUpdateSet(row => ({
        digest: row.ref('excluded.digest'),
        entry: row.ref('excluded.entry')
      }))
    )
    .execute()
}

async function isAnySealed(tx: Tx, charges: readonly SettledCharge[]): Promise<boolean> {
  if (charges.length === 0) return false
  const entries = charges.map(it => it.entry)
  const found = await tx
    .selectFrom('public_log_charges')
    .select('entry')
    .where('entry', 'in', entries)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns the digest of each campaign's last charge. */
async function readChains(tx: Tx, charges: readonly SettledCharge[]): Promise<Map<number, Buffer>> {
  if (charges.length === 0) return new Map()
  const campaigns = [...new Set(charges.map(it => it.campaign))]
  const rows = await tx
    .selectFrom('public_log_chains')
    .select(['campaign_id', 'digest'])
    .where('campaign_id', 'in', campaigns)
    .limit(campaigns.length)
    .execute()
  return new Map(rows.map(row => [row.campaign_id, row.digest]))
}

/** Signs the log as it is now, unless this checkpoint is already signed. */
async function checkpoint(
  tx: Tx,
  { config, now }: Pick<Context, 'config' | 'now'>,
  { number, origin }: Epoch,
  { signing }: LogKeys
): Promise<void> {
  const edge = await lockEdge(tx)
  const [size, root] = [edge.size, edge.root()]
  await refuseFork(tx, number, { size, root })
  const note = signCheckpoint({ origin, size, root }, signing)
  await tx
    .insertInto('public_log_checkpoints')
    .values({ epoch: number, size: BigInt(size), root, at: now(), note })
    .onConflict(it => it.columns(['epoch', 'size']).doNothing())
    .execute()
  if (!config.payments.isAnchoring) return
  const hash = sha256(Buffer.from(checkpointText({ origin, size, root })))
  await offerAnchor(tx, { epoch: number, size, hash, at: now() })
}

/**
 * Throws unless the log begins with what was signed before: every witness would treat anything else as a fork,
 * permanently.
 */
async function refuseFork(
  tx: Tx,
  epoch: number,
  now: { size: number; root: Buffer }
): Promise<void> {
  const last = await readCheckpoint(tx)
  if (last?.epoch !== epoch) return
  const hasGrown = last.size <= now.size
  if (hasGrown && isConsistent(last, now, await proveConsistency(tx, last.size, now.size))) return
  throw new Error(
    'The public log does not begin with its last checkpoint, so that nothing is signed: `mille verify` says what was changed'
  )
}

/** Alerts the operators to charges that disagree with the event log, so that one of them finds out why. */
async function alertOperators(
  tx: Tx,
  { log, now }: SealingParts,
  found: Iterable<FoundViews>
): Promise<void> {
  const problems = [...found].flatMap(it => it.problem ?? [])
  if (problems.length === 0) return
  for (const problem of problems) log.error(`public log: ${problem}`)
  const shown = problems.slice(0, 20).map(it => `- ${it}`)
  await mailOperators(tx, {
    subject: 'Charges differ from the event log',
    text: `Some charges in the public log were settled with other views than the event log has. The log commits to the views that were found, so anyone who verifies those bills sees the difference.\n\n${shown.join('\n')}\n\n${problems.length} in all. Run \`mille verify\` to find the first counter that is wrong.`,
    at: now()
  })
}
