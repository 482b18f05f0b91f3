import { dayMs } from '@mille/api/durations.ts'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endSuspension, startSuspension } from '../accounts/index.ts'
import { liftOverdueSuspensions } from './suspension-routes.ts'

let app: TestApp
let admin: SignedInBrowser
let user: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
beforeEach(async () => {
  user = await app.signIn()
})
afterAll(() => app.close())

const reason = 'The ads promise doubled money.'
const suspend = (browser = user, until: string | null = null) =>
  admin.api.admin.suspendPerson({ id: browser.userId, reason, until })
const freeze = ({ until = null }: { until?: string | null } = {}) =>
  admin.api.admin.suspendPerson({ id: user.userId, kind: 'money', reason, until })
const lift = () => admin.api.admin.liftSuspension({ id: user.userId })
const refused = { ok: false, status: 403, code: 'account_suspended' }

async function notifications(): Promise<string[]> {
  const list = await user.api.notifications.listNotifications({ userId: user.userId })
  return list.ok ? list.value.data.map(it => it.attributes.kind) : []
}

test('a suspended account reads, chats, and signs out and in, and writes nothing until it is lifted', async () => {
  expect(await suspend()).toMatchObject({
    ok: true,
    status: 201,
    value: { data: { attributes: { suspension: { reason } } } }
  })
  expect(await user.api.accounts.readCurrentUser()).toMatchObject({
    value: { meta: { suspension: { reason } } }
  })
  expect((await user.api.campaigns.listCampaigns({})).ok).toBe(true)
  expect((await user.api.privacy.exportData()).ok).toBe(true)
  const named = { id: user.userId, username: 'ada' }
  expect(await user.api.accounts.updateUser(named)).toMatchObject(refused)
  expect((await user.api.support.sendChatMessage({ text: 'Why?' })).ok).toBe(true)
  expect((await user.api.accounts.signOut()).ok).toBe(true)
  expect((await user.api.accounts.signIn({ access_code: user.accessCode })).ok).toBe(true)
  expect(await user.api.accounts.updateUser(named)).toMatchObject(refused)
  expect(await lift()).toMatchObject({ value: { data: { attributes: { suspension: null } } } })
  expect((await user.api.accounts.updateUser(named)).ok).toBe(true)
  expect(await user.api.accounts.readCurrentUser()).toMatchObject({
    value: { meta: { suspension: null } }
  })
})

/** Writes that an account may make while it is suspended. */
const stillAllowed = [
  'DELETE /api/v1/user/session',
  'DELETE /api/v1/user/sessions',
  'DELETE /api/v1/user/sessions/{id}',
  'DELETE /api/v1/user/viewing',
  'PATCH /api/v1/notifications/{id}/read',
  'PATCH /api/v1/users/{userId}/notifications/read',
  'POST /api/v1/chat/messages',
  'POST /api/v1/chat/pictures',
  'POST /api/v1/chat/reads',
  'POST /api/v1/user/handoffs',
  'POST /api/v1/user/passkey_step_up',
  'POST /api/v1/user/step_up',
  'POST /api/v1/user/step_up_codes'
]
const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

test('every other write of accounts and operators is refused to a suspended operator', async () => {
  await makeOperator(user)
  await suspend()
  const writes = app.served
    .map(it => it.endpoint)
    .filter(it => it.method !== 'GET' && it.auth !== 'public')
  const token = await authenticityToken(user)
  const answered: string[] = []
  for (const endpoint of writes.filter(it => !it.whileSuspended)) {
    const path = endpoint.path.replace(/\{\w+\}/g, '1')
    const headers = { 'X-CSRF-Token': token, Origin: new URL(app.context.config.publicUrl).origin }
    const response = await user.transport(path, { method: endpoint.method, headers })
    const { errors } = (await response.json()) as { errors: { code: string }[] }
    const wanted = endpoint.auth === 'admin' ? 'not_authorized' : 'account_suspended'
    if (errors[0]?.code !== wanted) answered.push(`${nameOf(endpoint)}: ${errors[0]?.code}`)
  }
  expect(answered).toEqual([])
  expect(
    writes
      .filter(it => it.whileSuspended)
      .map(nameOf)
      .toSorted()
  ).toEqual(stillAllowed)
  // A suspended operator can read no more than any other account.
  expect(await user.api.admin.listPeople()).toMatchObject({ code: 'not_authorized' })
  expect(await user.api.accounts.readCurrentUser()).toMatchObject({
    value: { data: { attributes: { roles: [] } } }
  })
  await lift()
  expect((await user.api.admin.listPeople()).ok).toBe(true)
})

test('an API key of a suspended account reads and does not write', async () => {
  const made = await user.api.apiKeys.createApiKey({ name: 'Own', scopes: ['campaigns'] })
  if (!made.ok) throw new Error(made.code)
  const bearer = { Authorization: `Bearer ${made.value.meta.token}` }
  const call = async (method: string, path: string) => {
    const response = await app.open().transport(path, { method, headers: bearer })
    const body = (await response.json()) as { errors?: { code: string }[] }
    return body.errors?.[0]?.code ?? response.status
  }
  await suspend()
  expect(await call('GET', '/api/v1/campaigns')).toBe(200)
  expect(await call('DELETE', '/api/v1/campaigns/1')).toBe('account_suspended')
  await lift()
  expect(await call('DELETE', '/api/v1/campaigns/1')).toBe('not_found')
})

test('the account is notified and emailed with the reason, and when it is lifted', async () => {
  const email = `suspended-${user.userId}@example.com`
  await setEmail(email)
  await suspend()
  await lift()
  expect(await notifications()).toEqual(['suspension_lifted', 'account_suspended'])
  const mails = await app.context.db
    .selectFrom('mails')
    .select(['subject', 'text'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  expect(mails.map(it => it.subject)).toEqual([
    'Your account was suspended',
    'Your account is no longer suspended'
  ])
  expect(mails[0]?.text).toContain(reason)
})

test('the audit log has who did it, with the reason', async () => {
  await suspend()
  const log = await admin.api.admin.readAuditLog()
  expect(log.ok && log.value.data[0]?.attributes).toMatchObject({
    user_id: admin.userId,
    act: `POST /api/v1/admin/users/${user.userId}/suspensions`,
    input: { reason },
    status: 201
  })
})

test('it is suspended once and lifted once, by operators, and not by the account itself', async () => {
  const own = { id: admin.userId, reason }
  expect(await admin.api.admin.suspendPerson(own)).toMatchObject({ code: 'own_suspension' })
  const gone = { id: '999999999', reason }
  expect(await admin.api.admin.suspendPerson(gone)).toMatchObject({ code: 'not_found' })
  expect(await lift()).toMatchObject({ code: 'state_not_allowed' })
  const both = await Promise.all([suspend(), suspend()])
  expect(both.map(it => it.ok || it.code).toSorted()).toEqual(['state_not_allowed', true])
  expect(await user.api.admin.liftSuspension({ id: user.userId })).toMatchObject({
    code: 'not_authorized'
  })
  expect((await lift()).ok).toBe(true)
  expect(await lift()).toMatchObject({ code: 'state_not_allowed' })
})

test('of two operators who suspend each other at once, one remains', async () => {
  user = await app.signInAdmin()
  const answers = await Promise.all([
    suspend(),
    user.api.admin.suspendPerson({ id: admin.userId, reason })
  ])
  expect(answers.filter(it => it.ok)).toHaveLength(1)
  const [one, other] = answers
  expect([one, other].find(it => !it.ok)).toMatchObject({ code: 'not_authorized' })
  const first = one.ok ? admin : user
  const second = one.ok ? user : admin
  expect((await first.api.admin.liftSuspension({ id: second.userId })).ok).toBe(true)
  // The last active operator cannot delete the account while the other one is suspended.
  await first.api.admin.suspendPerson({ id: second.userId, reason })
  await app.context.pool.query("update users set roles = '{}' where id <> all($1)", [
    [first.userId, second.userId].map(Number)
  ])
  const deletion = { id: first.userId, gives_up_money: '1' } as const
  expect(await first.api.privacy.deleteUser(deletion)).toMatchObject({ code: 'last_operator' })
  await first.api.admin.liftSuspension({ id: second.userId })
})

test('a frozen account does everything but take its money out, by any way, and sees why and until when', async () => {
  const until = new Date(app.context.now().getTime() + dayMs).toISOString()
  expect(await freeze({ until })).toMatchObject({
    status: 201,
    value: { data: { attributes: { suspension: { kind: 'money', reason, until } } } }
  })
  expect(await user.api.accounts.readCurrentUser()).toMatchObject({
    value: { meta: { suspension: { kind: 'money', reason, until } } }
  })
  expect((await user.api.accounts.updateUser({ id: user.userId, username: 'grace' })).ok).toBe(true)
  await user.api.security.stepUp({ access_code: user.accessCode })
  const refusedToo = { ok: false, status: 403, code: 'account_frozen' }
  const withdrawal = { token_code: 'BTC', address: 'bcrt1q', amount: '100000' } as const
  expect(await user.api.payments.createWithdrawal(withdrawal)).toMatchObject(refusedToo)
  const order = { offer_id: '1', target_url: 'https://example.com', brief: 'A text about it' }
  expect(
    await user.api.marketplace.createOrder({ ...order, currency: 'btc', attachment_ids: [] })
  ).toMatchObject(refusedToo)
  const deletion = { id: user.userId, gives_up_money: '1' } as const
  expect(await user.api.privacy.deleteUser(deletion)).toMatchObject(refusedToo)
  const log = await admin.api.admin.readAuditLog()
  expect(log.ok && log.value.data[0]?.attributes).toMatchObject({
    act: `POST /api/v1/admin/users/${user.userId}/suspensions`,
    input: { kind: 'money', reason, until }
  })
  expect((await lift()).ok).toBe(true)
  expect(await user.api.payments.createWithdrawal(withdrawal)).toMatchObject({
    code: 'token_unavailable'
  })
  expect(await notifications()).toEqual(['freeze_lifted', 'account_frozen'])
  expect((await user.api.privacy.deleteUser(deletion)).ok).toBe(true)
})

test('a frozen operator keeps its rights, and a freeze gives way to a suspension and back', async () => {
  await makeOperator(user)
  await freeze()
  expect(await freeze()).toMatchObject({ code: 'state_not_allowed' })
  expect((await user.api.admin.listPeople()).ok).toBe(true)
  expect(await user.api.accounts.readCurrentUser()).toMatchObject({
    value: { data: { attributes: { roles: ['admin'] } } }
  })
  expect(await suspend()).toMatchObject({ status: 201 })
  expect(await user.api.admin.listPeople()).toMatchObject({ code: 'not_authorized' })
  expect(await freeze()).toMatchObject({ status: 201 })
  expect((await user.api.admin.listPeople()).ok).toBe(true)
  await lift()
  expect(await notifications()).toEqual([
    ...['freeze_lifted', 'account_frozen', 'account_suspended', 'account_frozen']
  ])
})

test('what has an end is lifted then and not before, for a suspension as for a freeze, and its end is in the future', async () => {
  const at = (hours: number) =>
    new Date(app.context.now().getTime() + (hours * dayMs) / 24).toISOString()
  expect(await freeze({ until: at(0) })).toMatchObject({
    code: 'invalid',
    errors: [{ source: { pointer: '/data/attributes/until' } }]
  })
  expect((await suspend(user, at(2))).ok).toBe(true)
  app.context.clock.advance(dayMs / 24)
  await liftOverdueSuspensions(app.context)
  expect(await user.api.accounts.readCurrentUser()).toMatchObject({
    value: { meta: { suspension: { kind: 'everything' } } }
  })
  app.context.clock.advance(dayMs / 24)
  await liftOverdueSuspensions(app.context)
  await liftOverdueSuspensions(app.context)
  expect(await user.api.accounts.readCurrentUser()).toMatchObject({
    value: { meta: { suspension: null } }
  })
  expect(await notifications()).toEqual(['suspension_lifted', 'account_suspended'])
  const history = await admin.api.admin.readPersonHistory({ id: user.userId })
  expect(history.ok && history.value.data.map(it => it.attributes).slice(0, 2)).toMatchObject([
    { kind: 'suspension_lifted', by: null },
    { kind: 'suspended', by: admin.userId, text: reason }
  ])
})

test('what is written of a suspension never changes', async () => {
  const { db } = app.context
  const [id, by] = [Number(user.userId), Number(admin.userId)]
  const at = app.context.now()
  await db
    .transaction()
    .execute(tx => startSuspension(tx, id, { kind: 'everything', reason, until: null, by, at }))
  const change = (set: object) =>
    db.updateTable('account_suspensions').set(set).where('user_id', '=', id).execute()
  await expect(change({ reason: 'Another one' })).rejects.toThrow('append-only')
  const over = { ended_at: at, ended_by: by }
  for (const other of [{ kind: 'money' }, { until: new Date(at.getTime() + dayMs) }])
    await expect(change({ ...other, ...over })).rejects.toThrow('append-only')
  // A suspension without a planned end must be ended by an operator.
  await expect(change({ ended_at: at })).rejects.toThrow('ended_by_someone_or_in_time')
  await db.transaction().execute(tx => endSuspension(tx, id, { by, at }))
  await expect(change({ ended_at: null, ended_by: null })).rejects.toThrow('append-only')
  await expect(db.deleteFrom('account_suspensions').execute()).rejects.toThrow('append-only')
})

async function setEmail(email: string): Promise<void> {
  const set = 'update users set email = $2, email_confirmed_at = now() where id = $1'
  await app.context.pool.query(set, [Number(user.userId), email])
}

async function makeOperator({ userId }: SignedInBrowser): Promise<void> {
  await app.context.pool.query("update users set roles = '{admin}' where id = $1", [Number(userId)])
}

async function authenticityToken({ api }: SignedInBrowser): Promise<string> {
  const token = await api.accounts.createAuthenticityToken()
  if (!token.ok) throw new Error(token.code)
  return token.value.data.attributes.base64
}
