import type { BitcoinConfig } from '../../config-payments.ts'
import { coreKey, readExtendedKey } from './keys.ts'
import { type BitcoinRpc, RpcError, rpcCodes } from './rpc.ts'

/** How far beyond the last address the node watches, so that it seldom has to be told of more. */
const lookahead = 1_000

/**
 * Sees to it that the node has the watching wallet, loaded, and that it watches at least so many addresses. It holds
 * no private key. Addresses are told to the node before anybody hears of them, so nothing has to be searched again;
 * `since` is for a node that is new: from when on it looks for payments.
 */
export async function prepareWallet(
  rpc: BitcoinRpc,
  config: BitcoinConfig,
  nextIndex: number,
  since: number | 'now'
): Promise<void> {
  await openWallet(rpc, config.wallet)
  const { descriptors } = await rpc.wallet<{ descriptors: { range?: [number, number] }[] }>(
    'listdescriptors'
  )
  const watched = Math.min(...descriptors.map(it => it.range?.[1] ?? -1), Number.MAX_SAFE_INTEGER)
  if (descriptors.length >= 2 && watched >= nextIndex + lookahead / 2) return
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
        timestamp: descriptors.length >= 2 ? 'now' : since,
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
  // No private keys, blank, no passphrase, no reuse check, descriptors, loaded at every start of the node.
  await rpc.call('createwallet', name, true, true, '', false, true, true).catch(unlessLoaded)
}

/** Another process was quicker. */
function unlessLoaded(error: unknown): void {
  const isThere =
    error instanceof RpcError &&
    (error.code === rpcCodes.walletLoaded || error.code === rpcCodes.walletExists)
  if (!isThere) throw error
}
