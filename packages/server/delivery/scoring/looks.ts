import { decisionLifetimeMs } from '@mille/api/constants.ts'
import { dayMs } from '@mille/api/durations.ts'
import { graceMs } from '../counter/decisions.ts'
import { rejectedAs, verdict } from '../counter/verdicts.ts'
import { visitCounted } from '../counting/visit-counted.ts'
import type { LogPlace } from '../log/open-event-log.ts'
import type { RecordView } from '../log/read-records.ts'
import { fields, flags, recordKinds } from '../log/record.ts'
import { type SmallSet, sizeOf, withMember } from '../small-set.ts'
import type { TrafficSignals } from './score.ts'

/** What only single views tell of a unit. */
export type Looks = Pick<
  TrafficSignals,
  'unrendered' | 'instant' | 'placed' | 'largestBlock' | 'invented'
>
export const noLooks: Looks = { unrendered: 0, instant: 0, placed: 0, largestBlock: 0, invented: 0 }

/** Nobody looks at an ad for a second sooner than this after it was drawn. */
const soonestMs = 900
/** A neighborhood with so many browsers, of which so many in a hundred views are different, has invented them. */
const browsers = { fewest: 20, percentOfViews: 80 }
const seenToday = rejectedAs('seen_today')
/** At most between the first report of a decision that counts and the last one. */
const reportedMs = decisionLifetimeMs + 2 * graceMs

type Decision = { unit: number; renderedMs: number | null; seenMs: number | null }
type Block = { views: number; visitors: SmallSet }
/** Of a unit, by the neighborhood's name. Names have other bytes each day; 48 bits of them are compared. */
type Blocks = Map<number, Block>

/**
 * Reads the views of these units in that time. A decision, and a neighborhood, is in one partition of the log: only one
 * partition is in memory at a time, and of it the decisions of some hours and the neighborhoods of one day. The largest
 * neighborhood is looked for on each day.
 */
export async function readLooks(
  context: LogPlace,
  span: { from: Date; until: Date },
  units: ReadonlySet<number>
): Promise<Map<number, Looks>> {
  if (units.size === 0) return new Map()
  const reader = new LooksReader(units, span.from)
  // What was seen in the first hours may have been drawn before.
  const from = new Date(span.from.getTime() - decisionLifetimeMs)
  await visitCounted(
    context,
    { ...span, from },
    (record, code, at) => reader.visit(record, code, at),
    () => reader.endPartition()
  )
  return reader.end()
}

class LooksReader {
  readonly #looks: Map<number, Looks>
  readonly #from: Date
  readonly #largest = new Map<string, number>()
  #young = new Map<string, Decision>()
  #old = new Map<string, Decision>()
  #youngSince = 0
  #blocks = new Map<number, Blocks>()
  #day = 0

  constructor(units: ReadonlySet<number>, from: Date) {
    this.#looks = new Map([...units].map(unit => [unit, { ...noLooks }]))
    this.#from = from
  }

  visit(record: RecordView, code: number, at: Date): void {
    const isDrawn = code === verdict.rendered && record.kind === recordKinds.rendered
    const isSeen =
      record.kind === recordKinds.viewable && (code === verdict.billable || code === seenToday)
    if (!(isDrawn || isSeen) || !this.#looks.has(record.unit)) return
    const atMs = at.getTime()
    this.#moveOn(atMs)
    const decision = this.#find(record)
    if (isDrawn) decision.renderedMs = atMs
    else if (at >= this.#from) {
      decision.seenMs = atMs
      if ((record.flags & flags.hasBlock) !== 0) addToBlock(this.#blocks, record)
    }
  }

  endPartition(): void {
    this.#endDecisions(this.#old)
    this.#endDecisions(this.#young)
    this.#endBlocks()
    this.#old = new Map()
    this.#young = new Map()
    this.#youngSince = 0
  }

  end(): Map<number, Looks> {
    this.endPartition()
    for (const [ofDay, views] of this.#largest) {
      const found = this.#looks.get(Number(ofDay.split(' ', 1)[0]))
      if (found) found.largestBlock += views
    }
    return this.#looks
  }

  /** What was decided too long ago for another report of it is done with, and so are the neighborhoods of a day before. */
  #moveOn(atMs: number): void {
    if (atMs - this.#youngSince >= reportedMs) {
      this.#endDecisions(this.#old)
      this.#old = this.#young
      this.#young = new Map()
      this.#youngSince = atMs
    }
    const today = Math.floor(atMs / dayMs)
    if (today !== this.#day) this.#endBlocks()
    this.#day = today
  }

  #find(record: RecordView): Decision {
    const id = record.bytes(fields.decision, 16).toString('latin1')
    const known = this.#young.get(id) ?? this.#old.get(id)
    if (known) return known
    const decision = { unit: record.unit, renderedMs: null, seenMs: null }
    this.#young.set(id, decision)
    return decision
  }

  #endDecisions(decisions: ReadonlyMap<string, Decision>): void {
    for (const { unit, renderedMs, seenMs } of decisions.values()) {
      const found = this.#looks.get(unit)
      if (!found || seenMs === null) continue
      if (renderedMs === null) found.unrendered++
      else if (seenMs < renderedMs + soonestMs) found.instant++
    }
  }

  #endBlocks(): void {
    for (const [unit, ofUnit] of this.#blocks) {
      const found = this.#looks.get(unit)
      if (found) this.#endBlocksOf(unit, ofUnit, found)
    }
    this.#blocks = new Map()
  }

  #endBlocksOf(unit: number, ofUnit: Blocks, found: Looks): void {
    const ofDay = `${unit} ${this.#day}`
    for (const { views, visitors } of ofUnit.values()) {
      found.placed += views
      this.#largest.set(ofDay, Math.max(views, this.#largest.get(ofDay) ?? 0))
      const count = sizeOf(visitors)
      const isInvented = count >= browsers.fewest && count * 100 >= views * browsers.percentOfViews
      if (isInvented) found.invented += views
    }
  }
}

function addToBlock(blocks: Map<number, Blocks>, record: RecordView): void {
  const ofUnit: Blocks = blocks.get(record.unit) ?? new Map()
  blocks.set(record.unit, ofUnit)
  const name = record.bytes(fields.block, 8).readUIntBE(0, 6)
  const block = ofUnit.get(name) ?? { views: 0, visitors: [] }
  ofUnit.set(name, block)
  block.views++
  block.visitors = withMember(block.visitors, record.bytes(fields.visitor, 8).readUIntBE(0, 6))
}
