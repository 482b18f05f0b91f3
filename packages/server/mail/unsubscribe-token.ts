import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../config/derive-key.ts'

/**
 * Creates the token for the unsubscribe link in an email: it identifies the recipient's account and the kind of email
 * to end. It allows nothing else and never expires.
 */
export function createUnsubscribeToken(secret: Buffer, userId: number, kind: string): string {
  return `${userId}.${kind}.${sign(secret, userId, kind)}`
}

export function readUnsubscribeToken(
  secret: Buffer,
  token: string
): { userId: number; kind: string } | null {
  const match = /^([1-9]\d{0,9})\.([a-z0-9_]{1,40})\.([\w-]{22})$/.exec(token)
  if (!match) return null
  const [userId, kind, signature] = [Number(match[1]), match[2] ?? '', match[3] ?? '']
  const right = Buffer.from(sign(secret, userId, kind))
  return timingSafeEqual(right, Buffer.from(signature)) ? { userId, kind } : null
}

/** Returns a signature of 128 bits. */
function sign(secret: Buffer, userId: number, kind: string): string {
  const key = deriveKey(secret, 'mille unsubscribe')
  const hmac = createHmac('sha256', key).update(`${userId}.${kind}`).digest()
  return hmac.subarray(0, 16).toString('base64url')
}
