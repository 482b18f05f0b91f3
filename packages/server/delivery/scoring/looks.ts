import { decisionLifetimeMs } from '@mille/api/constants.ts'
import { dayMs } from '@mille/api/durations.ts'
import type { LogPlace } from '../event-log/open-event-log.ts'
import type { RecordView } from '../event-log/read-records.ts'
import { fields, flags, recordKinds } from '../event-log/record.ts'
import { graceMs } from '../judge/decisions.ts'
import { rejectedAs, verdict } from '../judge/verdicts.ts'
import { visitCounted } from '../partitions/visit-counted.ts'
import { type SmallSet, sizeOf, withMember } from '../small-set.ts'
import { addressOf, blockBytes, browserBytes, providerOf } from '../visitors/visitor.ts'
import type { TrafficSignals } from './score.ts'

const noLooks: TrafficSignals = {
  paid: 0,
  clicked: 0,
  covered: 0,
  shrunken: 0,
  contradictory: 0,
  moved: 0,
  unplaced: 0,
  silent: 0,
  unrendered: 0,
  instant: 0,
  unseen: 0,
  placed: 0,
  largestBlock: 0,
  largestProvider: 0,
  invented: 0,
  inRows: 0,
  addressed: 0,
  sharedAddresses: 0
}

/**
 * Adds up the signals of several ad units. The largest neighborhoods of the units are added up, even though they may be
 * different ones.
 */
export function addLooks(units: readonly TrafficSignals[]): TrafficSignals {
  const sum = { ...noLooks }
  for (const unit of units) {
    for (const key of Object.keys(noLooks) as (keyof TrafficSignals)[]) sum[key] += unit[key]
  }
  return sum
}

/**
 * Minimum time from rendering to the view, in milliseconds. A view requires a second of looking, so one that is
 * reported sooner is suspicious.
 */
const soonestMs = 900
/**
 * A neighborhood with at least `fewest` browsers, and that many different browsers per hundred views, has invented
 * them.
 */
const browsers = { fewest: 8, percentOfViews: 80 }
/**
 * A run is a series of views by one visitor, each within `withinMs` of the one before. Views after the first `turned`
 * are more than a person who turns pages sees. Runs do not count in a neighborhood with more than `mostBrowsers`
 * browsers, where people share an address.
 */
const row = { withinMs: 30_000, turned: 6, mostBrowsers: 3 }
/**
 * An address with more than `mostBrowsers` browsers belongs to a carrier or an office. If fewer than `fewestAddresses`
 * addresses are shared, they may be all that a carrier or a company has.
 */
const shared = { mostBrowsers: 12, fewestAddresses: 8 }
const seenToday = rejectedAs('seen_today')
/** Maximum time between the first and the last report of a decision that count, in milliseconds. */
const reportedMs = decisionLifetimeMs + 2 * graceMs

type Decision = {
  unit: number
  renderedMs: number | null
  paidMs: number | null
  /** Whether a view was reported for the decision, even if the report was rejected. */
  isReported: boolean
  isClicked: boolean
}
/**
 * `views` is the number of counted views, `paid` the number of paid ones, and `inRows` those of them after the first
 * views of a run. `last` describes the last paid view: its browser, its time, and its place in its run. `address` is
 * that of the first paid view; for IPv6 it is not known.
 */
type Block = {
  views: number
  paid: number
  inRows: number
  browsers: SmallSet
  address: number | null
  hasNeighbors: boolean
  hasSeveralPaid: boolean
  last: { browser: number; atMs: number; place: number }
}
/**
 * An ad unit's shared addresses on one day: how many addresses several browsers share, their paid views, and the paid
 * views of the largest one.
 */
type Shared = { addresses: number; paid: number; largest: number }
/** An ad unit's neighborhoods by name. Names have different bytes each day; 48 bits of them are compared. */
type Blocks = Map<number, Block>

/**
 * Reads the signals of the ad units' paid views until a moment, for each unit from its own start. All events of a
 * decision and of a neighborhood are in one partition of the log. Only one partition is in memory at a time: its
 * decisions of a few hours and its neighborhoods of one day. The largest neighborhood is determined for each day.
 */
export async function readLooks(
  context: LogPlace,
  until: Date,
  units: ReadonlyMap<number, Date>
): Promise<Map<number, TrafficSignals>> {
  if (units.size === 0) return new Map()
  const reader = new LooksReader(units)
  const first = Math.min(...[...units.values()].map(it => it.getTime()))
  // Ads that were seen in the first hours may have been rendered before the span.
  const from = new Date(first - decisionLifetimeMs)
  await visitCounted(
    context,
    { from, until },
    (record, code, at) => reader.visit(record, code, at),
    () => reader.endPartition()
  )
  return reader.end()
}

class LooksReader {
  readonly #looks: Map<number, TrafficSignals>
  readonly #from: ReadonlyMap<number, Date>
  readonly #largest = new Map<string, number>()
  readonly #shared = new Map<string, Shared>()
  /** Paid views by ad unit and day, and by IPv6 provider, whose neighborhoods may be in any partition. */
  readonly #providers = new Map<string, Map<number, number>>()
  #young = new Map<string, Decision>()
  #old = new Map<string, Decision>()
  #youngSince = 0
  #blocks = new Map<number, Blocks>()
  #day = 0

  constructor(units: ReadonlyMap<number, Date>) {
    this.#looks = new Map([...units.keys()].map(unit => [unit, { ...noLooks }]))
    this.#from = units
  }

  visit(record: RecordView, code: number, at: Date): void {
    const { kind, unit } = record
    const from = this.#from.get(unit)
    if (from === undefined) return
    const atMs = at.getTime()
    if (kind === recordKinds.rendered && code === verdict.rendered) {
      this.#moveOn(atMs)
      this.#find(record).renderedMs = atMs
    } else if (kind === recordKinds.viewable) {
      this.#moveOn(atMs)
      const decision = this.#find(record)
      decision.isReported = true
      if (at >= from) this.#addView(record, code, decision, atMs)
    } else if (kind === recordKinds.clicked && code === verdict.clicked) {
      this.#moveOn(atMs)
      this.#find(record).isClicked = true
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

  end(): Map<number, TrafficSignals> {
    this.endPartition()
    for (const [ofDay, paid] of this.#largest) this.#ofDay(ofDay).largestBlock += paid
    for (const [ofDay, { addresses, paid, largest }] of this.#shared) {
      const found = this.#ofDay(ofDay)
      found.addressed -= largest
      if (addresses >= shared.fewestAddresses) found.sharedAddresses += paid - largest
    }
    for (const [ofDay, providers] of this.#providers)
      this.#ofDay(ofDay).largestProvider += Math.max(...providers.values())
    return this.#looks
  }

  /** Returns the signals of the ad unit with whose id the key begins. */
  #ofDay(key: string): TrafficSignals {
    return this.#looks.get(Number(key.split(' ', 1)[0])) ?? { ...noLooks }
  }

  /** Finishes decisions that are too old for another report, and the neighborhoods of the previous day. */
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

  /**
   * Adds a view to the signals. Rejected reports are ignored, except free repeat views, which only show which browsers
   * the neighborhood has.
   */
  #addView(record: RecordView, code: number, decision: Decision, atMs: number): void {
    const isPaid = code === verdict.billable
    if (!isPaid && code !== seenToday) return
    if ((record.flags & flags.hasBlock) !== 0) {
      addToBlock(this.#blocks, record, isPaid ? atMs : null)
      if (isPaid) this.#addToProvider(record)
    }
    const found = this.#looks.get(record.unit)
    if (!(isPaid && found)) return
    decision.paidMs = atMs
    found.paid++
    if ((record.flags & flags.isCovered) !== 0) found.covered++
    if ((record.flags & flags.isShrunken) !== 0) found.shrunken++
    if ((record.flags & flags.isContradictory) !== 0) found.contradictory++
    if ((record.flags & flags.isMoved) !== 0) found.moved++
    if ((record.flags & flags.isUnplaced) !== 0) found.unplaced++
    if ((record.flags & flags.isSilent) !== 0) found.silent++
  }

  #addToProvider(record: RecordView): void {
    const provider = providerOf(record.bytes(fields.block, 8))
    if (provider === null) return
    const ofDay = `${record.unit} ${this.#day}`
    const paid = this.#providers.get(ofDay) ?? new Map<number, number>()
    this.#providers.set(ofDay, paid.set(provider, (paid.get(provider) ?? 0) + 1))
  }

  #find(record: RecordView): Decision {
    const id = record.bytes(fields.decision, 16).toString('latin1')
    const known = this.#young.get(id) ?? this.#old.get(id)
    if (known) return known
    const decision = {
      unit: record.unit,
      renderedMs: null,
      paidMs: null,
      isReported: false,
      isClicked: false
    }
    this.#young.set(id, decision)
    return decision
  }

  #endDecisions(decisions: ReadonlyMap<string, Decision>): void {
    for (const { unit, renderedMs, paidMs, isReported, isClicked } of decisions.values()) {
      const found = this.#looks.get(unit)
      if (!found) continue
      if (paidMs === null) {
        const isOwn = renderedMs !== null && renderedMs >= (this.#from.get(unit)?.getTime() ?? 0)
        if (isOwn && !isReported) found.unseen++
        continue
      }
      if (isClicked) found.clicked++
      if (renderedMs === null) found.unrendered++
      else if (paidMs < renderedMs + soonestMs) found.instant++
    }
  }

  #endBlocks(): void {
    for (const [unit, ofUnit] of this.#blocks) {
      const found = this.#looks.get(unit)
      if (found) this.#endBlocksOf(unit, ofUnit, found)
    }
    this.#blocks = new Map()
  }

  #addShared(ofDay: string, paid: number): void {
    const before = this.#shared.get(ofDay) ?? { addresses: 0, paid: 0, largest: 0 }
    this.#shared.set(ofDay, {
      addresses: before.addresses + 1,
      paid: before.paid + paid,
      largest: Math.max(paid, before.largest)
    })
  }

  #endBlocksOf(unit: number, ofUnit: Blocks, found: TrafficSignals): void {
    const ofDay = `${unit} ${this.#day}`
    for (const block of ofUnit.values()) {
      const { views, paid, inRows, browsers: seen } = block
      found.placed += paid
      this.#largest.set(ofDay, Math.max(paid, this.#largest.get(ofDay) ?? 0))
      if (block.address !== null) found.addressed += paid
      if (isSharedAddress(block)) this.#addShared(ofDay, paid)
      const count = sizeOf(seen)
      const isInvented = count >= browsers.fewest && count * 100 >= views * browsers.percentOfViews
      if (isInvented) found.invented += paid
      if (count <= row.mostBrowsers) found.inRows += inRows
    }
  }
}

/** Adds a view to its neighborhood. `paidAtMs` is null for a view that is not paid for. */
function addToBlock(
  blocks: Map<number, Blocks>,
  record: RecordView,
  paidAtMs: number | null
): void {
  const ofUnit: Blocks = blocks.get(record.unit) ?? new Map()
  blocks.set(record.unit, ofUnit)
  const from = record.bytes(fields.block, 8)
  const name = from.readUIntBE(0, blockBytes)
  const block = ofUnit.get(name) ?? newBlock()
  ofUnit.set(name, block)
  block.views++
  const browser = record.bytes(fields.visitor, 8).readUIntBE(8 - browserBytes, browserBytes)
  block.browsers = withMember(block.browsers, browser)
  if (paidAtMs !== null) addPaid(block, { browser, address: addressOf(from), atMs: paidAtMs })
}

const newBlock = (): Block => ({
  views: 0,
  paid: 0,
  inRows: 0,
  browsers: [],
  address: null,
  hasNeighbors: false,
  hasSeveralPaid: false,
  last: { browser: 0, atMs: Number.NEGATIVE_INFINITY, place: 0 }
})

type PaidView = { browser: number; address: number | null; atMs: number }

function addPaid(block: Block, { browser, address, atMs }: PaidView): void {
  const { last } = block
  if (block.paid === 0) block.address = address
  else {
    if (address !== block.address) block.hasNeighbors = true
    if (browser !== last.browser) block.hasSeveralPaid = true
  }
  const isNext = browser === last.browser && atMs - last.atMs < row.withinMs
  block.last = { browser, atMs, place: isNext ? last.place + 1 : 1 }
  block.paid++
  if (block.last.place > row.turned) block.inRows++
}

/**
 * Whether several browsers share one IPv4 address while no paid views came from addresses near it. A carrier's
 * addresses also have many people behind them, but are next to each other.
 */
function isSharedAddress({ address, hasNeighbors, hasSeveralPaid, browsers }: Block): boolean {
  const isSmall = sizeOf(browsers) <= shared.mostBrowsers
  return address !== null && hasSeveralPaid && isSmall && !hasNeighbors
}
