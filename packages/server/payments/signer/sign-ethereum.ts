import type { HDKey } from '@scure/bip32'
import { encodeFunctionData, erc20Abi, getAddress, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { EthereumRequest, SignerAnswer } from './protocol.ts'

/** A transfer of a token from the account that pays out: `m/…/1/0`. */
export async function signEthereum(
  key: HDKey,
  contract: string,
  request: EthereumRequest
): Promise<SignerAnswer> {
  const { privateKey } = key.deriveChild(1).deriveChild(0)
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
    to: getAddress(contract),
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [getAddress(request.to), request.amount]
    })
  })
  return { ok: true, transactionId: keccak256(raw), raw }
}
