import {
  type Address,
  encodeEventTopics,
  erc20Abi,
  getAddress,
  type TransactionReceipt,
  TransactionReceiptNotFoundError
} from 'viem'
import type { EthereumConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import type { Sender } from '../chain.ts'
import { endUnsigned } from '../payouts/end-withdrawal.ts'
import { openPayouts, type Payout } from '../payouts/payout.ts'
import { failPayout, setGasPaid, setHeight, settlePayout } from '../payouts/payout-store.ts'
import type { EthereumClient } from './client.ts'
import { payingAddress } from './keys.ts'
import { refusalOf } from './send.ts'

/**
 * Books transactions that are at least `depth` blocks deep in the chain, counting their own, and sends again those that
 * a reorganization removed.
 */
export async function settleDeep(
  context: Context,
  client: EthereumClient,
  config: EthereumConfig,
  depth: number
): Promise<void> {
  const tip = Number(await client.getBlockNumber({ cacheTime: 0 }))
  for (const family of Map.groupBy(
    await openPayouts(context.db, config.name),
    it => it.rootId
  ).values()) {
    const receipts = await Promise.all(family.map(it => readReceipt(client, it)))
    for (const [place, payout] of family.entries()) {
      const receipt = receipts[place]
      await setHeight(context.db, payout, receipt ? Number(receipt.blockNumber) : null)
    }
    const place = receipts.findIndex(it => it !== null)
    const [payout, receipt] = [family[place], receipts[place]]
    if (!payout || !receipt) {
      await chase(context, client, config, { family, before: tip - depth })
      continue
    }
    if (tip - Number(receipt.blockNumber) + 1 < depth) continue
    await setGasPaid(context.db, payout, receipt.gasUsed * receipt.effectiveGasPrice)
    if (hasPaid(receipt, payout, config)) await settlePayout(context, payout, null)
    else await giveBack(context, payout)
  }
}

/**
 * Handles a payout none of whose transactions is in the chain. The newest is sent again, unless another transaction has
 * used their nonce for so long that none can ever be mined: then the withdrawals are signed again.
 */
async function chase(
  context: Context,
  client: EthereumClient,
  config: EthereumConfig,
  { family, before }: { family: readonly Payout[]; before: number }
): Promise<void> {
  const newest = family.at(-1)
  if (!newest || newest.nonce === null) return
  const address = senderOf(newest, config)
  const used = await client.getTransactionCount({
    address,
    blockNumber: BigInt(Math.max(0, before))
  })
  if (used > newest.nonce) await context.db.transaction().execute(tx => failPayout(tx, newest))
  else if (newest.state === 'sent') await refusalOf(client, newest)
}

/** Returns the account whose nonce a transaction uses. */
function senderOf(payout: Sender, config: EthereumConfig): Address {
  return payout.purpose === 'sweep' ? getAddress(payout.from.address) : payingAddress(config)
}

/**
 * Refunds a withdrawal whose transfer the token refused, deep in the chain: nothing left the account, and nothing ever
 * will.
 */
async function giveBack(context: Context, payout: Payout): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const reason = 'The token refused to be sent to this address'
    for (const id of await failPayout(tx, payout))
      await endUnsigned(tx, id, { userId: null, state: 'failed', reason, at: context.now() })
  })
}

/** Whether tokens were transferred, according to the logs: a token may refuse a transfer without failing. */
export function hasPaid(
  { status, logs }: TransactionReceipt,
  payout: Sender,
  config: EthereumConfig
): boolean {
  if (status !== 'success' || payout.purpose === 'gas') return status === 'success'
  const wanted = encodeEventTopics({
    abi: erc20Abi,
    eventName: 'Transfer',
    args: { from: senderOf(payout, config) }
  })
  return (
    status === 'success' &&
    logs.some(it => wanted.every((topic, place) => topic === null || it.topics[place] === topic))
  )
}

export function readReceipt(
  client: EthereumClient,
  { transactionId }: Payout
): Promise<TransactionReceipt | null> {
  return client
    .getTransactionReceipt({ hash: transactionId as `0x${string}` })
    .catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return null
      throw error
    })
}
