import { readEvents } from '@mille/testing/read-events.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notify } from './outbox.ts'

let app: TestApp
let user: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  user = await app.signIn()
})
afterAll(() => app.close())

const add = (userId: string, event: string) =>
  app.context.db.transaction().execute(tx =>
    notify(tx, {
      kind: 'new_sign_in',
      data: { browser: 'Firefox on Linux' },
      userId: Number(userId),
      event,
      at: app.context.now()
    })
  )

test('the count comes at once and whenever it changes, for this account only', async () => {
  const stranger = await app.signIn()
  const stream = readEvents(await user.transport('/api/v1/notifications/stream', { method: 'GET' }))
  const count = async () =>
    ((await stream.next(it => it.event === 'unread')).data as { count: number }).count
  expect(await count()).toBe(0)
  await add(stranger.userId, 'theirs')
  await add(user.userId, 'one')
  expect(await count()).toBe(1)
  await user.api.notifications.markAllNotificationsRead({ userId: user.userId })
  expect(await count()).toBe(0)
  await stream.close()
})

test('a stream cannot be opened without signing in', async () => {
  const refused = await app.open().transport('/api/v1/notifications/stream', { method: 'GET' })
  expect(refused.status).toBe(401)
})
