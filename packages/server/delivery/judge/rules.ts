import { dayMs } from '@mille/api/durations.ts'
import type { RecordView } from '../event-log/read-records.ts'
import { fields, isExcludedFlag, recordKinds } from '../event-log/record.ts'
import type { RecordWriter } from '../event-log/write-records.ts'

/**
 * Days for which a visitor's exclusion is kept: the day of the name and the next one, on which its key still exists.
 */
const daysOfAName = 2

/** Decisions of the operator and the advertisers, as far as the log has recorded them. */
export class Rules {
  readonly #units = new Set<number>()
  /** Excluded visitors, by the low half of their names. */
  readonly #visitors = new Map<number, { dayStart: number; high: number }[]>()
  /** Times from which campaigns' terms apply, in order. */
  readonly #cuts = new Map<number, number[]>()

  /** Applies a rule; returns false if the record is not a counting rule. */
  apply(record: RecordView): boolean {
    const isExcluded = record.flags === isExcludedFlag
    if (record.kind === recordKinds.unit_rule) {
      if (isExcluded) this.#units.add(record.unit)
      else this.#units.delete(record.unit)
    } else if (record.kind === recordKinds.visitor_rule) this.#setVisitor(record, isExcluded)
    else if (record.kind === recordKinds.cut) this.#addCut(record.campaign, record.moment)
    else return false
    return true
  }

  /**
   * Reports whether a report is for an excluded unit, or from a visitor who was excluded on the day of the decision.
   */
  isExcluded(record: RecordView): boolean {
    if (this.#units.size > 0 && this.#units.has(record.unit)) return true
    if (this.#visitors.size === 0) return false
    const same = this.#visitors.get(record.uint32(fields.visitor + 4))
    if (!same) return false
    const high = record.uint32(fields.visitor)
    const dayStart = Math.floor(record.moment / dayMs) * dayMs
    return same.some(it => it.high === high && it.dayStart === dayStart)
  }

  /**
   * Returns the start of the counters' bucket for a campaign: the common start, or the latest change of the campaign's
   * terms within it.
   */
  bucketFor(campaign: number, bucketMs: number, atMs: number): number {
    if (this.#cuts.size === 0) return bucketMs
    let start = bucketMs
    for (const cut of this.#cuts.get(campaign) ?? []) {
      if (cut > start && cut <= atMs) start = cut
    }
    return start
  }

  /** Drops cuts of past buckets, and visitors whose day's key is gone. */
  advance(bucketMs: number, atMs: number): void {
    for (const [campaign, cuts] of this.#cuts) {
      const kept = cuts.filter(cut => cut > bucketMs)
      if (kept.length === 0) this.#cuts.delete(campaign)
      else this.#cuts.set(campaign, kept)
    }
    for (const [low, names] of this.#visitors) {
      const kept = names.filter(it => atMs < it.dayStart + daysOfAName * dayMs)
      if (kept.length === 0) this.#visitors.delete(low)
      else this.#visitors.set(low, kept)
    }
  }

  clear(): void {
    this.#units.clear()
    this.#visitors.clear()
    this.#cuts.clear()
  }

  /** Writes all rules as records, in a fixed order. */
  write(writer: RecordWriter, atMs: number): void {
    const inOrder = (a: readonly number[], b: readonly number[]) =>
      (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0)
    for (const unit of [...this.#units].sort((a, b) => a - b)) writer.unitRule(unit, true, atMs)
    const visitors = [...this.#visitors].flatMap(([low, names]) =>
      names.map(it => [it.dayStart, it.high, low] as const)
    )
    for (const [dayStart, high, low] of visitors.sort(inOrder)) {
      const visitor = Buffer.alloc(8)
      visitor.writeUInt32BE(high)
      visitor.writeUInt32BE(low, 4)
      writer.visitorRule(new Date(dayStart), visitor, true, atMs)
    }
    const cuts = [...this.#cuts].flatMap(([campaign, all]) =>
      all.map(cut => [campaign, cut] as const)
    )
    for (const [campaign, cut] of cuts.sort(inOrder)) writer.cut(campaign, new Date(cut), atMs)
  }

  #setVisitor(record: RecordView, isExcluded: boolean): void {
    const low = record.uint32(fields.visitor + 4)
    const high = record.uint32(fields.visitor)
    const dayStart = record.moment
    const others = (this.#visitors.get(low) ?? []).filter(
      it => it.high !== high || it.dayStart !== dayStart
    )
    if (isExcluded) others.push({ dayStart, high })
    if (others.length === 0) this.#visitors.delete(low)
    else this.#visitors.set(low, others)
  }

  #addCut(campaign: number, moment: number): void {
    const cuts = this.#cuts.get(campaign) ?? []
    if (!cuts.includes(moment)) this.#cuts.set(campaign, [...cuts, moment])
  }
}
