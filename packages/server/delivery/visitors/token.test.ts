import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTokens } from './token.ts'

const tokens = createTokens(Buffer.alloc(32, 7))
const issuedAtMs = Date.parse('2026-03-02T10:00:00.123Z')
const value = {
  decision: randomBytes(16),
  unit: 7,
  campaign: 2 ** 31 - 1,
  creative: 3,
  banner: 0,
  issuedAtMs,
  visitor: randomBytes(8)
}
const after = (seconds: number) => new Date(issuedAtMs + seconds * 1000)

test('reads what it signed', () => {
  const token = tokens.sign(value)
  expect(token).toHaveLength(84)
  expect(tokens.read(token, after(0))).toEqual({ ok: true, value })
})

test('expires after two hours and not before', () => {
  const token = tokens.sign(value)
  expect(tokens.read(token, after(7200)).ok).toBe(true)
  expect(tokens.read(token, after(7201))).toEqual({ ok: false, reason: 'expired', value })
})

test('knows a token of another key from its own', () => {
  const other = createTokens(Buffer.alloc(32, 8)).sign(value)
  expect(tokens.read(other, after(0))).toEqual({ ok: false, reason: 'forged' })
})

test('finds every changed character, also in an expired token', () => {
  const token = tokens.sign(value)
  for (let index = 0; index < token.length; index++) {
    const changed =
      token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1)
    expect(tokens.read(changed, after(9999))).toEqual({ ok: false, reason: 'forged' })
  }
})

test('takes any text for forged', () => {
  const texts = fc.oneof(fc.string(), fc.base64String({ minLength: 84, maxLength: 84 }))
  fc.assert(fc.property(texts, text => !tokens.read(text, after(0)).ok))
})
