import { type KeyObject, sign } from 'node:crypto'
import {
  isSignatureOf,
  keyIdOf,
  publicKeyOf,
  type SignedNote,
  signaturesOf,
  signatureText,
  signatureTypes,
  type Verifier
} from './signed-note.ts'

const timeBytes = 8

/** Signs that a note's log was found consistent at a time (C2SP tlog-cosignature, Ed25519). */
export function cosignatureLine(name: string, key: KeyObject, text: string, at: Date): string {
  const verifier = { name, type: signatureTypes.cosignature, publicKey: publicKeyOf(key) }
  const time = Buffer.alloc(timeBytes)
  const seconds = BigInt(Math.floor(at.getTime() / 1000))
  time.writeBigUInt64BE(seconds)
  const signature = Buffer.concat([time, sign(null, messageOf(text, seconds), key)])
  return signatureText({ name, keyId: keyIdOf(verifier), signature })
}

/** Returns when that key last signed that the log is consistent; null if it did not. */
export function cosignedAt(note: SignedNote, verifier: Verifier): Date | null {
  let latest: Date | null = null
  for (const { signature } of signaturesOf(note, verifier)) {
    if (signature.length !== timeBytes + 64) return null
    const seconds = signature.readBigUInt64BE()
    const message = messageOf(note.text, seconds)
    if (!isSignatureOf(message, signature.subarray(timeBytes), verifier.publicKey)) return null
    const at = new Date(Number(seconds) * 1000)
    if (latest === null || at > latest) latest = at
  }
  return latest
}

function messageOf(text: string, seconds: bigint): Buffer {
  return Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)
}
