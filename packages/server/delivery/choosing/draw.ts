import { isFor, type Visitor } from './audience.ts'
import { createDateKeeper } from './dates.ts'
import { fittingForm } from './eligibility.ts'
import { EligibleSets, eligibleIn, fittingIn, type Query } from './eligible-sets.ts'
import type { HasSeen } from './frequency.ts'
import type { Banner, Campaign, Creative, Drawn, PlacedUnit, Standing } from './inventory.ts'
import type { Randomness } from './randomness.ts'
import { type Room, sizesIn } from './room.ts'
import { placeName, type SiteRooms } from './site-share.ts'
import { limitReached } from './spending.ts'

/**
 * The campaigns that one or more units can draw, in words of 32 slots and steps of 16 words. The table is updated when
 * a draw uses it.
 *
 * All numbers are in one array, and those that a draw reads in sequence are adjacent, because memory access is most of
 * the cost of a draw in a large network. First come, for each step, the cumulative weight of all eligible campaigns up
 * to its end, then the step's own weight. Then, for each of the 16 words of each step, come the step's cumulative
 * weight up to the word and a bit mask of the eligible campaigns.
 */
type Table = { query: Query; numbers: Float64Array; revision: number }

/**
 * What the draw skips: campaigns that do not target the visitor, that the visitor has seen and, if possible, that were
 * recently drawn for the visitor (newest first).
 */
export type Passed = { visitor: Visitor; hasSeen: HasSeen | null; lately: readonly number[] }

/** The visitor and `nowMs`, the time of the decision: a campaign can be drawn from its start up to its end. */
export type Occasion = Passed & { nowMs: number }

/** A unit's tables by the banner sizes that fit; `shape` tells from which sets they were made. */
export type UnitTables = { shape: number; bySizes: Map<number, Table> }

const stepWords = 16
const stepSlots = stepWords * 32
const firstSteps = 2
const maxTries = 16
/** Above this number all tables are dropped. Each takes microseconds to build when it is needed again. */
const maxTables = 30_000

/**
 * Draws campaigns for ad units, with probabilities proportional to their weights. Units that may show the same
 * campaigns share a table, and a change affects only one step of 512 campaigns, so a draw costs about the same for any
 * number of campaigns.
 */
export function createDraws() {
  const campaigns: (Campaign | undefined)[] = []
  const slots = new Map<number, number>()
  const freeSlots = createFreeSlots()
  const tables = new Map<string, Table>()
  /** Counts the times when all tables were dropped; tables of an earlier generation are not used. */
  let generation = 0
  /** For each campaign with a share for one site, by slot: what sites may take, and the places that are skipped. */
  const shares = new Map<number, { rooms: SiteRooms; skipped: ReadonlySet<string> }>()
  const sets = new EligibleSets(firstSteps * stepWords)
  let weights = new Float64Array(firstSteps * stepSlots)
  let allowances = new Float64Array(firstSteps * stepSlots)
  /** For each step, the revision that last changed it. */
  let touched = new Float64Array(firstSteps)
  let revision = 1
  /** Number of campaigns that target only some visitors. */
  let narrowed = 0
  const dates = createDateKeeper(setWeight)

  function put(campaign: Campaign, { weight, allowance, sites }: Standing): void {
    const known = slots.get(campaign.id)
    const old = known === undefined ? undefined : campaigns[known]
    if (old && old.trafficType !== campaign.trafficType) drop(campaign.id)
    const slot = slots.get(campaign.id) ?? takeSlot(campaign)
    const before = campaigns[slot]
    const isOut = campaign.state !== 'active' || limitReached(campaign) !== null || allowance <= 0
    const counting = dates.plan(slot, campaign, isOut ? 0 : weight)
    narrowed += narrows(campaign) - narrows(before)
    campaigns[slot] = campaign
    allowances[slot] = allowance
    const isSkippedAlike = shares.get(slot)?.skipped === sites?.full
    if (!before || !isSameOffer(before, campaign) || !isSkippedAlike) {
      offer(slot, campaign, sites)
    } else if (weights[slot] === counting) return
    weights[slot] = counting
    touch(slot)
  }

  /** Puts a campaign into the sets that decide where it is eligible. */
  function offer(slot: number, campaign: Campaign, rooms: SiteRooms | undefined): void {
    if (rooms) shares.set(slot, { rooms, skipped: rooms.full })
    else shares.delete(slot)
    sets.put(slot, campaign, rooms?.full)
    if (sets.isFull) forgetTables()
  }

  function setWeight(slot: number, weight: number): void {
    if (weights[slot] === weight) return
    weights[slot] = weight
    touch(slot)
  }

  function drop(id: number): void {
    const slot = slots.get(id)
    const campaign = slot === undefined ? undefined : campaigns[slot]
    if (slot === undefined || !campaign) return
    slots.delete(id)
    freeSlots.give(campaign.trafficType, slot)
    narrowed -= narrows(campaign)
    campaigns[slot] = undefined
    weights[slot] = 0
    dates.forget(slot)
    sets.remove(slot)
    shares.delete(slot)
    touch(slot)
  }

  function takeSlot(campaign: Campaign): number {
    const slot = freeSlots.take(campaign.trafficType)
    while (slot >= weights.length) grow()
    slots.set(campaign.id, slot)
    return slot
  }

  function grow(): void {
    const steps = touched.length * 2
    sets.grow(steps * stepWords)
    weights = enlarged(weights, steps * stepSlots)
    allowances = enlarged(allowances, steps * stepSlots)
    touched = enlarged(touched, steps)
    tables.clear()
  }

  function touch(slot: number): void {
    touched[Math.floor(slot / stepSlots)] = ++revision
  }

  function draw(
    unit: PlacedUnit,
    room: Room,
    random: Randomness,
    { visitor, hasSeen, lately, nowMs }: Occasion
  ): Drawn | null {
    // An affiliate unit shows nothing but its invitation.
    if (unit.kind === 'affiliate') return null
    dates.follow(nowMs)
    const table = tableOf(unit, room)
    if (table.revision !== revision) refresh(table)
    const total = table.numbers[touched.length - 1] ?? 0
    if (total <= 0) return null
    const slot =
      hasSeen || lately.length > 0 || narrowed > 0
        ? slotPassing(table, total, random, { visitor, hasSeen, lately })
        : slotAt(table.numbers, random.fraction() * total)
    const campaign = campaigns[slot]
    if (!campaign) return null
    const creative = chooseCreative(campaign.creatives, table.query, slot, random)
    take(slot)
    if (campaign.siteShare !== null) takeAt(placeName(unit), slot, campaign)
    const form = fittingForm(creative, unit, room)
    return form === null ? null : { campaign, creative, banner: chooseBanner(form, random) }
  }

  /**
   * Draws a slot whose campaign targets the visitor and was not seen by them, in proportion to the weights, or -1.
   * Recently drawn campaigns are taken only if there is no other, the oldest first. Repeated draws keep the
   * proportions; if nearly all campaigns are skipped, the rest are searched one by one.
   */
  function slotPassing(table: Table, total: number, random: Randomness, passed: Passed): number {
    const { visitor, hasSeen, lately } = passed
    for (let tries = 0; tries < maxTries; tries++) {
      const slot = slotAt(table.numbers, random.fraction() * total)
      const campaign = campaigns[slot]
      if (!campaign || hasSeen?.(campaign.id) || lately.includes(campaign.id)) continue
      if (campaign.audience === null || isFor(campaign.audience, visitor)) return slot
    }
    const idOf = (slot: number) => campaigns[slot]?.id ?? 0
    const unseen = slotsIn(table, visitor).filter(slot => !hasSeen?.(idOf(slot)))
    const others = unseen.filter(slot => !lately.includes(idOf(slot)))
    if (others.length > 0) return slotAmong(others, random)
    const oldest = Math.max(-1, ...unseen.map(slot => lately.indexOf(idOf(slot))))
    return unseen.find(slot => lately[oldest] === idOf(slot)) ?? -1
  }

  function slotAmong(slots: readonly number[], random: Randomness): number {
    let rest = random.fraction() * slots.reduce((sum, slot) => sum + (weights[slot] ?? 0), 0)
    for (const slot of slots) {
      rest -= weights[slot] ?? 0
      if (rest < 0) return slot
    }
    return slots.at(-1) ?? -1
  }

  function slotsIn({ query }: Table, visitor: Visitor): number[] {
    const found: number[] = []
    const wanted = narrowed > 0 ? sets.narrow(query, visitor) : query
    for (let word = 0; word < sets.words; word++)
      for (let bits = eligibleIn(wanted, word); bits !== 0; bits &= bits - 1) {
        const slot = slotIn(word, bits)
        if ((weights[slot] ?? 0) > 0) found.push(slot)
      }
    return found
  }

  function tableOf(unit: PlacedUnit, room: Room): Table {
    const { tables } = unit
    const shape = sets.shape + generation
    if (tables.shape !== shape) {
      tables.bySizes.clear()
      tables.shape = shape
    }
    const sizes = sizesIn(unit, room)
    let table = tables.bySizes.get(sizes)
    if (!table) {
      table = sharedTable(sets.query(unit, sizes))
      tables.bySizes.set(sizes, table)
    }
    return table
  }

  function sharedTable(query: Query): Table {
    const known = tables.get(query.key)
    if (known) return known
    if (tables.size >= maxTables || sets.isFull) forgetTables()
    const numbers = new Float64Array(touched.length * (2 + stepWords * 2))
    const table = { query, numbers, revision: 0 }
    tables.set(query.key, table)
    return table
  }

  function forgetTables(): void {
    tables.clear()
    sets.forgetQueries()
    generation++
  }

  function refresh(table: Table): void {
    const { numbers } = table
    const steps = touched.length
    let sum = 0
    for (let step = 0; step < steps; step++) {
      if ((touched[step] ?? 0) > table.revision) numbers[steps + step] = refreshStep(table, step)
      sum += numbers[steps + step] ?? 0
      numbers[step] = sum
    }
    table.revision = revision
  }

  /** Updates a step of a table and returns its weight. */
  function refreshStep({ query, numbers }: Table, step: number): number {
    const at = placeOf(step)
    let sum = 0
    for (let index = 0; index < stepWords; index++) {
      const word = step * stepWords + index
      const bits = eligibleIn(query, word)
      for (let rest = bits; rest !== 0; rest &= rest - 1) sum += weights[slotIn(word, rest)] ?? 0
      numbers[at + index] = sum
      numbers[at + stepWords + index] = bits
    }
    return sum
  }

  /** Returns the slot in whose share of the total weight the number falls. */
  function slotAt(numbers: Float64Array, number: number): number {
    const step = firstAbove(numbers, number, 0, touched.length)
    const inStep = number - (step > 0 ? (numbers[step - 1] ?? 0) : 0)
    const at = placeOf(step)
    const place = firstAbove(numbers, inStep, at, at + stepWords)
    const word = step * stepWords + place - at
    let rest = inStep - (place > at ? (numbers[place - 1] ?? 0) : 0)
    let found = -1
    for (let bits = numbers[place + stepWords] ?? 0; bits !== 0; bits &= bits - 1) {
      const slot = slotIn(word, bits)
      const weight = weights[slot] ?? 0
      if (weight === 0) continue
      found = slot
      rest -= weight
      if (rest < 0) break
    }
    // Sums of fractions are not exact: a remainder belongs to the last slot.
    return found
  }

  /** Returns where the words of a step begin in a table's numbers. */
  function placeOf(step: number): number {
    return touched.length * 2 + step * stepWords * 2
  }

  function take(slot: number): void {
    const left = (allowances[slot] ?? 0) - 1
    allowances[slot] = left
    if (left > 0) return
    dates.exhaust(slot)
    setWeight(slot, 0)
  }

  /** Reserves a view in a site, which is skipped from now on if it has taken its share. */
  function takeAt(place: string, slot: number, campaign: Campaign): void {
    const share = shares.get(slot)
    if (!share) return
    share.rooms.take(place)
    if (share.rooms.full === share.skipped) return
    offer(slot, campaign, share.rooms)
    touch(slot)
  }

  return {
    put,
    drop,
    draw,
    campaign(id: number): Campaign | undefined {
      const slot = slots.get(id)
      return slot === undefined ? undefined : campaigns[slot]
    },
    campaigns: (): Campaign[] => campaigns.filter(it => it !== undefined)
  }
}

/**
 * Assigns free slots. CPM campaigns change their weight all the time and CPD campaigns rarely, so they do not share a
 * step.
 */
function createFreeSlots() {
  const free = { cpd: [] as number[], cpm: [] as number[] }
  let steps = 0
  return {
    take(kind: keyof typeof free): number {
      if (free[kind].length === 0) {
        const from = steps++ * stepSlots
        for (let slot = from + stepSlots - 1; slot >= from; slot--) free[kind].push(slot)
      }
      return free[kind].pop() ?? 0
    },
    give: (kind: keyof typeof free, slot: number) => void free[kind].push(slot)
  }
}

/** Reports whether two versions of a campaign differ only in money, in which case its sets stay the same. */
function isSameOffer(a: Campaign, b: Campaign): boolean {
  return (
    a.creatives === b.creatives &&
    a.allowed === b.allowed &&
    a.blocked === b.blocked &&
    a.excluded === b.excluded &&
    a.audience === b.audience &&
    a.pageLanguages === b.pageLanguages &&
    a.keywords === b.keywords &&
    a.price === b.price
  )
}

function narrows(campaign: Campaign | undefined): 0 | 1 {
  return campaign?.audience ? 1 : 0
}

/** Returns the slot of the lowest bit that is set. */
function slotIn(word: number, bits: number): number {
  return word * 32 + 31 - Math.clz32(bits & -bits)
}

/** Returns the index of the first sum greater than a number, by binary search in `from` to `to` (exclusive). */
function firstAbove(sums: Float64Array, number: number, from: number, to: number): number {
  let low = from
  let high = to - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sums[middle] ?? 0) > number) high = middle
    else low = middle + 1
  }
  return low
}

function enlarged(values: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length)
  larger.set(values)
  return larger
}

/**
 * Draws one of a campaign's creatives that the query's units may show, in proportion to their shares. No random number
 * is used if only one may be shown.
 */
function chooseCreative(
  creatives: Campaign['creatives'],
  query: Query,
  slot: number,
  random: Randomness
): Creative {
  if (creatives.length === 1) return creatives[0]
  const fitting = creatives.filter(
    (_creative, rank) => fittingIn(query, rank, slot >>> 5) & (1 << (slot & 31))
  )
  const [first = creatives[0], ...others] = fitting
  if (others.length === 0) return first
  let rest = random.fraction() * fitting.reduce((sum, it) => sum + it.share, 0)
  for (const creative of fitting) {
    rest -= creative.share
    if (rest < 0) return creative
  }
  return first
}

/** Draws one of the banners that fit equally well; null if the text is shown. */
export function chooseBanner(
  form: readonly Banner[] | 'text',
  random: Pick<Randomness, 'fraction'>
): Banner | null {
  if (form === 'text') return null
  if (form.length === 1) return form[0] ?? null
  return form[Math.floor(random.fraction() * form.length)] ?? null
}
