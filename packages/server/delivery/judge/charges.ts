import { chargedOnceMs } from '../what-counts.ts'
import { hashOf } from './key-table.ts'

const entryWords = 3
const shardBits = 8
const fewestSlots = 8
/** Shares of slots in use when a shard is built, and when it is rebuilt: 16 bytes an entry at most, 13.7 at best. */
const firstLoad = 0.75
const lastLoad = 0.875
/** The first while many come one after the other: what grows by a sixth at a time is copied six times over. */
const roomyLoad = 0.4

type Shard = { words: Uint32Array; slots: number; used: number }

/**
 * Which campaigns were charged for which visitors, and when: keys of 64 bits and the moment in milliseconds, twelve
 * bytes. Entries older than 24 hours say nothing, and are left out when their shard is next rebuilt. There are 256
 * shards, so that even with ten million charges one is built in about a millisecond and nothing ever waits for all of
 * them.
 *
 * Only the low 32 bits of a moment are kept. They repeat after 49 days, but keys do not: the name of a visitor on one
 * day is looked up on three days only.
 */
export class Charges {
  readonly #shards: Shard[] = Array.from({ length: 1 << shardBits }, () => emptyShard(fewestSlots))

  /** Slots in all, and those in use, be it by what is too old. */
  get bytes(): number {
    return this.#shards.reduce((sum, shard) => sum + shard.words.byteLength, 0)
  }

  /** Whether there was a charge in the 24 hours before that moment. */
  has(high: number, lowHalf: number, atMs: number): boolean {
    const low = notEmpty(high, lowHalf)
    const hash = hashOf(high, low)
    const shard = this.#shards[hash >>> (32 - shardBits)]
    if (!shard) return false
    const at = find(shard, high, low, hash)
    const { words } = shard
    return !isEmpty(words, at) && isAlive(words[at + 2] ?? 0, atMs)
  }

  /** `more` says that many others come right after it; call `fit` after the last of them. */
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

  /** Gives back the room that was made for many more. */
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

/** Where the key is, or the empty slot where it belongs. */
function find({ words, slots }: Shard, high: number, low: number, hash: number): number {
  // The bits below the shard's, as a part of all slots: a shard need not have a power of two of them.
  let at = Math.floor((((hash << shardBits) >>> 0) * slots) / 0x1_0000_0000) * entryWords
  while (!isEmpty(words, at)) {
    if (words[at] === high && words[at + 1] === low) return at
    at += entryWords
    if (at === words.length) at = 0
  }
  return at
}

/** A slot of zeros is empty: one of 2^64 keys is the same as its neighbor. */
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
