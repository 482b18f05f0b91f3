import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../config/derive-key.ts'

/** Crockford's base32: no I, L, O or U, so that a code can be read aloud and typed. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const accountCodeLength = 26
export const oneTimeCodeLength = 12
export const oneTimeCodeMs = 10 * 60 * 1000
export const oneTimeCodeTries = 5

/** 26 characters are 130 bits, 12 are 60. */
export function createCode(length: number, randomBytes: (size: number) => Buffer): string {
  // 32 divides 256, so that the low five bits of a random byte are as random as the byte.
  return [...randomBytes(length)].map(byte => alphabet[byte % 32]).join('')
}

/** Groups of four, as codes are shown and emailed. */
export function groupCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}

/**
 * Upper case, no spaces or dashes, O read as 0, I and L as 1; null when it has the shape of neither kind of code. What
 * cannot be seen is dropped: who copies a code takes along the marks that keep it in order in a right-to-left text.
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

/** An emailed code has 60 bits: only a keyed hash of it is stored, so that a stolen table alone reveals nothing. */
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
