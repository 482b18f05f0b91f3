import { dayMs, hourMs } from '@mille/api/durations.ts'
import type { RecordView } from '../event-log/read-records.ts'
import { fields, flags, keptName, recordKinds } from '../event-log/record.ts'
import type { RejectedReason } from '../what-counts.ts'
import { chargeKey } from './charge-key.ts'
import { Charges } from './charges.ts'
import type { Crowds } from './crowds.ts'
import { ageOf, counted, Decisions } from './decisions.ts'
import { Rates, type ReportKind } from './rates.ts'
import { Refreshes } from './refreshes.ts'
import type { Rules } from './rules.ts'
import type { Sums } from './sums.ts'
import { rejectedAs, verdict } from './verdicts.ts'

const minuteMs = 60_000
const expired = rejectedAs('expired')
const tooEarly = rejectedAs('too_early')
const excluded = rejectedAs('excluded')
const seenToday = rejectedAs('seen_today')
const refreshed = rejectedAs('refreshed')
const isViewed = counted.rendered | counted.viewable

/** Judges the reports of visitors' browsers, one by one. */
export class Reports {
  readonly #decisions = new Decisions()
  readonly #rates = new Rates()
  readonly #charges = new Charges()
  readonly #refreshes = new Refreshes()
  readonly #rules: Rules
  readonly #crowds: Crowds
  readonly #sums: Sums

  constructor(rules: Rules, crowds: Crowds, sums: Sums) {
    this.#rules = rules
    this.#crowds = crowds
    this.#sums = sums
  }

  get bytes(): number {
    return this.#charges.bytes + this.#decisions.bytes + this.#refreshes.bytes
  }

  advance(atMs: number): void {
    this.#decisions.advance(atMs)
    this.#rates.advance(atMs)
    this.#refreshes.advance(atMs)
  }

  /** Returns a record's verdict and adds it to the sums. */
  judge(record: RecordView, bucketMs: number, atMs: number): number {
    const { campaign } = record
    const start = this.#rules.bucketFor(campaign, bucketMs, atMs)
    this.#sums.at(start, record.unit, campaign, record.banner)
    const reason = this.#whyRejected(record, atMs)
    if (reason) {
      this.#sums.reject(reason)
      return rejectedAs(reason)
    }
    const kind = kindOf(record)
    this.#addDecision(record, kind)
    if (kind === 'viewable') return this.#charge(record, atMs)
    if (kind === 'rendered') this.#sums.addRendered()
    else this.#sums.add(kind)
    return verdict[kind]
  }

  /** Remembers, when replaying, what a record with this verdict leaves in memory. */
  remember(record: RecordView, code: number, atMs: number, untilMs: number): void {
    if (code === excluded || code === expired || code === tooEarly) return
    const kind = kindOf(record)
    if (isSame(minuteMs, atMs, untilMs)) this.#isWithinRate(record, kind)
    if (code > verdict.clicked && code !== seenToday && code !== refreshed) return
    const isExpired = ageOf(record.moment, untilMs) === 'expired'
    if (!isExpired) this.#addDecision(record, kind)
    if (code !== verdict.billable) return
    if (!isExpired) this.#addPaid(record)
    this.#rememberCharge(record, atMs, 'many')
    if (isSame(hourMs, atMs, untilMs)) this.#takeRoom(record)
  }

  /** Ends the replay: from now on charges are added one by one, so spare memory is released. */
  endWarming(atMs: number): void {
    this.#charges.fit(atMs)
  }

  /**
   * Returns why a report is rejected, with the reasons in order of priority. A copy is `repeated` even if its visitor
   * or address block exceeds a limit. A copy counts toward the visitor's rate and nothing else.
   */
  #whyRejected(record: RecordView, atMs: number): RejectedReason | null {
    const age = ageOf(record.moment, atMs)
    if (age !== 'fresh') return age
    if (this.#rules.isExcluded(record)) return 'excluded'
    const kind = kindOf(record)
    const isWithinRate = this.#isWithinRate(record, kind)
    const known = this.#knownOf(record)
    if ((known & counted[kind]) !== 0) return 'repeated'
    if (!isWithinRate) return 'rate'
    if (kind === 'viewable' && !this.#hasRoom(record)) return 'crowd'
    return kind === 'clicked' && (known & isViewed) === 0 ? 'no_view' : null
  }

  #knownOf(record: RecordView): number {
    const high = record.uint32(fields.decision)
    return this.#decisions.get(high, record.uint32(fields.decision + 4), record.moment)
  }

  #isWithinRate(record: RecordView, kind: ReportKind): boolean {
    const low = record.uint32(fields.visitor + 4)
    return this.#rates.isWithin(kind, record.uint32(fields.visitor), low)
  }

  #hasRoom(record: RecordView): boolean {
    if ((record.flags & flags.hasBlock) === 0) return true
    const low = record.uint32(fields.block + 4)
    return this.#crowds.hasRoom(record.uint32(fields.block), low, record.unit)
  }

  #addDecision(record: RecordView, kind: ReportKind): void {
    const low = record.uint32(fields.decision + 4)
    this.#decisions.add(record.uint32(fields.decision), low, record.moment, counted[kind])
  }

  #charge(record: RecordView, atMs: number): number {
    const isNew = this.#isNew(record, atMs)
    if (isNew && !this.#isUnhurried(record)) {
      this.#sums.reject('refreshed')
      return refreshed
    }
    this.#sums.addView(record.flags, isNew)
    if (!isNew) return seenToday
    this.#rememberCharge(record, atMs)
    this.#takeRoom(record)
    this.#addPaid(record)
    return verdict.billable
  }

  /** Reports whether the visitor has few enough paid views in the unit near the decision's time. */
  #isUnhurried(record: RecordView): boolean {
    const low = record.uint32(fields.visitor + 4)
    return this.#refreshes.hasRoom(record.uint32(fields.visitor), low, record.unit, record.moment)
  }

  #addPaid(record: RecordView): void {
    const low = record.uint32(fields.visitor + 4)
    this.#refreshes.add(record.uint32(fields.visitor), low, record.unit, record.moment)
  }

  /**
   * Reports whether the campaign was charged under none of the visitor's names. Without a name to keep a charge under,
   * nothing is charged.
   */
  #isNew(record: RecordView, atMs: number): boolean {
    const { names, campaign } = record
    if (names >> keptShift === 0) return false
    for (let day = 0; day < keptName.length; day++) {
      const field = record.nameField(day)
      if (field === -1) continue
      const high = highOf(record, field, campaign)
      if (this.#charges.has(high, lowOf(record, field, day), atMs)) return false
    }
    return true
  }

  /** Remembers a charge under each name that is kept: around midnight two, so that a node on another day finds it. */
  #rememberCharge(record: RecordView, atMs: number, more?: 'many'): void {
    const { names, campaign } = record
    for (let day = 0; day < keptName.length; day++) {
      if ((names & (keptName[day] ?? 0)) === 0) continue
      const field = record.nameField(day)
      this.#charges.set(highOf(record, field, campaign), lowOf(record, field, day), atMs, more)
    }
  }

  /** Adds a view to the address block's share of the unit's hour. */
  #takeRoom(record: RecordView): void {
    if ((record.flags & flags.hasBlock) === 0) return
    const low = record.uint32(fields.block + 4)
    this.#crowds.take(record.uint32(fields.block), low, record.unit)
  }
}

/** The bits of names that are kept are the upper three. */
const keptShift = 3

function isSame(ms: number, atMs: number, laterMs: number): boolean {
  return Math.floor(atMs / ms) === Math.floor(laterMs / ms)
}

function kindOf({ kind }: RecordView): ReportKind {
  if (kind === recordKinds.viewable) return 'viewable'
  return kind === recordKinds.clicked ? 'clicked' : 'rendered'
}

function highOf(record: RecordView, field: number, campaign: number): number {
  return chargeKey.high(record.uint32(field), campaign)
}

function lowOf(record: RecordView, field: number, day: number): number {
  const number = Math.floor(record.receivedAt / dayMs) + day - 1
  return chargeKey.low(record.uint32(field + 4), number)
}
