/** A bit for each campaign's slot. */
export type Bits = Uint32Array

/** The campaigns that one list names. Null before there was any. */
type Named = { id: number; bits: Bits | null }

/** How many names the lists may have together. Lists that no unit has any more count until all are forgotten. */
const maxNames = 3_000_000

/**
 * For each list of what a unit's rules refuse or approve, the set of the campaigns that it names: one set however long the list
 * is, so that a draw costs the same with 500 rules as with one. It is made when a unit first asks, and follows the campaigns from
 * then on.
 */
export class NamedSets {
  #lists = new Map<string, Named>()
  /** The lists that name something. */
  #naming = new Map<string, Named[]>()
  /** The slots of what can be named. Most names have one or two. */
  #slots = new Map<string, number[]>()
  #names: (readonly string[])[] = []
  /** A list is named by all that it names, which takes long to write down. */
  #keys = new WeakMap<ReadonlySet<string>, string>()
  #made = 0
  #held = 0
  #words: number

  constructor(words: number) {
    this.#words = words
  }

  /** Whether a list names something for the first time, which no query has asked for yet. */
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

  /** Whether the lists have to be forgotten, which a publisher who keeps changing rules could make endless. */
  get isFull(): boolean {
    return this.#held > maxNames
  }

  /** Null where the list names no campaign so far. */
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

  /** The lists are made again as they are asked for, for campaigns in so many words. */
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
