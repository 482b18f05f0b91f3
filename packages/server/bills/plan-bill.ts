import { hash } from 'node:crypto'
import type { Asset } from '@mille/money/amount.ts'
import type { Context } from '../context.ts'
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
  /** An ad unit earns in both; a campaign is charged in its own, whatever is said here. */
  asset: Asset
  /** Windows that begin from one moment until before another; null is no limit. */
  from: Date | null
  until: Date | null
  /** The size of a checkpoint that the reader has kept. */
  kept: number | null
}

/** All that a bill's bytes depend on: whoever has it makes the same file again. */
export type BillPlan = {
  subject: Subject
  asset: Asset
  from: Date
  until: Date
  kept: number | null
  epoch: Epoch
  checkpoint: StoredCheckpoint
  /** A strong validator, which begins with the size of the log. */
  etag: string
}

/** A bill as of the log's last checkpoint. */
export async function planBill(context: Context, request: BillRequest): Promise<BillPlan> {
  const checkpoint = await lastCheckpoint(context)
  const epoch = await readEpoch(context.db)
  if (!epoch) throw new Error('The public log has no name')
  return planOf(request, epoch, checkpoint)
}

/** The bill that an earlier answer had that validator for; null if it cannot be made again. */
export async function planAgain(
  context: Context,
  request: BillRequest,
  etag: string
): Promise<BillPlan | null> {
  const [, size] = /^"(\d{1,15})-[0-9a-f]{16}"$/.exec(etag) ?? []
  const epoch = size === undefined ? null : await readEpoch(context.db)
  if (!epoch) return null
  const checkpoint = await findCheckpoint(context.db, epoch.number, Number(size))
  const plan = checkpoint && planOf(request, epoch, checkpoint)
  return plan?.etag === etag ? plan : null
}

function planOf(
  { subject, asset, from, until, kept }: BillRequest,
  epoch: Epoch,
  checkpoint: StoredCheckpoint
): BillPlan {
  const span = { from: from ?? new Date(0), until: until ?? checkpoint.at }
  const parts = JSON.stringify([subject, asset, span, kept, epoch.origin, checkpoint.note])
  const etag = `"${checkpoint.size}-${hash('sha256', parts).slice(0, 16)}"`
  return { subject, asset, ...span, kept, epoch, checkpoint, etag }
}

async function lastCheckpoint(context: Context): Promise<StoredCheckpoint> {
  const found = await readCheckpoint(context.db)
  if (found) return found
  await openPublicLog(context)
  const opened = await readCheckpoint(context.db)
  if (!opened) throw new Error('The public log has no checkpoint')
  return opened
}
