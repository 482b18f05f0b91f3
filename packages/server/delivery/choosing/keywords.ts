import { meansOne } from '@mille/api/campaigns/page-words.ts'
import { type Bits, clearBit, setBit } from './named-sets.ts'

/**
 * Which words the home page of a site has for a campaign: one of those that are included, where there are some, and none of
 * those that are excluded. They are folded. `bit*` is every word that begins with `bit`.
 */
export type KeywordChoice = { included: ReadonlySet<string>; excluded: ReadonlySet<string> }

const noWords: ReadonlySet<string> = new Set()

/** What was not read has no words, so that it shows what only excludes some, and nothing that includes one. */
export function choosesWords(
  { included, excluded }: KeywordChoice,
  words: ReadonlySet<string> = noWords
): boolean {
  const isMeant = (keyword: string) => meansOne(keyword, words)
  return (
    (included.size === 0 || included.values().some(isMeant)) && !excluded.values().some(isMeant)
  )
}

/** The campaigns that pages are not for which mean the same keywords. */
type KeptOut = { id: number; bits: Bits }
/** Which of the first so many keywords the words of a page mean, in order. */
type Meant = { among: number; keywords: readonly string[]; key: string }

/** So many keywords that no campaign has any longer are kept: an advertiser who keeps changing them could make them endless. */
const maxLeft = 10_000
/** So many new keywords are looked for one by one; more are found by what the page says. */
const fewKeywords = 50

/**
 * For pages that mean the same keywords, the set of the campaigns that are not for them: one set however many keywords there are,
 * so that a draw costs the same. It is made when a unit first asks, and follows the campaigns from then on.
 */
export class Keywords {
  /** That campaigns have or had, in the order in which they came. */
  #known: string[] = []
  /** Those of them that no campaign has any longer. */
  #left = new Set<string>()
  #isKnown = new Set<string>()
  /** How many letters those have that end with `*`. */
  #lengths = new Set<number>()
  #meant = new WeakMap<ReadonlySet<string>, Meant>()
  #choices: (KeywordChoice | null | undefined)[] = []
  #including = new Map<string, Set<number>>()
  #excluding = new Map<string, Set<number>>()
  #sets = new Map<string, KeptOut>()
  #setsMeaning = new Map<string, KeptOut[]>()
  #made = 0
  #words: number

  constructor(words: number) {
    this.#words = words
  }

  /** Whether it has a keyword that none had before, which no query has asked for yet. */
  add(slot: number, choice: KeywordChoice | null): boolean {
    const before = this.#known.length
    this.#choices[slot] = choice
    if (!choice) return false
    for (const keyword of choice.included) this.#note(this.#including, keyword, slot)
    for (const keyword of choice.excluded) this.#note(this.#excluding, keyword, slot)
    const setsOf = (keyword: string) => this.#setsMeaning.get(keyword) ?? []
    if (choice.included.size > 0) for (const { bits } of this.#sets.values()) setBit(bits, slot)
    for (const { bits } of [...choice.included].flatMap(setsOf)) clearBit(bits, slot)
    for (const { bits } of [...choice.excluded].flatMap(setsOf)) setBit(bits, slot)
    return this.#known.length > before
  }

  remove(slot: number): void {
    const choice = this.#choices[slot]
    this.#choices[slot] = undefined
    if (!choice) return
    for (const keyword of choice.included) this.#leave(this.#including, keyword, slot)
    for (const keyword of choice.excluded) this.#leave(this.#excluding, keyword, slot)
    for (const { bits } of this.#sets.values()) clearBit(bits, slot)
  }

  /** Null while no campaign had keywords. */
  find(words: ReadonlySet<string> = noWords): KeptOut | null {
    if (this.#known.length === 0) return null
    const meant = this.#meantBy(words)
    return this.#sets.get(meant.key) ?? this.#make(meant)
  }

  /** Whether too much is kept of campaigns that changed or ended. */
  get isFull(): boolean {
    return this.#left.size > maxLeft
  }

  /** The sets are made again as they are asked for, for campaigns in so many words. */
  forget(words = this.#words): void {
    this.#words = words
    this.#sets.clear()
    this.#setsMeaning.clear()
    if (this.#left.size > 0) this.#forgetLeft()
  }

  #forgetLeft(): void {
    for (const keyword of this.#left) {
      this.#isKnown.delete(keyword)
      this.#including.delete(keyword)
      this.#excluding.delete(keyword)
    }
    this.#left.clear()
    this.#known = [...this.#isKnown]
    this.#lengths = new Set(
      this.#known.filter(it => it.endsWith('*')).map(keyword => keyword.length - 1)
    )
    // What pages mean was said by the order of all that were known.
    this.#meant = new WeakMap()
  }

  #leave(slots: Map<string, Set<number>>, keyword: string, slot: number): void {
    slots.get(keyword)?.delete(slot)
    const isHad = [this.#including, this.#excluding].some(it => (it.get(keyword)?.size ?? 0) > 0)
    if (!isHad) this.#left.add(keyword)
  }

  #note(slots: Map<string, Set<number>>, keyword: string, slot: number): void {
    const noted = slots.get(keyword)
    if (noted) noted.add(slot)
    else slots.set(keyword, new Set([slot]))
    this.#left.delete(keyword)
    if (this.#isKnown.has(keyword)) return
    this.#isKnown.add(keyword)
    this.#known.push(keyword)
    if (keyword.endsWith('*')) this.#lengths.add(keyword.length - 1)
  }

  #meantBy(words: ReadonlySet<string>): Meant {
    const among = this.#known.length
    const last = this.#meant.get(words)
    if (last?.among === among) return last
    const isNearlyKnown = last && among - last.among <= fewKeywords
    const added = isNearlyKnown
      ? this.#known.slice(last.among).filter(keyword => meansOne(keyword, words))
      : this.#allMeantBy(words)
    const keywords = [...(isNearlyKnown ? last.keywords : []), ...added].sort()
    const isSame = isNearlyKnown && added.length === 0
    const meant = { among, keywords, key: isSame ? last.key : keywords.join() }
    this.#meant.set(words, meant)
    return meant
  }

  #allMeantBy(words: ReadonlySet<string>): string[] {
    const meant = new Set<string>()
    const look = (keyword: string) => {
      if (this.#isKnown.has(keyword)) meant.add(keyword)
    }
    for (const word of words) {
      look(word)
      for (const length of this.#lengths)
        if (length <= word.length) look(`${word.slice(0, length)}*`)
    }
    return [...meant]
  }

  #make({ key, keywords }: Meant): KeptOut {
    const bits = new Uint32Array(this.#words)
    const made = { id: ++this.#made, bits }
    for (const [slot, choice] of this.#choices.entries())
      if (choice && choice.included.size > 0) setBit(bits, slot)
    for (const keyword of keywords)
      for (const slot of this.#including.get(keyword) ?? []) clearBit(bits, slot)
    for (const keyword of keywords) {
      for (const slot of this.#excluding.get(keyword) ?? []) setBit(bits, slot)
      const others = this.#setsMeaning.get(keyword)
      if (others) others.push(made)
      else this.#setsMeaning.set(keyword, [made])
    }
    this.#sets.set(key, made)
    return made
  }
}
