import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  accountCodeLength,
  createCode,
  createCodeHmac,
  groupCode,
  oneTimeCodeLength,
  readCode
} from './codes.ts'

test('reads a code as people type it', () => {
  const code = createCode(oneTimeCodeLength, randomBytes)
  const typed = groupCode(code)
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('-', ' ')
  expect(readCode(typed)).toEqual({ kind: 'one-time', code })
})

test('reads a code that was copied with the invisible characters around it', () => {
  const code = createCode(oneTimeCodeLength, randomBytes)
  const read = { kind: 'one-time', code }
  // Emails in right-to-left languages isolate the code. Selecting only its last group also copies the closing mark.
  expect(readCode(`\u2068${groupCode(code)}\u2069`)).toEqual(read)
  expect(readCode(`${groupCode(code)}\u2069`)).toEqual(read)
  // Direction marks and overrides, zero-width characters, the soft hyphen, and the byte order mark.
  for (const mark of '\u200e\u200f\u061c\u202a\u202e\u2066\u200b\u200c\u200d\u2060\u00ad\ufeff')
    expect(readCode(groupCode(code).replaceAll('-', `${mark}-${mark}`))).toEqual(read)
})

test('tells the two kinds apart by their length', () => {
  expect(readCode(createCode(accountCodeLength, randomBytes))?.kind).toBe('account')
  expect(readCode('ABCD')).toBeNull()
  expect(readCode('')).toBeNull()
  expect(readCode('U'.repeat(12))).toBeNull()
  expect(readCode('é'.repeat(12))).toBeNull()
})

test('every character of the alphabet can come up', () => {
  const seen = new Set(createCode(5000, randomBytes))
  expect(seen.size).toBe(32)
})

test('a stored code matches only for its own request', () => {
  const codes = createCodeHmac(randomBytes(32))
  const request = randomBytes(32)
  const stored = codes.create('ABCDEFGHJKMN', request)
  expect(codes.matches('ABCDEFGHJKMN', request, stored)).toBe(true)
  expect(codes.matches('ABCDEFGHJKMP', request, stored)).toBe(false)
  expect(codes.matches('ABCDEFGHJKMN', randomBytes(32), stored)).toBe(false)
})
