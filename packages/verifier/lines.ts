import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { canonical, type Json } from './canonical.ts'
import { type LineKind, lineShapes, type ReadLine } from './line-shapes.ts'
import { anyObject } from './shapes.ts'
import { require } from './wrong.ts'

/** A file that is read synchronously in pieces: in a worker, by FileReaderSync. */
export type Source = { size: number; read: (from: number, to: number) => Uint8Array }

const pieceBytes = 1024 * 1024
const lineFeed = 10

/** Reads the lines of a file in order. Throws Wrong if the file does not match the checksum in its last line. */
export class Lines {
  readonly #source: Source
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  #piece: Uint8Array = new Uint8Array(0)
  #at = 0
  #next: { kind: Json; raw: { [key: string]: Json } } | null = null
  /** Number of the line that was read last, starting at 1. */
  number = 0

  constructor(source: Source) {
    this.#source = source
    const start = lastLineStart(source)
    const checksum = sha256.create()
    for (let from = 0; from < start; from += pieceBytes)
      checksum.update(source.read(from, Math.min(from + pieceBytes, start)))
    const last = new TextDecoder('latin1').decode(source.read(start, source.size))
    const isWhole = last.includes(`"sha256":"${bytesToHex(checksum.digest())}"`)
    require(isWhole, 'file_incomplete', 'The file is cut off or damaged: its last line does not have its checksum.')
  }

  get bytesRead(): number {
    return this.#at
  }
  get isAtEnd(): boolean {
    return this.#at >= this.#source.size
  }

  /** Returns the next line if it is of the given kind, otherwise null. */
  take<Kind extends LineKind>(kind: Kind): ReadLine<Kind> | null {
    this.#next ??= this.#read()
    if (this.#next.kind !== kind) return null
    const { raw } = this.#next
    this.#next = null
    // The shape belongs to the kind, but TypeScript cannot tell a record's member types apart by an index.
    return { ...(lineShapes[kind](raw) as ReadLine<Kind>), raw }
  }

  /** Returns the next line, which must be of the given kind. */
  expect<Kind extends LineKind>(kind: Kind): ReadLine<Kind> {
    const line = this.take(kind)
    if (line === null) throw new TypeError(`no ${kind}`)
    return line
  }

  #read() {
    this.number++
    const line = this.#decoder.decode(this.#nextLine())
    const raw = anyObject(JSON.parse(line) as Json)
    if (canonical(raw) !== line) throw new SyntaxError('not canonical')
    return { kind: raw.kind ?? null, raw }
  }

  /** Returns the next line without its line feed. Throws at the end of the file. */
  #nextLine(): Uint8Array {
    const parts: Uint8Array[] = []
    for (;;) {
      const found = this.#piece.indexOf(lineFeed)
      if (found >= 0) {
        parts.push(this.#piece.subarray(0, found))
        this.#at += found + 1
        this.#piece = this.#piece.subarray(found + 1)
        return joined(parts)
      }
      parts.push(this.#piece)
      this.#at += this.#piece.length
      if (this.isAtEnd) throw new RangeError('no line')
      this.#piece = this.#source.read(this.#at, Math.min(this.#at + pieceBytes, this.#source.size))
    }
  }
}

function lastLineStart({ size, read }: Source): number {
  for (let to = size - 1; to > 0; ) {
    const from = Math.max(0, to - pieceBytes)
    const found = read(from, to).lastIndexOf(lineFeed)
    if (found >= 0) return from + found + 1
    to = from
  }
  return 0
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts
  if (first && parts.length === 1) return first
  const whole = new Uint8Array(parts.reduce((sum, it) => sum + it.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
