import type { Api } from '@mille/api/client.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { announce } from './announce.ts'

let app: TestApp
let admin: SignedInBrowser
let user: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
  user = await app.signIn()
})
afterAll(() => app.close())

beforeEach(async () => {
  await app.context.db.deleteFrom('announcement_dismissals').execute()
  await app.context.db.deleteFrom('announcements').execute()
})

type Input = Parameters<Api['announcements']['createAnnouncement']>[0]
const words = { header: 'Maintenance', content: 'Deposits rest for an hour.' }

async function create(changes: Partial<Input> = {}) {
  const result = await admin.api.announcements.createAnnouncement({ ...words, ...changes })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.value.data
}

const inMinutes = (minutes: number) =>
  new Date(app.context.now().getTime() + minutes * 60_000).toISOString()
const seenBy = async (browser: { api: Api }) => {
  const result = await browser.api.announcements.readAnnouncement()
  return result.ok ? (result.value?.header ?? null) : result.code
}

test('the answer itself is the announcement, with and without the slash', async () => {
  const { id } = await create({
    type: 'warning',
    link: 'https://status.example/',
    link_text: 'Status'
  })
  for (const path of ['/api/v1/announce/', '/api/v1/announce']) {
    const response = await app.open().transport(path, { method: 'GET' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      id,
      ...words,
      type: 'warning',
      link: 'https://status.example/',
      link_text: 'Status',
      styles: null
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
})

test('without one there is nothing to answer or to dismiss', async () => {
  const browser = app.open()
  const response = await browser.transport('/api/v1/announce/', { method: 'GET' })
  expect(response.status).toBe(204)
  expect(await response.text()).toBe('')
  expect(await browser.api.announcements.dismissAnnouncement()).toMatchObject({ status: 204 })
})

test('an account that dismissed it is not shown it again, in any browser', async () => {
  const { id } = await create()
  expect(await user.api.announcements.dismissAnnouncement()).toMatchObject({ status: 204 })
  expect(await user.api.announcements.dismissAnnouncement()).toMatchObject({ status: 204 })
  expect(await seenBy(user)).toBeNull()
  const elsewhere = app.open()
  await elsewhere.api.accounts.signIn({ access_code: user.accessCode })
  expect(await seenBy(elsewhere)).toBeNull()
  expect(await seenBy(admin)).toBe(words.header)
  const list = await admin.api.announcements.listAnnouncements()
  expect(list.ok && list.value.data[0]).toMatchObject({ id, attributes: { dismissals_count: 1 } })
})

test('a browser that dismissed it is known by its cookie, signed in later or not', async () => {
  await create()
  const browser = app.open()
  expect(await seenBy(browser)).toBe(words.header)
  await browser.api.announcements.dismissAnnouncement()
  expect(await seenBy(browser)).toBeNull()
  expect(await seenBy(app.open())).toBe(words.header)
  await browser.api.accounts.signUp({ anonymous: true })
  expect(await seenBy(browser)).toBeNull()
  const kept = await app.context.db
    .selectFrom('announcement_dismissals')
    .select('visitor_hash')
    .execute()
  expect(kept.map(it => it.visitor_hash?.length)).toEqual([32])
})

test('the next announcement is shown to who dismissed the last', async () => {
  const first = await create()
  await user.api.announcements.dismissAnnouncement()
  await admin.api.announcements.updateAnnouncement({ id: first.id, state: 'ended' })
  await create({ header: 'All is well' })
  expect(await seenBy(user)).toBe('All is well')
})

test('a dismissal needs the authenticity token', async () => {
  await create()
  const response = await app.open().transport('/api/v1/announce/', { method: 'PUT' })
  expect(response.status).toBe(401)
})

test('a neighbourhood makes only so many new browsers', async () => {
  await create()
  const address = '10.200.200.1'
  for (let count = 0; count < 100; count++)
    await app.open(address).api.announcements.dismissAnnouncement()
  expect(await app.open(address).api.announcements.dismissAnnouncement()).toMatchObject({
    ok: false,
    status: 429,
    code: 'too_many_requests'
  })
})

test('it is shown from its start to its end', async () => {
  await create({ starts_at: inMinutes(10), ends_at: inMinutes(20) })
  expect(await seenBy(user)).toBeNull()
  app.context.clock.advance(10 * 60_000)
  expect(await seenBy(user)).toBe(words.header)
  app.context.clock.advance(10 * 60_000)
  expect(await seenBy(user)).toBeNull()
})

test('no two are current at once, and the refusal names the other', async () => {
  await create({ header: 'First', ends_at: inMinutes(10) })
  const refused = await admin.api.announcements.createAnnouncement(words)
  expect(refused).toMatchObject({
    ok: false,
    status: 422,
    code: 'announcement_overlaps',
    errors: [{ source: { pointer: '/data/attributes/starts_at' } }]
  })
  expect(!refused.ok && refused.errors[0]?.detail).toContain('“First”')
  const next = await create({ starts_at: inMinutes(10) })
  expect(
    await admin.api.announcements.updateAnnouncement({ id: next.id, starts_at: inMinutes(5) })
  ).toMatchObject({ code: 'announcement_overlaps' })
})

test('of several that are published at the same moment one is accepted', async () => {
  const results = await Promise.all(
    Array.from({ length: 8 }, () => admin.api.announcements.createAnnouncement(words))
  )
  expect(results.filter(it => it.ok)).toHaveLength(1)
  expect(results.filter(it => !it.ok && it.code === 'announcement_overlaps')).toHaveLength(7)
})

test('an ended announcement stays as it was; a current one keeps its start', async () => {
  const { id } = await create()
  const { updateAnnouncement } = admin.api.announcements
  expect(await updateAnnouncement({ id, starts_at: inMinutes(5) })).toMatchObject({
    code: 'state_not_allowed'
  })
  expect(await updateAnnouncement({ id, header: 'Longer than planned' })).toMatchObject({
    ok: true
  })
  expect(await seenBy(user)).toBe('Longer than planned')
  expect(await updateAnnouncement({ id, state: 'ended' })).toMatchObject({ ok: true })
  // The same request again, by an operator who did not receive the answer.
  expect(await updateAnnouncement({ id, state: 'ended' })).toMatchObject({ ok: true })
  expect(await seenBy(user)).toBeNull()
  expect(await updateAnnouncement({ id, header: 'Again' })).toMatchObject({
    code: 'state_not_allowed'
  })
  const planned = await create({ starts_at: inMinutes(60) })
  const cancelled = await updateAnnouncement({ id: planned.id, state: 'ended' })
  expect(cancelled.ok && cancelled.value.data.attributes.state).toBe('ended')
})

test('values that cannot be shown are refused', async () => {
  const { createAnnouncement, updateAnnouncement } = admin.api.announcements
  const refused = async (changes: Partial<Input>) => {
    const result = await createAnnouncement({ ...words, ...changes })
    return result.ok ? 'ok' : (result.errors[0]?.source?.pointer ?? result.code)
  }
  expect(await refused({ header: ' ' })).toBe('/data/attributes/header')
  expect(await refused({ content: 'x'.repeat(501) })).toBe('/data/attributes/content')
  expect(await refused({ link: 'javascript:alert(1)', link_text: 'x' })).toBe(
    '/data/attributes/link'
  )
  expect(await refused({ link: 'https://a.example/' })).toBe('/data/attributes/link_text')
  expect(await refused({ link_text: 'x' })).toBe('/data/attributes/link')
  expect(await refused({ ends_at: inMinutes(-1) })).toBe('/data/attributes/ends_at')
  expect(await updateAnnouncement({ id: '2000000001', header: 'x' })).toMatchObject({
    status: 404,
    code: 'not_found'
  })
})

test('only an operator publishes', async () => {
  expect(await user.api.announcements.createAnnouncement(words)).toMatchObject({ status: 403 })
  expect(await user.api.announcements.listAnnouncements()).toMatchObject({ status: 403 })
  expect(await app.open().api.announcements.listAnnouncements()).toMatchObject({ status: 401 })
})

test('all accounts are notified once when it begins, and by email if they want', async () => {
  const id = Number(user.userId)
  await app.context.db
    .updateTable('users')
    .set({ email: 'reader@example.com' })
    .where('id', '=', id)
    .execute()
  await user.api.notifications.updateNotificationPreferences({
    kind: 'announcement',
    channel: 'mail',
    is_on: true
  })
  const later = await create({ header: 'Later', starts_at: inMinutes(30), ends_at: inMinutes(60) })
  const notifications = async () => {
    const list = await user.api.notifications.listNotifications({ userId: user.userId })
    return list.ok ? list.value.data.map(it => it.attributes.title) : []
  }
  await announce(app.context, Number(later.id))
  expect(await notifications()).not.toContain('Later')
  app.context.clock.advance(30 * 60_000)
  await Promise.all([
    announce(app.context, Number(later.id)),
    announce(app.context, Number(later.id))
  ])
  expect((await notifications()).filter(title => title === 'Later')).toHaveLength(1)
  const { rows } = await app.context.pool.query(
    "select recipient, subject from mails where kind = 'announcement'"
  )
  expect(rows).toEqual([{ recipient: 'reader@example.com', subject: 'Later' }])
  await admin.api.announcements.updateAnnouncement({ id: later.id, state: 'ended' })
  app.context.clock.advance(60 * 60_000)
})
