import { dayOf } from '../days.ts'
import { bucketOf } from '../what-counts.ts'
import type { Entry, VerdictName } from './log-entries.ts'

type Report = Extract<Entry, { is: 'report' }>['report']

const minutes = (count: number) => count * 60_000
const hours = (count: number) => minutes(60 * count)

/**
 * Does the same as the counter as plainly as possible: it forgets nothing, compares whole names, and uses no bytes. Its
 * correctness can be checked by reading it.
 */
export class NaiveCounter {
  readonly sums = new Map<string, bigint>()
  readonly #events = new Set<string>()
  readonly #counts = new Map<string, number>()
  readonly #charges = new Map<string, number>()
  readonly #paid: { visitor: string; unit: number; issuedAtMs: number }[] = []
  readonly #excluded = new Set<string>()
  readonly #cuts: { campaign: number; moment: number }[] = []
  readonly #lastSums = new Map<number, { sequence: number; atMs: number }>()
  #atMs = 0

  apply(entry: Entry, atMs: number): VerdictName {
    this.#atMs = Math.max(this.#atMs, atMs)
    if (entry.is === 'report') return this.#judge(entry.report)
    if (entry.is === 'unit_rule') this.#setExcluded(`unit ${entry.unit}`, entry.isExcluded)
    if (entry.is === 'visitor_rule')
      this.#setExcluded(`${entry.day} ${entry.visitor.toString('hex')}`, entry.isExcluded)
    if (entry.is === 'cut')
      this.#cuts.push({ campaign: entry.campaign, moment: entry.moment.getTime() })
    if (entry.is === 'unit_hour') {
      const key = `others ${entry.hour.getTime()} ${entry.unit}`
      const isOfNow =
        entry.hour.getTime() >= this.#hour() && entry.hour.getTime() <= this.#hour() + hours(1)
      if (isOfNow) this.#counts.set(key, Math.max(entry.others, this.#counts.get(key) ?? 0))
    }
    if (entry.is !== 'sum') return 'none'
    if (entry.receivedAtMs < this.#atMs - hours(24)) return 'expired'
    const last = this.#lastSums.get(entry.node)
    if (last && last.atMs >= this.#atMs - hours(24) && entry.sequence <= last.sequence)
      return 'repeated'
    this.#lastSums.set(entry.node, { sequence: entry.sequence, atMs: this.#atMs })
    this.#add(entry, `rejected_${entry.outcome}`, entry.count)
    return 'none'
  }

  #judge(report: Report): VerdictName {
    const { kind, decided } = report
    const reason = this.#whyRejected(report)
    if (reason) {
      this.#add(decided, `rejected_${reason}`)
      return reason
    }
    this.#events.add(`${decided.decision} ${kind}`)
    if (report.kind === 'viewable' && this.#isNewVisitor(report) && this.#isRefreshed(report)) {
      this.#add(decided, 'rejected_refreshed')
      return 'refreshed'
    }
    this.#add(decided, kind)
    if (report.kind === 'rendered') this.#add(decided, 'served')
    if (report.kind !== 'viewable') return report.kind
    if (report.isCovered) this.#add(decided, 'covered')
    if (report.isShrunken) this.#add(decided, 'shrunken')
    if (report.isContradictory) this.#add(decided, 'contradictory')
    if (report.isMoved) this.#add(decided, 'moved')
    if (report.isUnplaced) this.#add(decided, 'unplaced')
    if (!this.#isNewVisitor(report)) {
      this.#add(decided, 'rejected_seen_today')
      return 'seen_today'
    }
    for (const name of report.names.filter(it => it.isKept))
      this.#charges.set(chargeKey(name, decided.campaign), this.#atMs)
    for (const key of this.#crowdKeys(report)) this.#count(key)
    this.#paid.push(paidOf(report))
    this.#add(decided, 'billable')
    return 'billable'
  }

  #whyRejected(report: Report) {
    const { kind, decided } = report
    const age = this.#atMs - decided.issuedAtMs
    if (age > hours(2) + minutes(10)) return 'expired'
    if (age < -minutes(10)) return 'too_early'
    const visitor = decided.visitor.toString('hex')
    const visitorOfDay = `${dayOf(new Date(decided.issuedAtMs))} ${visitor}`
    if (this.#excluded.has(`unit ${decided.unit}`) || this.#excluded.has(visitorOfDay))
      return 'excluded'
    const inMinute = this.#count(`${Math.floor(this.#atMs / 60_000)} ${visitor} ${kind}`)
    if (this.#events.has(`${decided.decision} ${kind}`)) return 'repeated'
    if (inMinute > (kind === 'clicked' ? 10 : 60)) return 'rate'
    if (this.#isCrowd(report)) return 'crowd'
    const isViewed = ['rendered', 'viewable'].some(it =>
      this.#events.has(`${decided.decision} ${it}`)
    )
    return kind === 'clicked' && !isViewed ? 'no_view' : null
  }

  #isCrowd(report: Report): boolean {
    const [ofAddress, ofBlock, ofUnit] = this.#crowdKeys(report).map(
      key => this.#counts.get(key) ?? 0
    )
    if (ofAddress === undefined || ofBlock === undefined || ofUnit === undefined) return false
    const others = this.#counts.get(`others ${this.#hour()} ${report.decided.unit}`) ?? 0
    const share = (ofUnit + others + 1) * 0.05
    return ofAddress + 1 > Math.max(40, share) || ofBlock + 1 > Math.max(400, share)
  }

  #crowdKeys(report: Report): string[] {
    if (report.kind !== 'viewable' || report.block === null) return []
    const { unit } = report.decided
    return [
      `crowd ${this.#hour()} ${unit} ${report.block.toString('hex')}`,
      `block ${this.#hour()} ${unit} ${report.block.toString('hex', 0, 5)}`,
      `paid ${this.#hour()} ${unit}`
    ]
  }

  #isNewVisitor({ names, decided }: Extract<Report, { kind: 'viewable' }>): boolean {
    const since = this.#atMs - hours(24)
    const isCharged = names.some(
      it => (this.#charges.get(chargeKey(it, decided.campaign)) ?? 0) > since
    )
    return names.some(it => it.isKept) && !isCharged
  }

  /** Whether ten views have been paid for whose ads were chosen within half a minute of this one's. */
  #isRefreshed(report: Report): boolean {
    const { visitor, unit, issuedAtMs } = paidOf(report)
    const near = this.#paid.filter(
      it =>
        it.visitor === visitor && it.unit === unit && Math.abs(it.issuedAtMs - issuedAtMs) < 30_000
    )
    return near.length >= 10
  }

  #hour(): number {
    return Math.floor(this.#atMs / hours(1)) * hours(1)
  }

  #setExcluded(key: string, isExcluded: boolean): void {
    if (isExcluded) this.#excluded.add(key)
    else this.#excluded.delete(key)
  }

  #count(key: string): number {
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count
  }

  #add(where: { unit: number; campaign: number; banner: number }, kind: string, count = 1): void {
    const bucket = bucketOf(new Date(this.#atMs), 3600).getTime()
    const cuts = this.#cuts
      .filter(it => it.campaign === where.campaign && it.moment > bucket && it.moment <= this.#atMs)
      .map(it => it.moment)
    const start = new Date(Math.max(bucket, ...cuts)).toISOString()
    const key = `${start} ${where.unit} ${where.campaign} ${where.banner} ${kind}`
    this.sums.set(key, (this.sums.get(key) ?? 0n) + BigInt(count))
  }
}

function paidOf({ decided }: Report) {
  const { visitor, unit, issuedAtMs } = decided
  return { visitor: visitor.toString('hex'), unit, issuedAtMs }
}

function chargeKey({ day, visitor }: { day: string; visitor: Buffer }, campaign: number): string {
  return `${day} ${visitor.toString('hex')} ${campaign}`
}
