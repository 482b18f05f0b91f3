import { z } from 'zod'
import { addressIndex, tokenCode, wholeNumber, withdrawalPart } from '../signer/protocol.ts'

const transaction = {
  chainId: z.number().int().positive(),
  nonce: addressIndex,
  gas: wholeNumber,
  maxFeePerGas: wholeNumber,
  maxPriorityFeePerGas: wholeNumber
}
/** Request to transfer tokens from the paying account to a recipient, in the token's own smallest unit. */
const transferRequest = z.object({
  method: z.literal('sign_ethereum'),
  ...transaction,
  ...withdrawalPart,
  tokenCode,
  amount: wholeNumber
})
/** Request to send coin for gas, in wei, from the paying account to the deposit address at an index. */
const gasRequest = z.object({
  method: z.literal('sign_gas'),
  ...transaction,
  index: addressIndex,
  amount: wholeNumber
})
/** Request to transfer tokens from the deposit address at an index to the paying account. */
const sweepRequest = z.object({
  method: z.literal('sign_sweep'),
  ...transaction,
  tokenCode,
  index: addressIndex,
  amount: wholeNumber
})
export const ethereumRequest = z.discriminatedUnion('method', [
  transferRequest,
  gasRequest,
  sweepRequest
])

export type EthereumRequest = z.output<typeof ethereumRequest>
