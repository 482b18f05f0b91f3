import { largestAmount } from '@mille/money/amount.ts'
import { type Address, getAddress, parseAbiItem, TransactionNotFoundError } from 'viem'
import type { EthereumConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import {
  type ChainFacts,
  type ChainState,
  depositKey,
  lockChain,
  NodeBehind,
  openDeposits,
  refuseBehind,
  type SeenOutput,
  storeFacts,
  storeMissing
} from '../facts/chain-facts.ts'
import { givenOutHeight } from '../facts/given-out.ts'
import {
  coinDecimals,
  createEthereumClient,
  type EthereumClient,
  readDecimals,
  toUnits
} from './client.ts'
import { contractsOf } from './contracts.ts'
import { payingAddress } from './keys.ts'
import { watchPassedOver } from './passed-over.ts'
import { searchEthereumPayouts } from './search-payouts.ts'

const transferEvent = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)'
)
/** The number of blocks that are read again each time, so that a reorganization within them is noticed. */
const readAgain = 120
/** The maximum number of new blocks in one reading, so that catching up is done in pieces. */
const maxBlocks = 2_000
const addressesAtOnce = 500
const blocksAtOnce = 20
/** Output number of payments in the chain's own coin, which is not a currency here: they wait for the operator. */
export const coinOutput = -1

/** Reads what came to our addresses and stores it in one transaction, so that a failed answer changes nothing. */
export async function watchEthereum(context: Context, config: EthereumConfig): Promise<boolean> {
  const client = createEthereumClient(config)
  await watchPassedOver(context, config)
  const isRead = await readOnce(context, client, config)
  if (isRead) await searchEthereumPayouts(context, client, config)
  return isRead
}

function readOnce(
  context: Context,
  client: EthereumClient,
  config: EthereumConfig
): Promise<boolean> {
  return context.db.transaction().execute(async tx => {
    const state = await lockChain(tx, config.name)
    if (!state) return false
    const facts = await readChain(tx, client, config, state)
    const listed = new Set(facts.outputs.map(depositKey))
    const above = Math.min(state.readHeight ?? -1, facts.read.height)
    const missing: { id: bigint; isGone: boolean }[] = []
    for (const it of await openDeposits(tx, config.name, above)) {
      if (listed.has(depositKey(it)) || (it.block && (await isActive(client, it.block)))) continue
      missing.push({ id: it.id, isGone: !(await isWaiting(client, it.transactionId)) })
    }
    const terms = { confirmations: config.confirmations, minimumDeposit: null }
    await storeFacts(tx, config.name, facts, terms, context.now())
    await storeMissing(tx, missing)
    return true
  })
}

async function readChain(
  tx: Tx,
  client: EthereumClient,
  config: EthereumConfig,
  state: ChainState
): Promise<ChainFacts> {
  const tip = await client.getBlock()
  // Blocks do not show which of two chains has more proof behind it, so the longer chain counts.
  const end = { height: Number(tip.number), hash: tip.hash, work: tip.number }
  await refuseBehind(state, end, height => hashAt(client, height))
  const first =
    state.readHeight === null
      ? await firstOfAll(tx, client, config, end.height)
      : state.readHeight + 1
  const last = Math.min(end.height, first + maxBlocks)
  // People reply to the address that paid them: payments to the paying account are unassigned until the operator says
  // whose they are.
  const addresses = [...(await ownAddresses(tx, config)), payingAddress(config)]
  const outputs = [
    ...(await readTokens(client, config, addresses, first, last)),
    ...(await readCoins(client, config, addresses, await firstUnseen(client, state, first), last))
  ]
  const { hash: tipHash } = await client.getBlock({ blockNumber: BigInt(last) })
  const readHeight = Math.max(0, last - readAgain)
  const read = await client.getBlock({ blockNumber: BigInt(readHeight) })
  if ((await hashAt(client, end.height)) !== tip.hash)
    throw new Error('The chain moved while it was read')
  return {
    height: last,
    tipHash,
    work: BigInt(last),
    read: { hash: read.hash, height: readHeight },
    outputs
  }
}

/** Returns the first block to read: nothing can have been paid before the first address was given out. */
async function firstOfAll(
  tx: Tx,
  client: EthereumClient,
  { name }: EthereumConfig,
  tip: number
): Promise<number> {
  const timeOf = (height: number) =>
    client.getBlock({ blockNumber: BigInt(height) }).then(it => Number(it.timestamp))
  return (await givenOutHeight(tx, name, tip, timeOf)) ?? tip
}

async function ownAddresses(tx: Tx, { name }: EthereumConfig): Promise<Address[]> {
  const rows = await tx
    .selectFrom('deposit_addresses')
    .select('address')
    .where('chain', '=', name)
    .limit(1_000_000)
    .execute()
  return rows.map(row => getAddress(row.address))
}

async function readTokens(
  client: EthereumClient,
  config: EthereumConfig,
  addresses: readonly Address[],
  first: number,
  last: number
): Promise<SeenOutput[]> {
  const outputs: SeenOutput[] = []
  const [own, payer] = [new Set(addresses), payingAddress(config)]
  for (const [code, contract] of contractsOf(config)) {
    const decimals = await readDecimals(client, contract)
    for (let from = 0; from < addresses.length; from += addressesAtOnce) {
      const logs = await client.getLogs({
        address: getAddress(contract),
        event: transferEvent,
        args: { to: addresses.slice(from, from + addressesAtOnce) },
        fromBlock: BigInt(first),
        toBlock: BigInt(last),
        strict: true
      })
      for (const log of logs) {
        const amount = toUnits(log.args.value, decimals)
        if (amount === 0n || amount > largestAmount) continue
        // Skips our own sweep.
        if (getAddress(log.args.to) === payer && own.has(getAddress(log.args.from))) continue
        outputs.push({
          transactionId: log.transactionHash,
          output: await placeOf(client, log.transactionHash, log.logIndex),
          address: getAddress(log.args.to),
          tokenCode: code,
          asset: 'USD',
          amount,
          block: { hash: log.blockHash, height: Number(log.blockNumber) },
          isGone: false
        })
      }
    }
  }
  return outputs
}

/**
 * Returns the log's position among the logs of its transaction, since its position in the block changes with a
 * reorganization.
 */
async function placeOf(
  client: EthereumClient,
  hash: `0x${string}`,
  logIndex: number
): Promise<number> {
  const { logs } = await client.getTransactionReceipt({ hash })
  const place = logs.findIndex(it => it.logIndex === logIndex)
  if (place < 0) throw new Error('The chain moved while it was read')
  return place
}

/** Returns the first block whose payments were not read, which is further back after a reorganization. */
async function firstUnseen(
  client: EthereumClient,
  { height, tipHash }: ChainState,
  first: number
): Promise<number> {
  if (height === null) return first
  return (await hashAt(client, height)) === tipHash ? height + 1 : first
}

/** Reads payments in the coin itself, which are in no log, from whole blocks. */
async function readCoins(
  client: EthereumClient,
  config: EthereumConfig,
  addresses: readonly Address[],
  first: number,
  last: number
): Promise<SeenOutput[]> {
  const own = new Set(addresses)
  const outputs: SeenOutput[] = []
  for (let from = first; from <= last; from += blocksAtOnce) {
    const count = Math.min(blocksAtOnce, last - from + 1)
    const numbers = Array.from({ length: count }, (_, place) => from + place)
    const read = await Promise.all(numbers.map(it => readBlockCoins(client, config, own, it)))
    outputs.push(...read.flat())
  }
  return outputs
}

async function readBlockCoins(
  client: EthereumClient,
  config: EthereumConfig,
  own: ReadonlySet<Address>,
  number: number
): Promise<SeenOutput[]> {
  const payer = payingAddress(config)
  const block = await client.getBlock({ blockNumber: BigInt(number), includeTransactions: true })
  return block.transactions.flatMap(({ hash, from, to, value }) => {
    const address = to === null ? null : getAddress(to)
    const amount = toUnits(value, coinDecimals)
    // Coin between our own addresses pays for the gas of sweeps.
    if (getAddress(from) === payer || (address === payer && own.has(getAddress(from)))) return []
    if (address === null || !own.has(address) || amount === 0n || amount > largestAmount) return []
    return {
      transactionId: hash,
      output: coinOutput,
      address,
      tokenCode: config.coin,
      asset: null,
      amount,
      block: { hash: block.hash, height: number },
      isGone: false
    }
  })
}

/**
 * Whether a block is in the active chain. Throws when the node lacks that height, which it had a moment ago: a
 * different node has answered.
 */
async function isActive(
  client: EthereumClient,
  { hash, height }: { hash: string; height: number }
): Promise<boolean> {
  const standing = await hashAt(client, height)
  if (standing === null) throw new NodeBehind(`The node has no block ${height}`)
  return standing === hash
}

export async function hashAt(client: EthereumClient, height: number): Promise<string | null> {
  const block = await client.getBlock({ blockNumber: BigInt(height) }).catch(unlessMissing)
  return block?.hash ?? null
}

/** Whether a transaction is in the pool. A mined transaction that does not pay us never will. */
async function isWaiting(client: EthereumClient, hash: string): Promise<boolean> {
  const found = await client.getTransaction({ hash: hash as `0x${string}` }).catch(unlessMissing)
  return found !== null && found.blockHash === null
}

function unlessMissing(error: unknown): null {
  const { name } = error as Error
  if (error instanceof TransactionNotFoundError || name === 'BlockNotFoundError') return null
  throw error
}
