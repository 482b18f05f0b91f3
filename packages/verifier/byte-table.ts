const fewestSlots = 1024
const maxLoad = 0.7

/**
 * Hash table whose keys are whole 32-bit words, with two numbers for each key, in one block of memory: a million keys
 * as strings would take a few hundred megabytes.
 */
export class ByteTable {
  readonly #keyWords: number
  readonly #entryWords: number
  #slots = fewestSlots
  #count = 0
  #words: Int32Array

  constructor(keyWords: number) {
    this.#keyWords = keyWords
    // The first word of an entry marks the slot as used.
    this.#entryWords = 1 + keyWords + 2
    this.#words = new Int32Array(this.#slots * this.#entryWords)
  }

  /** Returns the two numbers of the key at the given offset of the bytes, or null if the key is absent. */
  get(bytes: DataView, at: number): [number, number] | null {
    const slot = this.#find(this.#words, this.#slots, word => bytes.getInt32(at + word * 4))
    if (this.#words[slot] === 0) return null
    const values = slot + 1 + this.#keyWords
    return [this.#words[values] ?? 0, this.#words[values + 1] ?? 0]
  }

  set(bytes: DataView, at: number, one: number, other: number): void {
    if (this.#count >= this.#slots * maxLoad) this.#grow()
    const slot = this.#find(this.#words, this.#slots, word => bytes.getInt32(at + word * 4))
    if (this.#words[slot] === 0) this.#count++
    this.#words[slot] = 1
    for (let word = 0; word < this.#keyWords; word++)
      this.#words[slot + 1 + word] = bytes.getInt32(at + word * 4)
    this.#words[slot + 1 + this.#keyWords] = one
    this.#words[slot + 2 + this.#keyWords] = other
  }

  #grow(): void {
    const [old, entry] = [this.#words, this.#entryWords]
    const slots = this.#slots * 2
    const words = new Int32Array(slots * entry)
    for (let from = 0; from < old.length; from += entry) {
      if (old[from] === 0) continue
      const slot = this.#find(words, slots, word => old[from + 1 + word] ?? 0)
      words.set(old.subarray(from, from + entry), slot)
    }
    this.#words = words
    this.#slots = slots
  }

  /** Returns the position of the key, or of the empty slot where it belongs. */
  #find(words: Int32Array, slots: number, wordOf: (word: number) => number): number {
    let hash = 0
    for (let word = 0; word < this.#keyWords; word++)
      hash = Math.imul(hash ^ wordOf(word), 0x9e37_79b1)
    let slot = (hash ^ (hash >>> 15)) & (slots - 1)
    while (!this.#isFreeOrSame(words, slot * this.#entryWords, wordOf))
      slot = (slot + 1) & (slots - 1)
    return slot * this.#entryWords
  }

  #isFreeOrSame(words: Int32Array, slot: number, wordOf: (word: number) => number): boolean {
    if (words[slot] === 0) return true
    for (let word = 0; word < this.#keyWords; word++)
      if (words[slot + 1 + word] !== wordOf(word)) return false
    return true
  }
}
