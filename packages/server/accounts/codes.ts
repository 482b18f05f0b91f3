import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../config/derive-key.ts'

/** Alphabet of Crockford's base32: without I, L, O, and U, so that a code can be read aloud and typed. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const accountCodeLength = 26
export const oneTimeCodeLength = 12
export const oneTimeCodeMs = 10 * 60 * 1000
export const oneTimeCodeTries = 5

/** Creates a random code: 26 characters have 130 bits, 12 characters have 60. */
export function createCode(length: number, randomBytes: (size: number) => Buffer): string {
  // 32 divides 256, so the low five bits of a random byte are uniformly distributed.
  return [...randomBytes(length)].map(byte => alphabet[byte % 32]).join('')
}

/** Formats a code in groups of four, as it is displayed and emailed. */
export function groupCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}

/**
 * Normalizes a typed code: upper case, without spaces and dashes, O as 0, I and L as 1. Returns null if it is neither
 * kind of code. Invisible characters are dropped because copying a code from right-to-left text includes direction
 * marks.
 */
export function readCode(typed: string): { kind: 'account' | 'one-time'; code: string } | null {
  const code = typed
    .toUpperCase()
    .replace(/[\s\p{Cf}\u2010-\u2015-]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  if (!/^[0-9A-HJKMNP-TV-Z]+$/.test(code)) return null
  if (code.length === accountCodeLength) return { kind: 'account', code }
  if (code.length === oneTimeCodeLength) return { kind: 'one-time', code }
  return null
}

export function hashAccountCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

/**
 * Creates and checks keyed hashes of emailed codes. A code has only 60 bits, so only its keyed hash is stored, and a
 * stolen table alone reveals nothing.
 */
export function createCodeHmac(secret: Buffer) {
  const key = deriveKey(secret, 'mille one-time code')
  const hmac = (code: string, requestHash: Buffer) =>
    createHmac('sha256', key).update(requestHash).update(code).digest()
  return {
    create: hmac,
    matches: (code: string, requestHash: Buffer, stored: Buffer) =>
      timingSafeEqual(hmac(code, requestHash), stored)
  }
}
