/** A bit for each campaign's slot. */
export type Bits = Uint32Array

/** The campaigns that one list of rules keeps out. Null before there was any. */
type Refused = { id: number; bits: Bits | null }

/**
 * For each list of rules that a unit has, the set of the campaigns that it keeps out: one set however long the list is, so that
 * a draw costs the same with 500 rules as with one. It is made when a unit first asks, and follows the campaigns from then on.
 */
export class Refusals {
  #lists = new Map<string, Refused>()
  /** The lists that name something. */
  #naming = new Map<string, Refused[]>()
  /** The slots of what can be named. Most names have one or two. */
  #slots = new Map<string, number[]>()
  #names: (readonly string[])[] = []
  /** A list is named by all that it names, which takes long to write down. */
  #keys = new WeakMap<ReadonlySet<string>, string>()
  #made = 0
  #words: number

  constructor(words: number) {
    this.#words = words
  }

  /** Whether a list keeps something out for the first time, which no query has asked for yet. */
  add(slot: number, names: readonly string[]): boolean {
    let isNew = false
    this.#names[slot] = names
    for (const name of names) {
      const slots = this.#slots.get(name)
      if (slots) slots.push(slot)
      else this.#slots.set(name, [slot])
      for (const list of this.#naming.get(name) ?? []) {
        isNew ||= list.bits === null
        this.#keepOut(list, slot)
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

  /** Null where the list keeps nothing out so far. */
  find(names: ReadonlySet<string>): { id: number; bits: Bits } | null {
    if (names.size === 0) return null
    const key = this.#keys.get(names) ?? [...names].sort().join()
    this.#keys.set(names, key)
    const { id, bits } = this.#lists.get(key) ?? this.#make(key, names)
    return bits && { id, bits }
  }

  #make(key: string, names: ReadonlySet<string>): Refused {
    const list: Refused = { id: ++this.#made, bits: null }
    this.#lists.set(key, list)
    for (const name of names) {
      const naming = this.#naming.get(name)
      if (naming) naming.push(list)
      else this.#naming.set(name, [list])
      for (const slot of this.#slots.get(name) ?? []) this.#keepOut(list, slot)
    }
    return list
  }

  #keepOut(list: Refused, slot: number): void {
    list.bits ??= new Uint32Array(this.#words)
    setBit(list.bits, slot)
  }

  /** The lists are made again as they are asked for, for campaigns in so many words. */
  forget(words = this.#words): void {
    this.#words = words
    this.#lists.clear()
    this.#naming.clear()
  }
}

export function setBit(bits: Bits, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31))
}

export function clearBit(bits: Bits, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) & ~(1 << (slot & 31))
}
