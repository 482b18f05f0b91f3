import { getAddress } from 'viem'
import type { EthereumConfig } from '../../config-payments.ts'
import type { Database } from '../../db/connect.ts'
import { openPayouts } from '../payout-store.ts'
import { type EthereumClient, readDecimals, readTokenBalance, toUnits } from './client.ts'
import { payingAddress } from './keys.ts'
import { hasPaid, readReceipt } from './settle.ts'

export type TokenStanding = {
  /** The block of which all this is true. */
  height: number
  /** Units of 1e-8 USD at all addresses of ours, the paying account included. */
  holdings: bigint
  /** Of these, what is on the paying account. */
  ready: bigint
  /** Wei that it has for gas. */
  coin: bigint
  /** Open payouts whose tokens have left the account by then, with those that took each other's place. */
  paid: number[]
}

const addressesAtOnce = 100

/** All of it at one block: what moves from one address of ours to another meanwhile is neither missed nor counted twice. */
export async function readTokenStanding(
  db: Database,
  client: EthereumClient,
  config: EthereumConfig,
  addresses: readonly string[]
): Promise<TokenStanding> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 })
  const height = Number(blockNumber)
  const owners = [payingAddress(config), ...addresses.map(it => getAddress(it))]
  let [holdings, ready] = [0n, 0n]
  for (const contract of Object.values(config.tokens)) {
    const decimals = await readDecimals(client, contract)
    ready += toUnits(
      await readTokenBalance(client, contract, payingAddress(config), blockNumber),
      decimals
    )
    let sum = 0n
    for (let from = 0; from < owners.length; from += addressesAtOnce) {
      const some = owners.slice(from, from + addressesAtOnce)
      const read = some.map(it => readTokenBalance(client, contract, it, blockNumber))
      for (const balance of await Promise.all(read)) sum += balance
    }
    holdings += toUnits(sum, decimals)
  }
  const open = await openPayouts(db, 'ethereum')
  const families = new Set<number>()
  for (const it of open) {
    const receipt = await readReceipt(client, it)
    if (receipt && receipt.blockNumber <= blockNumber && hasPaid(receipt, it, config))
      families.add(it.rootId)
  }
  const paid = open.filter(it => families.has(it.rootId)).map(it => it.id)
  const coin = await client.getBalance({ address: payingAddress(config), blockNumber })
  return { height, holdings, ready, coin, paid }
}
