import { randomBytes } from 'node:crypto'
import { createApi } from '@mille/api/client.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBearerTokens } from './bearer-tokens.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Signs in like an API client and returns the token from the answer. */
async function signIn(headers: Record<string, string>) {
  const { accessCode, userId } = await app.signIn()
  const { transport } = app.open()
  const issued = await transport('/api/v1/authenticity_token', { method: 'POST' })
  const token = (await issued.json()).data.attributes.base64
  const response = await transport('/api/v1/user/sign_in', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json;charset=utf-8',
      'X-CSRF-Token': token,
      ...headers
    },
    body: JSON.stringify({ data: { type: 'users', attributes: { access_code: accessCode } } })
  })
  expect(response.status).toBe(200)
  return { userId, transport, authorization: response.headers.get('authorization') }
}

const apiOf = (authorization: string | null) =>
  createApi({
    transport: app.open().transport,
    bearer: (authorization ?? '').replace('Bearer ', '')
  })

test('signing in with JWT-AUD: users gives a token that opens the account’s calls', async () => {
  const { userId, authorization } = await signIn({ 'JWT-AUD': 'users' })
  const api = apiOf(authorization)
  expect(await api.accounts.readCurrentUser()).toMatchObject({
    ok: true,
    value: { data: { id: userId } }
  })
  // The request sends no cookie, so it needs no authenticity token.
  expect(await api.sites.createSite({ page_url: 'https://bearer.example' })).toMatchObject({
    status: 201
  })
})

test.each([{ Origin: 'http://localhost:3000' }, { 'Sec-Fetch-Site': 'same-origin' }])(
  'a browser, which says %j, names the audience and gets its cookie alone',
  async browser => {
    expect((await signIn({ 'JWT-AUD': 'users', ...browser })).authorization).toBe(null)
  }
)

test.each([{}, { 'JWT-AUD': 'others' }])('with %j it gives none', async headers => {
  expect((await signIn(headers)).authorization).toBe(null)
})

test('ends after 15 minutes, and with its session', async () => {
  const { authorization } = await signIn({ 'JWT-AUD': 'users' })
  app.context.clock.advance(15 * 60_000 - 1000)
  expect((await apiOf(authorization).accounts.readCurrentUser()).ok).toBe(true)
  app.context.clock.advance(1000)
  expect(await apiOf(authorization).accounts.readCurrentUser()).toMatchObject({ status: 401 })

  const other = await signIn({ 'JWT-AUD': 'users' })
  expect((await apiOf(other.authorization).accounts.signOut()).ok).toBe(true)
  expect(await apiOf(other.authorization).accounts.readCurrentUser()).toMatchObject({ status: 401 })
})

test('nothing but what this server has signed is read', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const tokens = createBearerTokens(randomBytes(32), 'https://ads.example')
  const hash = randomBytes(32)
  const token = tokens.issue(7, hash, now)
  expect(tokens.read(token, now)).toEqual(hash)
  const [head, body, signature] = token.split('.')
  const of = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
  const forged = [
    `${of({ alg: 'none', typ: 'JWT' })}.${body}.`,
    `${of({ alg: 'HS256', typ: 'JWT' })}.${body}.${signature}`,
    `${head}.${of({ sub: '1', sid: 'x', exp: 9e9 })}.${signature}`,
    `${head}.${body}.${randomBytes(64).toString('base64url')}`,
    `${head}.${body}`,
    `${token}.x`,
    ''
  ]
  for (const it of forged) expect(tokens.read(it, now)).toBe(null)
  expect(createBearerTokens(randomBytes(32), 'https://ads.example').read(token, now)).toBe(null)
})
