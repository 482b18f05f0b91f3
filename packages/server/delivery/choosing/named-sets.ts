/** A bit set with one bit per campaign slot. */
export type Bits = Uint32Array

/** The campaigns that one list names. `bits` is null until the list names a campaign. */
type Named = { id: number; bits: Bits | null }

/** Maximum number of names in all lists together. Lists that no unit uses count until all are dropped. */
const maxNames = 3_000_000

/**
 * For each list that a unit's rules refuse or approve, the set of the campaigns it names: a single set for any length
 * of list, so a draw with 500 rules costs the same as with one. It is built when a unit first needs it and updated with
 * the campaigns.
 */
export class NamedSets {
  #lists = new Map<string, Named>()
  /** For each name, the lists that contain it. */
  #naming = new Map<string, Named[]>()
  /** For each name, the slots of its campaigns. Most names have one or two. */
  #slots = new Map<string, number[]>()
  #names: (readonly string[])[] = []
  /** Cached key of each list. A key consists of all names in the list, which takes long to build. */
  #keys = new WeakMap<ReadonlySet<string>, string>()
  #made = 0
  #held = 0
  #words: number

  constructor(words: number) {
    this.#words = words
  }

  /** Adds a campaign; returns whether a list names a campaign for the first time, which no query includes yet. */
  add(slot: number, names: readonly string[]): boolean {
    let isNew = false
    this.#names[slot] = names
    for (const name of names) {
      const slots = this.#slots.get(name)
      if (slots) slots.push(slot)
      else this.#slots.set(name, [slot])
      for (const list of this.#naming.get(name) ?? []) {
        isNew ||= list.bits === null
        this.#include(list, slot)
      }
    }
    return isNew
  }

  remove(slot: number): void {
    for (const name of this.#names[slot] ?? []) {
      const slots = this.#slots.get(name)?.filter(it => it !== slot) ?? []
      if (slots.length > 0) this.#slots.set(name, slots)
      else this.#slots.delete(name)
      for (const { bits } of this.#naming.get(name) ?? []) if (bits) clearBit(bits, slot)
    }
    this.#names[slot] = []
  }

  /**
   * Reports whether the lists must be dropped; without a limit, a publisher who keeps changing rules could use up the
   * memory.
   */
  get isFull(): boolean {
    return this.#held > maxNames
  }

  /** Finds the set of a list; null if the list names no campaign yet. */
  find(names: ReadonlySet<string>): { id: number; bits: Bits } | null {
    if (names.size === 0) return null
    const key = this.#keys.get(names) ?? [...names].sort().join()
    this.#keys.set(names, key)
    const { id, bits } = this.#lists.get(key) ?? this.#make(key, names)
    return bits && { id, bits }
  }

  #make(key: string, names: ReadonlySet<string>): Named {
    const list: Named = { id: ++this.#made, bits: null }
    this.#lists.set(key, list)
    this.#held += names.size
    for (const name of names) {
      const naming = this.#naming.get(name)
      if (naming) naming.push(list)
      else this.#naming.set(name, [list])
      for (const slot of this.#slots.get(name) ?? []) this.#include(list, slot)
    }
    return list
  }

  #include(list: Named, slot: number): void {
    list.bits ??= new Uint32Array(this.#words)
    setBit(list.bits, slot)
  }

  /** Drops the lists, which are rebuilt when needed, with a size of `words` words. */
  forget(words = this.#words): void {
    this.#words = words
    this.#lists.clear()
    this.#naming.clear()
    this.#held = 0
  }
}

export function setBit(bits: Bits, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31))
}

export function clearBit(bits: Bits, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) & ~(1 << (slot & 31))
}
