import { createHash } from 'node:crypto'

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

export function fromHex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'hex'))
}

/** Block and transaction IDs are shown in the reverse order of their bytes. */
export function toId(bytes: Uint8Array): string {
  return Buffer.from(bytes).reverse().toString('hex')
}

export function sha256(text: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(text).digest())
}
