import { dayMs } from '@mille/api/durations.ts'
import type { BitcoinConfig } from '../../config/payments.ts'
import { reasonOf } from '../../reason-of.ts'
import { broken, type NodeState, patienceMs, working } from '../facts/node-state.ts'
import { createBitcoinRpc } from './rpc.ts'

/** Age of the newest block above which a node is behind; a block comes every ten minutes. */
const maxAgeMs = dayMs / 8

/** Names of a node's chain, as `getblockchaininfo` gives them. */
const chainNames: Record<BitcoinConfig['network'], readonly string[]> = {
  mainnet: ['main'],
  testnet: ['test', 'testnet4'],
  regtest: ['regtest']
}

type BlockchainInfo = {
  chain: string
  blocks: number
  headers: number
  initialblockdownload: boolean
  pruned: boolean
  /** Time of the newest block, in seconds. */
  time: number
}

/** Checks that the node answers, is on the configured network, and has all blocks. */
export async function checkBitcoinNode(config: BitcoinConfig, now: Date): Promise<NodeState> {
  const { host } = new URL(config.rpcUrl)
  let info: BlockchainInfo
  try {
    info = await createBitcoinRpc(config, patienceMs).call<BlockchainInfo>('getblockchaininfo')
  } catch (error) {
    const why = reasonOf(error)
    return /name and password/.test(why)
      ? broken(
          `${host}: ${why}.`,
          'Correct the user and the password in BITCOIN_RPC_URL: they are rpcuser and rpcpassword, or rpcauth, of bitcoin.conf.'
        )
      : broken(
          `The node at ${host} cannot be reached: ${why}.`,
          'Start bitcoind with server=1, and correct BITCOIN_RPC_URL. From another machine, it also needs rpcbind and rpcallowip.'
        )
  }
  return judgeBitcoin(config, info, now)
}

function judgeBitcoin({ network }: BitcoinConfig, info: BlockchainInfo, now: Date): NodeState {
  if (!chainNames[network].includes(info.chain))
    return broken(
      `The node is on the chain ${info.chain}, and BITCOIN_NETWORK is ${network}.`,
      'Set BITCOIN_RPC_URL to a node of that network, or correct BITCOIN_NETWORK. Never mix them: coins of test networks are worth nothing.'
    )
  const ageMs = network === 'regtest' ? 0 : now.getTime() - info.time * 1000
  if (info.initialblockdownload || info.headers > info.blocks + 2 || ageMs > maxAgeMs)
    return broken(
      `The node is behind: it is at block ${info.blocks} of ${Math.max(info.headers, info.blocks)}.`,
      'Wait until it has caught up: deposits and payouts are delayed until then, and nothing is lost. If it makes no progress, check its disk and its peers with bitcoin-cli getnetworkinfo.'
    )
  if (info.pruned)
    return {
      state: 'warning',
      seen: `The node is at block ${info.blocks}, and it has deleted old blocks.`,
      remedy:
        'Use a node without prune: after a restore or a change of the node, its wallet is searched for payments in old blocks.'
    }
  return working(`The node is at block ${info.blocks}.`)
}
