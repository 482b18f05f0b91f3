import { type AnyEndpoint, pathParameters } from '@mille/api/endpoint.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import { inboxStream } from '@mille/api/support/streams.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let user: SignedInBrowser
let token: string
beforeAll(async () => {
  app = await createTestApp()
  user = await app.signIn()
  const given = await user.transport('/api/v1/authenticity_token', { method: 'POST' })
  token = (await given.json()).data.attributes.base64
})
afterAll(() => app.close())

const all: AnyEndpoint[] = [
  ...Object.values(endpoints).flatMap(group => Object.values<AnyEndpoint>(group)),
  inboxStream
]
const closed = all.filter(endpoint => endpoint.path.startsWith('/api/v1/admin'))

function send(browser: Pick<SignedInBrowser, 'transport'>, endpoint: AnyEndpoint) {
  const path = pathParameters(endpoint.path).reduce(
    (text, name) => text.replace(`{${name}}`, '1'),
    endpoint.path
  )
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  return browser.transport(path, {
    method: endpoint.method,
    headers: {
      'Content-Type': 'application/json;charset=utf-8',
      'X-CSRF-Token': token,
      'Idempotency-Key': 'one'
    },
    ...(hasBody ? { body: JSON.stringify({ data: { type: endpoint.type, attributes: {} } }) } : {})
  })
}

test('there are calls for operators, and each of them says so', () => {
  expect(closed.length).toBeGreaterThan(20)
  expect(closed.filter(endpoint => endpoint.auth !== 'admin').map(it => it.path)).toEqual([])
  const elsewhere = all.filter(it => it.auth === 'admin' && !closed.includes(it))
  expect(elsewhere.map(it => it.path)).toEqual([])
})

test.each(closed.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s is refused to everyone who is not an operator, and changes nothing',
  async (_, endpoint) => {
    const refused = await send(user, endpoint)
    expect(refused.status).toBe(403)
    expect((await refused.json()).errors[0].code).toBe('not_authorized')
    const unknown = await send(app.open(), endpoint)
    expect(unknown.status).toBe(401)
    const acts = await app.context.db.selectFrom('audit_entries').select('id').execute()
    expect(acts).toEqual([])
  }
)
