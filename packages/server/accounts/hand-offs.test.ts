import { createHash, randomBytes } from 'node:crypto'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const origin = 'https://blog.example'
const exchangePath = '/api/v1/user/handoffs/exchange'
const sessionPath = '/api/v1/user/widget_session'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ allowedOrigins: new Set([origin, 'https://other.example']) })
})
afterAll(() => app.close())

/** Sends a request from a page of another site: without cookies, with the `Origin` header of its browser. */
async function call(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const response = await app.fetch(
    new Request(new URL(path, app.context.config.publicUrl), {
      method,
      headers: {
        'content-type': 'application/json;charset=utf-8',
        'sec-fetch-site': 'cross-site',
        ...headers
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  )
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    code: text === '' ? undefined : JSON.parse(text).errors?.[0]?.code,
    attributes: text === '' ? undefined : JSON.parse(text).data?.attributes
  }
}

function exchange(attributes: { code: string; verifier: string }, from = origin) {
  return call(
    'POST',
    exchangePath,
    { origin: from },
    {
      data: { type: 'handoff_exchanges', attributes }
    }
  )
}

async function handOff() {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const browser = await app.signIn()
  const created = await browser.api.handOffs.createHandOff({ origin, challenge })
  if (!created.ok) throw new Error(created.code)
  return { browser, verifier, code: created.value.data.attributes.code }
}

test('a code becomes a session of that site, which says who it is and ends when asked', async () => {
  const { browser, code, verifier } = await handOff()
  const opened = await exchange({ code, verifier })
  expect(opened.status).toBe(201)
  expect(opened.headers.get('access-control-allow-origin')).toBe(origin)
  expect(opened.headers.get('access-control-allow-credentials')).toBeNull()
  expect(opened.headers.getSetCookie()).toEqual([])
  expect(Object.keys(opened.attributes).sort()).toEqual([
    'expires_at',
    'feedback_url',
    'name',
    'token',
    'user_id'
  ])
  expect(opened.attributes.user_id).toBe(browser.userId)

  const bearer = { origin, authorization: `Bearer ${opened.attributes.token}` }
  expect(await call('GET', sessionPath, bearer)).toMatchObject({
    status: 200,
    attributes: { name: browser.userId }
  })
  expect((await call('DELETE', sessionPath, bearer)).status).toBe(204)
  expect((await call('GET', sessionPath, bearer)).code).toBe('not_authenticated')
  expect((await call('DELETE', sessionPath, bearer)).code).toBe('not_authenticated')
})

test('of ten exchanges of one code at once, one opens a session', async () => {
  const { code, verifier } = await handOff()
  const all = await Promise.all(Array.from({ length: 10 }, () => exchange({ code, verifier })))
  expect(all.filter(it => it.status === 201)).toHaveLength(1)
  expect(all.filter(it => it.code === 'handoff_invalid')).toHaveLength(9)
})

test('a code is good for 60 seconds', async () => {
  const { code, verifier } = await handOff()
  app.context.clock.advance(60_000)
  expect((await exchange({ code, verifier })).code).toBe('handoff_invalid')
})

test('another verifier is refused, and the code is gone with it', async () => {
  const { code, verifier } = await handOff()
  const wrong = randomBytes(32).toString('base64url')
  expect((await exchange({ code, verifier: wrong })).code).toBe('handoff_invalid')
  expect((await exchange({ code, verifier })).code).toBe('handoff_invalid')
})

test('another site cannot use the code, even one that is allowed', async () => {
  const { code, verifier } = await handOff()
  expect((await exchange({ code, verifier }, 'https://other.example')).code).toBe('handoff_invalid')
})

test('a token is good only for the site that it was given to, for 15 minutes', async () => {
  const { code, verifier } = await handOff()
  const { token } = (await exchange({ code, verifier })).attributes
  const authorization = `Bearer ${token}`
  const elsewhere = await call('GET', sessionPath, {
    origin: 'https://other.example',
    authorization
  })
  expect(elsewhere.code).toBe('not_authenticated')
  expect((await call('GET', sessionPath, { origin, authorization })).status).toBe(200)
  app.context.clock.advance(15 * 60_000)
  expect((await call('GET', sessionPath, { origin, authorization })).code).toBe('not_authenticated')
})

test('signing out on the network ends what other sites know', async () => {
  const { browser, code, verifier } = await handOff()
  const { token } = (await exchange({ code, verifier })).attributes
  await browser.api.accounts.signOut()
  const after = await call('GET', sessionPath, { origin, authorization: `Bearer ${token}` })
  expect(after.code).toBe('not_authenticated')
})

test('a code that was not used ends with the session that made it', async () => {
  const { browser, code, verifier } = await handOff()
  await browser.api.accounts.signOut()
  expect((await exchange({ code, verifier })).code).toBe('handoff_invalid')
})

test.each([
  'https://evil.example',
  'https://blog.example.evil.example',
  'http://blog.example',
  'null',
  ''
])('a page of %j gets no code, and may read why', async stranger => {
  const browser = await app.signIn()
  const challenge = randomBytes(32).toString('base64url')
  const made = await browser.api.handOffs.createHandOff({ origin: stranger, challenge })
  expect(made.ok).toBe(false)
  const verifier = challenge
  const refused = await exchange({ code: challenge, verifier }, stranger)
  expect(refused).toMatchObject({ status: 403, code: 'origin_not_allowed' })
  expect(refused.headers.get('access-control-allow-origin')).toBe(stranger || null)
})

test('the preflight of an allowed site is answered, and no other', async () => {
  const asked = await call('OPTIONS', exchangePath, { origin })
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type')
  expect((await call('OPTIONS', exchangePath, { origin: 'https://evil.example' })).status).toBe(403)
})

test('a hand-off takes a session of the network’s own page, with its authenticity token', async () => {
  const challenge = randomBytes(32).toString('base64url')
  expect(await app.open().api.handOffs.createHandOff({ origin, challenge })).toMatchObject({
    ok: false,
    code: 'not_authenticated'
  })
  const browser = await app.signIn()
  const body = JSON.stringify({ data: { type: 'handoffs', attributes: { origin, challenge } } })
  const bare = await browser.transport('/api/v1/user/handoffs', {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=utf-8' },
    body
  })
  expect(bare.status).toBe(401)
  const foreign = await browser.transport('/api/v1/user/handoffs', {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=utf-8', origin },
    body
  })
  expect(foreign.status).toBe(403)
})
