import { expect, test } from 'vitest'
import { createPreviewToken, type Preview, readPreviewToken } from './preview-token.ts'

const secret = Buffer.alloc(32, 1)
const expiresAtMs = Date.parse('2026-03-02T10:30:00Z')
const ad: Preview = { unit: 12, what: { campaign: 34, creative: 56 }, expiresAtMs }
const forged = { ok: false, reason: 'forged' }

test.each<Preview>([ad, { ...ad, what: { state: 'empty' } }])(
  'a token says what is shown in which unit, until it expires',
  preview => {
    const token = createPreviewToken(secret, preview)
    expect(token).toMatch(/^12\.(34-56|empty)\.\d{10}\.[\w-]{22}$/)
    expect(readPreviewToken(secret, token, expiresAtMs - 1)).toEqual({ ok: true, value: preview })
    expect(readPreviewToken(secret, token, expiresAtMs)).toEqual({ ok: false, reason: 'expired' })
  }
)

test('a token is forged if any part of it was changed, or another secret signed it', () => {
  const token = createPreviewToken(secret, ad)
  for (const changed of [
    token.replace('12.', '13.'),
    token.replace('34-56', '34-57'),
    token.replace('34-56', 'empty'),
    token.replace(/\.\d{10}\./, '.9999999999.'),
    createPreviewToken(Buffer.alloc(32, 2), ad),
    `${token}A`,
    token.slice(0, -1),
    '12.34-56',
    ''
  ])
    expect(readPreviewToken(secret, changed, expiresAtMs - 1), changed).toEqual(forged)
})
