import { chargedOnceMs } from '../choosing/frequency.ts'
import { hashOf } from './key-table.ts'

const entryWords = 3
const shardBits = 8
const fewestSlots = 8
/**
 * Share of slots in use when a shard is built and when it is rebuilt: an entry takes at most 16 bytes, and 13.7 at
 * best.
 */
const firstLoad = 0.75
const lastLoad = 0.875
/**
 * Share of slots in use while many entries are added: growing by a sixth each time would copy all entries six times.
 */
const roomyLoad = 0.4

type Shard = { words: Uint32Array; slots: number; used: number }

/**
 * Remembers which campaigns were charged for which visitors and when: a 64-bit key and a time in milliseconds, twelve
 * bytes in all. Entries older than 24 hours are ignored, and dropped when their shard is rebuilt. There are 256 shards,
 * so even with ten million charges one is rebuilt in about a millisecond.
 *
 * Only the low 32 bits of a time are kept. They repeat after 49 days, but keys do not: a visitor's name of one day is
 * looked up on three days only.
 */
export class Charges {
  readonly #shards: Shard[] = Array.from({ length: 1 << shardBits }, () => emptyShard(fewestSlots))

  /** Size of all shards in bytes, including slots with expired entries and free ones. */
  get bytes(): number {
    return this.#shards.reduce((sum, shard) => sum + shard.words.byteLength, 0)
  }

  /** Reports whether there was a charge in the 24 hours before a moment. */
  has(high: number, lowHalf: number, atMs: number): boolean {
    const low = notEmpty(high, lowHalf)
    const hash = hashOf(high, low)
    const shard = this.#shards[hash >>> (32 - shardBits)]
    if (!shard) return false
    const at = find(shard, high, low, hash)
    const { words } = shard
    return !isEmpty(words, at) && isAlive(words[at + 2] ?? 0, atMs)
  }

  /** Adds a charge. `more` announces that many others follow; call `fit` after the last one. */
  set(high: number, lowHalf: number, atMs: number, more?: 'many'): void {
    const low = notEmpty(high, lowHalf)
    const hash = hashOf(high, low)
    const index = hash >>> (32 - shardBits)
    let shard = this.#shards[index]
    if (!shard) return
    if (shard.used >= shard.slots * lastLoad - 1) {
      shard = rebuilt(shard, atMs, more ? roomyLoad : firstLoad)
      this.#shards[index] = shard
    }
    put(shard, high, low, atMs, hash)
  }

  /** Releases the memory that was reserved for many more charges. */
  fit(atMs: number): void {
    for (const [index, shard] of this.#shards.entries()) {
      const isRoomy = shard.slots > fewestSlots && shard.used < shard.slots * firstLoad
      if (isRoomy) this.#shards[index] = rebuilt(shard, atMs, firstLoad)
    }
  }
}

function emptyShard(slots: number): Shard {
  return { words: new Uint32Array(slots * entryWords), slots, used: 0 }
}

function rebuilt(shard: Shard, atMs: number, load: number): Shard {
  const { words } = shard
  let alive = 0
  for (let at = 0; at < words.length; at += entryWords) {
    if (!isEmpty(words, at) && isAlive(words[at + 2] ?? 0, atMs)) alive++
  }
  const fresh = emptyShard(Math.max(fewestSlots, Math.ceil((alive + 1) / load)))
  for (let at = 0; at < words.length; at += entryWords) {
    const high = words[at] ?? 0
    const low = words[at + 1] ?? 0
    const time = words[at + 2] ?? 0
    if (!isEmpty(words, at) && isAlive(time, atMs)) put(fresh, high, low, time, hashOf(high, low))
  }
  return fresh
}

function put(shard: Shard, high: number, low: number, time: number, hash: number): void {
  const at = find(shard, high, low, hash)
  if (isEmpty(shard.words, at)) shard.used++
  shard.words[at] = high
  shard.words[at + 1] = low
  shard.words[at + 2] = time
}

/** Returns the offset of a key, or of the empty slot where it belongs. */
function find({ words, slots }: Shard, high: number, low: number, hash: number): number {
  // The hash bits below the shard's are scaled to the number of slots, which need not be a power of two.
  let at = Math.floor((((hash << shardBits) >>> 0) * slots) / 0x1_0000_0000) * entryWords
  while (!isEmpty(words, at)) {
    if (words[at] === high && words[at + 1] === low) return at
    at += entryWords
    if (at === words.length) at = 0
  }
  return at
}

/**
 * Returns the low half of a key, changed if the key is zero: a slot of zeros is empty, so one of 2^64 keys shares its
 * neighbor's entry.
 */
function notEmpty(high: number, low: number): number {
  return high === 0 && low === 0 ? 1 : low
}

function isEmpty(words: Uint32Array, at: number): boolean {
  return words[at] === 0 && words[at + 1] === 0
}

function isAlive(time: number, atMs: number): boolean {
  return (low32(atMs) - time) >>> 0 < chargedOnceMs
}

function low32(ms: number): number {
  return ms % 0x1_0000_0000
}
