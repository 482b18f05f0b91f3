import type { PublicLogAnchor } from '@mille/api/public-log/endpoints.ts'
import type { Database } from '../db/connect.ts'
import { type Anchor, anchorConfirmations, readAnchors } from '../payments/index.ts'
import { checkpointText } from './checkpoint.ts'
import { readEpochs } from './epochs.ts'
import { sha256 } from './merkle.ts'
import { readCheckpointsFrom } from './read-log.ts'

/** Payouts that carry a checkpoint of this log, the newest first. */
export async function shownAnchors(db: Database, count: number): Promise<PublicLogAnchor[]> {
  const anchors = await readAnchors(db, count)
  const epochs = anchors.length > 0 ? await readEpochs(db) : []
  const origins = new Map(epochs.map(it => [it.number, it.origin]))
  return anchors.map(it => shown(it, it.checkpoint && (origins.get(it.checkpoint.epoch) ?? null)))
}

function shown(it: Anchor, origin: string | null): PublicLogAnchor {
  return {
    origin,
    size: it.checkpoint?.size ?? null,
    script: it.script.toString('hex'),
    transaction_id: it.transactionId,
    signed_at: it.signedAt.toISOString(),
    block: it.block,
    confirmations: it.confirmations,
    is_confirmed: it.confirmations >= anchorConfirmations
  }
}

export type AnchoredCheckpoint = PublicLogAnchor & {
  /** The lines whose SHA-256 is in the script. */
  checkpoint: string | null
}

/** The same for programs, with the text that each of them commits to. */
export async function anchoredCheckpoints(
  db: Database,
  count: number
): Promise<AnchoredCheckpoint[]> {
  const anchors = await shownAnchors(db, count)
  const all: AnchoredCheckpoint[] = []
  for (const it of anchors) {
    const { origin, size } = it
    const root = size === null ? null : await findRoot(db, origin, size)
    const isKnown = origin !== null && size !== null && root !== null
    all.push({ ...it, checkpoint: isKnown ? checkpointText({ origin, size, root }) : null })
  }
  return all
}

async function findRoot(db: Database, origin: string | null, size: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('public_log_checkpoints')
    .innerJoin('public_log_epochs', 'number', 'epoch')
    .select('root')
    .where('origin', '=', origin)
    .where('size', '=', BigInt(size))
    .executeTakeFirst()
  return row?.root ?? null
}

const checkpointsAtOnce = 10_000

/** The checkpoint with that SHA-256, among all that were signed; null when there is none. */
export async function findAnchoredText(db: Database, hash: Buffer): Promise<string | null> {
  const epochs = await readEpochs(db)
  const origins = new Map(epochs.map(it => [it.number, it.origin]))
  for (let after = { epoch: 0, size: 0 }; ; ) {
    const checkpoints = await readCheckpointsFrom(db, after, checkpointsAtOnce)
    for (const { epoch, size, root } of checkpoints) {
      const text = checkpointText({ origin: origins.get(epoch) ?? '', size, root })
      if (sha256(Buffer.from(text)).equals(hash)) return text
      after = { epoch, size }
    }
    if (checkpoints.length < checkpointsAtOnce) return null
  }
}
