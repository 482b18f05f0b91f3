import { timingSafeEqual } from 'node:crypto'
import { decisionLifetimeMs } from '@mille/api/constants.ts'
import { deriveKey } from '../../config/derive-key.ts'
import { createHmacSha256 } from './hmac.ts'

/** An ad decision, as it travels through the visitor's browser and back. */
export type Decided = {
  /** Id of the decision: sixteen random bytes. */
  decision: Buffer
  unit: number
  campaign: number
  creative: number
  /** Id of the banner; 0 for a text ad. */
  banner: number
  /** When the decision was made, in milliseconds since 1970. */
  issuedAtMs: number
  /** Name of the visitor: eight bytes. */
  visitor: Buffer
}

export type ReadToken =
  | { ok: true; value: Decided }
  | { ok: false; reason: 'forged' }
  /** The signature is valid, but the token is older than two hours. */
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
 * Tokens are 63 bytes in base64url, which leaves no spare bit in which two forms of one token could differ: the fields
 * of `Decided` in order, with ids as 32 bits and the moment as 48, and then the first 136 bits of their HMAC-SHA256.
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

/** Formats sixteen bytes as PostgreSQL writes a UUID. */
export function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
