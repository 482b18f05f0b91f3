import { createApi } from '@mille/api/client.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let app: TestApp
let owner: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await app.signIn()
})

const make = () => owner.api.apiKeys.createApiKey({ name: 'A program', scopes: ['campaigns'] })

async function program() {
  const made = await make()
  if (!made.ok) throw new Error(made.code)
  return createApi({ transport: app.open().transport, bearer: made.value.meta.token })
}

const ended = { status: 401, code: 'not_authenticated' }

test('a new account code ends the keys that were made before', async () => {
  const api = await program()
  expect((await api.accounts.readCurrentUser()).ok).toBe(true)
  expect((await owner.api.security.rotateAccountCode()).ok).toBe(true)
  expect(await api.accounts.readCurrentUser()).toMatchObject(ended)
  expect(await owner.api.apiKeys.listApiKeys()).toMatchObject({ value: { data: [] } })
})

test('an operator who signs an account out everywhere ends its keys', async () => {
  const api = await program()
  const admin = await app.signInAdmin()
  await admin.api.admin.endPersonSessions({ id: owner.userId })
  expect(await api.accounts.readCurrentUser()).toMatchObject(ended)
})

test('a key is made only with a fresh proof', async () => {
  await owner.api.accounts.confirmAccountCode()
  expect(await make()).toMatchObject({ code: 'step_up_required' })
  await owner.api.security.stepUp({ access_code: owner.accessCode })
  expect((await make()).ok).toBe(true)
})
