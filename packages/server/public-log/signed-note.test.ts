import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openCheckpoint, readCheckpoint, signCheckpoint } from './checkpoint.ts'
import { leafHash, rootOf } from './merkle.ts'
import {
  isSignedBy,
  publicKeyOf,
  readNote,
  readPrivateKey,
  readVkey,
  signatureTypes,
  signText,
  writeNote,
  writeVkey
} from './signed-note.ts'

const name = 'ads.example/log'
const key = readPrivateKey(Buffer.alloc(32, 7))
const verifier = { name, type: signatureTypes.ed25519, publicKey: publicKeyOf(key) }
const checkpoint = {
  origin: name,
  size: 3,
  root: rootOf(['a', 'b', 'c'].map(it => leafHash(Buffer.from(it))))
}

// Key and note from the documentation of Go's package golang.org/x/mod/sumdb/note.
const peterVkey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const peterNote = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`

test('verifies the note that Go’s own package documents, and writes it the same', () => {
  const verifierOfGo = readVkey(peterVkey)
  const note = readNote(peterNote)
  if (!verifierOfGo || !note) throw new Error('The published note was not read')
  expect(isSignedBy(note, verifierOfGo)).toBe(true)
  expect(writeVkey(verifierOfGo)).toBe(peterVkey)
  expect(writeNote(note)).toBe(peterNote)
  expect(isSignedBy({ ...note, text: note.text.replace('answer', 'problem') }, verifierOfGo)).toBe(
    false
  )
})

test('a checkpoint is what its key signed, and nothing else', () => {
  const note = signCheckpoint(checkpoint, key)
  expect(note).toMatch(/^ads\.example\/log\n3\n[^\n]{44}\n\n— ads\.example\/log [^\n]+\n$/)
  expect(openCheckpoint(note, verifier)).toEqual({ ok: true, checkpoint })
  const changed = note.replace('\n3\n', '\n4\n')
  expect(openCheckpoint(changed, verifier)).toEqual({ ok: false, code: 'not_signed' })
  const other = { ...verifier, publicKey: publicKeyOf(readPrivateKey(Buffer.alloc(32, 8))) }
  expect(openCheckpoint(note, other)).toEqual({ ok: false, code: 'not_signed' })
  const renamed = { ...verifier, name: 'other.example/log' }
  expect(openCheckpoint(note, renamed)).toEqual({ ok: false, code: 'other_origin' })
})

test('further signatures and extension lines are allowed, and what is not a checkpoint is refused', () => {
  const note = signCheckpoint(checkpoint, key)
  const witnessed = `${note}— witness.example ${randomBytes(76).toString('base64')}\n`
  expect(openCheckpoint(witnessed, verifier)).toMatchObject({ ok: true })
  const text = `${note.slice(0, note.indexOf('\n\n') + 1)}an extension\n`
  const extended = writeNote({ text, signatures: [signText(name, key, text)] })
  expect(openCheckpoint(extended, verifier)).toMatchObject({ ok: true })
  const root = checkpoint.root.toString('base64')
  for (const wrong of [
    '',
    'a\n',
    `${name}\n03\n${root}\n`,
    `${name}\n-3\n${root}\n`,
    `${name}\n3\n${root.slice(4)}\n`,
    `${name}\n3\n${root}`,
    `\n3\n${root}\n`,
    `${name}\n99999999999999999\n${root}\n`
  ])
    expect(readCheckpoint(wrong)).toBe(null)
  for (const wrong of [
    '',
    'text',
    'text\n\n',
    'text\n\n— a b',
    'text\n\n— a+b AAAAAAAA\n',
    'te\txt\n\n— a AAAAAAAA\n'
  ])
    expect(readNote(wrong)).toBe(null)
})

test('a key’s text is read as it was written, and a mistyped one is refused', () => {
  const vkey = writeVkey(verifier)
  expect(readVkey(vkey)).toEqual(verifier)
  expect(readVkey(vkey.replace('ads.', 'ad.'))).toBe(null)
  expect(readVkey(vkey.replace('+A', '+B'))).toBe(null)
  expect(readVkey('nothing')).toBe(null)
})
