import { sumOf } from '@mille/money/sum.ts'
import type { Coin, DueWithdrawal } from '../payouts/payout-store.ts'
import { anchorScriptBytes } from './anchor.ts'
import type { BitcoinNetwork } from './keys.ts'
import { scriptOf } from './keys.ts'

export type Payment = { address: string; amount: bigint }
export type Draft = {
  inputs: Coin[]
  fee: bigint
  change: bigint
  /** A hash that an output without value carries. */
  anchor: Buffer | null
}

/** Virtual sizes in bytes (BIP 141): of the transaction's frame, of one input, and of an output without its script. */
const frameSize = 13
const inputSize = 68
const outputSize = 9
const changeSize = outputSize + 22
/** Minimum change, in satoshis: smaller change would cost more to spend later, so it is left to the miners. */
const minChange = 1_000n

/** Maximum number of inputs that the signer accepts, far below what a node relays. */
const maxInputs = 500

export type DraftTerms = {
  feePerByte: bigint
  network: BitcoinNetwork
  /** Inputs that must be used because the transaction replaces another one that spends them. */
  must?: readonly Coin[]
  minFee?: bigint
  anchor?: Buffer | null
}

/** Whether a coin holds more than spending it costs. */
export const isWorthSpending = (amount: bigint, feePerByte: bigint) =>
  amount > BigInt(inputSize) * feePerByte

/**
 * Selects coins, the largest first, until they cover the outputs and the fee. Returns null when too few coins are worth
 * more than spending them costs.
 */
export function draftTransaction(
  payments: readonly Payment[],
  coins: readonly Coin[],
  { feePerByte, network, must = [], minFee = 0n, anchor = null }: DraftTerms
): Draft | null {
  const paid = sumOf(payments.map(it => it.amount))
  const base = sizeOf(payments, 0, network, anchor)
  const inputs = [...must]
  let sum = sumOf(inputs.map(it => it.amount))
  const rest = coins
    .filter(it => isWorthSpending(it.amount, feePerByte))
    .sort((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0))
  for (const next of [null, ...rest]) {
    if (next) {
      inputs.push(next)
      sum += next.amount
    }
    if (inputs.length > maxInputs) return null
    const fee = largest(BigInt(base + inputs.length * inputSize) * feePerByte, minFee)
    if (inputs.length === 0 || sum < paid + fee) continue
    const withChange = fee + BigInt(changeSize) * feePerByte
    const change = sum - paid - withChange
    if (change >= minChange) return { inputs, fee: withChange, change, anchor }
    return { inputs, fee: sum - paid, change: 0n, anchor }
  }
  return null
}

export const paymentsTo = (due: readonly DueWithdrawal[]): Payment[] =>
  due.map(it => ({ address: it.address, amount: it.net }))

/** Returns the virtual size of a transaction without change, in bytes. */
export function sizeOf(
  payments: readonly Payment[],
  inputs: number,
  network: BitcoinNetwork,
  anchor: Buffer | null = null
): number {
  const outputs = payments.reduce(
    (sum, it) => sum + outputSize + (scriptOf(it.address, network)?.length ?? 0),
    0
  )
  const anchorSize = anchor === null ? 0 : outputSize + anchorScriptBytes
  return frameSize + outputs + anchorSize + inputs * inputSize
}
const largest = (a: bigint, b: bigint) => (a > b ? a : b)
