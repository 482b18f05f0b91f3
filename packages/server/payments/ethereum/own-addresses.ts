import type { EthereumConfig } from '../../config/payments.ts'
import type { Tx } from '../../db/connect.ts'
import { readExtendedKey } from '../facts/extended-key.ts'
import { ethereumAddressAt, isPayingAddress } from './keys.ts'

/** Number of addresses that are derived before they are given out. */
const ahead = 100

/** Derived addresses in lower case, by key and index, cached since each derivation takes a millisecond. */
const derived = new Map<string, string>()

/**
 * Whether the address is the paying account or one that will be given out next: payments there must not be credited.
 */
export async function isOwnEthereumAddress(
  tx: Tx,
  config: EthereumConfig,
  address: string
): Promise<boolean> {
  if (isPayingAddress(config, address)) return true
  const { next_index: next } = await tx
    .selectFrom('chains')
    .select('next_index')
    .where('name', '=', config.name)
    .executeTakeFirstOrThrow()
  return isAddressAhead(config, next, address)
}

/** Whether an address will be given out soon, so that money sent there would come back as someone's deposit. */
function isAddressAhead(
  { xpub }: Pick<EthereumConfig, 'xpub'>,
  nextIndex: number,
  address: string
): boolean {
  const key = readExtendedKey(xpub)
  const wanted = address.toLowerCase()
  for (let index = nextIndex; index < nextIndex + ahead; index++) {
    const name = `${xpub} ${index}`
    const known = derived.get(name) ?? ethereumAddressAt(key, index).toLowerCase()
    derived.set(name, known)
    if (known === wanted) return true
  }
  forget(xpub, nextIndex)
  return false
}

/** Removes addresses from the cache that were given out in the meantime, since the books have them. */
function forget(xpub: string, nextIndex: number): void {
  if (derived.size <= ahead * 2) return
  for (const name of derived.keys()) {
    const [key, index] = name.split(' ')
    if (key !== xpub || Number(index) < nextIndex) derived.delete(name)
  }
}
