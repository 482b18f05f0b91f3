import { dayMs } from '@mille/api/durations.ts'
import { recordFields, type ViewRecord } from '../delivery/index.ts'
import type { LogKeys } from './keys.ts'
import type { SettledCharge } from './settled-charges.ts'

/** Size of a view's leaf in bytes: decision 16 ‖ unit 4 ‖ banner 4 ‖ minute 4 ‖ visitor's tag 8, big-endian. */
export const leafBytes = 36
const places = { decision: 0, unit: 16, banner: 20, minute: 24, tag: 28 } as const
const tagBytes = 8
const minuteMs = 60_000
/** Minimum number of a unit's views for which their minutes are disclosed. */
const fewViews = 5

/** Collects the billable views of one charge. */
export class ViewLeaves {
  readonly #charge: Pick<SettledCharge, 'campaign' | 'start' | 'end'>
  readonly #tagOf: TagOf
  #bytes: Buffer
  #count = 0

  constructor(
    charge: Pick<SettledCharge, 'campaign' | 'start' | 'end'>,
    tagOf: TagOf,
    expected: number
  ) {
    this.#charge = charge
    this.#tagOf = tagOf
    this.#bytes = Buffer.allocUnsafe(Math.max(expected, 8) * leafBytes)
  }

  add(record: ViewRecord, atMs: number): void {
    const from = this.#count * leafBytes
    if (from === this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2)
    const bytes = this.#bytes
    const { campaign, start, end } = this.#charge
    record.bytes(recordFields.decision, 16).copy(bytes, from + places.decision)
    bytes.writeUInt32BE(record.unit, from + places.unit)
    bytes.writeUInt32BE(record.banner, from + places.banner)
    // A rule that entered the log late can make a view count for the previous settlement period; it then gets that
    // period's last minute.
    const withinMs = Math.min(Math.max(atMs, start.getTime()), end.getTime() - 1)
    bytes.writeUInt32BE(Math.floor(withinMs / minuteMs), from + places.minute)
    this.#tagOf(campaign, record).copy(bytes, from + places.tag)
    this.#count++
  }

  /** Returns all leaves in the order of the tree: by unit, minute and decision. */
  sorted(): Buffer {
    const { bytes, units } = this.#coarsened()
    const order = new Uint32Array(this.#count)
    const keys = new Float64Array(this.#count)
    const startMinute = Math.floor(this.#charge.start.getTime() / minuteMs)
    for (let index = 0; index < this.#count; index++) {
      const at = index * leafBytes
      const rank = units.get(bytes.readUInt32BE(at + places.unit))?.rank ?? 0
      const minute = bytes.readUInt32BE(at + places.minute) - startMinute
      order[index] = index
      // A settlement period is at most a day, so its minutes fit below 2^11. Equal keys are compared by the rest of the
      // decision.
      keys[index] = (rank * 2048 + minute) * 65_536 + bytes.readUInt16BE(at)
    }
    order.sort((one, other) => {
      const difference = (keys[one] ?? 0) - (keys[other] ?? 0)
      if (difference !== 0) return difference
      const [a, b] = [one * leafBytes, other * leafBytes]
      return bytes.compare(bytes, b, b + 16, a, a + 16)
    })
    const sorted = Buffer.allocUnsafe(this.#count * leafBytes)
    for (const [to, index] of order.entries())
      bytes.copy(sorted, to * leafBytes, index * leafBytes, (index + 1) * leafBytes)
    return sorted
  }

  #coarsened(): { bytes: Buffer; units: Map<number, { count: number; rank: number }> } {
    const bytes = this.#bytes.subarray(0, this.#count * leafBytes)
    const counts = new Map<number, number>()
    for (let at = places.unit; at < bytes.length; at += leafBytes) {
      const unit = bytes.readUInt32BE(at)
      counts.set(unit, (counts.get(unit) ?? 0) + 1)
    }
    const inOrder = [...counts].sort(([one], [other]) => one - other)
    const units = new Map(inOrder.map(([unit, count], rank) => [unit, { count, rank }]))
    const startMinute = Math.floor(this.#charge.start.getTime() / minuteMs)
    for (let at = 0; at < bytes.length; at += leafBytes) {
      const unit = units.get(bytes.readUInt32BE(at + places.unit))
      if (unit && unit.count < fewViews) bytes.writeUInt32BE(startMinute, at + places.minute)
    }
    return { bytes, units }
  }
}

/** Derives a tag that identifies a visitor within one campaign and one day only. */
export type TagOf = (campaign: number, record: ViewRecord) => Buffer

export function createTagOf({ visitors }: Pick<LogKeys, 'visitors'>): TagOf {
  const said = Buffer.alloc(7 + 4 + 4 + 8)
  said.write('visitor')
  return (campaign, record) => {
    said.writeUInt32BE(campaign, 7)
    said.writeUInt32BE(Math.floor(record.moment / dayMs), 11)
    record.bytes(recordFields.visitor, 8).copy(said, 15)
    return visitors(said, tagBytes)
  }
}

export function unitOf(leaf: Buffer): number {
  return leaf.readUInt32BE(places.unit)
}
