import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import type { ChainName } from '../facts/chain-facts.ts'

type Block = { hash: string; height: number }
export type Checkpoint = { epoch: number; size: number }
export type OpenAnchor = { payoutId: number; transactionId: string; block: Block | null }

/** Payouts that can count or do: of a family that is over, only the one that is in the chain. */
const counts = sql`state in ('signed', 'sent', 'confirmed')`
/** So deep that no reorganization reaches it. */
const finalDepth = 120
const offerMs = 7 * 86_400_000

/** What the next payout may anchor. */
export async function offerAnchor(
  tx: Tx,
  { epoch, size, hash, at }: Checkpoint & { hash: Buffer; at: Date }
): Promise<void> {
  await sql`
    insert into anchor_offers (epoch, size, hash, offered_at) values (${epoch}, ${size}, ${hash}, ${at})
    on conflict do nothing`.execute(tx)
  // A payout that was signed before a crash may have an older one.
  const before = new Date(at.getTime() - offerMs)
  await sql`delete from anchor_offers where epoch = ${epoch} and size < ${size} and offered_at < ${before}`.execute(
    tx
  )
}

/** The hash for the next payout: one a day (UTC), and none twice. The caller holds the lock of the payouts. */
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

/** Writes down what the signed bytes of a payout carry. What takes the place of another one is of the same day. */
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

/** The hash that a payout carries; null when there is none. */
export async function anchorOf(db: Database | Tx, payoutId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('payout_anchors')
    .select('hash')
    .where('payout_id', '=', payoutId)
    .executeTakeFirst()
  return row?.hash ?? null
}

/** The node does not take it: the day goes without an anchor. */
export async function refuseAnchor(tx: Tx, payoutId: number): Promise<void> {
  await tx
    .updateTable('payout_anchors')
    .set({ is_refused: true })
    .where('payout_id', '=', payoutId)
    .execute()
}

/** Those whose block may still change, deep payouts included. */
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
