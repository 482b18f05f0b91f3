import { deriveKey } from '../../config/derive-key.ts'
import { addressBlock, isInside } from '../../http/callers/client-address.ts'
import { createHmacSha256 } from '../visitors/hmac.ts'

export type PartitionOf = (address: string, userAgent: string) => number

const mostKnown = 50_000
const partitionByte = 15

/**
 * Writes the partition of a decision's reports into the last byte of its ID, because only that partition knows the
 * decision, whatever address a report comes from. The other 15 bytes are random; the counter compares the first eight.
 */
export function withPartition(decision: Buffer, partition: number): Buffer {
  decision[partitionByte] = partition
  return decision
}

export function partitionIn(decision: Buffer): number {
  return decision[partitionByte] ?? 0
}

/**
 * Creates the function that chooses a visitor's partition. It depends only on the address block, so a visitor, all
 * their names and the block share a partition on every node and day. The key does not change daily, but only four bits
 * of the hash are used for sixteen partitions, too few to follow a person.
 *
 * Inside the operator's network, where all visitors have the proxy's address, the browser is used as well: crowds are
 * not counted there.
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

/**
 * Creates a function that returns 32 bits of a block's keyed hash. Results are cached, because blocks are few compared
 * with their visitors.
 */
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
