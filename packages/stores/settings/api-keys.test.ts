import { createApi } from '@mille/api/client.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeTransport, errorResponse } from '../shared/fake-transport.ts'
import { createApiKeysStores } from './api-keys.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('a new key is shown until it is kept, and ends when it is revoked', async () => {
  const { api } = await app.signIn()
  const stores = createApiKeysStores(api, { data: [] })
  expect(await stores.create('Reports', ['statistics'])).toBe(true)
  const token = stores.$token.get() ?? ''
  const program = createApi({ transport: app.open().transport, bearer: token })
  expect((await program.accounts.readCurrentUser()).ok).toBe(true)
  stores.forgetToken()
  expect(stores.$token.get()).toBe(null)
  const [key] = stores.$keys.get()
  expect(key?.attributes).toMatchObject({ name: 'Reports', scopes: ['statistics'] })
  expect(await stores.revoke(key?.id ?? '')).toBe(true)
  expect(stores.$keys.get()).toEqual([])
  expect((await program.accounts.readCurrentUser()).ok).toBe(false)
  expect(await stores.revoke(key?.id ?? '')).toBe(true)
})

test('what is wrong with a key is said at its field', async () => {
  const { api } = await app.signIn()
  const stores = createApiKeysStores(api, { data: [] })
  expect(await stores.create(' ', [])).toBe(false)
  expect(Object.keys(stores.$problems.get().fields)).toEqual(['name', 'scopes'])
})

test('a failure to revoke leaves the key', async () => {
  const { transport } = createFakeTransport(() => errorResponse(503, 'unavailable'))
  const key = { type: 'api_keys' as const, id: '4', attributes: {} as never }
  const stores = createApiKeysStores(createApi({ transport }), { data: [key] })
  expect(await stores.revoke('4')).toBe(false)
  expect(stores.$keys.get()).toEqual([key])
  expect(stores.$revokeProblem.get()?.code).toBe('unavailable')
})
