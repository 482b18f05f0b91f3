import { type Cipheriv, createCipheriv } from 'node:crypto'
import { dayMs } from '@mille/api/durations.ts'
import { deriveKey } from '../../config/derive-key.ts'
import { RecordView } from './read-records.ts'
import {
  fields,
  keptName,
  knownName,
  ownDayOf,
  recordBytes,
  recordKinds,
  storedNames
} from './record.ts'

const blockBytes = 16

/** Returns the key that masks visitor names of a day, numbered from 1970; null if the key is destroyed. */
export type NameKeyOf = (day: number) => Uint8Array | null

export function nameKeyFrom(visitorKey: Uint8Array): Uint8Array {
  return deriveKey(visitorKey, 'mille log names')
}

/** Creates a NameKeyOf from the keys of visitors; each key is derived once. */
export function createNameKeyOf(keyOf: (day: number) => Uint8Array | null): NameKeyOf {
  const derived = new WeakMap<Uint8Array, Uint8Array>()
  return day => {
    const key = keyOf(day)
    if (!key) return null
    const known = derived.get(key) ?? nameKeyFrom(key)
    derived.set(key, known)
    return known
  }
}

/**
 * Masks or unmasks the names that a body's views hold besides the token's: once in the node that writes the body, once
 * in the counter that reads it. The log is kept for a month, and two names of a visitor from different days in one
 * record would let its readers follow people from day to day. The mask needs the key of the record's day, which is
 * destroyed a day later, and with it the link between the names. Views without a key lose these names.
 *
 * Each record's mask is its decision ID encrypted with AES. IDs are unique, and one block masks both names.
 */
export function turnNames(body: Uint8Array, keyOf: NameKeyOf): void {
  const byDay = covered(body)
  // All keys are fetched before anything is changed, because fetching one may fail and be retried.
  const keys = new Map([...byDay.keys()].map(day => [day, keyOf(day)]))
  for (const [day, found] of byDay) {
    const key = keys.get(day)
    if (!key) {
      for (const { at, bytes } of found) dropNames(body, at, bytes)
      continue
    }
    const ids = new Uint8Array(found.length * blockBytes)
    for (const [index, { at }] of found.entries())
      ids.set(
        body.subarray(at + fields.decision, at + fields.decision + blockBytes),
        index * blockBytes
      )
    const covers = cipherOf(key).update(ids)
    for (const [index, { at, bytes }] of found.entries()) {
      for (let byte = 0; byte < bytes; byte++) {
        const place = at + fields.otherNames + byte
        body[place] = (body[place] ?? 0) ^ (covers[index * blockBytes + byte] ?? 0)
      }
    }
  }
}

/** Each ECB block depends only on the key, so one cipher per key is enough. */
const ciphers = new WeakMap<Uint8Array, Cipheriv>()

function cipherOf(key: Uint8Array): Cipheriv {
  let cipher = ciphers.get(key)
  if (!cipher) {
    cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
    ciphers.set(key, cipher)
  }
  return cipher
}

type Covered = { at: number; bytes: number }

/** Returns the offset and length of the masked names in a body, by the day of the record. */
function covered(body: Uint8Array): Map<number, Covered[]> {
  const record = new RecordView(body)
  const found = new Map<number, Covered[]>()
  for (let index = 0; index < record.count; index++) {
    record.moveTo(index)
    if (record.kind !== recordKinds.viewable) continue
    const stored = storedNames(record.names, ownDayOf(record.moment, record.receivedAt))
    if (stored === 0) continue
    const day = Math.floor(record.receivedAt / dayMs)
    const place = { at: index * recordBytes, bytes: stored * 8 }
    const same = found.get(day)
    if (same) same.push(place)
    else found.set(day, [place])
  }
  return found
}

/** Removes all names of a view except the token's. */
function dropNames(body: Uint8Array, at: number, bytes: number): void {
  const record = new RecordView(body.subarray(at, at + recordBytes))
  const own = ownDayOf(record.moment, record.receivedAt)
  body[at + fields.names] = record.names & ((knownName[own] ?? 0) | (keptName[own] ?? 0))
  body.fill(0, at + fields.otherNames, at + fields.otherNames + bytes)
}
