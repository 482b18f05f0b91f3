import { meansOne } from '@mille/api/campaigns/page-words.ts'
import { type Bits, clearBit, setBit } from './named-sets.ts'

/**
 * Keywords that a campaign requires of a site's home page: at least one of the included ones, if there are any, and
 * none of the excluded ones. Keywords are normalized, and `bit*` matches every word that begins with `bit`.
 */
export type KeywordChoice = { included: ReadonlySet<string>; excluded: ReadonlySet<string> }

const noWords: ReadonlySet<string> = new Set()

/**
 * Reports whether a page's words match a choice. A page that was not read has no words, so it matches only choices that
 * include none.
 */
export function choosesWords(
  { included, excluded }: KeywordChoice,
  words: ReadonlySet<string> = noWords
): boolean {
  const isMeant = (keyword: string) => meansOne(keyword, words)
  return (
    (included.size === 0 || included.values().some(isMeant)) && !excluded.values().some(isMeant)
  )
}

/** The campaigns that may not be shown on pages that match the same keywords. */
type KeptOut = { id: number; bits: Bits }
/** Which of the first `among` known keywords the words of a page match, in order. */
type Meant = { among: number; keywords: readonly string[]; key: string }

/**
 * Maximum number of kept keywords that no campaign uses; without a limit, an advertiser who keeps changing keywords
 * could use up the memory.
 */
const maxLeft = 10_000
/** Up to this number, new keywords are compared with a page's words one by one; more are looked up by the words. */
const fewKeywords = 50

/**
 * For pages that match the same keywords, the set of the campaigns that may not be shown on them: a single set for any
 * number of keywords, so a draw costs the same. It is built when a unit first needs it and updated with the campaigns.
 */
export class Keywords {
  /** All keywords that campaigns have or had, in the order in which they were added. */
  #known: string[] = []
  /** Known keywords that no campaign uses. */
  #left = new Set<string>()
  #isKnown = new Set<string>()
  /** Prefix lengths of the known keywords that end with `*`. */
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

  /** Adds a campaign's keywords; returns whether any of them is new, so that no query includes it yet. */
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

  /** Finds the set for a page's words; null if no campaign has had keywords yet. */
  find(words: ReadonlySet<string> = noWords): KeptOut | null {
    if (this.#known.length === 0) return null
    const meant = this.#meantBy(words)
    return this.#sets.get(meant.key) ?? this.#make(meant)
  }

  /** Reports whether too many keywords of changed or ended campaigns are kept. */
  get isFull(): boolean {
    return this.#left.size > maxLeft
  }

  /** Drops the sets, which are rebuilt when needed, with a size of `words` words. */
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
    // The cached matches of pages depend on the order of the known keywords.
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
