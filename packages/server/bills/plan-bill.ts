import { hash } from 'node:crypto'
import type { Asset } from '@mille/money/amount.ts'
import type { Context } from '../context.ts'
import { billableSince } from '../delivery/index.ts'
import {
  type Epoch,
  findCheckpoint,
  openPublicLog,
  readCheckpoint,
  readEpoch,
  type StoredCheckpoint
} from '../public-log/index.ts'

export type Subject = { campaign: number } | { unit: number }
export type BillRequest = {
  subject: Subject
  /**
   * Currency of an ad unit's bill, because a unit can earn in both. A campaign is always charged in its own currency.
   */
  asset: Asset
  /** The bill covers settlement periods that start at or after `from` and before `until`. Null means no limit. */
  from: Date | null
  until: Date | null
  /** Size of a checkpoint that the reader has kept; null if there is none. */
  kept: number | null
}

/** Everything that determines the bytes of a bill: the same plan always gives the same file. */
export type BillPlan = {
  subject: Subject
  asset: Asset
  from: Date
  until: Date
  kept: number | null
  epoch: Epoch
  checkpoint: StoredCheckpoint
  /** Views of settlement periods from this moment on are still stored and are listed in the bill. */
  viewsSince: Date
  /** A strong validator that begins with the size of the log. */
  etag: string
  /** The full digest from which the validator is shortened. It is different for every bill. */
  digest: string
}

/**
 * Version of the file format. Increment it with each format change, so that stored files of the old format are not
 * reused.
 */
const form = 1

/** Plans a bill as of the log's last checkpoint. */
export async function planBill(context: Context, request: BillRequest): Promise<BillPlan> {
  const checkpoint = await lastCheckpoint(context)
  const epoch = await readEpoch(context.db)
  if (!epoch) throw new Error('The public log has no name')
  return planOf(context, request, epoch, checkpoint)
}

/** Plans the bill with the validator of an earlier answer again. Returns null if that bill can no longer be created. */
export async function planAgain(
  context: Pick<Context, 'db'>,
  request: BillRequest,
  etag: string
): Promise<BillPlan | null> {
  const [, size] = /^"(\d{1,15})-[0-9a-f]{16}"$/.exec(etag) ?? []
  const epoch = size === undefined ? null : await readEpoch(context.db)
  if (!epoch) return null
  const checkpoint = await findCheckpoint(context.db, epoch.number, Number(size))
  const plan = checkpoint && (await planOf(context, request, epoch, checkpoint))
  return plan?.etag === etag ? plan : null
}

async function planOf(
  context: Pick<Context, 'db'>,
  { subject, asset, from, until, kept }: BillRequest,
  epoch: Epoch,
  checkpoint: StoredCheckpoint
): Promise<BillPlan> {
  const span = { from: from ?? new Date(0), until: until ?? checkpoint.at }
  const since = await billableSince(context)
  const viewsSince = new Date(Math.max(since.getTime(), span.from.getTime()))
  const parts = [form, subject, asset, span, viewsSince, kept, epoch.origin, checkpoint.note]
  const digest = hash('sha256', JSON.stringify(parts))
  const etag = `"${checkpoint.size}-${digest.slice(0, 16)}"`
  return { subject, asset, ...span, kept, epoch, checkpoint, viewsSince, etag, digest }
}

async function lastCheckpoint(context: Context): Promise<StoredCheckpoint> {
  const found = await readCheckpoint(context.db)
  if (found) return found
  await openPublicLog(context)
  const opened = await readCheckpoint(context.db)
  if (!opened) throw new Error('The public log has no checkpoint')
  return opened
}
