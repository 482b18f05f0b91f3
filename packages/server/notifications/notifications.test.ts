import { createCampaign, decide } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendMail } from '../mail/outbox.ts'
import { type NewNotification, notify } from './outbox.ts'

let app: TestApp
let admin: SignedInBrowser
let user: SignedInBrowser
let email: string
let people = 0

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.signIn()
  email = `told-${people++}@example.com`
  const id = Number(user.userId)
  await app.context.db.updateTable('users').set({ email }).where('id', '=', id).execute()
})

function add(count: number, changes: Partial<NewNotification> = {}): Promise<void> {
  return app.context.db.transaction().execute(tx =>
    notify(tx, {
      kind: 'campaign_low_funds',
      data: { campaignId: count, name: `Campaign ${count}` },
      userId: Number(user.userId),
      event: `event ${count}`,
      at: app.context.now(),
      ...changes
    } as NewNotification)
  )
}

const list = (query: Record<string, string | number> = {}) =>
  user.transport(
    `/api/v1/users/${user.userId}/notifications?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
    { method: 'GET' }
  )
const mails = () =>
  app.context.db
    .selectFrom('mails')
    .select(['id', 'subject'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()

test('the newest come first, ten at a time, with how many there are and how many are unread', async () => {
  for (let count = 1; count <= 12; count++) {
    app.context.clock.advance(1000)
    await add(count)
  }
  const first = await user.api.notifications.listNotifications({ userId: user.userId })
  if (!first.ok) throw new Error(first.code)
  expect(first.value.meta).toEqual({ pagination: { records: 12 }, totalUnreadCount: 12 })
  expect(first.value.data).toHaveLength(10)
  expect(first.value.data[0]?.attributes).toEqual({
    kind: 'campaign_low_funds',
    title: 'Your campaign “Campaign 12” is low on funds',
    text: 'The remaining funds will last less than a day.',
    path: '/campaigns/12',
    created_at: app.context.now().toISOString(),
    read_at: null
  })
  const rest = await list({ 'page[offset]': 10, 'page[limit]': 10, sort: '-created_at' })
  const { data } = (await rest.json()) as { data: { attributes: { path: string } }[] }
  expect(data.map(it => it.attributes.path)).toEqual(['/campaigns/2', '/campaigns/1'])
})

test('reading one takes it from the unread tab and keeps it in the other', async () => {
  await add(1)
  await add(2)
  const all = await user.api.notifications.listNotifications({ userId: user.userId })
  const id = (all.ok && all.value.data[0]?.id) || ''
  expect(await user.api.notifications.markNotificationRead({ id })).toMatchObject({ status: 204 })
  expect(await user.api.notifications.markNotificationRead({ id })).toMatchObject({ status: 204 })
  const unread = await user.api.notifications.listNotifications({
    userId: user.userId,
    'filter[read_at_blank]': '1'
  })
  expect(unread).toMatchObject({
    value: { data: [{}], meta: { pagination: { records: 1 }, totalUnreadCount: 1 } }
  })
  const account = await user.api.accounts.readCurrentUser()
  expect(account).toMatchObject({ value: { meta: { unread_notifications_count: 1 } } })
  const again = await user.api.notifications.listNotifications({ userId: user.userId })
  expect(again).toMatchObject({ value: { meta: { pagination: { records: 2 } } } })
})

test('reading all answers 204 and leaves none unread', async () => {
  await add(1)
  await add(2)
  const done = await user.api.notifications.markAllNotificationsRead({ userId: user.userId })
  expect(done).toMatchObject({ status: 204 })
  const account = await user.api.accounts.readCurrentUser()
  expect(account).toMatchObject({ value: { meta: { unread_notifications_count: 0 } } })
})

test('other people’s notifications are not there', async () => {
  await add(1)
  const own = await user.api.notifications.listNotifications({ userId: user.userId })
  const id = (own.ok && own.value.data[0]?.id) || ''
  const { notifications } = admin.api
  const missing = { ok: false, status: 404, code: 'not_found' }
  expect(await notifications.listNotifications({ userId: user.userId })).toMatchObject(missing)
  expect(await notifications.markNotificationRead({ id })).toMatchObject(missing)
  expect(await notifications.markAllNotificationsRead({ userId: user.userId })).toMatchObject(
    missing
  )
  expect(await app.open().api.notifications.markNotificationRead({ id })).toMatchObject({
    status: 401
  })
  expect((await list({ 'page[limit]': 101 })).status).toBe(422)
  expect((await list({ sort: 'created_at' })).status).toBe(422)
})

test('the same event is notified of once, and nothing of one that is rolled back', async () => {
  await Promise.all([add(1), add(1), add(1)])
  await app.context.db
    .transaction()
    .execute(async tx => {
      const at = app.context.now()
      const userId = Number(user.userId)
      const data = { campaignId: 2, name: 'Two' }
      await notify(tx, { kind: 'campaign_approved', data, userId, event: 'event 2', at })
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(await mails()).toEqual([
    expect.objectContaining({ subject: 'Your campaign “Campaign 1” is low on funds' })
  ])
})

test('the owner is notified of what became of a campaign', async () => {
  const approved = await createCampaign(user.api)
  await decide(admin, approved)
  const rejected = await createCampaign(user.api)
  await decide(admin, rejected, 'reject')
  const listed = await user.api.notifications.listNotifications({ userId: user.userId })
  expect(listed.ok && listed.value.data.map(it => it.attributes)).toMatchObject([
    { kind: 'campaign_rejected', text: expect.stringContaining('Too loud') },
    { kind: 'campaign_approved', path: `/campaigns/${approved.data.id}` }
  ])
})

test('a kind that is not wanted by email stays in the app', async () => {
  const off = await user.api.notifications.updateNotificationPreferences({
    kind: 'campaign_low_funds',
    channel: 'mail',
    is_on: false
  })
  expect(off).toMatchObject({
    value: {
      data: {
        attributes: {
          kinds: { campaign_low_funds: { mail: false }, campaign_approved: { mail: true } },
          channels: { mail: true, telegram: false }
        }
      }
    }
  })
  await add(1)
  expect(await mails()).toEqual([])
  const listed = await user.api.notifications.listNotifications({ userId: user.userId })
  expect(listed).toMatchObject({ value: { meta: { totalUnreadCount: 1 } } })
})

test('the link in an email ends emails of its kind, by a page’s call or by one press', async () => {
  await add(1)
  const [mail] = await mails()
  await sendMail(app.context, mail?.id ?? 0)
  const sent = app.context.sent.at(-1)
  expect(sent?.text).toContain(`${app.context.config.publicUrl}/campaigns/1`)
  const address = sent?.unsubscribeUrl ?? ''
  expect(sent?.text).toContain(address)
  const pressed = await app.fetch(
    new Request(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click'
    })
  )
  expect(pressed.status).toBe(200)
  await add(2)
  expect(await mails()).toHaveLength(1)

  const token = new URL(address).searchParams.get('token') ?? ''
  const { unsubscribe } = app.open().api.notifications
  expect(await unsubscribe({ token })).toMatchObject({
    value: { data: { attributes: { kind: 'campaign_low_funds' } } }
  })
  for (const forged of ['', `${token}x`, token.replace(/^\d+/, '1'), token.replace('low', 'out')])
    expect(await unsubscribe({ token: forged })).toMatchObject({ ok: false, status: 404 })
})
