import type { OperatorRole } from '@mille/api/may-operate.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let app: TestApp
let admin: SignedInBrowser
let support: SignedInBrowser
let person: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
beforeEach(async () => {
  support = await app.signInAdmin('support')
  person = await app.signIn()
})
afterAll(() => app.close())

const reason = 'The campaign is not shown.'
const view = (by = support, id = person.userId) => by.api.admin.viewPerson({ id, reason })
const minute = 60_000

async function seenBy(browser: SignedInBrowser) {
  const read = await browser.api.accounts.readCurrentUser()
  if (!read.ok) return read.code
  const { data, meta } = read.value
  return { id: data.id, roles: data.attributes.roles, isViewing: meta.viewing !== null }
}
const theirs = () => ({ id: person.userId, roles: [], isViewing: true })
const own = ({ userId }: SignedInBrowser, ...roles: OperatorRole[]) => ({
  id: userId,
  roles,
  isViewing: false
})

async function audited(act: string) {
  const log = await admin.api.admin.readAuditLog({})
  if (!log.ok) throw new Error(log.code)
  return log.value.data.map(it => it.attributes).find(it => it.act === act)
}

test('an operator sees an account, and is back in the own session by stopping', async () => {
  const site = await person.api.sites.createSite({ page_url: 'https://person.example/' })
  expect(site.ok).toBe(true)
  const until = new Date(app.context.now().getTime() + 30 * minute).toISOString()
  expect(await view()).toMatchObject({
    status: 201,
    value: { data: { id: person.userId, attributes: { reason, until } } }
  })
  expect(await seenBy(support)).toEqual(theirs())
  const sites = await support.api.sites.listSites({})
  expect(sites.ok && sites.value.data.map(it => it.attributes.domain_name)).toEqual([
    'person.example'
  ])
  expect(
    await support.api.accounts.updateUser({ id: person.userId, username: 'taken' })
  ).toMatchObject({
    status: 422,
    code: 'viewing_read_only',
    errors: [{ detail: 'You are viewing another account: nothing can be changed.' }]
  })
  expect((await support.api.accounts.stopViewing()).status).toBe(204)
  expect(await seenBy(support)).toEqual(own(support, 'support'))
  expect((await support.api.accounts.stopViewing()).status).toBe(204)
  expect((await support.api.admin.readPerson({ id: person.userId })).ok).toBe(true)
})

test('the audit log has who began and stopped it and why, and the person is told with the reason', async () => {
  app.context.clock.advance(minute)
  await view()
  await support.api.accounts.stopViewing()
  const act = `POST /api/v1/admin/users/${person.userId}/viewings`
  expect(await audited(act)).toMatchObject({ user_id: support.userId, input: { reason } })
  expect(await audited('DELETE /api/v1/user/viewing')).toMatchObject({
    user_id: support.userId,
    input: { id: person.userId },
    status: 204
  })
  const told = await person.api.notifications.listNotifications({ userId: person.userId })
  expect(told.ok && told.value.data.map(it => it.attributes)).toMatchObject([
    {
      kind: 'account_viewed',
      title: 'An operator looked at your account',
      text: expect.stringContaining(reason),
      path: '/notifications'
    }
  ])
  const history = await admin.api.admin.readPersonHistory({ id: person.userId })
  expect(history.ok && history.value.data.map(it => it.attributes)).toMatchObject([
    { kind: 'viewed', by: support.userId, text: reason },
    { kind: 'signed_up' }
  ])
})

test('it leaves the sessions of the person and when they were last seen as they were', async () => {
  const read = async () => {
    const found = await admin.api.admin.readPerson({ id: person.userId })
    if (!found.ok) throw new Error(found.code)
    const { last_seen_at, sessions_count } = found.value.data.attributes
    return { last_seen_at, sessions_count }
  }
  const before = await read()
  await view()
  app.context.clock.advance(5 * minute)
  expect(await seenBy(support)).toEqual(theirs())
  expect(await read()).toEqual(before)
  const listed = await person.api.security.listSessions()
  expect(listed.ok && listed.value.data).toHaveLength(1)
  expect((await person.api.security.endOtherSessions()).ok).toBe(true)
  expect(await seenBy(support)).toEqual(theirs())
})

test('it ends by itself after 30 minutes', async () => {
  await view()
  app.context.clock.advance(29.9 * minute)
  expect(await seenBy(support)).toEqual(theirs())
  app.context.clock.advance(0.2 * minute)
  expect(await seenBy(support)).toEqual(own(support, 'support'))
})

test('it ends when the operator loses the role or is suspended', async () => {
  await view()
  const set = (roles: OperatorRole[]) => admin.api.admin.setRoles({ id: support.userId, roles })
  expect((await set(['reviewer'])).ok).toBe(true)
  expect(await seenBy(support)).toEqual(own(support, 'reviewer'))
  await set(['support'])
  await admin.api.admin.suspendPerson({ id: support.userId, reason: 'A stolen session.' })
  expect(await seenBy(support)).toEqual(own(support))
})

test('it continues while the person is suspended, and ends when the account is deleted or given a role', async () => {
  await view()
  await admin.api.admin.suspendPerson({ id: person.userId, reason: 'The ads are copied.' })
  expect(await seenBy(support)).toEqual(theirs())
  expect(await support.api.support.sendChatMessage({ text: 'Why?' })).toMatchObject({
    code: 'viewing_read_only'
  })
  expect((await support.api.accounts.stopViewing()).status).toBe(204)
  await admin.api.admin.liftSuspension({ id: person.userId })
  await view()
  await admin.api.admin.setRoles({ id: person.userId, roles: ['reviewer'] })
  expect(await seenBy(support)).toEqual(own(support, 'support'))
  await admin.api.admin.setRoles({ id: person.userId, roles: [] })
  expect(await seenBy(support)).toEqual(theirs())
  const deleted_at = app.context.now()
  await app.context.db
    .updateTable('users')
    .set({ deleted_at })
    .where('id', '=', Number(person.userId))
    .execute()
  expect(await seenBy(support)).toEqual(own(support, 'support'))
  expect(await view()).toMatchObject({ code: 'not_found' })
})

test('operators are not viewed, nor a second account from the first, nor without a role, a reason or a proof', async () => {
  for (const id of [admin.userId, support.userId])
    expect(await view(support, id)).toMatchObject({ code: 'viewing_staff' })
  const short = await support.api.admin.viewPerson({ id: person.userId, reason: ' ' })
  expect(short).toMatchObject({ code: 'invalid' })
  for (const role of ['reviewer', 'finance'] as const)
    expect(await view(await app.signInAdmin(role))).toMatchObject({ code: 'not_authorized' })
  const other = await app.signIn()
  await view()
  expect(await view(support, other.userId)).toMatchObject({ code: 'viewing_read_only' })
  await support.api.accounts.stopViewing()
  await app.context.db
    .updateTable('sessions')
    .set({ stepped_up_at: null })
    .where('user_id', '=', Number(support.userId))
    .execute()
  expect(await view()).toMatchObject({ code: 'step_up_required' })
  expect(await seenBy(support)).toEqual(own(support, 'support'))
})

test('signing out while viewing ends the session of the operator and none of the person', async () => {
  await view()
  expect((await support.api.accounts.signOut()).ok).toBe(true)
  expect(await seenBy(support)).toBe('not_authenticated')
  expect(await seenBy(person)).toEqual(own(person))
})

test('no sign-in to other services is handed over', async () => {
  await view()
  expect(await support.api.accounts.readCurrentUser()).toMatchObject({
    value: { meta: { jwt_nolt_token: null, feedback_url: null, is_account_code_unsaved: false } }
  })
})
