import type { LookAroundRole } from '@mille/api/constants.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from './demo-accounts.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ lookAround: true })
  for (const { role, username, hash } of demoAccounts(app.context.config)) {
    await app.context.db
      .insertInto('users')
      .values({
        username,
        account_code_hash: hash,
        roles: role === 'operator' ? ['admin'] : [],
        billing_details: JSON.stringify({ name: 'Ada', address: ['Street 1'], vat_number: null }),
        created_at: app.context.now()
      })
      .execute()
  }
})
afterAll(() => app.close())

const codeOf = (role: LookAroundRole) =>
  demoAccounts(app.context.config).find(it => it.role === role)?.code ?? ''
const hour = 3_600_000

test('is off by default: nothing is offered, and no session is opened', async () => {
  const off = await createTestApp()
  try {
    for (const { username, hash } of demoAccounts(off.context.config)) {
      const created_at = off.context.now()
      await off.context.db
        .insertInto('users')
        .values({ username, account_code_hash: hash, created_at })
        .execute()
    }
    const stranger = off.open()
    expect(await stranger.api.accounts.listLookArounds()).toMatchObject({
      status: 200,
      value: { data: [] }
    })
    expect(await stranger.api.accounts.lookAround({ role: 'advertiser' })).toMatchObject({
      status: 404
    })
    expect(stranger.cookies.has('session')).toBe(false)
  } finally {
    await off.close()
  }
})

test('several strangers look around at once, as each of the three', async () => {
  const one = app.open()
  expect(await one.api.accounts.listLookArounds()).toMatchObject({
    value: { data: [{ id: 'advertiser' }, { id: 'publisher' }, { id: 'operator' }] }
  })
  const other = app.open()
  expect((await one.api.accounts.lookAround({ role: 'advertiser' })).status).toBe(201)
  expect((await other.api.accounts.lookAround({ role: 'advertiser' })).status).toBe(201)
  expect((await one.api.accounts.lookAround({ role: 'operator' })).status).toBe(201)
  expect(await one.api.accounts.readCurrentUser()).toMatchObject({
    value: {
      data: { attributes: { username: 'demo-operator', billing_details: null } },
      meta: { look_around: 'operator', jwt_nolt_token: null, feedback_url: null }
    }
  })
  expect(await other.api.accounts.readCurrentUser()).toMatchObject({
    value: { meta: { look_around: 'advertiser' } }
  })
})

test('the cookie is for the server alone and ends after two hours, however much it is used', async () => {
  const { clock } = app.context
  const start = clock.now()
  const stranger = app.open()
  const token = await stranger.transport('/api/v1/authenticity_token', { method: 'POST' })
  const opened = await stranger.transport('/api/v1/user/look_arounds', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json;charset=utf-8',
      'X-CSRF-Token': (await token.json()).data.attributes.base64
    },
    body: JSON.stringify({ data: { type: 'look_arounds', attributes: { role: 'publisher' } } })
  })
  expect(opened.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7200$/)
  ])
  expect(opened.headers.has('authorization')).toBe(false)
  clock.advance(1.9 * hour)
  expect((await stranger.api.accounts.readCurrentUser()).ok).toBe(true)
  clock.advance(0.2 * hour)
  expect(await stranger.api.accounts.readCurrentUser()).toMatchObject({ status: 401 })
  clock.set(start)
})

test('another site cannot open one', async () => {
  const stranger = app.open()
  const opened = await stranger.transport('/api/v1/user/look_arounds', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json;charset=utf-8', 'X-CSRF-Token': 'none' },
    body: JSON.stringify({ data: { type: 'look_arounds', attributes: { role: 'publisher' } } })
  })
  expect(opened.status).toBe(401)
  expect(stranger.cookies.has('session')).toBe(false)
})

test('the owner of the account does not see strangers among the sessions, and may end them', async () => {
  const owner = app.open()
  expect(await owner.api.accounts.signIn({ access_code: codeOf('publisher') })).toMatchObject({
    status: 200
  })
  expect(await owner.api.accounts.readCurrentUser()).toMatchObject({
    value: { meta: { look_around: null } }
  })
  const stranger = app.open()
  await stranger.api.accounts.lookAround({ role: 'publisher' })
  const listed = await owner.api.security.listSessions()
  expect(listed.ok && listed.value.data).toHaveLength(1)
  const { rows } = await app.context.pool.query(
    "select sessions_count::int as count from shared_users where username = 'halfpenny'"
  )
  expect(rows).toEqual([{ count: 1 }])
  expect((await owner.api.security.endOtherSessions()).ok).toBe(true)
  expect(await stranger.api.accounts.readCurrentUser()).toMatchObject({ status: 401 })
})

test('one network of addresses opens 30 in an hour', async () => {
  const address = '192.0.2.9'
  for (let n = 0; n < 30; n++) {
    const opened = await app.open(address).api.accounts.lookAround({ role: 'advertiser' })
    expect(opened.ok).toBe(true)
  }
  const refused = await app.open('192.0.2.10').api.accounts.lookAround({ role: 'advertiser' })
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' })
})

test('a person who is signed in keeps the session', async () => {
  const user = await app.signIn()
  expect(await user.api.accounts.lookAround({ role: 'advertiser' })).toMatchObject({
    code: 'look_around_signed_in'
  })
  expect((await user.api.accounts.readCurrentUser()).ok).toBe(true)
})

test('creating an account ends the session that looks around, and the new account writes', async () => {
  const stranger = app.open()
  await stranger.api.accounts.lookAround({ role: 'advertiser' })
  const before = stranger.cookies.get('session')
  const made = await stranger.api.accounts.signUp({ anonymous: true })
  if (!made.ok || !made.value.data) throw new Error('sign-up failed')
  const { id } = made.value.data
  expect((await stranger.api.accounts.updateUser({ id, username: 'own' })).ok).toBe(true)
  stranger.cookies.set('session', before ?? '')
  expect(await stranger.api.accounts.readCurrentUser()).toMatchObject({ status: 401 })
})

test('an account that only has the name of a demo person is not shown', async () => {
  const { db } = app.context
  const moved = { account_code_hash: Buffer.alloc(32), username: 'moved' }
  await db.updateTable('users').set(moved).where('username', '=', 'demo-advertiser').execute()
  const user = await app.signIn()
  await user.api.accounts.updateUser({ id: user.userId, username: 'demo-advertiser' })
  expect(await app.open().api.accounts.lookAround({ role: 'advertiser' })).toMatchObject({
    status: 404
  })
})

test('a publisher who has become an operator is not shown, also to strangers who are looking', async () => {
  const stranger = app.open()
  await stranger.api.accounts.lookAround({ role: 'publisher' })
  await app.context.db
    .updateTable('users')
    .set({ roles: ['finance'] })
    .where('username', '=', 'halfpenny')
    .execute()
  expect(await stranger.api.admin.readHome()).toMatchObject({ code: 'not_authorized' })
  expect(await stranger.api.admin.readQueues()).toMatchObject({ code: 'not_authorized' })
  expect(await app.open().api.accounts.lookAround({ role: 'publisher' })).toMatchObject({
    status: 404
  })
})
