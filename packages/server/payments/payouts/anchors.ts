import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import type { ChainName } from '../facts/chain-facts.ts'

type Block = { hash: string; height: number }
export type Checkpoint = { epoch: number; size: number }
export type OpenAnchor = { payoutId: number; transactionId: string; block: Block | null }

/**
 * Payouts that count or still can: of transactions that replace each other, a settled family leaves only the one in the
 * chain.
 */
const counts = sql`state in ('signed', 'sent', 'confirmed')`
/** Number of blocks after which no reorganization is expected to reach an anchor. */
const finalDepth = 120
const offerMs = 7 * 86_400_000

/** Stores a checkpoint that the next payout may anchor. */
export async function offerAnchor(
  tx: Tx,
  { epoch, size, hash, at }: Checkpoint & { hash: Buffer; at: Date }
): Promise<void> {
  await sql`
    insert into anchor_offers (epoch, size, hash, offered_at) values (${epoch}, ${size}, ${hash}, ${at})
    on conflict do nothing`.execute(tx)
  // A payout that was signed before a crash may carry an older checkpoint, so recent offers are kept.
  const before = new Date(at.getTime() - offerMs)
  await sql`delete from anchor_offers where epoch = ${epoch} and size < ${size} and offered_at < ${before}`.execute(
    tx
  )
}

/**
 * Returns the hash for the next payout, at most one per day (UTC) and none twice. The caller holds the lock on the
 * payouts.
 */
export async function nextAnchor(tx: Tx, at: Date): Promise<Buffer | null> {
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from (select hash from anchor_offers order by epoch desc, size desc limit 1) as offer
    where not exists (
      select from payout_anchors anchor join payouts on payouts.id = payout_id
      where (${counts} or is_refused) and (day = ${dayOf(at)}::date or anchor.hash = offer.hash))`.execute(
    tx
  )
  return rows[0]?.hash ?? null
}

type Kept = { payoutId: number; hash: Buffer; inPlaceOf: number | undefined; at: Date }

/**
 * Stores the anchor in a payout's signed bytes. A replacement counts for the same day as the payout that it replaces.
 */
export async function keepAnchor(tx: Tx, { payoutId, hash, inPlaceOf, at }: Kept): Promise<void> {
  await sql`
    insert into payout_anchors (payout_id, hash, epoch, size, day)
    select ${payoutId}::integer, ${hash}::bytea, known.epoch, known.size, coalesce(
      (select day from payout_anchors where payout_id = ${inPlaceOf ?? null}::integer), ${dayOf(at)}::date)
    from (select) as always left join lateral (
      select epoch, size from anchor_offers where hash = ${hash}
      union all select epoch, size from payout_anchors where hash = ${hash} and epoch is not null
      limit 1
    ) as known on true`.execute(tx)
}

/** Returns the hash that a payout carries; null without an anchor. */
export async function anchorOf(db: Database | Tx, payoutId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('payout_anchors')
    .select('hash')
    .where('payout_id', '=', payoutId)
    .executeTakeFirst()
  return row?.hash ?? null
}

/** Marks an anchor that the node refuses, so the day remains without an anchor. */
export async function refuseAnchor(tx: Tx, payoutId: number): Promise<void> {
  await tx
    .updateTable('payout_anchors')
    .set({ is_refused: true })
    .where('payout_id', '=', payoutId)
    .execute()
}

/** Returns anchors whose block may still change, including those of settled payouts. */
export async function openAnchors(db: Database, chain: ChainName): Promise<OpenAnchor[]> {
  const { rows } = await sql<Omit<OpenAnchor, 'block'> & NullableBlock>`
    select payout_id as "payoutId", transaction_id as "transactionId",
      anchor.block_hash as "blockHash", anchor.block_height as "blockHeight"
    from payout_anchors anchor join payouts on payouts.id = payout_id
    where chain = ${chain} and ${counts} and (anchor.block_height is null
      or anchor.block_height > (select height from chains where name = ${chain}) - ${finalDepth}::integer)
    order by payout_id desc limit 100`.execute(db)
  return rows.map(({ blockHash, blockHeight, ...it }) => ({
    ...it,
    block: blockOf({ blockHash, blockHeight })
  }))
}

export async function setAnchorBlock(
  db: Database,
  { payoutId, block: before }: OpenAnchor,
  block: Block | null
): Promise<void> {
  if (before?.hash === block?.hash) return
  await db
    .updateTable('payout_anchors')
    .set({ block_hash: block?.hash ?? null, block_height: block?.height ?? null })
    .where('payout_id', '=', payoutId)
    .execute()
}

type NullableBlock = { blockHash: string | null; blockHeight: number | null }

export function blockOf({ blockHash, blockHeight }: NullableBlock): Block | null {
  return blockHash === null || blockHeight === null
    ? null
    : { hash: blockHash, height: blockHeight }
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
