import { decisionLifetimeMs } from '@mille/api/constants.ts'
import type { Context } from '../context.ts'
import {
  billableSince,
  type FoundView,
  findViews,
  isCountedUntil,
  type RejectedReason
} from '../delivery/index.ts'
import { readEntries, readEpochs, UnreadableLogKeys } from '../public-log/index.ts'
import { alignDown } from '../window-holds/index.ts'
import type { ChargeTree, createChargeTrees } from './charge-trees.ts'
import type { PackedTree } from './packed-tree.ts'
import { type ReceiptKey, readReceiptKeys } from './receipt-keys.ts'
import { openReason } from './seal-reason.ts'

/** The question what became of the report of a decision's view that was received in a given minute. */
export type Question = {
  decision: Buffer
  received: Date
  /**
   * The sealed reason from the receipt. Without it, nothing is known of reports that were rejected before they were
   * stored.
   */
  sealed: Buffer | null
}

export type ReasonGiven = RejectedReason | 'lost_in_restore'
export type Outcome =
  | { status: 'billed'; opened: ChargeTree['opened']; tree: PackedTree; leaf: number }
  | { status: 'rejected'; reason: ReasonGiven }
  | { status: 'pending' }
  | { status: 'forgotten' }
  | { status: 'unknown' }

type Parts = Pick<Context, 'db' | 'pool' | 'config' | 'now'>
type Trees = ReturnType<typeof createChargeTrees>

const minuteMs = 60_000
/** Maximum time between receiving a report and storing it, which the delivery node allows. */
const writtenWithinMs = 15_000

export async function findOutcome(
  context: Parts,
  trees: Trees,
  { decision, received, sealed }: Question
): Promise<Outcome> {
  const { config, db, now } = context
  const until = new Date(received.getTime() + minuteMs + writtenWithinMs)
  // A period that has not ended gets no answer: otherwise people who probe what is rejected would learn it at once.
  const start = alignDown(received, config.settlementWindowSeconds)
  if (now().getTime() < start.getTime() + config.settlementWindowSeconds * 1000)
    return { status: 'pending' }
  if (received < (await billableSince(context))) return { status: 'forgotten' }
  const keys = await readReceiptKeys(db, context)
  const inReceipt = sealed ? openSealed(keys, decision, sealed) : undefined
  if (inReceipt) return { status: 'rejected', reason: inReceipt }
  if (!(await isCountedUntil(context, until))) return { status: 'pending' }
  const found = await findFirst(context, decision, { from: received, until })
  if (!found) {
    // Only a report with an accepting receipt can have been lost.
    const isLost = inReceipt === null && (await isLostInRestore(db, received))
    return isLost ? { status: 'rejected', reason: 'lost_in_restore' } : { status: 'unknown' }
  }
  if (found.reason !== null) return { status: 'rejected', reason: found.reason }
  return findBilled(trees, decision, found)
}

/** Decrypts the reason in a receipt; undefined when no receipt key of this network sealed it. */
function openSealed(
  keys: readonly ReceiptKey[],
  decision: Buffer,
  sealed: Buffer
): RejectedReason | null | undefined {
  for (const { sealing } of keys) {
    const reason = openReason(sealing, decision, sealed)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** Finds the report that counts. A repeated report leads to the original one, which is not older than the decision. */
async function findFirst(
  context: Parts,
  decision: Buffer,
  span: { from: Date; until: Date }
): Promise<FoundView | null> {
  const near = await findViews(context, decision, span)
  const [first] = near
  const counting = near.find(it => it.reason !== 'repeated')
  if (!first || counting) return counting ?? null
  const issuedAt = Math.max(first.issuedAt.getTime(), first.at.getTime() - decisionLifetimeMs)
  const earlier = { from: new Date(issuedAt), until: span.until }
  const all = await findViews(context, decision, earlier)
  return all.find(it => it.reason !== 'repeated') ?? first
}

async function findBilled(
  trees: Trees,
  decision: Buffer,
  { campaign, at }: FoundView
): Promise<Outcome> {
  let isForgotten = false
  const found = await trees.read(campaign, at).catch(error => {
    // With new keys after the old ones were lost, earlier charges cannot be opened.
    if (error instanceof UnreadableLogKeys) return null
    throw error
  })
  if (!found) return { status: 'forgotten' }
  for (const { opened, tree } of found) {
    if (!tree) isForgotten = true
    const leaf = tree?.indexOf(decision) ?? null
    if (tree && leaf !== null) return { status: 'billed', opened, tree, leaf }
  }
  return { status: isForgotten ? 'forgotten' : 'pending' }
}

/** Whether the log says that a restore lost what was reported at that time. */
async function isLostInRestore(db: Parts['db'], received: Date): Promise<boolean> {
  for (const { cause, fromSize, beganAt } of await readEpochs(db)) {
    if (cause !== 'restore' || received > beganAt) continue
    const [entry] = await readEntries(db, { from: fromSize, to: fromSize + 1 })
    const { backup } = JSON.parse(entry?.subarray(1).toString() ?? '{}') as { backup?: string }
    if (backup !== undefined && received.getTime() + minuteMs > Date.parse(backup)) return true
  }
  return false
}
