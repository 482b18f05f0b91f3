import { rootCategoryId } from '@mille/api/constants.ts'
import { bannerSizes } from '@mille/api/reference-data/banner-sizes.ts'
import type { Audience, CodeChoice, Visitor } from './audience.ts'
import { isEmpty, refusable } from './eligibility.ts'
import { Floors } from './floors.ts'
import type { Campaign, Targets, Unit } from './inventory.ts'
import { Keywords } from './keywords.ts'
import { type Bits, clearBit, NamedSets, setBit } from './named-sets.ts'

/**
 * Sets of campaigns to combine: a campaign must be in at least one set of each group of `anyOf`, and in no set of
 * `noneOf`.
 */
type Wanted = { anyOf: readonly (readonly Bits[])[]; noneOf: readonly Bits[] }

/** A query for the campaigns that a unit may show. */
export type Query = Wanted & { key: string }

/**
 * For each property that decides eligibility, the set of the campaigns that have it. A unit's campaigns are found with
 * a few bit operations on words of 32 campaigns, instead of calling `whyNot` for each one.
 */
export class EligibleSets {
  /** Grows whenever a set is added, because earlier queries may miss the new set. */
  shape = 0
  #sets = new Map<string, Bits>()
  #names: (readonly string[])[] = []
  #words: number
  #named: NamedSets
  #floors: Floors
  #keywords: Keywords

  constructor(words: number) {
    this.#words = words
    this.#named = new NamedSets(words)
    this.#floors = new Floors(words)
    this.#keywords = new Keywords(words)
  }

  get words(): number {
    return this.#words
  }

  grow(words: number): void {
    for (const [name, bits] of this.#sets) {
      const larger = new Uint32Array(words)
      larger.set(bits)
      this.#sets.set(name, larger)
    }
    this.#words = words
    this.#named.forget(words)
    this.#floors.forget(words)
    this.#keywords.forget(words)
    this.shape++
  }

  /** Adds a campaign, except for the places in `full`, which have taken their share of it. */
  add(slot: number, campaign: Campaign, full: ReadonlySet<string> = noPlaces): void {
    const names = namesOf(campaign, full)
    this.#names[slot] = names
    for (const name of names) {
      const bits = this.#sets.get(name) ?? new Uint32Array(this.#words)
      if (!this.#sets.has(name)) this.shape++
      this.#sets.set(name, bits)
      setBit(bits, slot)
    }
    if (this.#named.add(slot, refusable(campaign))) this.shape++
    if (this.#keywords.add(slot, campaign.keywords)) this.shape++
    this.#floors.add(slot, campaign.price)
  }

  remove(slot: number): void {
    for (const name of this.#names[slot] ?? []) {
      const bits = this.#sets.get(name)
      if (bits) clearBit(bits, slot)
    }
    this.#names[slot] = []
    this.#named.remove(slot)
    this.#floors.remove(slot)
    this.#keywords.remove(slot)
  }

  /** Reports whether the sets kept for queries have grown too large. */
  get isFull(): boolean {
    return this.#named.isFull || this.#keywords.isFull
  }

  /** Drops the sets made for queries, so that earlier queries must not be used again. */
  forgetQueries(): void {
    this.#named.forget()
    this.#floors.forget()
    this.#keywords.forget()
  }

  /** Narrows a query to the campaigns that target the visitor. */
  narrow({ anyOf, noneOf }: Query, { country, device, system }: Visitor): Wanted {
    const setsOf = (...names: string[]) => names.flatMap(name => this.#sets.get(name) ?? [])
    const from = country === null ? [] : [`country ${country}`]
    return {
      anyOf: [
        ...anyOf,
        setsOf('any country', ...from),
        setsOf('any device', `device ${device}`),
        setsOf('any system', `system ${system}`)
      ],
      noneOf: [...noneOf, ...setsOf(...from.map(name => `not ${name}`))]
    }
  }

  /**
   * Returns a unit's query. Units that need the same sets have the same key. `sizes` are the banner sizes that fit, as
   * bits.
   */
  query(unit: Unit, sizes: number): Query {
    const groups = [
      ['language en', `language ${unit.site?.language}`],
      ['any page language', `page language ${unit.site?.language}`],
      formNames(unit, sizes),
      ['everywhere', ...placeNames(unit)]
    ].map(names => [...new Set(names)].filter(name => this.#sets.has(name)))
    const refused = this.#named.find(unit.refused)
    const approved = this.#approvedIn(unit)
    const unsaid = this.#keywords.find(unit.site?.words)
    const below = this.#floors.find(unit.floor)
    const none = [
      'nowhere',
      `owner ${unit.owner}`,
      ...[...unit.disallowedRatings].sort().map(rating => `rating ${rating}`),
      ...placeNames(unit).map(name => `not ${name}`),
      `not page language ${unit.site?.language}`
    ].filter(name => this.#sets.has(name))
    const setsOf = (names: readonly string[]) => names.flatMap(name => this.#sets.get(name) ?? [])
    return {
      key: [
        ...groups,
        none,
        [refused?.id ?? ''],
        [below?.key ?? ''],
        [approved.key],
        [unsaid?.id ?? '']
      ]
        .map(names => names.join())
        .join('|'),
      anyOf: [...groups.map(setsOf), ...approved.anyOf],
      noneOf: [...setsOf(none), ...[refused, below, unsaid].flatMap(it => it?.bits ?? [])]
    }
  }

  /** Adds no condition if ads need no approval. A list that names no campaign is an empty set. */
  #approvedIn({ approved }: Unit): { key: string | number; anyOf: Bits[][] } {
    if (approved === null) return { key: '', anyOf: [] }
    const found = this.#named.find(approved)
    return { key: found?.id ?? 'none', anyOf: [found ? [found.bits] : []] }
  }
}

/** Returns which of a word's 32 campaigns a query finds, as bits. */
export function eligibleIn({ anyOf, noneOf }: Wanted, word: number): number {
  let eligible = -1
  for (const group of anyOf) {
    let either = 0
    for (const bits of group) either |= bits[word] ?? 0
    eligible &= either
  }
  if (eligible === 0) return 0
  for (const bits of noneOf) eligible &= ~(bits[word] ?? 0)
  return eligible
}

const noPlaces: ReadonlySet<string> = new Set()

function namesOf(campaign: Campaign, full: ReadonlySet<string>): string[] {
  const { creative, allowed, blocked, excluded } = campaign
  const names = [`language ${creative.language}`, `owner ${campaign.owner}`]
  if (creative.rating !== null) names.push(`rating ${creative.rating}`)
  if (!creative.isBannersOnly) names.push('text')
  for (const size of new Set(creative.banners.map(it => it.size))) names.push(`size ${size}`)
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
