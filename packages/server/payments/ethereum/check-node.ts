import type { EthereumConfig } from '../../config/payments.ts'
import { reasonOf } from '../../reason-of.ts'
import { broken, type NodeState, patienceMs, working } from '../facts/node-state.ts'
import { createEthereumClient, readDecimals } from './client.ts'

/** Age of the newest block above which a node is behind; a block comes every twelve seconds. */
const maxAgeMs = 10 * 60_000

/** Checks that the node answers, is on the configured chain, has the newest block, and knows the tokens. */
export async function checkEthereumNode(config: EthereumConfig, now: Date): Promise<NodeState> {
  const { host } = new URL(config.rpcUrl)
  const client = createEthereumClient(config, patienceMs)
  try {
    const [chainId, block] = await Promise.all([client.getChainId(), client.getBlock()])
    if (chainId !== config.chainId)
      return broken(
        `The node is on the chain ${chainId}, and ETHEREUM_CHAIN_ID is ${config.chainId}.`,
        'Set ETHEREUM_RPC_URL to a node of that chain, or correct ETHEREUM_CHAIN_ID and the contracts of the tokens.'
      )
    const minutes = Math.floor((now.getTime() - Number(block.timestamp) * 1000) / 60_000)
    if (minutes * 60_000 > maxAgeMs)
      return broken(
        `The node is behind: its newest block ${block.number} is ${minutes} minutes old.`,
        'Wait until it has caught up, or check its consensus client, its disk and its peers. Deposits and payouts are delayed until then.'
      )
    for (const [code, contract] of Object.entries(config.tokens))
      if (!(await isToken(client, contract)))
        return broken(
          `There is no token at ${code}_CONTRACT, ${contract}, on the chain ${chainId}.`,
          `Correct ${code}_CONTRACT: each chain has its own contracts.`
        )
    return working(`The node is at block ${block.number} of the chain ${chainId}.`)
  } catch (error) {
    return broken(
      `The node at ${host} cannot be reached: ${reasonOf(error)}.`,
      'Start the node with its HTTP RPC, and correct ETHEREUM_RPC_URL, with the key of your provider if it has one.'
    )
  }
}

async function isToken(
  client: ReturnType<typeof createEthereumClient>,
  contract: string
): Promise<boolean> {
  try {
    await readDecimals(client, contract)
    return true
  } catch {
    // The node has answered before, so the contract is what is wrong.
    return false
  }
}
