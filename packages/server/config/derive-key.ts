import { hkdfSync } from 'node:crypto'

/** Derives a 32-byte key for a single use from a secret, by HKDF-SHA-256. docs/security.md lists the uses. */
export function deriveKey(secret: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', use, 32))
}
