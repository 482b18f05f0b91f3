import { formatAmount } from '@mille/money/amount.ts'
import {
  decodeEventLog,
  erc20Abi,
  type Log,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError
} from 'viem'
import type { EthereumConfig } from '../../config/payments.ts'
import type { DecidedDeposit, Evidence } from '../chain.ts'
import { coinDecimals, type EthereumClient, readDecimals, toUnits } from './client.ts'
import { contractOf } from './contracts.ts'
import { hasPaid } from './settle.ts'
import { coinOutput, hashAt } from './watch.ts'

/** Checks deposits and payouts against transaction receipts and their logs. */
export function ethereumEvidence(client: EthereumClient, config: EthereumConfig): Evidence {
  const decimals = new Map<string, Promise<number>>()
  function decimalsOf(contract: string): Promise<number> {
    const known = decimals.get(contract) ?? readDecimals(client, contract)
    decimals.set(contract, known)
    return known
  }
  const receiptOf = (id: string) =>
    client.getTransactionReceipt({ hash: id as `0x${string}` }).catch(unlessMissing)

  async function paidBy(receipt: TransactionReceipt, it: DecidedDeposit) {
    if (it.output === coinOutput) {
      const sent = await client
        .getTransaction({ hash: receipt.transactionHash })
        .catch(unlessMissing)
      return sent && { to: sent.to ?? '', amount: toUnits(sent.value, coinDecimals) }
    }
    const contract = contractOf(config, it.tokenCode)
    const log = receipt.logs[it.output]
    const moved = log && log.address.toLowerCase() === contract.toLowerCase() && readMove(log)
    return moved ? { to: moved.to, amount: toUnits(moved.value, await decimalsOf(contract)) } : null
  }

  return {
    hashAt: height => hashAt(client, height),
    async ofDeposit(deposit) {
      const { transactionId, address, amount, blockHash } = deposit
      const receipt = await receiptOf(transactionId)
      if (!receipt) return 'the node does not know the transaction'
      if (receipt.status !== 'success') return 'it failed'
      if (receipt.blockHash !== blockHash)
        return `it is in block ${receipt.blockHash}, not in ${blockHash}`
      const paid = await paidBy(receipt, deposit)
      if (!paid) return `it has no payment of ${deposit.tokenCode} at place ${deposit.output}`
      if (paid.to.toLowerCase() === address.toLowerCase() && paid.amount === amount) return null
      return `it pays ${formatAmount(paid.amount)} to ${paid.to}, not ${formatAmount(amount)} to ${address}`
    },
    async ofPayout(payout) {
      const receipt = await receiptOf(payout.transactionId)
      if (!receipt) return 'it is in no block'
      return hasPaid(receipt, payout, config) ? null : 'it has moved nothing'
    }
  }
}

function readMove({ data, topics }: Log): { to: string; value: bigint } | null {
  try {
    const { args } = decodeEventLog({ abi: erc20Abi, eventName: 'Transfer', data, topics })
    return args
  } catch {
    return null
  }
}

function unlessMissing(error: unknown): null {
  if (error instanceof TransactionReceiptNotFoundError || error instanceof TransactionNotFoundError)
    return null
  throw error
}
