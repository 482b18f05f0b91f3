import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import { chainKinds } from '../chains.ts'
import type { ChainName } from '../facts/chain-facts.ts'
import { blockOf, type Checkpoint } from '../payouts/anchors.ts'

/** Number of confirmations after which a block is not expected to be replaced. */
export const anchorConfirmations = 6

export type Anchor = {
  hash: Buffer
  /** Script of the output that carries the anchor. */
  script: Buffer
  /** Null when a restored database does not have the checkpoint. */
  checkpoint: Checkpoint | null
  transactionId: string
  signedAt: Date
  /** Null while the transaction waits for a block. */
  block: { hash: string; height: number } | null
  confirmations: number
}

type Row = Pick<Anchor, 'hash' | 'transactionId' | 'signedAt'> & {
  chain: ChainName
  epoch: number | null
  size: bigint | null
  blockHash: string | null
  blockHeight: number | null
  height: number | null
}

/**
 * Returns the newest anchors first, each with the transaction that carries it now: among transactions that replace each
 * other, the one in a block, or else the last one.
 */
export async function readAnchors(db: Database | Tx, count: number): Promise<Anchor[]> {
  const { rows } = await sql<Row>`
    select * from (
      select distinct on (coalesce(replaces, payouts.id)) payouts.id, chain, hash, epoch, size,
        transaction_id as "transactionId", payouts.created_at as "signedAt",
        anchor.block_hash as "blockHash", anchor.block_height as "blockHeight", chains.height
      from payout_anchors anchor join payouts on payouts.id = payout_id join chains on chains.name = chain
      where state in ('signed', 'sent', 'confirmed') and (not is_refused or anchor.block_hash is not null)
      order by coalesce(replaces, payouts.id), anchor.block_hash is null, payouts.id desc
    ) as newest order by id desc limit ${count}`.execute(db)
  return rows.map(({ chain, epoch, size, blockHash, blockHeight, height, ...it }) => {
    const block = blockOf({ blockHash, blockHeight })
    return {
      hash: it.hash,
      script: scriptOf(chain, it.hash),
      transactionId: it.transactionId,
      signedAt: it.signedAt,
      checkpoint: epoch === null || size === null ? null : { epoch, size: Number(size) },
      block,
      confirmations: block === null ? 0 : Math.max(1, (height ?? 0) - block.height + 1)
    }
  })
}

function scriptOf(name: ChainName, hash: Buffer): Buffer {
  const anchoring = chainKinds.find(it => it.name === name)?.anchoring
  if (!anchoring) throw new Error(`Payouts of ${name} carry no anchors`)
  return anchoring.script(hash)
}
