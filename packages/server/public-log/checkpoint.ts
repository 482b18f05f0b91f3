import type { KeyObject } from 'node:crypto'
import { hashBytes } from './merkle.ts'
import { isSignedBy, readNote, signText, type Verifier, writeNote } from './signed-note.ts'

/** State of a log at one moment (C2SP tlog-checkpoint). */
export type Checkpoint = { origin: string; size: number; root: Buffer }

/** Writes the three lines of a checkpoint that are signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`
}

/**
 * Parses a checkpoint; null for any other text. Lines after the root are an extension, which is signed but not read.
 */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin = '', size = '', root = '', ...rest] = text.split('\n')
  if (rest.at(-1) !== '' || rest.slice(0, -1).some(it => it === '')) return null
  const bytes = Buffer.from(root, 'base64')
  if (origin === '' || !/^(0|[1-9]\d{0,15})$/.test(size)) return null
  if (!Number.isSafeInteger(Number(size))) return null
  if (bytes.length !== hashBytes || bytes.toString('base64') !== root) return null
  return { origin, size: Number(size), root: bytes }
}

/** Writes the signed note of a checkpoint, under the origin's name. */
export function signCheckpoint(checkpoint: Checkpoint, key: KeyObject): string {
  const text = checkpointText(checkpoint)
  return writeNote({ text, signatures: [signText(checkpoint.origin, key, text)] })
}

export type OpenedCheckpoint =
  | { ok: true; checkpoint: Checkpoint }
  | { ok: false; code: 'malformed' | 'not_signed' | 'other_origin' }

/** Opens a checkpoint's note, which must have a signature of that key. */
export function openCheckpoint(note: string, verifier: Verifier): OpenedCheckpoint {
  const signed = readNote(note)
  const checkpoint = signed && readCheckpoint(signed.text)
  if (!signed || !checkpoint) return { ok: false, code: 'malformed' }
  if (checkpoint.origin !== verifier.name) return { ok: false, code: 'other_origin' }
  return isSignedBy(signed, verifier) ? { ok: true, checkpoint } : { ok: false, code: 'not_signed' }
}
