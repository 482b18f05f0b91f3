import { createApi } from '@mille/api/client.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createFakeTransport, errorResponse } from '../shared/fake-transport.ts'
import { createAuthorizationStores } from './authorization.ts'
import { createSessionStores } from './session.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
afterEach(() => void vi.useRealTimers())

test('is unknown, then authorized or not once the current user is loaded', async () => {
  const { api, userId } = await app.signIn()
  const session = createSessionStores(api, null)
  const known = createAuthorizationStores(api, session)
  expect(known.$authorization.get()).toBe('unknown')
  known.loadUser()
  await expect.poll(() => known.$authorization.get()).toBe('authorized')
  expect(session.$user.get()?.id).toBe(userId)
  await session.signOut()
  expect(known.$authorization.get()).toBe('not authorized')

  const { api: visitors } = app.open()
  const nobody = createAuthorizationStores(visitors, createSessionStores(visitors, null))
  nobody.loadUser()
  await expect.poll(() => nobody.$authorization.get()).toBe('not authorized')
})

test('a failed load leaves it unknown, and loads are a second apart', async () => {
  vi.useFakeTimers()
  const { transport, calls } = createFakeTransport(() => errorResponse(503, 'unavailable'))
  const api = createApi({ transport })
  const stores = createAuthorizationStores(api, createSessionStores(api, null))
  for (let time = 0; time < 5; time += 1) stores.loadUser()
  await vi.advanceTimersByTimeAsync(999)
  expect(calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toHaveLength(2)
  expect(stores.$authorization.get()).toBe('unknown')
})
