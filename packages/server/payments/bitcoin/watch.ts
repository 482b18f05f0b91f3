import type { BitcoinConfig } from '../../config-payments.ts'
import type { Context } from '../../context.ts'
import {
  type ChainFacts,
  type ChainState,
  lockChain,
  openDeposits,
  type SeenOutput,
  storeFacts,
  storeMissing
} from '../chain-facts.ts'
import { type BitcoinRpc, createBitcoinRpc, RpcError, rpcCodes, satoshis } from './rpc.ts'
import { prepareWallet } from './wallet.ts'

/** So many blocks are read again each time: a reorganisation within them shows by itself. */
const readAgain = 120
const tipTries = 5

/**
 * Reads what the node knows of our addresses and writes it down; gives false when another process is at it. Whatever
 * the node does not answer leaves everything as it was: the reading is one transaction.
 */
export async function watchBitcoin(context: Context, config: BitcoinConfig): Promise<boolean> {
  const rpc = createBitcoinRpc(config)
  return context.db.transaction().execute(async tx => {
    const state = await lockChain(tx, 'bitcoin')
    if (!state) return false
    await prepareWallet(rpc, config, state.nextIndex, await lookFrom(rpc, state))
    const facts = await readChain(rpc, state)
    const listed = new Set(facts.outputs.map(keyOf))
    const above = Math.min(state.readHeight ?? -1, facts.read.height)
    const open = await openDeposits(tx, 'bitcoin', above)
    const missing: { id: number; block: null; isGone: boolean }[] = []
    for (const it of open) {
      if (listed.has(keyOf(it)) || (it.blockHash !== null && (await isActive(rpc, it.blockHash))))
        continue
      missing.push({ id: it.id, block: null, isGone: !(await isWaiting(rpc, it.transactionId)) })
    }
    await storeFacts(tx, 'bitcoin', facts, config.confirmations, context.now())
    await storeMissing(tx, missing)
    return true
  })
}

const keyOf = (it: { transactionId: string; output: number }) => `${it.transactionId}:${it.output}`

/** A node that is new to us looks for payments since the last block that was read. */
async function lookFrom(rpc: BitcoinRpc, state: ChainState): Promise<number | 'now'> {
  if (state.readHash === null) return 'now'
  try {
    const { time } = await rpc.call<{ time: number }>('getblockheader', state.readHash)
    return time
  } catch (error) {
    if (isNotFound(error)) return 0
    throw error
  }
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
type Tip = { blocks: number; bestblockhash: string }

/** Read between two looks at the tip that agree, so that heights and confirmations belong together. */
async function readChain(rpc: BitcoinRpc, state: ChainState): Promise<ChainFacts> {
  for (let tries = 0; tries < tipTries; tries++) {
    const tip = await rpc.call<Tip>('getblockchaininfo')
    const since = await listSince(rpc, state.readHash)
    const outputs: SeenOutput[] = []
    for (const it of since.transactions) {
      if (!['receive', 'generate'].includes(it.category) || it.address === undefined) continue
      outputs.push(await seenOutput(rpc, it, it.address))
    }
    const { height } = await rpc.call<{ height: number }>('getblockheader', since.lastblock)
    const after = await rpc.call<Tip>('getblockchaininfo')
    if (after.bestblockhash !== tip.bestblockhash) continue
    return { height: tip.blocks, tipHash: null, read: { hash: since.lastblock, height }, outputs }
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
    // Another chain's block, or a node that has not come so far: everything is read.
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
    // Less than none: another transaction that spends the same stands in the chain.
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

/** Throws when the node has never heard of the block: then it says nothing about the deposit. */
async function isActive(rpc: BitcoinRpc, blockHash: string): Promise<boolean> {
  const { confirmations } = await rpc.call<{ confirmations: number }>('getblockheader', blockHash)
  return confirmations > 0
}

function isNotFound(error: unknown): boolean {
  return error instanceof RpcError && error.code === rpcCodes.notFound
}
