import { isIPv4, isIPv6 } from 'node:net'
import { linesOf } from './operator-file.ts'

export type AddressRanges = {
  /** Number of ranges after adjacent ranges are merged. */
  size: number
  includes: (address: string) => boolean
}

const bits = 128n
const zero = 48
/** IPv4 addresses are treated as IPv6 addresses in `::ffff:0:0/96`, where the operating system maps them too. */
const mapped = 0xffff_0000_0000n

/**
 * Reads one range per line, such as `3.0.0.0/9` or `2a01:4f8::/32`, or a single address; `#` begins a comment. Ranges
 * are sorted, so that an address is found among a hundred thousand of them in about 17 steps.
 */
export function parseAddressRanges(text: string): AddressRanges {
  const ranges = linesOf(text).map(({ number, line }) => {
    const range = readRange(line)
    if (!range) throw new Error(`line ${number} is not a range of addresses: ${line}`)
    return range
  })
  const starts: bigint[] = []
  const ends: bigint[] = []
  for (const { start, end } of ranges.sort((a, b) => (a.start < b.start ? -1 : 1))) {
    const last = ends.at(-1)
    if (last === undefined || start > last + 1n) {
      starts.push(start)
      ends.push(end)
    } else if (end > last) ends[ends.length - 1] = end
  }
  const isInside = <Address extends number | bigint>(
    address: Address,
    starts: readonly Address[],
    ends: readonly Address[]
  ) => {
    const end = ends[lastUpTo(starts, address)]
    return end !== undefined && address <= end
  }
  const [mappedStarts, mappedEnds] = onlyMapped(starts, ends)
  return {
    size: starts.length,
    includes(text) {
      if (isIPv4(text)) return isInside(readIPv4(text), mappedStarts, mappedEnds)
      const address = readAddress(text)
      return address !== null && isInside(address, starts, ends)
    }
  }
}

/**
 * Returns the IPv4 part of the ranges as numbers: 128-bit integers take several times as long, and most addresses are
 * IPv4.
 */
function onlyMapped(starts: readonly bigint[], ends: readonly bigint[]): [number[], number[]] {
  const last = mapped | 0xffff_ffffn
  const found: [number[], number[]] = [[], []]
  for (const [index, start] of starts.entries()) {
    const end = ends[index] ?? start
    if (end < mapped || start > last) continue
    found[0].push(Number((start < mapped ? mapped : start) - mapped))
    found[1].push(Number((end > last ? last : end) - mapped))
  }
  return found
}

function readRange(line: string): { start: bigint; end: bigint } | null {
  const [network = '', prefix, ...more] = line.split('/')
  const start = readAddress(network)
  const width = isIPv4(network) ? 32n : bits
  const length = prefix === undefined ? width : /^\d{1,3}$/.test(prefix) ? BigInt(prefix) : -1n
  if (start === null || more.length > 0 || length < 0n || length > width) return null
  const rest = (1n << (width - length)) - 1n
  // Bits set after the prefix are a typing error: it is unclear whether the address or the prefix was meant.
  return (start & rest) === 0n ? { start, end: start | rest } : null
}

/** Returns the index of the last number that is not greater than `value`; -1 when all are greater. */
function lastUpTo<Value extends number | bigint>(sorted: readonly Value[], value: Value): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const found = sorted[middle]
    if (found !== undefined && found <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Reads an address as a 128-bit number; null when the text is not an address. */
function readAddress(text: string): bigint | null {
  if (isIPv4(text)) return mapped | BigInt(readIPv4(text))
  if (!isIPv6(text)) return null
  const [withoutZone = ''] = text.split('%')
  // The last 32 bits of an IPv6 address may be written as an IPv4 address.
  const tail = /:(\d+\.\d+\.\d+\.\d+)$/.exec(withoutZone)?.[1]
  const plain = tail ? withoutZone.slice(0, -tail.length) + hexGroups(readIPv4(tail)) : withoutZone
  const [head = '', rest] = plain.split('::')
  const first = groupsOf(head)
  const last = rest === undefined ? [] : groupsOf(rest)
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  const groups = [...first, ...zeros, ...last]
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(Number.parseInt(group, 16)), 0n)
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':')
}

/** Reads an IPv4 address, which consists of digits and dots, as a number. */
function readIPv4(text: string): number {
  let address = 0
  let part = 0
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - zero
    if (digit >= 0) part = part * 10 + digit
    else {
      address = address * 256 + part
      part = 0
    }
  }
  return address * 256 + part
}

function hexGroups(address: number): string {
  return `${Math.floor(address / 65_536).toString(16)}:${(address % 65_536).toString(16)}`
}
