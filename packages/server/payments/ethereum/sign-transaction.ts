import type { HDKey } from '@scure/bip32'
import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { SignedTransaction } from '../signer/protocol.ts'
import { ethereumAddressAt } from './keys.ts'
import type { EthereumRequest } from './signer-request.ts'

type Transaction = { to: Address; value?: bigint; data?: Hex }

/**
 * Signs payments from the paying account, `m/…/1/0`, and steps between it and a deposit address, `m/…/0/index`. For
 * such a step the signer derives both addresses itself, so it moves nothing to anyone else.
 */
export async function signEthereum(
  key: HDKey,
  /** Address of the token's contract; null for the coin itself. */
  contract: string | null,
  request: EthereumRequest
): Promise<SignedTransaction> {
  const isSweep = request.method === 'sign_sweep'
  const branch = key.deriveChild(isSweep ? 0 : 1)
  const { privateKey } = branch.deriveChild(isSweep ? request.index : 0)
  if (!privateKey) throw new Error('The key is not a private one')
  const account = privateKeyToAccount(`0x${Buffer.from(privateKey).toString('hex')}`)
  const { chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = request
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    ...transactionOf(key, contract, request)
  })
  return { transactionId: keccak256(raw), raw }
}

function transactionOf(key: HDKey, contract: string | null, request: EthereumRequest): Transaction {
  if (request.method === 'sign_gas')
    return { to: ethereumAddressAt(key, request.index), value: request.amount }
  if (contract === null) throw new Error('The token has no contract')
  const to =
    request.method === 'sign_sweep' ? ethereumAddressAt(key, 0, 1) : getAddress(request.address)
  const args = [to, request.amount] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  return { to: getAddress(contract), data }
}
