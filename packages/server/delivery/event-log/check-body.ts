import { dayMs } from '@mille/api/durations.ts'
import {
  fields,
  flags,
  maxStoredNames,
  ownDayOf,
  reasonsByCode,
  recordBytes,
  recordKinds,
  recordVersion,
  storedNames
} from './record.ts'

/** Thrown for bytes of the log that were written by no version of Mille, or by a later one. */
export class BrokenRecord extends Error {
  override name = 'BrokenRecord'
}

/** The fields that a kind of record may use besides version, kind and receive time. All others must be zero. */
type Shape = { flags: number; zero: readonly (readonly [from: number, to: number])[] }

const token = [fields.decision, fields.receivedAt] as const
const tail = [fields.otherNames, recordBytes] as const
const report: Shape = { flags: 0, zero: [[fields.outcome, fields.decision], tail] }
const head = [fields.country, fields.decision] as const
const otherNamesOnly = [fields.otherNames, fields.block + 4] as const

const shapes: Readonly<Record<number, Shape>> = {
  [recordKinds.rendered]: report,
  [recordKinds.clicked]: report,
  [recordKinds.viewable]: {
    flags:
      flags.isCovered |
      flags.isShrunken |
      flags.isContradictory |
      flags.hasBlock |
      flags.isMoved |
      flags.isUnplaced |
      flags.isSilent,
    zero: [[fields.outcome, fields.decision]]
  },
  [recordKinds.sum]: {
    flags: 0,
    zero: [
      [fields.country, fields.outcome],
      [fields.decision + 12, fields.unit],
      [fields.creative, fields.banner],
      [fields.moment, fields.receivedAt],
      otherNamesOnly
    ]
  },
  [recordKinds.unit_rule]: {
    flags: 1,
    zero: [head, [fields.decision, fields.unit], [fields.campaign, fields.receivedAt], tail]
  },
  [recordKinds.visitor_rule]: { flags: 1, zero: [head, [fields.decision, fields.moment], tail] },
  [recordKinds.cut]: {
    flags: 0,
    zero: [
      head,
      [fields.decision, fields.campaign],
      [fields.creative, fields.moment],
      [fields.visitor, fields.receivedAt],
      tail
    ]
  },
  [recordKinds.unit_hour]: {
    flags: 0,
    zero: [
      head,
      [fields.decision, fields.unit],
      [fields.campaign, fields.moment],
      [fields.visitor, fields.receivedAt],
      otherNamesOnly
    ]
  },
  [recordKinds.heartbeat]: { flags: 0, zero: [head, token, tail] }
}

/** Throws BrokenRecord, with the position and the record's place, if a body is not a sequence of valid records. */
export function checkBody(body: Uint8Array, position: bigint): void {
  if (body.length % recordBytes !== 0)
    throw new BrokenRecord(
      `Position ${position} of the log has ${body.length} bytes, which is not a whole number of records`
    )
  for (let at = 0; at < body.length; at += recordBytes) {
    const wrong = whatIsWrong(body, at)
    if (wrong !== null)
      throw new BrokenRecord(`Record ${at / recordBytes} of position ${position}: ${wrong}`)
  }
}

function whatIsWrong(body: Uint8Array, at: number): string | null {
  const version = body[at + fields.version] ?? 0
  if (version !== recordVersion) return `version ${version} is not known here`
  const kind = body[at + fields.kind] ?? 0
  const shape = shapes[kind]
  if (!shape) return `kind ${kind} is not known here`
  const flagged = body[at + fields.flags] ?? 0
  if ((flagged & ~shape.flags) !== 0) return `flags ${flagged} do not belong to kind ${kind}`
  for (const [from, to] of shape.zero) {
    for (let byte = at + from; byte < at + to; byte++) {
      if (body[byte] !== 0) return `byte ${byte - at} is not empty`
    }
  }
  if (kind === recordKinds.sum && !reasonsByCode[(body[at + fields.outcome] ?? 0) - 1])
    return `outcome ${body[at + fields.outcome]} is not known here`
  if (kind === recordKinds.visitor_rule && uint48(body, at + fields.moment) % dayMs !== 0)
    return 'no day begins at its moment'
  if (!isCountry(body[at + fields.country] ?? 0, body[at + fields.country + 1] ?? 0))
    return 'the country is not two letters'
  return kind === recordKinds.viewable ? whatIsWrongWithNames(body, at) : noNames(body, at)
}

function isCountry(first: number, second: number): boolean {
  return (first === 0 && second === 0) || (isLetter(first) && isLetter(second))
}

function isLetter(byte: number): boolean {
  return byte >= 65 && byte <= 90
}

function noNames(body: Uint8Array, at: number): string | null {
  return body[at + fields.names] === 0 ? null : 'only a viewable record has names'
}

/**
 * Returns what is wrong with a record's names: a charge may be kept only under a known name, and only the names and
 * address block that the flags declare may be stored.
 */
function whatIsWrongWithNames(body: Uint8Array, at: number): string | null {
  const names = body[at + fields.names] ?? 0
  if (names > 63) return `names ${names} are not known here`
  if (((names >> 3) & ~names & 7) !== 0) return 'a charge is kept under a name that is not there'
  const stored = storedNames(names, ownDay(body, at))
  if (stored > maxStoredNames) return `${stored} names have no room`
  const hasBlock = ((body[at + fields.flags] ?? 0) & flags.hasBlock) !== 0
  const unusedFrom = at + fields.otherNames + stored * 8
  const unusedTo = at + (hasBlock ? fields.block : recordBytes)
  for (let byte = unusedFrom; byte < unusedTo; byte++) {
    if (body[byte] !== 0) return `byte ${byte - at} is not empty`
  }
  return null
}

function ownDay(body: Uint8Array, at: number): number {
  return ownDayOf(uint48(body, at + fields.moment), uint48(body, at + fields.receivedAt))
}

function uint48(body: Uint8Array, at: number): number {
  let value = 0
  for (let byte = at; byte < at + 6; byte++) value = value * 256 + (body[byte] ?? 0)
  return value
}
