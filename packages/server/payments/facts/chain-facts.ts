import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { notify } from '../../notifications/outbox.ts'

/** Name of a chain in the table `chains`. */
export type ChainName = string

/** A payment to one of our addresses, as the chain has it now. */
export type SeenOutput = {
  transactionId: string
  output: number
  address: string
  /** The token that was paid; for `ETH` and similar coins, the asset is null. */
  tokenCode: string
  asset: Asset | null
  amount: bigint
  /** Null while the payment is not in a block of the active chain. */
  block: { hash: string; height: number } | null
  /** Whether a conflicting transaction has replaced the payment. */
  isGone: boolean
}
export type ChainFacts = {
  height: number
  /** Hash of the block at that height, and the total work of the chain up to it. */
  tipHash: string
  work: bigint
  /** Block from which to continue reading, deep enough to stay in the chain. */
  read: { hash: string; height: number }
  outputs: readonly SeenOutput[]
}

export type ChainState = {
  readHash: string | null
  readHeight: number | null
  height: number | null
  tipHash: string | null
  /** Total work of the chain, as a decimal number. */
  work: string | null
  nextIndex: number
  firstHeight: number | null
  scanFrom: number | null
}

/** The node is syncing or behind, so its answers cannot be used; stored facts stay unchanged. */
export class NodeBehind extends Error {
  override name = 'NodeBehind'
}

type ChainEnd = { height: number; hash: string; work: bigint }

/**
 * Throws unless the node has the last block that was read, or another chain with more work. On a node that is syncing
 * or behind, blocks are missing as if a reorganization had removed them, which proves nothing.
 */
export async function refuseBehind(
  known: Pick<ChainState, 'height' | 'tipHash' | 'work'>,
  end: ChainEnd,
  hashAt: (height: number) => Promise<string | null>
): Promise<void> {
  const { height, tipHash, work } = known
  if (height === null || end.hash === tipHash) return
  if (work !== null && end.work > BigInt(work)) return
  if (end.height >= height && (await hashAt(height)) === tipHash) return
  throw new NodeBehind(
    `The node is at block ${end.height} and block ${height} has been read: it is behind, or has not chosen between two chains`
  )
}

/** Locks a chain for a single reader across all processes; null when another process is reading it. */
export async function lockChain(tx: Tx, chain: ChainName): Promise<ChainState | null> {
  const { rows } = await sql<ChainState>`
    select read_hash as "readHash", read_height as "readHeight", height, tip_hash as "tipHash", work,
      first_height as "firstHeight", scan_from as "scanFrom",
      greatest(next_index, (select coalesce(max(id), 0) + 1 from payouts)) as "nextIndex"
    from chains where name = ${chain} and pg_try_advisory_xact_lock(hashtext(${`chain ${chain}`}))`.execute(
    tx
  )
  return rows[0] ?? null
}

export type OpenDeposit = {
  id: bigint
  transactionId: string
  output: number
  address: string
  tokenCode: string
  block: { hash: string; height: number } | null
}

/** Identifies a deposit: two sightings with the same key are one deposit. */
export const depositKey = (
  it: Pick<SeenOutput, 'transactionId' | 'output' | 'address' | 'tokenCode'>
) => `${it.transactionId}:${it.output}:${it.address}:${it.tokenCode}`

/** Returns deposits that a reading must account for: those in no block, or in a block above a height. */
export async function openDeposits(
  tx: Tx,
  chain: ChainName,
  above: number
): Promise<OpenDeposit[]> {
  const { rows } = await sql<OpenDeposit>`
    select id, transaction_id as "transactionId", output, address, token_code as "tokenCode",
      case when block_hash is not null then json_build_object('hash', block_hash, 'height', block_height) end as block
    from deposits where chain = ${chain} and (block_height is null or block_height > ${above})
    order by id limit 100000`.execute(tx)
  return rows
}

export type DepositTerms = {
  /** Confirmations that a deposit needs, shown to its owner. */
  confirmations: number
  /**
   * Minimum deposit in units of 1e-8; null when every payment is credited. Each output counts on its own, even if one
   * transaction pays an address several times: spending a thousand small outputs together saves nothing.
   */
  minimumDeposit: bigint | null
}

/**
 * Stores what the chain says; money moves afterwards, according to these rows. Known rows are updated and only new ones
 * are inserted: an insert that conflicts would use up a number of the sequence each time.
 */
export async function storeFacts(
  tx: Tx,
  chain: ChainName,
  facts: ChainFacts,
  terms: DepositTerms,
  at: Date
): Promise<void> {
  const seen = seenRows(facts.outputs)
  const minimum = terms.minimumDeposit
  // A contract may pay another amount when it is mined in another block. A payment to another address is a new deposit.
  await sql`
    update deposits set block_hash = seen.block_hash, block_height = seen.block_height, is_gone = seen.is_gone,
      amount = seen.amount
    from ${seen}
    where deposits.chain = ${chain} and ${isSame}
      and (deposits.block_hash, deposits.block_height, deposits.is_gone, deposits.amount)
        is distinct from (seen.block_hash, seen.block_height, seen.is_gone, seen.amount)`.execute(
    tx
  )
  const { rows } = await sql<NewDeposit>`
    insert into deposits (chain, transaction_id, output, address, address_id, user_id, token_code, asset, amount,
      block_hash, block_height, is_gone, seen_at, minimum, is_too_small)
    select ${chain}, seen.transaction_id, seen.output, seen.address, known.id, living.id, seen.token_code,
      seen.asset, seen.amount, seen.block_hash, seen.block_height, seen.is_gone, ${at},
      ${minimum}::bigint, coalesce(seen.amount < ${minimum}::bigint, false)
    from ${seen}
    left join deposit_addresses known on known.chain = ${chain} and known.address = seen.address
    left join account_names living on living.id = known.user_id and not living.is_deleted
    where not exists (select from deposits where deposits.chain = ${chain} and ${isSame})
    returning id, user_id as "userId", asset, amount, is_gone as "isGone", is_too_small as "isTooSmall",
      coalesce(${facts.height} - block_height + 1, 0) as confirmations`.execute(tx)
  for (const it of rows) await notifySeen(tx, it, terms.confirmations, at)
  await sql`
    update chains set read_hash = ${facts.read.hash}, read_height = ${facts.read.height}, height = ${facts.height},
      tip_hash = ${facts.tipHash}, work = ${String(facts.work)}, read_at = ${at},
      first_height = coalesce(first_height, ${facts.height})
    where name = ${chain}`.execute(tx)
}

const isSame = sql`(deposits.transaction_id, deposits.output, deposits.address, deposits.token_code)
  = (seen.transaction_id, seen.output, seen.address, seen.token_code)`

const seenRows = (outputs: readonly SeenOutput[]) => sql`
  unnest(
    ${outputs.map(it => it.transactionId)}::text[], ${outputs.map(it => it.output)}::integer[],
    ${outputs.map(it => it.address)}::text[], ${outputs.map(it => it.tokenCode)}::text[],
    ${outputs.map(it => it.asset)}::text[], ${outputs.map(it => it.amount)}::bigint[],
    ${outputs.map(it => it.block?.hash ?? null)}::text[],
    ${outputs.map(it => it.block?.height ?? null)}::integer[], ${outputs.map(it => it.isGone)}::boolean[]
  ) as seen (transaction_id, output, address, token_code, asset, amount, block_hash, block_height, is_gone)`

type NewDeposit = {
  id: bigint
  userId: number | null
  asset: Asset | null
  amount: bigint
  isGone: boolean
  isTooSmall: boolean
  confirmations: number
}

/**
 * Notifies an owner of a new payment. Payments that already have enough confirmations are skipped, since they are
 * credited at once. So are payments that are too small: a thousand of them cost little and would cause a thousand
 * notifications.
 */
async function notifySeen(tx: Tx, it: NewDeposit, required: number, at: Date): Promise<void> {
  const { id, userId, asset, confirmations } = it
  if (it.isGone || it.isTooSmall || userId === null || asset === null || confirmations >= required)
    return
  const data = { amount: it.amount.toString(), asset, confirmations, required }
  await notify(tx, { kind: 'deposit_seen', userId, data, event: `deposit ${id} seen`, at })
}

/** Updates deposits that the reading did not return: each now waits for a block or is gone. */
export async function storeMissing(
  tx: Tx,
  missing: readonly { id: bigint; isGone: boolean }[]
): Promise<void> {
  await sql`
    update deposits set block_hash = null, block_height = null, is_gone = missing.is_gone
    from unnest(${missing.map(it => it.id)}::bigint[], ${missing.map(it => it.isGone)}::boolean[])
      as missing (id, is_gone)
    where deposits.id = missing.id`.execute(tx)
}
