import type { BitcoinConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import {
  type ChainFacts,
  type ChainState,
  depositKey,
  lockChain,
  openDeposits,
  type SeenOutput,
  storeFacts,
  storeMissing
} from '../facts/chain-facts.ts'
import { type BitcoinRpc, createBitcoinRpc, isNotFound, satoshis } from './rpc.ts'
import { searchBitcoinPayouts } from './search-payouts.ts'
import { hashAt, readTip } from './tip.ts'
import { searchWallet } from './wallet.ts'

/** The number of blocks that are read again each time, so that a reorganization within them is noticed. */
const readAgain = 120
const tipTries = 5

/**
 * Reads what the node knows of our addresses and stores it in one transaction, so that a failed answer changes nothing.
 * Returns false when another process is reading.
 */
export async function watchBitcoin(context: Context, config: BitcoinConfig): Promise<boolean> {
  const rpc = createBitcoinRpc(config)
  if (!(await searchWallet(context.db, rpc, config))) return false
  const isRead = await readOnce(context, rpc, config)
  if (isRead) await searchBitcoinPayouts(context, rpc, config)
  return isRead
}

function readOnce(context: Context, rpc: BitcoinRpc, config: BitcoinConfig): Promise<boolean> {
  return context.db.transaction().execute(async tx => {
    const state = await lockChain(tx, config.name)
    if (!state) return false
    // An address was given out in the meantime, or the wallet was removed: the next round searches for it.
    if (state.scanFrom !== null) return false
    const facts = await readChain(rpc, state)
    const listed = new Map(facts.outputs.map(it => [depositKey(it), it]))
    const above = Math.min(state.readHeight ?? -1, facts.read.height)
    const missing: { id: bigint; isGone: boolean }[] = []
    for (const it of await openDeposits(tx, config.name, above)) {
      const key = depositKey(it)
      if (listed.get(key)?.block) continue
      // The payment's block is still in the chain, whatever the wallet knows.
      if (it.block && (await isActive(rpc, it.block))) listed.delete(key)
      else if (!listed.has(key))
        missing.push({ id: it.id, isGone: !(await isWaiting(rpc, it.transactionId)) })
    }
    const outputs = [...listed.values()]
    await storeFacts(tx, config.name, { ...facts, outputs }, config, context.now())
    await storeMissing(tx, missing)
    return true
  })
}

type Listed = {
  category: string
  address?: string
  amount: string
  vout: number
  txid: string
  confirmations: number
  blockhash?: string
  blockheight?: number
}

/** Reads the chain between two readings of the tip that agree, so that heights and confirmations belong together. */
async function readChain(rpc: BitcoinRpc, state: ChainState): Promise<ChainFacts> {
  for (let tries = 0; tries < tipTries; tries++) {
    const tip = await readTip(rpc, state)
    const since = await listSince(rpc, state.readHash)
    const outputs: SeenOutput[] = []
    for (const it of since.transactions) {
      if (!['receive', 'generate'].includes(it.category) || it.address === undefined) continue
      outputs.push(await seenOutput(rpc, it, it.address))
    }
    const { height } = await rpc.call<{ height: number }>('getblockheader', since.lastblock)
    const after = await readTip(rpc, state)
    if (after.hash !== tip.hash) continue
    const read = { hash: since.lastblock, height }
    return { height: tip.height, tipHash: tip.hash, work: tip.work, read, outputs }
  }
  throw new Error('The chain moved at each look at it')
}

async function listSince(rpc: BitcoinRpc, hash: string | null) {
  const list = (since: string) =>
    rpc.wallet<{ transactions: Listed[]; lastblock: string }>(
      'listsinceblock',
      since,
      readAgain,
      true,
      false
    )
  try {
    return await list(hash ?? '')
  } catch (error) {
    // The block is of another chain, or the node has not reached it: everything is read.
    if (hash !== null && isNotFound(error)) return list('')
    throw error
  }
}

async function seenOutput(rpc: BitcoinRpc, it: Listed, address: string): Promise<SeenOutput> {
  const isInBlock =
    it.confirmations > 0 && it.blockhash !== undefined && it.blockheight !== undefined
  return {
    transactionId: it.txid,
    output: it.vout,
    address,
    tokenCode: 'BTC',
    asset: 'BTC',
    amount: satoshis(it.amount),
    block: isInBlock ? { hash: it.blockhash ?? '', height: it.blockheight ?? 0 } : null,
    // Negative confirmations: another transaction that spends the same inputs is in the chain.
    isGone: !isInBlock && (it.confirmations < 0 || !(await isWaiting(rpc, it.txid)))
  }
}

async function isWaiting(rpc: BitcoinRpc, transactionId: string): Promise<boolean> {
  try {
    await rpc.call('getmempoolentry', transactionId)
    return true
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}

/** Compares by height, since a newer node does not know the blocks of a branch that lost. */
async function isActive(
  rpc: BitcoinRpc,
  { hash, height }: { hash: string; height: number }
): Promise<boolean> {
  return (await hashAt(rpc, height)) === hash
}
