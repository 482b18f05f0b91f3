import type { BitcoinConfig } from '../../config/payments.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { type ChainState, lockChain } from '../facts/chain-facts.ts'
import { readExtendedKey } from '../facts/extended-key.ts'
import { givenOutHeight } from '../facts/given-out.ts'
import { coreKey } from './keys.ts'
import { type BitcoinRpc, RpcError, rpcCodes } from './rpc.ts'
import { readTip, type Tip } from './tip.ts'

/** Number of addresses that the node watches beyond the last one, so that its range seldom has to be extended. */
const lookahead = 1_000
/** Blocks per request, few enough for the node to answer in time, and the maximum duration of one round. */
const blocksAtOnce = 100
const searchMs = 20_000

/**
 * Makes sure that the node has the watching wallet, without private keys, and that it watches all addresses that were
 * given out and more. Addresses are given out without the node, so payments to late ones are searched for from the last
 * block that was read, or from the first block in a new wallet.
 *
 * The starting block is stored before the node gets the addresses, and the progress after each piece, so that the
 * search may be interrupted anywhere. Returns false while there is more to search or another process searches.
 */
export async function searchWallet(
  db: Database,
  rpc: BitcoinRpc,
  config: BitcoinConfig
): Promise<boolean> {
  const state = await db.transaction().execute(tx => planSearch(tx, rpc, config))
  if (!state) return false
  if (!(await watchesEnough(rpc, state))) await watchMore(rpc, config, state)
  const deadline = performance.now() + searchMs
  for (let from = state.scanFrom; from !== null; ) {
    if (performance.now() > deadline) return false
    const next = await db.transaction().execute(tx => searchPiece(tx, rpc, config))
    if (next === 'busy') return false
    from = next
  }
  return true
}

async function planSearch(
  tx: Tx,
  rpc: BitcoinRpc,
  config: BitcoinConfig
): Promise<ChainState | null> {
  const state = await lockChain(tx, config.name)
  if (!state) return null
  const { height } = await readTip(rpc, state)
  await openWallet(rpc, config.wallet)
  if (await watchesEnough(rpc, state)) return state
  const isNew = (await readRanges(rpc)).length < 2
  const known = isNew ? state.firstHeight : state.readHeight
  const from = known ?? (await givenOutHeight(tx, config.name, height, at => timeOf(rpc, at)))
  if (from === null) return state
  const scanFrom = Math.min(from, state.scanFrom ?? from)
  await tx
    .updateTable('chains')
    .set({ scan_from: scanFrom, first_height: state.firstHeight ?? from })
    .where('name', '=', config.name)
    .execute()
  return { ...state, scanFrom }
}

async function timeOf(rpc: BitcoinRpc, height: number): Promise<number> {
  const hash = await rpc.call<string>('getblockhash', height)
  return (await rpc.call<{ time: number }>('getblockheader', hash)).time
}

/**
 * Searches one range of blocks and returns where to continue; null at the tip, from where the node notices payments
 * itself.
 */
async function searchPiece(
  tx: Tx,
  rpc: BitcoinRpc,
  config: BitcoinConfig
): Promise<number | null | 'busy'> {
  const state = await lockChain(tx, config.name)
  if (!state) return 'busy'
  if (state.scanFrom === null) return null
  const tip: Tip = await readTip(rpc, state)
  const to = Math.min(tip.height, state.scanFrom + blocksAtOnce - 1)
  if (to >= state.scanFrom) await rpc.wallet('rescanblockchain', state.scanFrom, to)
  const next = to >= tip.height ? null : to + 1
  await tx.updateTable('chains').set({ scan_from: next }).where('name', '=', config.name).execute()
  return next
}

/** Returns the last index that the wallet watches for each of its keys. */
export async function readRanges(rpc: BitcoinRpc): Promise<number[]> {
  const { descriptors } = await rpc.wallet<{ descriptors: { range?: [number, number] }[] }>(
    'listdescriptors'
  )
  return descriptors.map(it => it.range?.[1] ?? -1)
}

async function watchesEnough(rpc: BitcoinRpc, { nextIndex }: ChainState): Promise<boolean> {
  const ranges = await readRanges(rpc)
  return ranges.length >= 2 && Math.min(...ranges) >= nextIndex + lookahead / 2
}

async function watchMore(
  rpc: BitcoinRpc,
  config: BitcoinConfig,
  { nextIndex }: ChainState
): Promise<void> {
  const key = coreKey(readExtendedKey(config.xpub), config.network)
  const wanted = await Promise.all(
    [0, 1].map(async branch => {
      const { descriptor } = await rpc.call<{ descriptor: string }>(
        'getdescriptorinfo',
        `wpkh(${key}/${branch}/*)`
      )
      return {
        desc: descriptor,
        range: [0, nextIndex + lookahead],
        timestamp: 'now',
        // Marks earlier indexes as used. Otherwise the first payment to a high index makes the wallet mark all lower
        // ones one by one, which blocks the node for half a minute after a restore that skipped thousands.
        next_index: branch === 0 ? nextIndex : 0,
        internal: branch === 1,
        active: true
      }
    })
  )
  const answers = await rpc.wallet<{ success: boolean; error?: { message: string } }[]>(
    'importdescriptors',
    wanted
  )
  const refused = answers.find(it => !it.success)
  if (refused) throw new Error(`The node does not watch the key: ${refused.error?.message}`)
}

async function openWallet(rpc: BitcoinRpc, name: string): Promise<void> {
  try {
    await rpc.wallet('getwalletinfo')
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== rpcCodes.walletNotFound) throw error
    await loadWallet(rpc, name)
  }
}

async function loadWallet(rpc: BitcoinRpc, name: string): Promise<void> {
  const { wallets } = await rpc.call<{ wallets: { name: string }[] }>('listwalletdir')
  if (wallets.some(it => it.name === name)) {
    await rpc.call('loadwallet', name, true).catch(unlessLoaded)
    return
  }
  // Options: no private keys, blank, no passphrase, no reuse check, descriptors, loaded at every start of the node.
  await rpc.call('createwallet', name, true, true, '', false, true, true).catch(unlessLoaded)
}

/** Ignores the error when another process has already created or loaded the wallet. */
function unlessLoaded(error: unknown): void {
  const isThere =
    error instanceof RpcError &&
    (error.code === rpcCodes.walletLoaded || error.code === rpcCodes.walletExists)
  if (!isThere) throw error
}
