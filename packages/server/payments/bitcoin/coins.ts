import type { BitcoinNetwork } from './keys.ts'
import { scriptOf } from './keys.ts'

export type Coin = {
  transactionId: string
  output: number
  amount: bigint
  address: string
  branch: 0 | 1
  index: number
}
export type Payment = { address: string; amount: bigint }
export type Draft = { inputs: Coin[]; fee: bigint; change: bigint }

/** Bytes that count (BIP 141): of the frame, an input of ours, and an output but for its script. */
const frameSize = 11
const inputSize = 68
const outputSize = 9
const changeSize = outputSize + 22
/** Less than it costs to spend later is left to the miners. */
const leastChange = 1_000n

/** Takes coins, the largest first, until they pay for the outputs and the fee; null when there are not enough. */
export function draftTransaction(
  payments: readonly Payment[],
  coins: readonly Coin[],
  terms: {
    feePerByte: bigint
    network: BitcoinNetwork
    /** Inputs that must be in, because the transaction takes the place of one that has them. */
    must?: readonly Coin[]
    leastFee?: bigint
  }
): Draft | null {
  const paid = payments.reduce((sum, it) => sum + it.amount, 0n)
  const size =
    frameSize +
    payments.reduce(
      (sum, it) => sum + outputSize + (scriptOf(it.address, terms.network)?.length ?? 0),
      0
    )
  const inputs = [...(terms.must ?? [])]
  const rest = [...coins].sort((a, b) => (a.amount > b.amount ? -1 : a.amount < b.amount ? 1 : 0))
  for (;;) {
    const sum = inputs.reduce((all, it) => all + it.amount, 0n)
    const plain = largest(feeOf(size + inputs.length * inputSize, terms.feePerByte), terms.leastFee)
    if (inputs.length > 0 && sum >= paid + plain) {
      const withChange = plain + BigInt(changeSize) * terms.feePerByte
      const change = sum - paid - withChange
      if (change >= leastChange) return { inputs, fee: withChange, change }
      return { inputs, fee: sum - paid, change: 0n }
    }
    const next = rest.shift()
    if (!next) return null
    inputs.push(next)
  }
}

const feeOf = (bytes: number, feePerByte: bigint) => BigInt(bytes) * feePerByte
const largest = (a: bigint, b = 0n) => (a > b ? a : b)
