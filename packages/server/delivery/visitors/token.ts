import { timingSafeEqual } from 'node:crypto'
import { decisionLifetimeMs } from '@mille/api/constants.ts'
import { deriveKey } from '../../config/derive-key.ts'
import { createHmacSha256 } from './hmac.ts'

/** What was decided, as it travels through the visitor's browser and back. */
export type Decided = {
  /** Sixteen random bytes. */
  decision: Buffer
  unit: number
  campaign: number
  creative: number
  /** 0 for the text. */
  banner: number
  /** Milliseconds since 1970. */
  issuedAtMs: number
  /** Eight bytes. */
  visitor: Buffer
}

export type ReadToken =
  | { ok: true; value: Decided }
  | { ok: false; reason: 'forged' }
  /** Ours, but older than two hours. */
  | { ok: false; reason: 'expired'; value: Decided }

export type Tokens = {
  sign: (value: Decided) => string
  read: (token: string, now: Date) => ReadToken
}

const valueBytes = 46
const signatureBytes = 17
const tokenBytes = valueBytes + signatureBytes
const form = /^[\w-]{84}$/

/**
 * Tokens are 63 bytes in base64url, which leaves no bit over that could differ between two forms of one token: the
 * value, fields in the order of the type, ids as 32 bits and the moment as 48, and the first 136 bits of its HMAC-SHA256.
 */
export function createTokens(secret: Buffer): Tokens {
  const hmac = createHmacSha256(deriveKey(secret, 'mille delivery token'))
  return {
    sign(value) {
      const bytes = Buffer.allocUnsafe(tokenBytes)
      value.decision.copy(bytes)
      bytes.writeUInt32BE(value.unit, 16)
      bytes.writeUInt32BE(value.campaign, 20)
      bytes.writeUInt32BE(value.creative, 24)
      bytes.writeUInt32BE(value.banner, 28)
      bytes.writeUIntBE(value.issuedAtMs, 32, 6)
      value.visitor.copy(bytes, 38)
      hmac(bytes.subarray(0, valueBytes), signatureBytes).copy(bytes, valueBytes)
      return bytes.toString('base64url')
    },

    read(token, now) {
      if (!form.test(token)) return { ok: false, reason: 'forged' }
      const bytes = Buffer.from(token, 'base64url')
      const signed = bytes.subarray(0, valueBytes)
      if (!timingSafeEqual(bytes.subarray(valueBytes), hmac(signed, signatureBytes)))
        return { ok: false, reason: 'forged' }
      const value = {
        decision: signed.subarray(0, 16),
        unit: signed.readUInt32BE(16),
        campaign: signed.readUInt32BE(20),
        creative: signed.readUInt32BE(24),
        banner: signed.readUInt32BE(28),
        issuedAtMs: signed.readUIntBE(32, 6),
        visitor: signed.subarray(38, valueBytes)
      }
      const isExpired = now.getTime() - value.issuedAtMs > decisionLifetimeMs
      return isExpired ? { ok: false, reason: 'expired', value } : { ok: true, value }
    }
  }
}

/** Sixteen bytes in the form that PostgreSQL writes a UUID. */
export function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
