import { sql } from 'kysely'
import type { BitcoinConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import type { ChainName } from '../facts/chain-facts.ts'
import { adoptPayout, type FoundPayment, knownPayouts } from '../payouts/adopt-payout.ts'
import type { Coin } from '../payouts/payout-store.ts'
import { lockPayouts } from '../payouts/payout-store.ts'
import { bookUnknown, type ChainSearch, readSearch, setSearched } from '../payouts/restores.ts'
import { anchorIn } from './anchor.ts'
import { type Decoded, placeOf } from './node-wallet.ts'
import { readTransaction } from './read-transaction.ts'
import { type BitcoinRpc, isNotFound, satoshis } from './rpc.ts'
import { readRanges } from './wallet.ts'

type Listed = {
  category: string
  txid: string
  confirmations: number
  abandoned?: boolean
}

/**
 * After a restore: adds payouts made since the backup to the books, from the chain and the pool as the node's wallet
 * knows them, and skips the addresses that were given out since.
 */
export async function searchBitcoinPayouts(
  context: Context,
  rpc: BitcoinRpc,
  { name: chain }: BitcoinConfig
): Promise<void> {
  const search = await readSearch(context.db, chain)
  await bookUnknown(context)
  if (!search) return
  const listed = await listSince(rpc, search.readHash)
  await context.db.transaction().execute(async tx => {
    if (!(await lockPayouts(tx, chain))) return
    // Anything else that spends the same inputs is already in the chain.
    const sent = listed.filter(
      it => it.category === 'send' && it.confirmations >= 0 && !it.abandoned
    )
    const ids = [...new Set(sent.map(it => it.txid))]
    const known = await knownPayouts(tx, chain, ids)
    for (const id of ids) if (!known.has(id)) await adopt(tx, context, rpc, chain, id)
    await skipWatched(tx, rpc, chain, search)
    await setSearched(tx, chain, context.now())
  })
}

async function listSince(rpc: BitcoinRpc, hash: string | null): Promise<Listed[]> {
  const list = (since: string) =>
    rpc.wallet<{ transactions: Listed[] }>('listsinceblock', since, 1, true, false)
  try {
    return (await list(hash ?? '')).transactions
  } catch (error) {
    if (hash === null || !isNotFound(error)) throw error
    return (await list('')).transactions
  }
}

async function adopt(
  tx: Tx,
  context: Context,
  rpc: BitcoinRpc,
  chain: ChainName,
  id: string
): Promise<void> {
  const found = await readWhole(rpc, id)
  const inputs = await readInputs(rpc, found.decoded)
  if (inputs === null) {
    context.log.error({ transaction: id }, 'a transaction spends coins of ours and of others')
    return
  }
  const payments: FoundPayment[] = []
  const back: string[] = []
  for (const { n: output, value, scriptPubKey } of found.decoded.vout) {
    const { address = '' } = scriptPubKey
    if (address !== '' && (await readOwn(rpc, address))) {
      back.push(address)
      continue
    }
    const amount = satoshis(value)
    if (amount > 0n) payments.push({ output, address, tokenCode: 'BTC', asset: 'BTC', amount })
  }
  const { rows } = await sql<{ root: number }>`
    select coalesce(replaces, payouts.id) as root
    from payouts join payout_inputs spent on payout_id = payouts.id
    where chain = ${chain} and state in ('signed', 'sent') and (spent.transaction_id, spent.output) in (
      select * from unnest(${inputs.map(it => it.transactionId)}::text[], ${inputs.map(it => it.output)}::integer[]))
    order by 1 limit 1`.execute(tx)
  const anchor = anchorIn(readTransaction(found.hex).outputs)
  const others = found.decoded.vout.length - payments.length - (anchor === null ? 0 : 1)
  const isOurs = back.length === 1 && others === 1
  const payout = {
    chain,
    transactionId: id,
    // The signer makes at most one change output.
    changeAddress: isOurs ? (back[0] ?? null) : null,
    raw: found.hex,
    fee: satoshis(found.fee ?? '0'),
    inputs,
    nonce: null,
    anchor,
    at: context.now(),
    payments
  }
  await adoptPayout(tx, payout, rows[0]?.root ?? null)
  context.log.warn({ transaction: id }, 'a payout from after the backup is in the books again')
}

type Whole = {
  hex: string
  /** The fee in bitcoins, as a negative number. */
  fee?: string
  decoded: Omit<Decoded, 'vout'> & {
    vout: { n: number; value: string; scriptPubKey: { address?: string } }[]
  }
}

function readWhole(rpc: BitcoinRpc, id: string): Promise<Whole> {
  return rpc.wallet<Whole>('gettransaction', id, true, true)
}

/** Reads the coins that a transaction spends; null when one of them is not ours. */
async function readInputs(rpc: BitcoinRpc, { vin }: Pick<Decoded, 'vin'>): Promise<Coin[] | null> {
  const inputs: Coin[] = []
  for (const { txid, vout } of vin) {
    if (txid === undefined) return null
    const parent = await readWhole(rpc, txid).catch((error: unknown) => {
      if (isNotFound(error)) return null
      throw error
    })
    const spent = parent?.decoded.vout.find(it => it.n === vout)
    const address = spent?.scriptPubKey.address
    const place = address === undefined ? null : await readOwn(rpc, address)
    if (!spent || address === undefined || !place) return null
    const amount = satoshis(spent.value)
    inputs.push({ transactionId: txid, output: spent.n, amount, address, ...place })
  }
  return inputs
}

/** Finds branch and index of an address below our key; null when the address is not ours. */
async function readOwn(rpc: BitcoinRpc, address: string) {
  const { ismine, desc } = await rpc.wallet<{ ismine: boolean; desc?: string }>(
    'getaddressinfo',
    address
  )
  return ismine ? placeOf(desc) : null
}

/**
 * Moves the next index beyond all addresses that the node was ever told to watch, since those may have been given out.
 * This is done once; from then on the node's watched range grows as usual.
 */
async function skipWatched(
  tx: Tx,
  rpc: BitcoinRpc,
  chain: ChainName,
  { gap, checkedAt }: ChainSearch
): Promise<void> {
  if (checkedAt !== null) return
  const beyond = Math.max(0, ...(await readRanges(rpc))) + gap
  await sql`
    update chains set next_index = greatest(next_index, ${beyond}::integer) where name = ${chain}`.execute(
    tx
  )
}
