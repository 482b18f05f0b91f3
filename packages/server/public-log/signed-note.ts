import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { sha256 } from './merkle.ts'

/** Signature types of a C2SP signed note. */
export const signatureTypes = { ed25519: 1, cosignature: 4 } as const
type SignatureType = (typeof signatureTypes)[keyof typeof signatureTypes]

/** A key whose signatures are trusted: the content of a vkey. */
export type Verifier = { name: string; type: SignatureType; publicKey: Buffer }
export type NoteSignature = { name: string; keyId: Buffer; signature: Buffer }
export type SignedNote = { text: string; signatures: NoteSignature[] }

const keyIdBytes = 4
const publicKeyBytes = 32
/** Maximum number of signatures of a note, enough for many witnesses. */
const maxSignatures = 64
const signatureLine = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/
// DER prefixes of Ed25519 keys (RFC 8410), followed by the 32 bytes of the key.
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

export function readPrivateKey(seed: Buffer): KeyObject {
  const key = Buffer.concat([privatePrefix, seed])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

export function publicKeyOf(key: KeyObject): Buffer {
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return der.subarray(-publicKeyBytes)
}

export function keyIdOf({ name, type, publicKey }: Verifier): Buffer {
  const said = [Buffer.from(`${name}\n`), Buffer.of(type), publicKey]
  return sha256(Buffer.concat(said)).subarray(0, keyIdBytes)
}

/** Writes a key as a vkey for others: name, key ID, and type with public key. */
export function writeVkey(verifier: Verifier): string {
  const key = Buffer.concat([Buffer.of(verifier.type), verifier.publicKey])
  return `${verifier.name}+${keyIdOf(verifier).toString('hex')}+${key.toString('base64')}`
}

/** Parses a vkey; null unless it is a verifier key of a known type. */
export function readVkey(text: string): Verifier | null {
  const [, name, id, encoded] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  if (name === undefined || encoded === undefined) return null
  const key = Buffer.from(encoded, 'base64')
  const type = Object.values(signatureTypes).find(it => it === key[0])
  if (type === undefined || key.length !== 1 + publicKeyBytes) return null
  const verifier = { name, type, publicKey: key.subarray(1) }
  return keyIdOf(verifier).toString('hex') === id ? verifier : null
}

export function writeNote({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(signatureText).join('')}`
}

/** Writes one signature line, with its line feed. */
export function signatureText({ name, keyId, signature }: NoteSignature): string {
  return `— ${name} ${Buffer.concat([keyId, signature]).toString('base64')}\n`
}

/** Parses a signed note; null for any other text. Signatures are not verified here. */
export function readNote(note: string): SignedNote | null {
  const end = note.lastIndexOf('\n\n')
  if (end === -1 || !note.endsWith('\n') || hasControlCharacters(note)) return null
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > maxSignatures) return null
  const signatures = lines.map(readSignature)
  if (signatures.some(it => it === null)) return null
  return { text: note.slice(0, end + 1), signatures: signatures.filter(it => it !== null) }
}

function readSignature(line: string): NoteSignature | null {
  const [, name, encoded] = signatureLine.exec(line) ?? []
  if (name === undefined || encoded === undefined) return null
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length <= keyIdBytes) return null
  const keyId = bytes.subarray(0, keyIdBytes)
  return { name, keyId, signature: bytes.subarray(keyIdBytes) }
}

export function signText(name: string, key: KeyObject, text: string): NoteSignature {
  const verifier = { name, type: signatureTypes.ed25519, publicKey: publicKeyOf(key) }
  return { name, keyId: keyIdOf(verifier), signature: sign(null, Buffer.from(text), key) }
}

/** Whether the note has a signature of that key, and every signature that claims to be from it is valid. */
export function isSignedBy(note: SignedNote, verifier: Verifier): boolean {
  const found = signaturesOf(note, verifier)
  return found.length > 0 && found.every(it => isRight(note.text, it.signature, verifier))
}

/** Returns the signatures with the key's name and key ID. */
export function signaturesOf({ signatures }: SignedNote, verifier: Verifier): NoteSignature[] {
  const id = keyIdOf(verifier)
  return signatures.filter(it => it.name === verifier.name && it.keyId.equals(id))
}

/** Whether a signature covers the text itself. A cosignature also covers its time, so it does not count here. */
function isRight(text: string, signature: Buffer, { type, publicKey }: Verifier): boolean {
  return type === signatureTypes.ed25519 && isSignatureOf(Buffer.from(text), signature, publicKey)
}

export function isSignatureOf(message: Buffer, signature: Buffer, publicKey: Buffer): boolean {
  const key = Buffer.concat([publicPrefix, publicKey])
  return verify(null, message, createPublicKey({ key, format: 'der', type: 'spki' }), signature)
}

function hasControlCharacters(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 && code !== 0x0a) return true
  }
  return false
}
