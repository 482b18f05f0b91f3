import { z } from 'zod'
import { addressIndex, tokenCode, wholeNumber, withdrawalPart } from '../signer/protocol.ts'

const transaction = {
  chainId: z.number().int().positive(),
  nonce: addressIndex,
  gas: wholeNumber,
  maxFeePerGas: wholeNumber,
  maxPriorityFeePerGas: wholeNumber
}
/** Tokens from the paying account to a recipient; amounts are in the token's own smallest unit. */
const transferRequest = z.object({
  method: z.literal('sign_ethereum'),
  ...transaction,
  ...withdrawalPart,
  tokenCode,
  amount: wholeNumber
})
/** Coin for gas, in wei, from the paying account to the deposit address of that index. */
const gasRequest = z.object({
  method: z.literal('sign_gas'),
  ...transaction,
  index: addressIndex,
  amount: wholeNumber
})
/** Tokens from the deposit address of that index to the paying account. */
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
