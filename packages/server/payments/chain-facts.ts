import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { notify } from '../notifications/outbox.ts'

export type ChainName = 'bitcoin' | 'ethereum'
export type TokenCode = 'BTC' | 'USDT' | 'USDC'

/** One payment to an address of ours, as the chain has it now. */
export type SeenOutput = {
  transactionId: string
  output: number
  address: string
  /** What was paid; `ETH` and the like are no asset of ours. */
  tokenCode: string
  asset: Asset | null
  amount: bigint
  /** Null while it is in no block of the active chain. */
  block: { hash: string; height: number } | null
  /** Something else took its place. */
  isGone: boolean
}
export type ChainFacts = {
  height: number
  /** The block at that height, where the reader wants to know it again. */
  tipHash: string | null
  /** Where to read on from: deep enough that it stays. */
  read: { hash: string; height: number }
  outputs: readonly SeenOutput[]
}

export type ChainState = {
  readHash: string | null
  readHeight: number | null
  height: number | null
  tipHash: string | null
  nextIndex: number
}

/** One reader of a chain at a time, whatever the number of processes; null when another one reads it now. */
export async function lockChain(tx: Tx, chain: ChainName): Promise<ChainState | null> {
  const { rows } = await sql<ChainState>`
    select read_hash as "readHash", read_height as "readHeight", height, tip_hash as "tipHash",
      greatest(next_index, (select coalesce(max(id), 0) + 1 from payouts)) as "nextIndex"
    from chains where name = ${chain} and pg_try_advisory_xact_lock(hashtext(${`chain ${chain}`}))`.execute(
    tx
  )
  return rows[0] ?? null
}

/** Deposits that a reading must account for: in no block, or in one above a height. */
export async function openDeposits(tx: Tx, chain: ChainName, above: number) {
  const { rows } = await sql<{
    id: number
    transactionId: string
    output: number
    blockHash: string | null
    isGone: boolean
  }>`
    select id, transaction_id as "transactionId", output, block_hash as "blockHash", is_gone as "isGone"
    from deposits where chain = ${chain} and (block_height is null or block_height > ${above})
    order by id limit 100000`.execute(tx)
  return rows
}

/** Writes down what the chain says; money moves afterwards, by what stands here. */
export async function storeFacts(
  tx: Tx,
  chain: ChainName,
  facts: ChainFacts,
  /** How many a deposit needs, to tell its owner. */
  confirmations: number,
  at: Date
): Promise<void> {
  const { outputs } = facts
  const { rows } = await sql<NewDeposit>`
    insert into deposits (chain, transaction_id, output, address, address_id, user_id, token_code, asset, amount,
      block_hash, block_height, is_gone, seen_at)
    select ${chain}, seen.transaction_id, seen.output, seen.address, known.id, known.user_id, seen.token_code,
      seen.asset, seen.amount, seen.block_hash, seen.block_height, seen.is_gone, ${at}
    from unnest(
      ${outputs.map(it => it.transactionId)}::text[], ${outputs.map(it => it.output)}::integer[],
      ${outputs.map(it => it.address)}::text[], ${outputs.map(it => it.tokenCode)}::text[],
      ${outputs.map(it => it.asset)}::text[], ${outputs.map(it => it.amount)}::bigint[],
      ${outputs.map(it => it.block?.hash ?? null)}::text[],
      ${outputs.map(it => it.block?.height ?? null)}::integer[], ${outputs.map(it => it.isGone)}::boolean[]
    ) as seen (transaction_id, output, address, token_code, asset, amount, block_hash, block_height, is_gone)
    left join deposit_addresses known on known.chain = ${chain} and known.address = seen.address
    on conflict (chain, transaction_id, output) do update
    set block_hash = excluded.block_hash, block_height = excluded.block_height, is_gone = excluded.is_gone
    where (deposits.block_hash, deposits.block_height, deposits.is_gone)
      is distinct from (excluded.block_hash, excluded.block_height, excluded.is_gone)
    returning id, user_id as "userId", asset, amount, is_gone as "isGone",
      coalesce(${facts.height} - block_height + 1, 0) as confirmations, xmax = 0 as "isNew"`.execute(
    tx
  )
  for (const it of rows) await tellSeen(tx, it, confirmations, at)
  await sql`
    update chains set read_hash = ${facts.read.hash}, read_height = ${facts.read.height}, height = ${facts.height},
      tip_hash = ${facts.tipHash}, read_at = ${at}
    where name = ${chain}`.execute(tx)
}

type NewDeposit = {
  id: number
  userId: number | null
  asset: Asset | null
  amount: bigint
  isGone: boolean
  confirmations: number
  isNew: boolean
}

/** Who reads the chain late tells of what arrives, not of what was on its way. */
async function tellSeen(tx: Tx, it: NewDeposit, required: number, at: Date): Promise<void> {
  const { id, userId, asset, confirmations } = it
  if (!it.isNew || it.isGone || userId === null || asset === null || confirmations >= required)
    return
  const data = { amount: it.amount.toString(), asset, confirmations, required }
  await notify(tx, { kind: 'deposit_seen', userId, data, event: `deposit ${id} seen`, at })
}

/** What became of deposits that the reading did not bring up. */
export async function storeMissing(
  tx: Tx,
  missing: readonly { id: number; block: null; isGone: boolean }[]
): Promise<void> {
  await sql`
    update deposits set block_hash = null, block_height = null, is_gone = missing.is_gone
    from unnest(${missing.map(it => it.id)}::integer[], ${missing.map(it => it.isGone)}::boolean[])
      as missing (id, is_gone)
    where deposits.id = missing.id`.execute(tx)
}
