import { HDKey } from '@scure/bip32'
import { Address, NETWORK, OutScript, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import type { BitcoinConfig } from '../../config/payments.ts'
import { keyVersions } from '../facts/extended-key.ts'

export type BitcoinNetwork = BitcoinConfig['network']
/** BIP 44 branch: 0 for deposit addresses, 1 for change. */
export type Branch = 0 | 1
/**
 * Number of addresses that change rotates through. Every watching wallet watches them from the start: change at an
 * unwatched index would be as good as lost, and the signer refuses it.
 */
export const changeAddresses = 1_000

export const networks = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' }
} as const satisfies Record<BitcoinNetwork, unknown>

/** Writes an extended key as Bitcoin Core does: xpub on the main network, tpub elsewhere. */
export function coreKey(key: HDKey, network: BitcoinNetwork): string {
  if (!key.publicKey || !key.chainCode) throw new Error('The extended key has no public part')
  const { depth, index, parentFingerprint, chainCode, publicKey } = key
  return new HDKey({
    versions: network === 'mainnet' ? keyVersions.x : keyVersions.t,
    depth,
    index,
    parentFingerprint,
    chainCode,
    publicKey
  }).publicExtendedKey
}

/** Derives the BIP 84 address at a branch and index below the account's key. */
export function addressAt(
  key: HDKey,
  index: number,
  network: BitcoinNetwork,
  branch: Branch = 0
): string {
  return addressBelow(key.deriveChild(branch), index, network)
}

/** Derives an address from a branch's key, which saves deriving the branch again when many addresses are needed. */
export function addressBelow(branch: HDKey, index: number, network: BitcoinNetwork): string {
  const { publicKey } = branch.deriveChild(index)
  if (!publicKey) throw new Error(`There is no key at ${index}`)
  const { address } = p2wpkh(publicKey, networks[network])
  if (!address) throw new Error(`There is no address at ${index}`)
  return address
}

/** Whether money can be sent to the address on this network: checks its form and checksum. */
export function isBitcoinAddress(text: string, network: BitcoinNetwork): boolean {
  return scriptOf(text, network) !== null
}

/** The network's name as an operator's passkey signs it. */
export const bitcoinNetworkName = (network: string) => `bitcoin:${network}`

/** Returns the address that an output's script pays; null for a script that has no address. */
export function addressOf(script: Uint8Array, network: BitcoinNetwork): string | null {
  try {
    return Address(networks[network]).encode(OutScript.decode(script))
  } catch {
    return null
  }
}

/** Returns the output script of an address; null when the address is not of this network. */
export function scriptOf(text: string, network: BitcoinNetwork): Uint8Array | null {
  try {
    return OutScript.encode(Address(networks[network]).decode(text))
  } catch {
    return null
  }
}
