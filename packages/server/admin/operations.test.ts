import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { superuser } from '../db/ordinary-role.ts'
import { readHealth } from './health.ts'

let app: TestApp
let admin: SignedInBrowser
let user: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.signIn()
})

const audit = async () => {
  const log = await admin.api.admin.readAuditLog()
  if (!log.ok) throw new Error(log.code)
  return log.value.data.map(it => it.attributes)
}

test('people are found by id, address and name', async () => {
  const id = Number(user.userId)
  await app.context.db
    .updateTable('users')
    .set({ email: 'found_me@example.com', username: 'FindMe' })
    .where('id', '=', id)
    .execute()
  const { listPeople } = admin.api.admin
  for (const query of [user.userId, 'found_', 'FOUND_me', 'findm']) {
    const list = await listPeople({ 'filter[query]': query })
    expect(list.ok && list.value.data.map(it => it.id), query).toContain(user.userId)
  }
  for (const query of ['%', 'ound_me', '2000000000'])
    expect(await listPeople({ 'filter[query]': query })).toMatchObject({ value: { data: [] } })
  const admins = await listPeople({ 'filter[role]': 'admin' })
  expect(admins.ok && admins.value.data.map(it => it.id)).toEqual([admin.userId])
})

/** Clears the removals of operators, as if no operator had been removed lately. */
const forgetRemovals = () =>
  app.context.pool.query('update users set operator_removed_at = null, operator_since = null')

test('a role is given and taken, but not from oneself', async () => {
  const { setRoles } = admin.api.admin
  expect(await setRoles({ id: user.userId, roles: ['admin'] })).toMatchObject({ ok: true })
  expect((await user.api.admin.readAuditLog()).ok).toBe(true)
  expect(await setRoles({ id: user.userId, roles: [] })).toMatchObject({ ok: true })
  expect(await user.api.admin.readAuditLog()).toMatchObject({ status: 403 })
  expect(await setRoles({ id: admin.userId, roles: [] })).toMatchObject({ code: 'own_role' })
  expect(await setRoles({ id: '2000000000', roles: [] })).toMatchObject({ status: 404 })
  await forgetRemovals()
})

test('of two operators who remove each other at once, one stays', async () => {
  const other = await app.signIn()
  const { setRoles } = admin.api.admin
  expect(await setRoles({ id: other.userId, roles: ['admin'] })).toMatchObject({ ok: true })
  const answers = await Promise.all([
    setRoles({ id: other.userId, roles: [] }),
    other.api.admin.setRoles({ id: admin.userId, roles: [] })
  ])
  expect(answers.filter(it => it.ok)).toHaveLength(1)
  const { rows } = await app.context.pool.query(
    `select id from users where 'admin' = any(roles) and id = any($1)`,
    [[admin.userId, other.userId]]
  )
  expect(rows).toHaveLength(1)
  await app.context.pool.query(
    `update users set roles = case when id = $1 then '{admin}'::text[] else '{}' end where id = any($2)`,
    [admin.userId, [admin.userId, other.userId]]
  )
  await forgetRemovals()
})

test('an account is signed out everywhere', async () => {
  const elsewhere = app.open()
  await elsewhere.api.accounts.signIn({ access_code: user.accessCode })
  const ended = await admin.api.admin.endPersonSessions({ id: user.userId })
  expect(ended).toMatchObject({ status: 204 })
  for (const browser of [user, elsewhere])
    expect(await browser.api.accounts.readCurrentUser()).toMatchObject({ status: 401 })
})

test('a balance is adjusted with a reason, never below zero, once for a key', async () => {
  const { adjustBalance, readPerson } = admin.api.admin
  const give = { id: user.userId, asset: 'BTC' as const, amount: '5000', reason: 'Goodwill' }
  const key = { idempotencyKey: 'adjust-1' }
  const first = await adjustBalance(give, key)
  expect(first).toMatchObject({ status: 201, value: { data: { attributes: { balance: '5000' } } } })
  expect(await adjustBalance(give, key)).toEqual(first)
  expect(await adjustBalance({ ...give, amount: '-5001' })).toMatchObject({
    code: 'insufficient_funds'
  })
  expect(await adjustBalance({ ...give, amount: '-2000' })).toMatchObject({
    value: { data: { attributes: { balance: '3000' } } }
  })
  expect(await adjustBalance({ ...give, reason: ' ' })).toMatchObject({
    status: 422,
    errors: [{ source: { pointer: '/data/attributes/reason' } }]
  })
  expect(await adjustBalance({ ...give, amount: '0' })).toMatchObject({ status: 422 })
  expect(await readPerson({ id: user.userId })).toMatchObject({
    value: { data: { attributes: { money: [{ asset: 'BTC', available: '3000' }] } } }
  })
})

test('every act is written down with its outcome, and nothing can be taken back', async () => {
  await admin.api.admin.setRoles({ id: user.userId, roles: ['admin'] })
  await admin.api.admin.setRoles({ id: admin.userId, roles: [] })
  const [refused, given] = await audit()
  expect(given).toMatchObject({
    user_id: admin.userId,
    act: `PATCH /api/v1/admin/users/${user.userId}`,
    input: { roles: ['admin'] },
    status: 200,
    code: null
  })
  expect(refused).toMatchObject({ status: 422, code: 'own_role' })
  for (const statement of [
    'delete from audit_entries',
    'update audit_entries set user_id = null',
    'delete from audit_outcomes',
    'truncate audit_entries cascade'
  ])
    await expect(app.context.pool.query(statement), statement).rejects.toThrow('append-only')
})

test('what is said to people in the chat is not written down', async () => {
  await user.api.support.sendChatMessage({ text: 'Hello' })
  await admin.api.support.answerConversation({ id: user.userId, text: 'A private answer' })
  const [answered] = await audit()
  expect(answered?.act).toContain('/chat/')
  expect(JSON.stringify(answered)).not.toContain('private')
})

test('a verified site waits until an operator has looked; a rejection tells its owner why', async () => {
  const site = await user.api.sites.createSite({
    page_url: 'https://looked-at.example/',
    language: 'en',
    category_ids: ['101']
  })
  const id = (site.ok && site.value.data.id) || ''
  const { listSiteQueue, decideSite } = admin.api.admin
  const waiting = async () => {
    const queue = await listSiteQueue()
    return queue.ok ? queue.value.data.map(it => it.id) : []
  }
  const queues = async () => {
    const health = await admin.api.admin.readHealth()
    return health.ok && health.value.data.attributes.checks.find(it => it.name === 'Queues')?.text
  }
  expect(await waiting()).toEqual([])
  // The previous test left an unread conversation.
  expect(await queues()).toBe('Waiting for an operator: 1 unread conversation.')
  expect(await decideSite({ id, decision: 'approve' })).toMatchObject({ code: 'state_not_allowed' })
  await app.context.db
    .updateTable('sites')
    .set({ state: 'verified', verified_at: app.context.now() })
    .where('id', '=', Number(id))
    .execute()
  expect(await waiting()).toEqual([id])
  expect(await queues()).toBe('Waiting for an operator: 1 site, 1 unread conversation.')
  expect(await decideSite({ id, decision: 'approve' })).toMatchObject({ ok: true })
  expect(await waiting()).toEqual([])
  expect(await decideSite({ id, decision: 'reject' })).toMatchObject({ status: 422 })
  expect(await decideSite({ id, decision: 'reject', reason: 'Only ads' })).toMatchObject({
    value: { data: { attributes: { state: 'rejected', rejected_reason: 'Only ads' } } }
  })
  const notifications = await user.api.notifications.listNotifications({ userId: user.userId })
  expect(notifications.ok && notifications.value.data[0]?.attributes).toMatchObject({
    kind: 'unit_rejected',
    text: 'Only ads'
  })
})

test('health has a line for each part', async () => {
  const health = await admin.api.admin.readHealth()
  if (!health.ok) throw new Error(health.code)
  const { checks } = health.value.data.attributes
  expect(checks.map(it => it.name)).toEqual([
    'Jobs',
    'Failed jobs',
    'Mail',
    'Settlement',
    'Public log',
    'Ads',
    'Proxies',
    'Counting',
    'Clock',
    'Queues',
    'Landing pages',
    'Database',
    'Disk'
  ])
  const { connection } = app.context
  const asSuperuser = await connect({ ...connection, user: superuser }, 1)
  expect(await readHealth({ ...app.context, ...asSuperuser })).toContainEqual({
    name: 'Database role',
    state: 'warning',
    text: expect.stringContaining('names a superuser')
  })
  await asSuperuser.close()
})

test('a job in its last attempt has not failed before it has ended', async () => {
  const { pool } = app.context
  const failed = async () => (await readHealth(app.context)).find(it => it.name === 'Failed jobs')
  await pool.query(`select graphile_worker.add_job('verify_ledger', max_attempts := 1)`)
  await pool.query(`update graphile_worker._private_jobs set attempts = 1, locked_at = now()`)
  expect(await failed()).toMatchObject({ state: 'ok', text: 'None.' })
  await pool.query(`update graphile_worker._private_jobs set locked_at = null`)
  expect(await failed()).toMatchObject({ state: 'warning' })
  await pool.query(`delete from graphile_worker._private_jobs`)
})

test('what cannot be stored as it was sent is recorded anyway', async () => {
  const sent = { header: 'a\ud800b', content: 'ok', '\0name': ['\0'] } as never
  expect(await admin.api.announcements.createAnnouncement(sent)).toMatchObject({ status: 201 })
  const act = (await audit()).find(it => it.act === 'POST /api/v1/admin/announcements')
  expect(act?.input).toMatchObject({ header: 'a\ufffdb', content: 'ok' })
})
