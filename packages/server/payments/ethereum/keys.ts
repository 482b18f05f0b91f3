import { ECDH } from 'node:crypto'
import type { HDKey } from '@scure/bip32'
import { isAddress } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import type { EthereumConfig } from '../../config/payments.ts'
import { readExtendedKey } from '../facts/extended-key.ts'

/**
 * Derives the address at a branch and index below the account's key (BIP 44), with its checksum in the letters' case.
 */
export function ethereumAddressAt(key: HDKey, index: number, branch: 0 | 1 = 0): `0x${string}` {
  const { publicKey } = key.deriveChild(branch).deriveChild(index)
  if (!publicKey) throw new Error(`There is no key at ${branch}/${index}`)
  const whole = ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed')
  return publicKeyToAddress(`0x${whole.toString()}`)
}

/** Returns the address of the account that pays out, which the operator funds with tokens and with coin for gas. */
export function payingAddress(config: Pick<EthereumConfig, 'xpub'>): `0x${string}` {
  return ethereumAddressAt(readExtendedKey(config.xpub), 0, 1)
}

export function isPayingAddress(config: Pick<EthereumConfig, 'xpub'>, text: string): boolean {
  return payingAddress(config).toLowerCase() === text.toLowerCase()
}

/** Checks the form of an address, and its checksum if it has one (EIP 55). */
export function isEthereumAddress(text: string): boolean {
  return isAddress(text, { strict: true })
}

/** The network's name as an operator's passkey signs it. */
export const ethereumNetworkName = (chainId: number) => `ethereum:${chainId}`
