import { formatAmount } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import { getAddress } from 'viem'
import type { EthereumConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import type { Holdings } from '../chain.ts'
import { openPayouts } from '../payouts/payout.ts'
import {
  coinDecimals,
  createEthereumClient,
  readDecimals,
  readTokenBalance,
  toUnits
} from './client.ts'
import { contractsOf } from './contracts.ts'
import { payingAddress } from './keys.ts'
import { hasPaid, readReceipt } from './settle.ts'

const addressesAtOnce = 100

/**
 * Reads all holdings at one block, so that a transfer between our own addresses in the meantime is neither missed nor
 * counted twice.
 */
export async function readEthereumHoldings(
  { db }: Context,
  config: EthereumConfig
): Promise<Holdings> {
  const client = createEthereumClient(config)
  const addresses = await paidAddresses(db, config)
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 })
  const height = Number(blockNumber)
  const owners = [payingAddress(config), ...addresses.map(it => getAddress(it))]
  let [amount, ready] = [0n, 0n]
  for (const [, contract] of contractsOf(config)) {
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
    amount += toUnits(sum, decimals)
  }
  const open = await openPayouts(db, config.name)
  const families = new Set<number>()
  for (const it of open) {
    const receipt = await readReceipt(client, it)
    if (receipt && receipt.blockNumber <= blockNumber && hasPaid(receipt, it, config))
      families.add(it.rootId)
  }
  const paid = open.filter(it => families.has(it.rootId)).map(it => it.id)
  const coin = await client.getBalance({ address: payingAddress(config), blockNumber })
  const where = `${formatAmount(ready)} USD of it on the account that pays out, with ${formatCoin(coin)} of coin for gas; ${formatCoin(await gasPaid(db, config))} went to gas so far`
  return { amount, height, paid, words: [where] }
}

/** Returns the deposit addresses that ever received a payment; skipped addresses are many and empty. */
async function paidAddresses(db: Database, { name }: EthereumConfig): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from deposits
    where chain = ${name} and address_id is not null limit 1000000`.execute(db)
  return rows.map(it => it.address)
}

/** Sums the gas costs, in wei, from the stored payouts: the coin is not an asset in the ledger. */
async function gasPaid(db: Database, { name }: EthereumConfig): Promise<bigint> {
  const { rows } = await sql<{ wei: bigint }>`
    select coalesce(sum(gas_paid), 0) as wei from payouts where chain = ${name}`.execute(db)
  return rows[0]?.wei ?? 0n
}

const formatCoin = (wei: bigint) => formatAmount(toUnits(wei, coinDecimals))
