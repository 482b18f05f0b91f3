import { createApi } from '@mille/api/client.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeTransport, errorResponse } from '../shared/fake-transport.ts'
import { createConsentStores } from './consent.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('asks only for pages that are newer than what the account agreed to', async () => {
  const user = await app.signIn()
  const before = createConsentStores(user.api)
  await before.load()
  expect(before.$due.get()).toEqual([])
  expect(await before.agree()).toBe(true)
  const admin = await app.signInAdmin()
  await admin.api.legal.publishLegalPage({ kind: 'terms', version: 1, text: 'Some rules.' })
  await admin.api.legal.publishLegalPage({ kind: 'privacy', version: 1, text: 'Some rules.' })
  await user.api.legal.giveLegalConsent({ terms_version: 1 })
  const stores = createConsentStores(user.api)
  const loading = stores.load()
  // A press before the list has arrived agrees to nothing that was not shown.
  expect(await stores.agree()).toBe(false)
  await loading
  expect(stores.$due.get().map(it => it.id)).toEqual(['privacy'])
  expect(await stores.agree()).toBe(true)
  expect(stores.$due.get()).toEqual([])
  const after = createConsentStores(user.api)
  await after.load()
  expect(after.$due.get()).toEqual([])
  const list = await user.api.legal.listLegalConsents()
  expect(list.ok && list.value.data.map(it => it.attributes.agreed_version)).toEqual([1, 1])
})

test('a consent that is not recorded says so and does not continue', async () => {
  const user = await app.signIn()
  const { transport } = createFakeTransport(() => errorResponse(503, 'unavailable', 'Later.'))
  const { listLegalConsents } = user.api.legal
  const { giveLegalConsent } = createApi({ transport }).legal
  const stores = createConsentStores({ legal: { listLegalConsents, giveLegalConsent } })
  await stores.load()
  expect(stores.$due.get()).toHaveLength(2)
  expect(await stores.agree()).toBe(false)
  expect(stores.$problem.get()).toMatchObject({ code: 'unavailable' })
  expect(stores.$isSaving.get()).toBe(false)
})
