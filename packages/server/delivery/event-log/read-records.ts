import { type Device, fields, ownDayOf, readDevice, recordBytes, storedNames } from './record.ts'

/**
 * Looks at one record of a body at a time. There is one view for a body, which is moved: nothing is allocated for a
 * record or a field. 64-bit values are read as two halves, since JavaScript has no cheap integer of that size.
 */
export class RecordView {
  readonly count: number
  readonly #data: DataView
  #at = 0

  /** `checkBody` has found the body sound. */
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
  /** Two letters; null when it is not known. */
  get country(): string | null {
    const first = this.#data.getUint8(this.#at + fields.country)
    const second = this.#data.getUint8(this.#at + fields.country + 1)
    return first === 0 ? null : String.fromCharCode(first, second)
  }
  /** Null when it is not known. */
  get device(): Device | null {
    return readDevice(this.#data.getUint8(this.#at + fields.device))
  }
  /** Of a report, its country in 16 bits and the kind of device in four: what days are counted by. */
  get place(): number {
    const both = this.uint32(fields.country) >>> 8
    return (both >>> 8) * 16 + (both & 15)
  }
  /** Of a report, its operating system, counted from 1; zero when it is not known. */
  get system(): number {
    return this.#data.getUint8(this.#at + fields.device) >> 4
  }
  /** Of a sum, the reason's place, counted from 1. */
  get outcome(): number {
    return this.#data.getUint8(this.#at + fields.outcome)
  }
  /** Of a sum, the node that sends it. */
  get node(): number {
    return this.#uint48(fields.decision)
  }
  /** Of a sum, its number, which grows with each sum of the node. */
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
  /** Milliseconds since 1970: when the decision was issued, from when terms count, which hour or day is meant. */
  get moment(): number {
    return this.#uint48(fields.moment)
  }
  /** By the clock of the node that wrote the record. */
  get receivedAt(): number {
    return this.#uint48(fields.receivedAt)
  }
  /** Of a sum, how many; of a unit's hour, how many views other partitions have counted. */
  get count32(): number {
    return this.uint32(fields.block + 4)
  }

  /** Where the visitor's name of yesterday (0), today (1) or tomorrow (2) is; -1 where it is not known. */
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

  /** For tools and tests; the counter compares halves. */
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
