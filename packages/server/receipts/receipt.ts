import { type KeyObject, sign } from 'node:crypto'
import { canonicalJson, isSignatureOf, type Json, sha256 } from '../public-log/index.ts'

/** The promise that a report of a view gets into the public log by a moment, or that the network says why not. */
export type Receipt = {
  decision: Buffer
  /** The minute in which the report was received. */
  received: Date
  by: Date
  /** Time until which the proof is kept. */
  kept: Date
  /** The log's name when the receipt was signed. */
  origin: string
  /** Identifies the signing key by the first bytes of its digest. */
  key: Buffer
  /** What the network itself has to know to keep the promise, encrypted. */
  sealed: Buffer
}
export type SignedReceipt = Receipt & { signature: Buffer; signed: Buffer }

/** Signed statement about a report that was rejected. */
export type Rejection = Pick<Receipt, 'decision' | 'received' | 'origin' | 'key'> & {
  reason: string
  /** When the statement was signed. */
  at: Date
}

/** Prefixes of signed texts, so that a signature of one kind is not valid for another. */
const receiptPrefix = 'mille-receipt/v1\n'
const rejectionPrefix = 'mille-rejection/v1\n'
const version = 2
const rejectionVersion = 1
const forgottenPrefix = 'mille-forgotten/v1\n'
const keyIdBytes = 4
const longestReceipt = 1_000
const minuteMs = 60_000

export function receiptKeyId(publicKey: Buffer): Buffer {
  return sha256(publicKey).subarray(0, keyIdBytes)
}

export function minuteOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / minuteMs) * minuteMs)
}

/**
 * Writes a receipt as one line of canonical JSON with a signature of its other fields. It is built by hand, with the
 * fields in alphabetical order, since a browser is waiting.
 */
export function writeReceipt(receipt: Receipt, signing: KeyObject): string {
  const { by, decision, kept, key, origin, received, sealed } = receipt
  const fields =
    `{"by":"${by.toISOString()}","decision":"${decision.toString('hex')}","kept":"${kept.toISOString()}","key":"${key.toString('hex')}",` +
    `"origin":${JSON.stringify(origin)},"received":"${received.toISOString()}","sealed":"${sealed.toString('hex')}"`
  const end = `,"version":${version}}`
  const signature = sign(null, Buffer.from(receiptPrefix + fields + end), signing)
  return `${fields},"signature":"${signature.toString('base64')}"${end}`
}

/** Parses a receipt; null unless the line is one of this version. Its signature is not verified here. */
export function readReceipt(line: string): SignedReceipt | null {
  const read = line.length <= longestReceipt ? readSigned(line, receiptPrefix) : null
  if (!read) return null
  const { value, signature, signed } = read
  const [decision, sealed, key] = [
    readHex(value.decision, 16),
    readHex(value.sealed, 16),
    readHex(value.key, keyIdBytes)
  ]
  const [by, kept, received] = [value.by, value.kept, value.received].map(readMoment)
  const { origin } = value
  const isWhole = value.version === version && Object.keys(value).length === 8
  if (!decision || !sealed || !key || !by || !kept || !received || !isWhole) return null
  if (typeof origin !== 'string' || minuteOf(received).getTime() !== received.getTime()) return null
  return { decision, sealed, key, by, received, kept, origin, signature, signed }
}

export function writeRejection(rejection: Rejection, signing: KeyObject): Json {
  const fields = rejectionFields(rejection)
  const signed = Buffer.from(rejectionPrefix + canonicalJson(fields))
  return { ...fields, signature: sign(null, signed, signing).toString('base64') }
}

/** Signs the statement that a view is no longer kept. */
export function writeForgotten(forgotten: Omit<Rejection, 'reason'>, signing: KeyObject): Json {
  const { at, decision, key, origin, received } = forgotten
  const fields = {
    at: at.toISOString(),
    decision: decision.toString('hex'),
    key: key.toString('hex'),
    origin,
    received: received.toISOString(),
    version: rejectionVersion
  }
  const signed = Buffer.from(forgottenPrefix + canonicalJson(fields))
  return { ...fields, signature: sign(null, signed, signing).toString('base64') }
}

/** Returns when the network signed that it no longer keeps a receipt's view; null for anything that it did not sign. */
export function readForgotten(
  statement: unknown,
  receipt: Receipt,
  publicKeys: readonly Buffer[]
): Date | null {
  const read = readSigned(JSON.stringify(statement) ?? '', forgottenPrefix)
  return read && isSignedOf(read, receipt, publicKeys) ? readMoment(read.value.at) : null
}

/** Returns the rejection reason that the network signed for a receipt; null for anything that it did not sign. */
export function readRejection(
  statement: unknown,
  receipt: Receipt,
  publicKeys: readonly Buffer[]
): string | null {
  const read = readSigned(JSON.stringify(statement) ?? '', rejectionPrefix)
  if (!read) return null
  const { reason } = read.value
  if (typeof reason !== 'string' || !/^[a-z_]{1,40}$/.test(reason)) return null
  return isSignedOf(read, receipt, publicKeys) ? reason : null
}

/** Whether a statement is about a receipt's view and is signed with a receipt key. */
function isSignedOf(
  { value, signed, signature }: Read,
  receipt: Receipt,
  publicKeys: readonly Buffer[]
): boolean {
  const { decision, key, received } = value
  const isOfReceipt =
    decision === receipt.decision.toString('hex') && received === receipt.received.toISOString()
  const signer = publicKeys.find(it => receiptKeyId(it).toString('hex') === key)
  return isOfReceipt && signer !== undefined && isSignatureOf(signed, signature, signer)
}

function rejectionFields({ at, decision, key, origin, received, reason }: Rejection) {
  return {
    at: at.toISOString(),
    decision: decision.toString('hex'),
    key: key.toString('hex'),
    origin,
    reason,
    received: received.toISOString(),
    version: rejectionVersion
  }
}

type Read = { value: Record<string, Json>; signature: Buffer; signed: Buffer }

/** Reads a flat object written as canonical JSON with a signature in it, and the bytes that were signed. */
function readSigned(line: string, prefix: string): Read | null {
  try {
    const { signature, ...value } = JSON.parse(line) as Record<string, Json>
    if (typeof signature !== 'string') return null
    const bytes = Buffer.from(signature, 'base64')
    if (bytes.length !== 64 || bytes.toString('base64') !== signature) return null
    return { value, signature: bytes, signed: Buffer.from(prefix + canonicalJson(value)) }
  } catch {
    return null
  }
}

function readHex(value: Json | undefined, bytes: number): Buffer | null {
  const isHex = typeof value === 'string' && value.length === bytes * 2 && /^[0-9a-f]+$/.test(value)
  return isHex ? Buffer.from(value, 'hex') : null
}

function readMoment(value: Json | undefined): Date | null {
  if (typeof value !== 'string') return null
  const moment = new Date(value)
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === value ? moment : null
}
