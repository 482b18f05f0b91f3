const entryWords = 3
const smallest = 16
const maxLoad = 0.7

/**
 * 64-bit keys, as two halves, with a number above 0 each: an open hash table with linear probing in one array, twelve
 * bytes a slot. A slot whose number is 0 is empty. Keys are assumed to be random bits: they come from keyed hashes and
 * from random ids, so an attacker cannot choose keys that fall on one slot.
 */
export class KeyTable {
  #words = new Uint32Array(smallest * entryWords)
  #slots = smallest
  #size = 0

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#words.byteLength
  }

  /** 0 for a key that is not there. */
  get(high: number, low: number): number {
    return this.#words[this.#find(high, low) + 2] ?? 0
  }

  set(high: number, low: number, value: number): void {
    const at = this.#find(high, low)
    const isNew = this.#words[at + 2] === 0
    this.#words[at] = high
    this.#words[at + 1] = low
    this.#words[at + 2] = value
    if (isNew && ++this.#size > this.#slots * maxLoad) this.#resize(this.#slots * 2)
  }

  /** The number with one more. */
  add(high: number, low: number): number {
    const value = this.get(high, low) + 1
    this.set(high, low, value)
    return value
  }

  /** Empty, with room for as many as there were: the next minute or hour is much like this one. */
  clear(): void {
    let slots = smallest
    while (this.#size > slots * maxLoad) slots *= 2
    if (slots === this.#slots) this.#words.fill(0)
    else this.#words = new Uint32Array(slots * entryWords)
    this.#slots = slots
    this.#size = 0
  }

  /** Where the key is, or the empty slot where it belongs. */
  #find(high: number, low: number): number {
    const words = this.#words
    const mask = this.#slots - 1
    let slot = hashOf(high, low) & mask
    for (;;) {
      const at = slot * entryWords
      if (words[at + 2] === 0) return at
      if (words[at] === high && words[at + 1] === low) return at
      slot = (slot + 1) & mask
    }
  }

  #resize(slots: number): void {
    const old = this.#words
    this.#words = new Uint32Array(slots * entryWords)
    this.#slots = slots
    for (let at = 0; at < old.length; at += entryWords) {
      const value = old[at + 2] ?? 0
      if (value === 0) continue
      const high = old[at] ?? 0
      const low = old[at + 1] ?? 0
      const found = this.#find(high, low)
      this.#words[found] = high
      this.#words[found + 1] = low
      this.#words[found + 2] = value
    }
  }
}

/** Where a key belongs. Keys are random; what is mixed here makes others, as in tests, fall apart as well. */
export function hashOf(high: number, low: number): number {
  let hash = Math.imul(high ^ (high >>> 16), 0x85eb_ca6b) ^ low
  hash = Math.imul(hash ^ (hash >>> 15), 0x846c_a68b)
  return (hash ^ (hash >>> 16)) >>> 0
}
