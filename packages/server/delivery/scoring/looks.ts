import { decisionLifetimeMs } from '@mille/api/constants.ts'
import { dayMs } from '@mille/api/durations.ts'
import { rejectedAs, verdict } from '../counter/verdicts.ts'
import { visitCounted } from '../counting/visit-counted.ts'
import type { LogPlace } from '../log/open-event-log.ts'
import type { RecordView } from '../log/read-records.ts'
import { fields, flags, recordKinds } from '../log/record.ts'
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

type Decision = { unit: number; renderedMs: number | null; seenMs: number | null }
type Block = { views: number; visitors: Set<string> }
/** By the day and the name of the neighborhood, which is another one each day. */
type Blocks = Map<string, Block>

/**
 * Reads the views of these units in that time. A decision, and a neighborhood, is in one partition of the log: only one
 * partition is in memory at a time. The largest neighborhood is looked for on each day.
 */
export async function readLooks(
  context: LogPlace,
  span: { from: Date; until: Date },
  units: ReadonlySet<number>
): Promise<Map<number, Looks>> {
  const looks = new Map([...units].map(unit => [unit, { ...noLooks }]))
  const largest = new Map<string, number>()
  let decisions = new Map<string, Decision>()
  let blocks = new Map<number, Blocks>()

  function visit(record: RecordView, code: number, at: Date): void {
    const isDrawn = code === verdict.rendered && record.kind === recordKinds.rendered
    const isSeen =
      record.kind === recordKinds.viewable && (code === verdict.billable || code === seenToday)
    if (!(isDrawn || isSeen) || !units.has(record.unit)) return
    const { unit } = record
    const id = record.bytes(fields.decision, 16).toString('latin1')
    const decision = decisions.get(id) ?? { unit, renderedMs: null, seenMs: null }
    decisions.set(id, decision)
    if (isDrawn) decision.renderedMs = at.getTime()
    else if (at >= span.from) {
      decision.seenMs = at.getTime()
      if ((record.flags & flags.hasBlock) !== 0) addToBlock(blocks, record, at)
    }
  }

  function endPartition(): void {
    for (const { unit, renderedMs, seenMs } of decisions.values()) {
      const found = looks.get(unit)
      if (!found || seenMs === null) continue
      if (renderedMs === null) found.unrendered++
      else if (seenMs < renderedMs + soonestMs) found.instant++
    }
    for (const [unit, ofUnit] of blocks) {
      const found = looks.get(unit)
      if (found) endBlocks(unit, ofUnit, found)
    }
    decisions = new Map()
    blocks = new Map()
  }

  function endBlocks(unit: number, ofUnit: Blocks, found: Looks): void {
    for (const [key, { views, visitors }] of ofUnit) {
      found.placed += views
      const ofDay = `${unit} ${key.split(' ', 1)[0]}`
      largest.set(ofDay, Math.max(views, largest.get(ofDay) ?? 0))
      const isInvented =
        visitors.size >= browsers.fewest && visitors.size * 100 >= views * browsers.percentOfViews
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

function addToBlock(blocks: Map<number, Blocks>, record: RecordView, at: Date): void {
  const ofUnit = blocks.get(record.unit) ?? new Map<string, Block>()
  blocks.set(record.unit, ofUnit)
  const day = Math.floor(at.getTime() / dayMs)
  const key = `${day} ${record.bytes(fields.block, 8).toString('latin1')}`
  const block = ofUnit.get(key) ?? { views: 0, visitors: new Set<string>() }
  ofUnit.set(key, block)
  block.views++
  block.visitors.add(record.bytes(fields.visitor, 8).toString('latin1'))
}
