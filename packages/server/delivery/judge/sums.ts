import { flags, reasonsByCode } from '../event-log/record.ts'
import type { RejectedReason } from '../what-counts.ts'

/** Counts to add to one row of `delivery_counters`. */
export type CounterSum = {
  bucket: Date
  unit: number
  campaign: number
  banner: number
  kind: string
  count: bigint
}

const countedKinds = [
  'served',
  'rendered',
  'viewable',
  'billable',
  'clicked',
  'covered',
  'shrunken',
  'contradictory',
  'moved',
  'unplaced'
] as const
type CountedKind = (typeof countedKinds)[number]
const kinds: readonly string[] = [...countedKinds, ...reasonsByCode.map(it => `rejected_${it}`)]

const kindsInOrder = kinds
  .map((kind, index) => ({ kind, index }))
  .sort((a, b) => (a.kind < b.kind ? -1 : 1))

type Place = {
  bucketMs: number
  unit: number
  campaign: number
  banner: number
  /** Index of the place's first count; there is one count per kind. */
  first: number
}

const fewestPlaces = 256

/** Sums that are not written yet, by bucket, unit, campaign and banner. */
export class Sums {
  #places = new Map<number, Place[]>()
  #size = 0
  #latest: Place | null = null
  /** Counts of all places, as floats, which are exact up to 2^53. */
  #counts = new Float64Array(fewestPlaces * kinds.length)

  get isEmpty(): boolean {
    return this.#places.size === 0
  }

  /** Selects the counters to which the next calls add. */
  at(bucketMs: number, unit: number, campaign: number, banner: number): void {
    const latest = this.#latest
    if (latest && isAt(latest, bucketMs, unit, campaign, banner)) return
    const hash = Math.imul(unit, 0x9e37_79b1) ^ Math.imul(campaign, 0x85eb_ca6b) ^ banner
    const same = this.#places.get(hash)
    const found = same?.find(it => isAt(it, bucketMs, unit, campaign, banner))
    this.#latest = found ?? { bucketMs, unit, campaign, banner, first: this.#makeRoom() }
    if (found) return
    if (same) same.push(this.#latest)
    else this.#places.set(hash, [this.#latest])
  }

  add(kind: CountedKind): void {
    this.#addTo(countedKinds.indexOf(kind), 1)
  }

  /** Adds a counted rendering, which also counts as served. */
  addRendered(): void {
    this.add('rendered')
    this.add('served')
  }

  /** Adds a counted view, with its flags. */
  addView(flagged: number, isBillable: boolean): void {
    this.add('viewable')
    if ((flagged & flags.isCovered) !== 0) this.add('covered')
    if ((flagged & flags.isShrunken) !== 0) this.add('shrunken')
    if ((flagged & flags.isContradictory) !== 0) this.add('contradictory')
    if ((flagged & flags.isMoved) !== 0) this.add('moved')
    if ((flagged & flags.isUnplaced) !== 0) this.add('unplaced')
    if (isBillable) this.add('billable')
    else this.reject('seen_today')
  }

  reject(reason: RejectedReason): void {
    this.#addTo(countedKinds.length + reasonsByCode.indexOf(reason), 1)
  }

  /** Adds a sum of a node's rejections, by the number of the reason, counted from 1. */
  addOutcome(outcome: number, count: number): void {
    this.#addTo(countedKinds.length + outcome - 1, count)
  }

  /**
   * Returns and clears the sums, in a fixed order, so that two transactions that add to the same counters never
   * deadlock.
   */
  take(): CounterSum[] {
    const places = [...this.#places.values()].flat()
    const counts = this.#counts
    this.#places = new Map()
    this.#size = 0
    this.#latest = null
    this.#counts = new Float64Array(fewestPlaces * kinds.length)
    places.sort(
      (a, b) =>
        a.bucketMs - b.bucketMs || a.unit - b.unit || a.campaign - b.campaign || a.banner - b.banner
    )
    const sums: CounterSum[] = []
    for (const { bucketMs, unit, campaign, banner, first } of places) {
      const bucket = new Date(bucketMs)
      for (const { kind, index } of kindsInOrder) {
        const count = counts[first + index] ?? 0
        if (count > 0) sums.push({ bucket, unit, campaign, banner, kind, count: BigInt(count) })
      }
    }
    return sums
  }

  #addTo(kind: number, count: number): void {
    if (!this.#latest) return
    const index = this.#latest.first + kind
    this.#counts[index] = (this.#counts[index] ?? 0) + count
  }

  /** Returns the index of the first count of a new place. */
  #makeRoom(): number {
    const first = this.#size++ * kinds.length
    if (first < this.#counts.length) return first
    const longer = new Float64Array(this.#counts.length * 2)
    longer.set(this.#counts)
    this.#counts = longer
    return first
  }
}

function isAt(it: Place, bucketMs: number, unit: number, campaign: number, banner: number) {
  return (
    it.unit === unit && it.campaign === campaign && it.banner === banner && it.bucketMs === bucketMs
  )
}
