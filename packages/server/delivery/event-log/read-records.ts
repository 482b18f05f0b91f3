import { type Device, fields, ownDayOf, readDevice, recordBytes, storedNames } from './record.ts'

/**
 * Reads one record of a body at a time. A single view moves over the body, so nothing is allocated per record or field.
 * 64-bit values are read as two halves, because JavaScript has no cheap integers of that size.
 */
export class RecordView {
  readonly count: number
  readonly #data: DataView
  #at = 0

  /** The body must have passed `checkBody`. */
  constructor(body: Uint8Array) {
    this.count = body.length / recordBytes
    this.#data = new DataView(body.buffer, body.byteOffset, body.byteLength)
  }

  moveTo(index: number): void {
    this.#at = index * recordBytes
  }

  get kind(): number {
    return this.#data.getUint8(this.#at + fields.kind)
  }
  get flags(): number {
    return this.#data.getUint8(this.#at + fields.flags)
  }
  get names(): number {
    return this.#data.getUint8(this.#at + fields.names)
  }
  /** The two-letter country of a report; null if unknown. */
  get country(): string | null {
    const first = this.#data.getUint8(this.#at + fields.country)
    const second = this.#data.getUint8(this.#at + fields.country + 1)
    return first === 0 ? null : String.fromCharCode(first, second)
  }
  /** The device of a report; null if unknown. */
  get device(): Device | null {
    return readDevice(this.#data.getUint8(this.#at + fields.device))
  }
  /** A report's country in 16 bits and its kind of device in four bits, by which days are counted. */
  get place(): number {
    const both = this.uint32(fields.country) >>> 8
    return (both >>> 8) * 16 + (both & 15)
  }
  /** Number of a report's operating system, counted from 1; zero if unknown. */
  get system(): number {
    return this.#data.getUint8(this.#at + fields.device) >> 4
  }
  /** For a sum, the number of its reason, counted from 1. */
  get outcome(): number {
    return this.#data.getUint8(this.#at + fields.outcome)
  }
  /** For a sum, the node that sent it. */
  get node(): number {
    return this.#uint48(fields.decision)
  }
  /** For a sum, its number, which increases with each sum of the node. */
  get sequence(): number {
    return this.#uint48(fields.decision + 6)
  }
  get unit(): number {
    return this.uint32(fields.unit)
  }
  get campaign(): number {
    return this.uint32(fields.campaign)
  }
  get creative(): number {
    return this.uint32(fields.creative)
  }
  get banner(): number {
    return this.uint32(fields.banner)
  }
  /**
   * Milliseconds since 1970: when the decision was issued, when terms take effect, or which hour or day a record is
   * about.
   */
  get moment(): number {
    return this.#uint48(fields.moment)
  }
  /** When the record was received, by the clock of the node that wrote it, in milliseconds since 1970. */
  get receivedAt(): number {
    return this.#uint48(fields.receivedAt)
  }
  /** For a sum, its count; for a unit's hour, the number of views that other partitions counted. */
  get count32(): number {
    return this.uint32(fields.block + 4)
  }

  /**
   * Returns the offset of the visitor's name of yesterday (0), today (1) or tomorrow (2); -1 if the name is unknown.
   */
  nameField(day: number): number {
    const { names } = this
    if ((names & (1 << day)) === 0) return -1
    const ownDay = ownDayOf(this.moment, this.receivedAt)
    if (day === ownDay) return fields.visitor
    const before = names & ((1 << day) - 1)
    return fields.otherNames + 8 * storedNames(before, ownDay)
  }

  uint32(field: number): number {
    return this.#data.getUint32(this.#at + field)
  }

  /** Returns the bytes of a field, for tools and tests; the counter compares halves. */
  bytes(field: number, length: number): Buffer {
    const { buffer, byteOffset } = this.#data
    return Buffer.from(buffer, byteOffset + this.#at + field, length)
  }

  #uint48(field: number): number {
    return (
      this.#data.getUint16(this.#at + field) * 0x1_0000_0000 +
      this.#data.getUint32(this.#at + field + 2)
    )
  }
}
