import type { PublicLogAnchor } from '@mille/api/public-log/endpoints.ts'
import type { Database } from '../db/connect.ts'
import { type Anchor, anchorConfirmations, readAnchors } from '../payments/index.ts'
import { checkpointText } from './checkpoint.ts'
import { readEpochs } from './epochs.ts'
import { sha256 } from './merkle.ts'
import { readCheckpointsFrom, readRoots } from './read-log.ts'

/** Returns payouts that carry a checkpoint of this log, newest first. */
export async function shownAnchors(db: Database, count: number): Promise<PublicLogAnchor[]> {
  const anchors = await readAnchors(db, count)
  const origins = await originsOf(db)
  return anchors.map(it => shown(it, origins))
}

function shown(it: Anchor, origins: ReadonlyMap<number, string>): PublicLogAnchor {
  return {
    origin: it.checkpoint && (origins.get(it.checkpoint.epoch) ?? null),
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
  /** The lines whose SHA-256 is in the script; null when they are not known. */
  checkpoint: string | null
}

/** Returns the anchors for programs, each with the text that it commits to. */
export async function anchoredCheckpoints(
  db: Database,
  count: number
): Promise<AnchoredCheckpoint[]> {
  const anchors = await readAnchors(db, count)
  const origins = await originsOf(db)
  const checkpoints = anchors.flatMap(it => it.checkpoint ?? [])
  const roots = new Map(
    (await readRoots(db, checkpoints)).map(it => [`${it.epoch} ${it.size}`, it.root])
  )
  return anchors.map(it => {
    const one = shown(it, origins)
    const { origin, size } = one
    const root = it.checkpoint && roots.get(`${it.checkpoint.epoch} ${it.checkpoint.size}`)
    const isKnown = origin !== null && size !== null && root
    return { ...one, checkpoint: isKnown ? checkpointText({ origin, size, root }) : null }
  })
}

/** Returns the names of the log by epoch number. */
async function originsOf(db: Database): Promise<Map<number, string>> {
  return new Map((await readEpochs(db)).map(it => [it.number, it.origin]))
}

const checkpointsAtOnce = 10_000

/** Finds the signed checkpoint with that SHA-256; null without one. */
export async function findAnchoredText(db: Database, hash: Buffer): Promise<string | null> {
  const origins = await originsOf(db)
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
