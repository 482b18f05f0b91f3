import type { JsonObject } from './canonical.ts'
import { isInTree, type Tree } from './merkle.ts'
import { anyObject, integer, moment, text, truth } from './shapes.ts'
import { require } from './wrong.ts'

type Logged = { index: number; at: number }
type Fee = Logged & { since: number; basisPoints: number }
type Retention = Logged & { days: number }
type Exclusion = Logged & { isExcluded: boolean }

/** A window, and the index of its charge in the log. */
export type Span = { start: number; end: number; index: number }

const hourMs = 3_600_000
const dayMs = 86_400_000

/** Public log entries of a bill, in the order of the log. */
export class Entries {
  readonly #shown = new Set<number>()
  readonly #fees: Fee[] = []
  readonly #retentions: Retention[] = []
  readonly #times: Logged[] = []
  readonly #exclusions = new Map<number, Exclusion[]>()
  #last = -1
  /** Charges of windows that begin at or after this moment are in the log. */
  since = 0

  add(index: number, entry: JsonObject): void {
    if (index <= this.#last) throw new RangeError('not in the order of the log')
    const [kind, at] = [text(entry.kind), moment(entry.at)]
    const isFirst = this.#last === -1
    const hasGenesis = !isFirst || kind === 'genesis'
    require(hasGenesis, 'genesis_missing', 'The bill leaves out the first entry of the log.')
    this.#last = index
    this.#shown.add(index)
    this.#times.push({ index, at })
    if (kind === 'genesis') {
      this.since = moment(entry.chargesSince)
      const basisPoints = integer(entry.feeBasisPoints)
      this.#fees.splice(0, Infinity, { index, at: 0, since: 0, basisPoints })
    }
    if (kind === 'fee' && !truth(entry.premium)) {
      const [since, basisPoints] = [moment(entry.since), integer(entry.basisPoints)]
      this.#fees.push({ index, at, since, basisPoints })
    }
    if (kind === 'genesis' && 'retentionDays' in entry)
      this.#retentions.push({ index, at: 0, days: integer(entry.retentionDays) })
    if (kind === 'retention') this.#retentions.push({ index, at, days: integer(entry.days) })
    if (kind === 'exclusion') {
      const unit = integer(entry.unit)
      const before = this.#exclusions.get(unit) ?? []
      this.#exclusions.set(unit, [...before, { index, at, isExcluded: truth(entry.excluded) }])
    }
  }

  /**
   * Returns the fee that was logged last among those in effect at the window's start, and the highest of these,
   * including fees that were logged too late.
   */
  feeOf({ start, end, index }: Span): { fee: number; highest: number } {
    const known = this.#fees.filter(it => it.since <= start)
    const last = known.findLast(it => it.index < index && it.at < end)
    if (!last) throw new RangeError('no fee')
    return { fee: last.basisPoints, highest: Math.max(...known.map(it => it.basisPoints)) }
  }

  /**
   * Returns the moment until which the network promised to keep the views of a window; 0 if the log has no such
   * promise.
   */
  keptUntil({ start, index }: Span): number {
    const promise = this.#retentions.findLast(it => it.at <= start && it.index < index)
    return promise ? (Math.floor(start / dayMs) + promise.days) * dayMs : 0
  }

  /** Returns the earliest moment by which a charge is known to have been logged. */
  loggedBy(index: number, now: number): number {
    return Math.min(now, ...this.#times.filter(it => it.index > index).map(it => it.at))
  }

  /**
   * Returns whether the log excluded the unit for the whole window. An exclusion takes effect some seconds after it is
   * made, and the end of an exclusion is logged some time after it took effect.
   */
  isExcluded(unit: number, { start, end, index }: Span): boolean {
    const turns = (this.#exclusions.get(unit) ?? []).filter(it => it.index < index)
    return turns.some(({ at, isExcluded }, place) => {
      const letsIn = turns.slice(place).find(it => !it.isExcluded)
      const until = letsIn?.at ?? end + dayMs
      return isExcluded && at + hourMs <= start && end + dayMs <= until
    })
  }

  /** Checks the bill against all entries of the log, each preceded by its length (C2SP tlog-tiles). */
  checkLog(data: Uint8Array, log: Tree, units: ReadonlySet<number>): void {
    const isLog = isInTree(log, 0, log.count, entriesOf(data), [])
    const differs = 'The entries that the network shows are not those of its checkpoint.'
    require(isLog, 'log_differs', differs)
    let index = -1
    for (const bytes of entriesOf(data)) {
      index++
      if (index >= log.count) return
      if (bytes[0] !== 2 || this.#shown.has(index)) continue
      const entry = anyObject(JSON.parse(new TextDecoder().decode(bytes.subarray(1))))
      const kind = text(entry.kind)
      const isNeeded =
        kind === 'genesis' ||
        kind === 'fee' ||
        kind === 'retention' ||
        (kind === 'exclusion' && units.has(integer(entry.unit)))
      require(!isNeeded, 'entry_left_out', `The bill leaves out the public entry ${index}: ${kind}.`)
    }
  }
}

function* entriesOf(data: Uint8Array): Generator<Uint8Array, void, void> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let at = 0; at + 2 <= data.length; ) {
    const end = at + 2 + view.getUint16(at)
    yield data.subarray(at + 2, end)
    at = end
  }
}
