import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { securityEvents } from './security-events.ts'
import { burstMs, burstsOf } from './security-log.ts'

type Line = Record<string, unknown> & { security: string; outcome: string }

let app: TestApp
let lines: Line[] = []
beforeAll(async () => {
  app = await createTestApp({}, () => null, {
    log: pino({ base: null }, { write: line => void lines.push(JSON.parse(line)) })
  })
})
afterAll(() => app.close())
beforeEach(() => {
  lines = []
})

const said = (event: string) => lines.filter(line => line.security === event)

test('signing in, proving and failing to are written with who and from where', async () => {
  const user = await app.signIn('192.0.2.1')
  expect(said('sign_up')).toMatchObject([{ outcome: 'ok', user: Number(user.userId), status: 201 }])
  const browser = app.open('192.0.2.9')
  await browser.api.accounts.signIn({ access_code: user.accessCode })
  await browser.api.accounts.signIn({ access_code: 'wrong' })
  expect(said('sign_in')).toMatchObject([
    { outcome: 'ok', level: 30, user: Number(user.userId) },
    { outcome: 'access_code_wrong', level: 40 }
  ])
  // One network always has the same name in the log, which is not its address.
  expect(new Set(lines.map(line => line.from)).size).toBe(1)
  await user.api.security.stepUp({ access_code: user.accessCode })
  expect(said('proof')).toMatchObject([
    { outcome: 'ok', session: expect.stringMatching(/^\w{12}$/) }
  ])
  await user.api.apiKeys.createApiKey({ name: 'One', scopes: ['statistics'] })
  expect(said('key')).toMatchObject([{ outcome: 'ok', call: 'POST /api/v1/api_keys' }])
  await user.api.accounts.signOut()
  expect(said('session_ended')).toHaveLength(1)
})

test('refusals are logged, unless the visitor showed no session, token or key', async () => {
  const user = await app.signIn()
  await user.api.admin.listPeople({})
  expect(said('operator_read')).toMatchObject([
    { outcome: 'not_authorized', user: Number(user.userId) }
  ])
  const bearer = { Authorization: 'Bearer mille_wrong' }
  await app.open().transport('/api/v1/current_user', { method: 'GET', headers: bearer })
  expect(said('refused')).toMatchObject([{ outcome: 'not_authenticated', user: null }])
  lines = []
  await app.open().api.accounts.readCurrentUser()
  expect(lines).toEqual([])
})

test('what operators do and read is written with whose it is', async () => {
  const user = await app.signIn()
  const admin = await app.signInAdmin()
  lines = []
  await admin.api.admin.readPerson({ id: user.userId })
  await admin.api.admin.endPersonSessions({ id: user.userId })
  expect(said('operator_read')).toMatchObject([{ call: `GET /api/v1/admin/users/${user.userId}` }])
  expect(said('operator_act')).toMatchObject([
    { outcome: 'ok', call: `DELETE /api/v1/admin/users/${user.userId}/sessions` }
  ])
})

test('no line has a code, a cookie, a token, an address of mail or of a network', async () => {
  const email = 'secretive@example.com'
  const browser = app.open('198.51.100.77')
  await browser.api.accounts.signUp({ email })
  const user = await app.signIn('198.51.100.77')
  await user.api.security.stepUp({ access_code: user.accessCode })
  const made = await user.api.apiKeys.createApiKey({ name: 'One', scopes: ['statistics'] })
  const token = made.ok ? made.value.meta.token : ''
  const text = JSON.stringify(lines)
  const cookies = [...browser.cookies.values(), ...user.cookies.values()]
  for (const secret of [email, '198.51.100', user.accessCode, token, ...cookies])
    expect(text).not.toContain(secret)
})

test('a burst is told to the operators, once an hour', async () => {
  const admin = await app.signInAdmin()
  const { db, clock } = app.context
  await db
    .updateTable('users')
    .set({ email: 'operator@example.com' })
    .where('id', '=', Number(admin.userId))
    .execute()
  const max = burstsOf.sign_in ?? 0
  const fail = async (times: number) => {
    for (let nth = 0; nth < times; nth++)
      await app.open().api.accounts.signIn({ access_code: 'wrong' })
  }
  const mails = () =>
    db
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', 'operator@example.com')
      .execute()
  clock.advance(burstMs)
  await fail(max - 1)
  expect(await mails()).toEqual([])
  await fail(1)
  await expect.poll(mails).toEqual([{ subject: 'Many sign-ins failed' }])
  expect(said('alarm')).toMatchObject([{ event: 'sign_in', failures: max, level: 50 }])
  clock.advance(burstMs)
  await fail(max)
  expect(said('alarm')).toHaveLength(2)
  expect(await mails()).toHaveLength(1)
})

test('the table in the operating guide has every event', () => {
  const guide = readFileSync(
    join(import.meta.dirname, '../../../../docs/operating/troubleshoot.md'),
    'utf8'
  )
  for (const [name, { meaning }] of Object.entries(securityEvents))
    expect(guide).toContain(`| \`${name}\` | ${meaning} |`)
})

test('every call that is named is one', () => {
  const known = new Set(app.served.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`))
  const named = Object.values(securityEvents).flatMap(({ calls }) => calls)
  expect(named.filter(call => !known.has(call))).toEqual([])
})
