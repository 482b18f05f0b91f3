import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import {
  getAddress,
  parseAbiItem,
  serializeTransaction,
  type TransactionSerializableEIP1559
} from 'viem'
import type { EthereumConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import type { ChainName } from '../facts/chain-facts.ts'
import { adoptPayout, knownPayouts } from '../payouts/adopt-payout.ts'
import { openPayouts } from '../payouts/payout.ts'
import { lockPayouts } from '../payouts/payout-store.ts'
import { bookUnknown, type ChainSearch, readSearch, setSearched } from '../payouts/restores.ts'
import { type EthereumClient, readDecimals, toUnits } from './client.ts'
import { contractsOf } from './contracts.ts'
import { payingAddress } from './keys.ts'

const transferEvent = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)'
)
const blocksAtOnce = 2_000

type Found = {
  hash: `0x${string}`
  output: number
  to: string
  tokenCode: TokenCode
  amount: bigint
}

/**
 * After a restore: finds payouts that the books do not have in the logs of transfers from the paying account. The
 * search is complete only when no unknown transaction is pending, since its logs are still to come.
 */
export async function searchEthereumPayouts(
  context: Context,
  client: EthereumClient,
  config: EthereumConfig
): Promise<void> {
  const search = await readSearch(context.db, config.name)
  await bookUnknown(context)
  if (!search) return
  const address = payingAddress(config)
  const mined = await client.getTransactionCount({ address })
  const pending = await client.getTransactionCount({ address, blockTag: 'pending' })
  const found = await readSent(client, config, search)
  await context.db.transaction().execute(async tx => {
    if (!(await lockPayouts(tx, config.name))) return
    const hashes = [...new Set(found.map(it => it.hash))]
    const known = await knownPayouts(tx, config.name, hashes)
    for (const hash of hashes)
      if (!known.has(hash))
        await adopt(
          tx,
          context,
          client,
          config.name,
          hash,
          found.filter(it => it.hash === hash)
        )
    const ours = (await openPayouts(tx, config.name)).filter(it => it.purpose !== 'sweep')
    const waiting = new Set(ours.map(it => it.nonce).filter(it => it !== null && it >= mined))
    if (pending - mined <= waiting.size) await setSearched(tx, config.name, context.now())
  })
}

async function readSent(
  client: EthereumClient,
  config: EthereumConfig,
  { readHeight }: ChainSearch
): Promise<Found[]> {
  const tip = Number(await client.getBlockNumber({ cacheTime: 0 }))
  const found: Found[] = []
  for (const [code, contract] of contractsOf(config)) {
    const decimals = await readDecimals(client, contract)
    for (let from = readHeight ?? 0; from <= tip; from += blocksAtOnce) {
      const logs = await client.getLogs({
        address: getAddress(contract),
        event: transferEvent,
        args: { from: payingAddress(config) },
        fromBlock: BigInt(from),
        toBlock: BigInt(Math.min(tip, from + blocksAtOnce - 1)),
        strict: true
      })
      for (const { transactionHash: hash, logIndex: output, args } of logs) {
        const amount = toUnits(args.value, decimals)
        if (amount > 0n)
          found.push({ hash, output, to: getAddress(args.to), tokenCode: code, amount })
      }
    }
  }
  return found
}

async function adopt(
  tx: Tx,
  context: Context,
  client: EthereumClient,
  chain: ChainName,
  hash: `0x${string}`,
  found: readonly Found[]
): Promise<void> {
  const sent = await client.getTransaction({ hash })
  const { nonce, chainId, to, value, gas, input, type, r, s, yParity } = sent
  if (type !== 'eip1559' || yParity === undefined) {
    context.log.error(
      { transaction: hash },
      'a payment from the paying account is not of the signer'
    )
    return
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = sent
  const unsigned: TransactionSerializableEIP1559 = {
    type,
    chainId,
    nonce,
    to,
    value,
    gas,
    data: input,
    maxFeePerGas,
    maxPriorityFeePerGas
  }
  const family = (await openPayouts(tx, chain)).find(
    it => it.nonce === nonce && it.purpose === 'withdrawals'
  )
  const payout = {
    chain,
    transactionId: hash,
    raw: serializeTransaction(unsigned, { r, s, yParity }),
    fee: maxFeePerGas,
    inputs: [],
    nonce,
    at: context.now(),
    payments: found.map(it => ({
      output: it.output,
      address: it.to,
      tokenCode: it.tokenCode,
      asset: 'USD' as const,
      amount: it.amount
    }))
  }
  await adoptPayout(tx, payout, family?.rootId ?? null)
  context.log.warn({ transaction: hash }, 'a payout from after the backup is in the books again')
}
