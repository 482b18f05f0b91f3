import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../config/derive-key.ts'

/**
 * Creates authenticity tokens: 16 random bytes and an HMAC of them with what the token is bound to, the session or the
 * anonymous browser. A new session makes the old token worthless; nothing is stored.
 */
export function createCsrf(secret: Buffer, randomBytes: (size: number) => Buffer) {
  const key = deriveKey(secret, 'mille csrf')
  const sign = (nonce: Buffer, binding: string) =>
    createHmac('sha256', key).update(nonce).update(binding).digest()

  return {
    issue(binding: string): string {
      const nonce = randomBytes(16)
      return Buffer.concat([nonce, sign(nonce, binding)]).toString('base64')
    },
    isValid(token: string | undefined, binding: string | null): boolean {
      if (!token || binding === null) return false
      const bytes = Buffer.from(token, 'base64')
      return (
        bytes.length === 48 &&
        timingSafeEqual(bytes.subarray(16), sign(bytes.subarray(0, 16), binding))
      )
    }
  }
}

export type Csrf = ReturnType<typeof createCsrf>
