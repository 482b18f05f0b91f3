import { hkdfSync } from 'node:crypto'

/** 32 bytes of a secret for one use alone, by HKDF-SHA-256. docs/security.md lists the uses. */
export function deriveKey(secret: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', use, 32))
}
