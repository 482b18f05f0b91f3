const entryWords = 3
const smallest = 16
const maxLoad = 0.7

/**
 * A hash table of 64-bit keys, passed as two halves, and a positive number for each. It uses linear probing in one
 * array, with twelve bytes per slot; a slot with the number 0 is empty. Keys are assumed to be random bits: they come
 * from keyed hashes and random IDs, so an attacker cannot choose keys that collide.
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

  /** Returns the number of a key, or 0 if the key is missing. */
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

  /** Increments the number of a key and returns it. */
  add(high: number, low: number): number {
    const value = this.get(high, low) + 1
    this.set(high, low, value)
    return value
  }

  /** Empties the table but keeps space for as many entries, because the next minute or hour is usually similar. */
  clear(): void {
    let slots = smallest
    while (this.#size > slots * maxLoad) slots *= 2
    if (slots === this.#slots) this.#words.fill(0)
    else this.#words = new Uint32Array(slots * entryWords)
    this.#slots = slots
    this.#size = 0
  }

  /** Returns the offset of a key, or of the empty slot where it belongs. */
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

/** Returns the hash of a key. Keys are random; the mixing spreads others too, such as those of tests. */
export function hashOf(high: number, low: number): number {
  let hash = Math.imul(high ^ (high >>> 16), 0x85eb_ca6b) ^ low
  hash = Math.imul(hash ^ (hash >>> 15), 0x846c_a68b)
  return (hash ^ (hash >>> 16)) >>> 0
}
