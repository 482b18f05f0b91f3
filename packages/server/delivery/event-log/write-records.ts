import type { Decided } from '../visitors/token.ts'
import type { VisitorName } from '../visitors/visitor.ts'
import type { RejectedReason } from '../what-counts.ts'
import { type Placed, placeNames } from './place-names.ts'
import {
  type Device,
  fields,
  flags,
  isExcludedFlag,
  keptName,
  knownName,
  ownDayOf,
  type RecordKind,
  reasonsByCode,
  recordBytes,
  recordKinds,
  recordVersion,
  writeDevice
} from './record.ts'

/** Country (two letters) and device of a report; null if unknown. */
export type From = { country: string | null; device: Device | null }
export const unknownFrom: From = { country: null, device: null }
/** From where and when something was reported. A view's names must be of the same moment. */
export type Origin = From & { receivedAtMs: number }

export type ViewableReport = {
  decided: Decided
  names: readonly VisitorName[]
  /** The address block's name of today; null inside the operator's network. */
  block: Buffer | null
  isCovered: boolean
  isShrunken: boolean
  isContradictory: boolean
  isMoved?: boolean
  isUnplaced?: boolean
  isSilent?: boolean
}

/** The sum of a node's rejections. Each sum of a node has a higher number, so sending one again adds nothing. */
export type WrittenSum = {
  node: number
  sequence: number
  unit: number
  campaign: number
  banner: number
  outcome: RejectedReason
  count: number
}

const firstRecords = 64
const longestNumber = 0xffff_ffff

/** Writes records into a growing body. */
export class RecordWriter {
  #bytes = Buffer.alloc(firstRecords * recordBytes)
  #used = 0

  get count(): number {
    return this.#used / recordBytes
  }

  /** Returns the body written so far; the next record begins a new one. */
  take(): Buffer {
    const body = this.#bytes.subarray(0, this.#used)
    this.#bytes = Buffer.alloc(Math.max(firstRecords * recordBytes, this.#used))
    this.#used = 0
    return body
  }

  report(kind: 'rendered' | 'clicked', decided: Decided, origin: Origin): void {
    const at = this.#begin(kind, origin.receivedAtMs)
    this.#writeReport(at, decided, origin)
  }

  viewable(view: ViewableReport, origin: Origin): void {
    const placed = placeNames(view, origin.receivedAtMs)
    const at = this.#begin('viewable', origin.receivedAtMs)
    this.#writeReport(at, view.decided, origin)
    this.#bytes[at + fields.flags] =
      (view.isCovered ? flags.isCovered : 0) |
      (view.isShrunken ? flags.isShrunken : 0) |
      (view.isContradictory ? flags.isContradictory : 0) |
      (view.block ? flags.hasBlock : 0) |
      (view.isMoved ? flags.isMoved : 0) |
      (view.isUnplaced ? flags.isUnplaced : 0) |
      (view.isSilent ? flags.isSilent : 0)
    view.block?.copy(this.#bytes, at + fields.block)
    this.#writeNames(at, view, placed)
  }

  sum(sum: WrittenSum, receivedAtMs: number): void {
    if (sum.count > longestNumber) throw new RangeError('A sum has 32 bits')
    const at = this.#begin('sum', receivedAtMs)
    this.#bytes[at + fields.outcome] = reasonsByCode.indexOf(sum.outcome) + 1
    this.#bytes.writeUIntBE(sum.node, at + fields.decision, 6)
    this.#bytes.writeUIntBE(sum.sequence, at + fields.decision + 6, 6)
    this.#bytes.writeUInt32BE(sum.unit, at + fields.unit)
    this.#bytes.writeUInt32BE(sum.campaign, at + fields.campaign)
    this.#bytes.writeUInt32BE(sum.banner, at + fields.banner)
    this.#bytes.writeUInt32BE(sum.count, at + fields.block + 4)
  }

  unitRule(unit: number, isExcluded: boolean, receivedAtMs: number): void {
    const at = this.#begin('unit_rule', receivedAtMs)
    if (isExcluded) this.#bytes[at + fields.flags] = isExcludedFlag
    this.#bytes.writeUInt32BE(unit, at + fields.unit)
  }

  /** Writes a rule for the visitor with that name on the UTC day that begins at `dayStart`. */
  visitorRule(dayStart: Date, visitor: Buffer, isExcluded: boolean, receivedAtMs: number): void {
    const at = this.#begin('visitor_rule', receivedAtMs)
    if (isExcluded) this.#bytes[at + fields.flags] = isExcludedFlag
    this.#bytes.writeUIntBE(dayStart.getTime(), at + fields.moment, 6)
    visitor.copy(this.#bytes, at + fields.visitor)
  }

  /** Writes that the campaign's terms change at a moment. */
  cut(campaign: number, moment: Date, receivedAtMs: number): void {
    const at = this.#begin('cut', receivedAtMs)
    this.#bytes.writeUInt32BE(campaign, at + fields.campaign)
    this.#bytes.writeUIntBE(moment.getTime(), at + fields.moment, 6)
  }

  /** Writes how many paid views of a unit the other partitions have counted in an hour so far. */
  unitHour(unit: number, hour: Date, others: number, receivedAtMs: number): void {
    const at = this.#begin('unit_hour', receivedAtMs)
    this.#bytes.writeUInt32BE(unit, at + fields.unit)
    this.#bytes.writeUIntBE(hour.getTime(), at + fields.moment, 6)
    this.#bytes.writeUInt32BE(others, at + fields.block + 4)
  }

  /** Writes that nothing happened up to now. */
  heartbeat(receivedAtMs: number): void {
    this.#begin('heartbeat', receivedAtMs)
  }

  #begin(kind: RecordKind, receivedAtMs: number): number {
    const at = this.#used
    if (at + recordBytes > this.#bytes.length) {
      const longer = Buffer.alloc(this.#bytes.length * 2)
      this.#bytes.copy(longer)
      this.#bytes = longer
    }
    this.#used += recordBytes
    this.#bytes[at + fields.version] = recordVersion
    this.#bytes[at + fields.kind] = recordKinds[kind]
    this.#bytes.writeUIntBE(receivedAtMs, at + fields.receivedAt, 6)
    return at
  }

  #writeReport(at: number, decided: Decided, { country, device }: Origin): void {
    if (country !== null && isCountry(country))
      this.#bytes.write(country, at + fields.country, 2, 'latin1')
    if (device) this.#bytes[at + fields.device] = writeDevice(device)
    decided.decision.copy(this.#bytes, at + fields.decision)
    this.#bytes.writeUInt32BE(decided.unit, at + fields.unit)
    this.#bytes.writeUInt32BE(decided.campaign, at + fields.campaign)
    this.#bytes.writeUInt32BE(decided.creative, at + fields.creative)
    this.#bytes.writeUInt32BE(decided.banner, at + fields.banner)
    this.#bytes.writeUIntBE(decided.issuedAtMs, at + fields.moment, 6)
    decided.visitor.copy(this.#bytes, at + fields.visitor)
  }

  /** Writes the names besides the token's, in order of their days. */
  #writeNames(at: number, view: ViewableReport, placed: readonly Placed[]): void {
    const ownDay = ownDayOf(
      view.decided.issuedAtMs,
      this.#bytes.readUIntBE(at + fields.receivedAt, 6)
    )
    let said = 0
    let stored = at + fields.otherNames
    for (const { place, visitor, isKept } of placed) {
      said |= (knownName[place] ?? 0) | (isKept ? (keptName[place] ?? 0) : 0)
      if (place === ownDay) continue
      visitor.copy(this.#bytes, stored)
      stored += 8
    }
    this.#bytes[at + fields.names] = said
  }
}

function isCountry(text: string): boolean {
  return /^[A-Z]{2}$/.test(text)
}
