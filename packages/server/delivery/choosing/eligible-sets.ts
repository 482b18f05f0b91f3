import { bannerSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { rootCategoryId } from '@mille/api/reference-data/categories.ts'
import type { Audience, CodeChoice, Visitor } from './audience.ts'
import { isEmpty, refusable } from './eligibility.ts'
import { Floors } from './floors.ts'
import type { Campaign, Creative, Targets, Unit } from './inventory.ts'
import { Keywords } from './keywords.ts'
import { type Bits, clearBit, NamedSets, setBit } from './named-sets.ts'

/**
 * Sets of campaigns to combine: a campaign must be in at least one set of each group of `anyOf`, and in no set of
 * `noneOf`.
 */
type Combined = { anyOf: readonly (readonly Bits[])[]; noneOf: readonly Bits[] }

/**
 * The sets that a campaign must be in, and those that one of its creatives must be in: `byRank` has the sets of the
 * first creatives, of the second ones, and so on.
 */
type Wanted = Combined & { byRank: readonly Combined[] }

/** A query for the campaigns that a unit may show. */
export type Query = Wanted & { key: string }

/**
 * For each property that decides eligibility, the set of the campaigns that have it. A unit's campaigns are found with
 * a few bit operations on words of 32 campaigns, instead of calling `whyNot` for each one.
 *
 * The properties of creatives are kept by rank: the sets of rank 1 are about the second creative of each campaign. There
 * are as many ranks as the campaign with the most creatives has, so they cost nothing where each campaign has one.
 */
export class EligibleSets {
  /** Grows whenever a set is added, because earlier queries may miss the new set. */
  shape = 0
  #campaigns: PropertySets
  #ranks: RankSets[]
  #made = 0
  #words: number
  #floors: Floors
  #keywords: Keywords

  constructor(words: number) {
    this.#words = words
    this.#campaigns = new PropertySets(words)
    this.#ranks = [new RankSets(0, words)]
    this.#floors = new Floors(words)
    this.#keywords = new Keywords(words)
  }

  get words(): number {
    return this.#words
  }

  grow(words: number): void {
    this.#campaigns.grow(words)
    for (const rank of this.#ranks) rank.grow(words)
    this.#words = words
    this.#floors.forget(words)
    this.#keywords.forget(words)
    this.shape++
  }

  /** Puts a campaign into its sets, except for the places in `full`, which have taken their share of it. */
  put(slot: number, campaign: Campaign, full: ReadonlySet<string> = noPlaces): void {
    this.#takeOut(slot)
    const { owner, creatives } = campaign
    let isNew = this.#campaigns.add(slot, namesOf(campaign, full))
    for (const [index, creative] of creatives.entries()) {
      const rank = this.#ranks[index] ?? new RankSets(++this.#made, this.#words)
      this.#ranks[index] = rank
      if (rank.add(slot, owner, creative)) isNew = true
    }
    if (this.#keywords.add(slot, campaign.keywords)) isNew = true
    this.#floors.add(slot, campaign.price)
    if (isNew) this.shape++
    this.#dropEmptyRanks()
  }

  remove(slot: number): void {
    this.#takeOut(slot)
    this.#dropEmptyRanks()
  }

  #takeOut(slot: number): void {
    this.#campaigns.remove(slot)
    for (const rank of this.#ranks) rank.remove(slot)
    this.#floors.remove(slot)
    this.#keywords.remove(slot)
  }

  /** Drops the ranks that no campaign has any longer. Queries made before still include their sets. */
  #dropEmptyRanks(): void {
    while (this.#ranks.length > 1 && this.#ranks.at(-1)?.isEmpty) {
      this.#ranks.pop()
      this.shape++
    }
  }

  /** Reports whether the sets kept for queries have grown too large. */
  get isFull(): boolean {
    return this.#keywords.isFull || this.#ranks.some(it => it.named.isFull)
  }

  /** Drops the sets made for queries, so that earlier queries must not be used again. */
  forgetQueries(): void {
    for (const rank of this.#ranks) rank.named.forget()
    this.#floors.forget()
    this.#keywords.forget()
  }

  /** Narrows a query to the campaigns that target the visitor. */
  narrow({ anyOf, noneOf, byRank }: Query, { country, device, system }: Visitor): Wanted {
    const setsOf = (...names: string[]) => this.#campaigns.find(names).sets
    const from = country === null ? [] : [`country ${country}`]
    return {
      anyOf: [
        ...anyOf,
        setsOf('any country', ...from),
        setsOf('any device', `device ${device}`),
        setsOf('any system', `system ${system}`)
      ],
      noneOf: [...noneOf, ...setsOf(...from.map(name => `not ${name}`))],
      byRank
    }
  }

  /**
   * Returns a unit's query. Units that need the same sets have the same key. `sizes` are the banner sizes that fit, as
   * bits.
   */
  query(unit: Unit, sizes: number): Query {
    const language = unit.site?.language
    const pageLanguages = this.#campaigns.find(['any page language', `page language ${language}`])
    const places = this.#campaigns.find(['everywhere', ...placeNames(unit)])
    const none = this.#campaigns.find([
      'nowhere',
      `owner ${unit.owner}`,
      ...placeNames(unit).map(name => `not ${name}`),
      `not page language ${language}`
    ])
    const unsaid = this.#keywords.find(unit.site?.words)
    const below = this.#floors.find(unit.floor)
    const ranks = this.#ranks.map(it => it.query(unit, sizes))
    return {
      key: [
        pageLanguages.key,
        places.key,
        none.key,
        below?.key ?? '',
        unsaid?.id ?? '',
        ...ranks.map(it => it.key)
      ].join('|'),
      anyOf: [pageLanguages.sets, places.sets],
      noneOf: [...none.sets, ...[below, unsaid].flatMap(it => it?.bits ?? [])],
      byRank: ranks
    }
  }
}

/** Returns which of a word's 32 campaigns a query finds, as bits. */
export function eligibleIn(wanted: Wanted, word: number): number {
  const { byRank } = wanted
  let fitting = 0
  for (let rank = 0; rank < byRank.length; rank++) fitting |= fittingIn(wanted, rank, word)
  return fitting === 0 ? 0 : fitting & combinedIn(wanted, word)
}

/** Returns the campaigns of a word whose creative of a rank fits, whether or not the campaign itself does, as bits. */
export function fittingIn({ byRank }: Wanted, rank: number, word: number): number {
  const wanted = byRank[rank]
  return wanted ? combinedIn(wanted, word) : 0
}

function combinedIn({ anyOf, noneOf }: Combined, word: number): number {
  let found = -1
  for (const group of anyOf) {
    let either = 0
    for (const bits of group) either |= bits[word] ?? 0
    found &= either
    // Most campaigns have few creatives, so this usually returns early for the higher ranks.
    if (found === 0) return 0
  }
  for (const bits of noneOf) found &= ~(bits[word] ?? 0)
  return found
}

/** Sets of campaigns by the name of a property. */
class PropertySets {
  #sets = new Map<string, Bits>()
  #names: (readonly string[])[] = []
  #words: number

  constructor(words: number) {
    this.#words = words
  }

  grow(words: number): void {
    for (const [name, bits] of this.#sets) {
      const larger = new Uint32Array(words)
      larger.set(bits)
      this.#sets.set(name, larger)
    }
    this.#words = words
  }

  /** Returns whether a set was added. */
  add(slot: number, names: readonly string[]): boolean {
    let isNew = false
    this.#names[slot] = names
    for (const name of names) {
      let bits = this.#sets.get(name)
      if (!bits) {
        bits = new Uint32Array(this.#words)
        this.#sets.set(name, bits)
        isNew = true
      }
      setBit(bits, slot)
    }
    return isNew
  }

  remove(slot: number): void {
    for (const name of this.#names[slot] ?? []) {
      const bits = this.#sets.get(name)
      if (bits) clearBit(bits, slot)
    }
    this.#names[slot] = []
  }

  /** Finds the sets of those names that a campaign has had. The key consists of the names. */
  find(names: readonly string[]): { key: string; sets: Bits[] } {
    const known = [...new Set(names)].filter(name => this.#sets.has(name))
    return { key: known.join(), sets: known.flatMap(name => this.#sets.get(name) ?? []) }
  }
}

/** Sets of campaigns by the properties of one of their creatives: the first, the second, and so on. */
class RankSets {
  named: NamedSets
  /** Part of the keys, so that no table of a rank that was dropped is used for a later one. */
  #id: number
  #properties: PropertySets
  /** Slots of the campaigns that have a creative of this rank. */
  #slots = new Set<number>()

  constructor(id: number, words: number) {
    this.#id = id
    this.named = new NamedSets(words)
    this.#properties = new PropertySets(words)
  }

  get isEmpty(): boolean {
    return this.#slots.size === 0
  }

  grow(words: number): void {
    this.#properties.grow(words)
    this.named.forget(words)
  }

  /** Returns whether a set was added. */
  add(slot: number, owner: number, creative: Creative): boolean {
    this.#slots.add(slot)
    const isNew = this.#properties.add(slot, creativeNames(creative))
    return this.named.add(slot, refusable(owner, creative)) || isNew
  }

  remove(slot: number): void {
    if (!this.#slots.delete(slot)) return
    this.#properties.remove(slot)
    this.named.remove(slot)
  }

  query(unit: Unit, sizes: number): Combined & { key: string } {
    const languages = this.#properties.find(['language en', `language ${unit.site?.language}`])
    const forms = this.#properties.find(formNames(unit, sizes))
    const ratings = this.#properties.find(
      [...unit.disallowedRatings].sort().map(rating => `rating ${rating}`)
    )
    const refused = this.named.find(unit.refused)
    const approved = this.#approvedIn(unit)
    return {
      key: [this.#id, languages.key, forms.key, ratings.key, refused?.id ?? '', approved.key].join(
        ';'
      ),
      anyOf: [languages.sets, forms.sets, ...approved.anyOf],
      noneOf: [...ratings.sets, ...(refused ? [refused.bits] : [])]
    }
  }

  /** Adds no condition if ads need no approval. A list that names no campaign is an empty set. */
  #approvedIn({ approved }: Unit): { key: string | number; anyOf: Bits[][] } {
    if (approved === null) return { key: '', anyOf: [] }
    const found = this.named.find(approved)
    return { key: found?.id ?? 'none', anyOf: [found ? [found.bits] : []] }
  }
}

const noPlaces: ReadonlySet<string> = new Set()

function namesOf(campaign: Campaign, full: ReadonlySet<string>): string[] {
  const { allowed, blocked, excluded } = campaign
  const names = [`owner ${campaign.owner}`]
  if (isEmpty(allowed) || allowed.categories.has(rootCategoryId)) names.push('everywhere')
  if (blocked.categories.has(rootCategoryId)) names.push('nowhere')
  names.push(...targetNames(allowed), ...audienceNames(campaign.audience))
  names.push(...choiceNames('page language', campaign.pageLanguages))
  const not = [
    ...targetNames(blocked),
    ...targetNames({ ...excluded, categories: new Set() }),
    ...full
  ]
  return [...names, ...new Set(not.map(name => `not ${name}`))]
}

function creativeNames({ language, rating, isBannersOnly, banners }: Creative): string[] {
  return [
    `language ${language}`,
    ...(rating === null ? [] : [`rating ${rating}`]),
    ...(isBannersOnly ? [] : ['text']),
    ...new Set(banners.map(it => `size ${it.size}`))
  ]
}

function audienceNames(audience: Audience | null): string[] {
  const { countries = null, devices = null, systems = null } = audience ?? {}
  return [
    ...choiceNames('country', countries),
    ...(devices === null ? ['any device'] : [...devices].map(device => `device ${device}`)),
    ...(systems === null ? ['any system'] : [...systems].map(system => `system ${system}`))
  ]
}

function choiceNames(kind: string, choice: CodeChoice | null): string[] {
  const codes = [...(choice?.codes ?? [])]
  return choice?.isIncluded
    ? codes.map(code => `${kind} ${code}`)
    : [`any ${kind}`, ...codes.map(code => `not ${kind} ${code}`)]
}

function targetNames(targets: Targets): string[] {
  return [
    ...[...targets.categories].map(id => `category ${id}`),
    ...[...targets.sites].map(id => `site ${id}`),
    ...[...targets.units].map(id => `unit ${id}`)
  ]
}

function placeNames(unit: Unit): string[] {
  const categories = [...unit.categories].sort((a, b) => a - b).map(id => `category ${id}`)
  const site = unit.site ? [`site ${unit.site.id}`] : []
  return [...categories, ...site, `unit ${unit.id}`]
}

function formNames(unit: Unit, sizes: number): string[] {
  const text = unit.adType === 'banners' ? [] : ['text']
  const fitting = bannerSizes.filter((_, index) => sizes & (1 << index))
  return [...text, ...fitting.map(size => `size ${size}`)]
}
