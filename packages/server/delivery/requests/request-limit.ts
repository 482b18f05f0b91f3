import { addressBlock } from '../../http/callers/client-address.ts'
import { MinuteCounts } from '../appending/unpaid-records.ts'

const colon = 58

/**
 * Returns a function that checks whether a request is within the number that one IPv4 address or IPv6 /48 range may
 * send per minute. The seed, which exists only in this process, decides by chance which addresses share a count. A
 * keyed hash is not needed, and would take as long as choosing an ad: addresses that share a count are only at risk of
 * not being counted.
 */
export function createRequestLimit(
  seed: number,
  perMinute: number
): (address: string, atMs: number) => boolean {
  const counts = new MinuteCounts(perMinute)
  let minute = 0

  return (address, atMs) => {
    const current = Math.floor(atMs / 60_000)
    if (current !== minute) {
      minute = current
      counts.clear()
    }
    return counts.take(hashOf(address, seed))
  }
}

/** Hashes a whole IPv4 address, or the first three groups of an IPv6 address in its shortest form. */
function hashOf(address: string, seed: number): number {
  // An IPv4-mapped IPv6 address is replaced by its neighborhood, which is precise enough.
  const text = address.charCodeAt(0) === colon ? addressBlock(address) : address
  let hash = seed
  let colons = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === colon && ++colons === 3) break
    hash = Math.imul(hash ^ code, 0x0100_0193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
