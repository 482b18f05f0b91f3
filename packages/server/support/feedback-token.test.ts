import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createFeedback, readFeedbackToken } from './feedback-token.ts'

const config = {
  secret: Buffer.from('0123456789abcdef0123456789abcdef'),
  publicUrl: 'https://mille.example',
  nolt: null
}
const nolt = { url: 'https://mille.nolt.io', secret: 'board secret' }
const ada = { id: 7, email: 'ada@example.com', username: null }
const now = new Date('2026-03-02T10:00:00Z')
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())

test('Nolt gets a JWT that its own secret has signed', () => {
  const { token, url } = createFeedback({ ...config, nolt }, ada, now)
  const [header, payload, signature] = (token ?? '').split('.')
  expect(decode(header)).toEqual({ alg: 'HS256', typ: 'JWT' })
  expect(decode(payload)).toEqual({
    id: '7',
    email: 'ada@example.com',
    name: 'ada',
    iat: 1_772_445_600,
    exp: 1_772_532_000
  })
  expect(signature).toBe(
    createHmac('sha256', 'board secret').update(`${header}.${payload}`).digest('base64url')
  )
  expect(url).toBe(`https://mille.nolt.io/sso/${token}`)
})

test('an account without an address has no token for Nolt', () => {
  expect(createFeedback({ ...config, nolt }, { ...ada, email: null }, now)).toEqual({
    token: null,
    url: null
  })
})

test('the built-in board knows its own token, for a day', () => {
  const { token } = createFeedback(config, { ...ada, email: null }, now)
  expect(readFeedbackToken(config, token ?? '', now)).toBe(7)
  const later = (ms: number) => new Date(now.getTime() + ms)
  expect(readFeedbackToken(config, token ?? '', later(86_399_000))).toBe(7)
  expect(readFeedbackToken(config, token ?? '', later(86_400_000))).toBeNull()
})

test('no other token opens it', () => {
  const { token } = createFeedback(config, ada, now)
  const [header, payload, signature] = (token ?? '').split('.')
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  const mine = Buffer.from(JSON.stringify({ ...decode(payload), sub: '1' })).toString('base64url')
  const foreign = createFeedback({ ...config, publicUrl: 'https://other.example' }, ada, now)
  const ofNolt = createFeedback({ ...config, nolt }, ada, now)
  for (const bad of [
    '',
    '..',
    'a.b.c',
    `${none}.${payload}.`,
    `${header}.${mine}.${signature}`,
    `${header}.${payload}.${signature}x`,
    foreign.token ?? '',
    ofNolt.token ?? ''
  ])
    expect(readFeedbackToken(config, bad, now)).toBeNull()
})
