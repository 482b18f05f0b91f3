import { addressBlock } from '../../http/callers/client-address.ts'
import { MinuteCounts } from '../appending/unpaid-records.ts'

const colon = 58

/**
 * Whether a request of that address is within the number that one IPv4 address or /48 of IPv6 has in a minute. The seed
 * decides by chance which addresses share a count, and exists only in this process. A keyed hash would take as long as
 * drawing an ad. It is not needed: the only harm to addresses that share a count is that they are not counted.
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

/** Of the whole IPv4 address, or of the first three groups of an IPv6 address in its shortest form. */
function hashOf(address: string, seed: number): number {
  // An IPv4 address in IPv6 clothes: the neighborhood is near enough.
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
