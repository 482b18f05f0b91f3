import { hkdfSync } from 'node:crypto'
import { addressBlock, isInside } from '../../http/client-address.ts'
import { createHmacSha256 } from '../visitors/hmac.ts'

export type PartitionOf = (address: string, userAgent: string) => number

const mostKnown = 50_000

/**
 * Where a visitor's reports go: by the address block alone, so that a visitor, all names of theirs and the neighborhood
 * meet in one partition on every node and on every day. The key does not change with the day, but of the hash no more is
 * used than names a partition, four bits of sixteen partitions, and nobody can be followed by four bits.
 *
 * Inside, where everybody has the proxy's address, the browser decides too: crowds are not counted there.
 */
export function createPartitioner(secret: Buffer, partitions: number): PartitionOf {
  if (!Number.isInteger(partitions) || partitions < 1 || partitions > 256)
    throw new RangeError('The log has 1 to 256 partitions')
  const hmac = createHmacSha256(
    new Uint8Array(hkdfSync('sha256', secret, '', 'mille log partition', 32))
  )
  const partitionOf = (place: string) => hmac(place, 4).readUInt32BE(0) % partitions
  /** Neighborhoods are few beside the visitors in them. */
  const known = new Map<string, number>()

  return (address, userAgent) => {
    const block = addressBlock(address)
    if (isInside(address)) return partitionOf(`${block}\n${userAgent}`)
    let partition = known.get(block)
    if (partition === undefined) {
      partition = partitionOf(block)
      if (known.size >= mostKnown) known.clear()
      known.set(block, partition)
    }
    return partition
  }
}
