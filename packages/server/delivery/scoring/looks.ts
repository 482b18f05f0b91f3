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
  const looks = new Map([...units].map(unit => [unit, { ...noLooks }]))
  if (units.size === 0) return looks
  const largest = new Map<string, number>()
  let young = new Map<string, Decision>()
  let old: typeof young = new Map()
  let youngSince = 0
  let blocks = new Map<number, Blocks>()
  let day = 0

  function visit(record: RecordView, code: number, at: Date): void {
    const isDrawn = code === verdict.rendered && record.kind === recordKinds.rendered
    const isSeen =
      record.kind === recordKinds.viewable && (code === verdict.billable || code === seenToday)
    if (!(isDrawn || isSeen) || !units.has(record.unit)) return
    const atMs = at.getTime()
    moveOn(atMs)
    const decision = find(record)
    if (isDrawn) decision.renderedMs = atMs
    else if (at >= span.from) {
      decision.seenMs = atMs
      if ((record.flags & flags.hasBlock) !== 0) addToBlock(blocks, record)
    }
  }

  /** What was decided too long ago for another report of it is done with, and so are the neighborhoods of a day before. */
  function moveOn(atMs: number): void {
    if (atMs - youngSince >= reportedMs) {
      endDecisions(old)
      old = young
      young = new Map()
      youngSince = atMs
    }
    const today = Math.floor(atMs / dayMs)
    if (today !== day) endBlocks()
    day = today
  }

  function find(record: RecordView): Decision {
    const id = record.bytes(fields.decision, 16).toString('latin1')
    const known = young.get(id) ?? old.get(id)
    if (known) return known
    const decision = { unit: record.unit, renderedMs: null, seenMs: null }
    young.set(id, decision)
    return decision
  }

  function endPartition(): void {
    endDecisions(old)
    endDecisions(young)
    endBlocks()
    old = new Map()
    young = new Map()
    youngSince = 0
  }

  function endDecisions(decisions: ReadonlyMap<string, Decision>): void {
    for (const { unit, renderedMs, seenMs } of decisions.values()) {
      const found = looks.get(unit)
      if (!found || seenMs === null) continue
      if (renderedMs === null) found.unrendered++
      else if (seenMs < renderedMs + soonestMs) found.instant++
    }
  }

  function endBlocks(): void {
    for (const [unit, ofUnit] of blocks) {
      const found = looks.get(unit)
      if (found) endBlocksOf(unit, ofUnit, found)
    }
    blocks = new Map()
  }

  function endBlocksOf(unit: number, ofUnit: Blocks, found: Looks): void {
    const ofDay = `${unit} ${day}`
    for (const { views, visitors } of ofUnit.values()) {
      found.placed += views
      largest.set(ofDay, Math.max(views, largest.get(ofDay) ?? 0))
      const count = sizeOf(visitors)
      const isInvented = count >= browsers.fewest && count * 100 >= views * browsers.percentOfViews
      if (isInvented) found.invented += views
    }
  }

  // What was seen in the first hours may have been drawn before.
  const from = new Date(span.from.getTime() - decisionLifetimeMs)
  await visitCounted(context, { ...span, from }, visit, endPartition)
  endPartition()
  for (const [ofDay, views] of largest) {
    const found = looks.get(Number(ofDay.split(' ', 1)[0]))
    if (found) found.largestBlock += views
  }
  return looks
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
