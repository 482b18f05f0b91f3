import { HDKey } from '@scure/bip32'
import { Address, NETWORK, OutScript, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import type { BitcoinConfig } from '../../config/payments.ts'
import { keyVersions } from '../facts/extended-key.ts'

export type BitcoinNetwork = BitcoinConfig['network']
/** BIP 44: 0 is what others pay to, 1 what comes back from our own payments. */
export type Branch = 0 | 1
/**
 * Change rotates through this many addresses, which every watching wallet watches from its first day: change at an
 * index that no wallet watches would be as good as lost, and the signer refuses it.
 */
export const changeAddresses = 1_000

export const networks = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' }
} as const satisfies Record<BitcoinNetwork, unknown>

/** As Bitcoin Core writes it: xpub on the main network, tpub elsewhere. */
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

/** The BIP 84 address of a place below the account's key. */
export function addressAt(
  key: HDKey,
  index: number,
  network: BitcoinNetwork,
  branch: Branch = 0
): string {
  return addressBelow(key.deriveChild(branch), index, network)
}

/** The same from a branch's key, which saves deriving the branch again when many addresses are needed. */
export function addressBelow(branch: HDKey, index: number, network: BitcoinNetwork): string {
  const { publicKey } = branch.deriveChild(index)
  if (!publicKey) throw new Error(`There is no key at ${index}`)
  const { address } = p2wpkh(publicKey, networks[network])
  if (!address) throw new Error(`There is no address at ${index}`)
  return address
}

/** Whether money can be sent there on this network: form and checksum. */
export function isBitcoinAddress(text: string, network: BitcoinNetwork): boolean {
  return scriptOf(text, network) !== null
}

/** As an operator's passkey signs it. */
export const bitcoinNetworkName = (network: string) => `bitcoin:${network}`

/** The address that an output's script pays, null when it is one that has none. */
export function addressOf(script: Uint8Array, network: BitcoinNetwork): string | null {
  try {
    return Address(networks[network]).encode(OutScript.decode(script))
  } catch {
    return null
  }
}

/** The output's script of an address, null when it is not an address of the network. */
export function scriptOf(text: string, network: BitcoinNetwork): Uint8Array | null {
  try {
    return OutScript.encode(Address(networks[network]).decode(text))
  } catch {
    return null
  }
}
