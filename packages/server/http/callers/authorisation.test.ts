import { type AnyEndpoint, pathParameters } from '@mille/api/endpoint.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import { type DividedRole, dividedRoles } from '@mille/api/may-operate.ts'
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

/**
 * What each role may call in addition to what every account may, listed so that any change to a role must be
 * deliberate.
 */
const opened: Record<DividedRole, readonly string[]> = {
  reviewer: [
    'GET /api/v1/admin/creatives',
    'GET /api/v1/admin/publication_offers',
    'GET /api/v1/admin/queues',
    'GET /api/v1/admin/reported_creatives',
    'GET /api/v1/admin/sites',
    'PATCH /api/v1/admin/creatives/{id}',
    'PATCH /api/v1/admin/publication_offers/{id}',
    'PATCH /api/v1/admin/reported_creatives/{id}',
    'PATCH /api/v1/admin/sites/{id}'
  ],
  support: [
    'GET /api/v1/admin/chat/conversations',
    'GET /api/v1/admin/chat/conversations/{id}',
    'GET /api/v1/admin/chat/conversations/{id}/messages',
    'GET /api/v1/admin/chat/letters',
    'GET /api/v1/admin/chat/stream',
    'GET /api/v1/admin/queues',
    'GET /api/v1/admin/suggestions',
    'GET /api/v1/admin/users',
    'GET /api/v1/admin/users/{id}',
    'GET /api/v1/admin/users/{id}/notes',
    'PATCH /api/v1/admin/chat/letters/{id}',
    'PATCH /api/v1/admin/suggestions/{id}',
    'POST /api/v1/admin/chat/conversations/{id}/messages',
    'POST /api/v1/admin/chat/conversations/{id}/pictures',
    'POST /api/v1/admin/chat/conversations/{id}/reads',
    'POST /api/v1/admin/users/{id}/notes',
    'POST /api/v1/admin/users/{id}/viewings'
  ],
  finance: [
    'GET /api/v1/admin/adjustments',
    'GET /api/v1/admin/deposits',
    'GET /api/v1/admin/earnings',
    'GET /api/v1/admin/invalid_traffic',
    'GET /api/v1/admin/lightning',
    'GET /api/v1/admin/queues',
    'GET /api/v1/admin/users',
    'GET /api/v1/admin/users/{id}',
    'GET /api/v1/admin/users/{id}/history',
    'GET /api/v1/admin/users/{id}/holdings',
    'GET /api/v1/admin/withdrawals',
    'PATCH /api/v1/admin/adjustments/{id}',
    'PATCH /api/v1/admin/deposits/{id}',
    'PATCH /api/v1/admin/earnings/{id}',
    'PATCH /api/v1/admin/withdrawals/{id}',
    'POST /api/v1/admin/deposits/{id}/put_away',
    'POST /api/v1/admin/users/{id}/adjustments'
  ]
}

test.each(dividedRoles)('an operator for %s may make these calls of operators', role => {
  const calls = closed.filter(it => it.roles?.includes(role))
  expect(calls.map(it => `${it.method} ${it.path}`).toSorted()).toEqual(opened[role])
})

test('what gives power or decides for the whole network is for operators with every right', () => {
  const isOfAll =
    /admin\/(settings|catalogue|coupons|announcements|audit_log|health|home|ledger_checks|legal_page|network_reports|traffic_packs|payouts)/
  const isOfPower = ({ method, path }: AnyEndpoint) =>
    isOfAll.test(path) ||
    (method !== 'GET' && /users\/\{id\}($|\/(premium|suspensions|sessions))/.test(path))
  const withRoles = closed.filter(it => isOfPower(it) && it.roles !== undefined)
  expect(withRoles.map(it => it.path)).toEqual([])
})
