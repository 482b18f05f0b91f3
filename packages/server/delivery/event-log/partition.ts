import { deriveKey } from '../../config/derive-key.ts'
import { addressBlock, isInside } from '../../http/callers/client-address.ts'
import { createHmacSha256 } from '../visitors/hmac.ts'

export type PartitionOf = (address: string, userAgent: string) => number

const mostKnown = 50_000
const partitionByte = 15

/**
 * A decision's id says in its last byte which partition its reports go to, from whatever address they come: a decision is known
 * there alone. The other 15 bytes are random, of which the counter compares the first eight.
 */
export function withPartition(decision: Buffer, partition: number): Buffer {
  decision[partitionByte] = partition
  return decision
}

export function partitionIn(decision: Buffer): number {
  return decision[partitionByte] ?? 0
}

/**
 * Where a visitor's reports go: by the address block alone, so that a visitor, all names of theirs and the neighborhood
 * meet in one partition on every node and on every day. The key does not change with the day, but no more of the hash
 * is used than names a partition, four bits for sixteen partitions, and four bits are not enough to follow a person.
 *
 * Inside the operator's network, where all visitors have the proxy's address, the browser decides too: crowds are not
 * counted there.
 */
export function createPartitioner(secret: Buffer, partitions: number): PartitionOf {
  if (!Number.isInteger(partitions) || partitions < 1 || partitions > 256)
    throw new RangeError('The log has 1 to 256 partitions')
  const key = deriveKey(secret, 'mille log partition')
  const hmac = createHmacSha256(key)
  const hashOf = createBlockHash(key)

  return (address, userAgent) => {
    const block = addressBlock(address)
    const hash = isInside(address)
      ? hmac(`${block}\n${userAgent}`, 4).readUInt32BE(0)
      : hashOf(block)
    return hash % partitions
  }
}

/** 32 bits of a keyed hash. Neighborhoods are few beside the visitors in them, and are remembered. */
export function createBlockHash(key: Uint8Array): (block: string) => number {
  const hmac = createHmacSha256(key)
  const known = new Map<string, number>()

  return block => {
    let hash = known.get(block)
    if (hash === undefined) {
      hash = hmac(block, 4).readUInt32BE(0)
      if (known.size >= mostKnown) known.clear()
      known.set(block, hash)
    }
    return hash
  }
}
