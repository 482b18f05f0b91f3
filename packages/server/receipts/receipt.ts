import { type KeyObject, sign } from 'node:crypto'
import { canonicalJson, isSignatureOf, type Json, sha256 } from '../public-log/index.ts'

/** The promise that a report of a view gets into the public log by a moment, or that the network says why not. */
export type Receipt = {
  decision: Buffer
  /** The minute in which the report was received. */
  received: Date
  by: Date
  /** Until when what proves it is kept. */
  kept: Date
  /** The name of the log at that time. */
  origin: string
  /** Names the key that signs: the first bytes of its digest. */
  key: Buffer
  /** What the network itself has to know to keep the promise, encrypted. */
  sealed: Buffer
}
export type SignedReceipt = Receipt & { signature: Buffer; signed: Buffer }

/** What is said of a report that was rejected. */
export type Rejection = Pick<Receipt, 'decision' | 'received' | 'origin' | 'key'> & {
  reason: string
  /** When it was said. */
  at: Date
}

/** Before what is signed, so that no signature of one kind is good for another. */
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
 * One line of canonical JSON with the signature of its other fields. Written by hand, as the fields come in the order of
 * their names: this is done while a browser waits.
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

/** Null unless the line is a receipt of this version. Whose signature it has is not checked here. */
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

/** What is said of a view that is no longer kept. */
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

/** When the network has signed that it no longer keeps the view of a receipt; null where that is not what it has signed. */
export function readForgotten(
  statement: unknown,
  receipt: Receipt,
  publicKeys: readonly Buffer[]
): Date | null {
  const read = readSigned(JSON.stringify(statement) ?? '', forgottenPrefix)
  return read && isSignedOf(read, receipt, publicKeys) ? readMoment(read.value.at) : null
}

/** The reason that the network has signed for a receipt; null where that is not what it has signed. */
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

/** Whether a statement is about the view of a receipt, and signed with a key of receipts. */
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

/** A flat object that was written as canonical JSON with a signature in it, and the bytes that were signed. */
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
