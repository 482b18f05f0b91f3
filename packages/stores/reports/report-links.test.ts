import { createApi } from '@mille/api/client.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeTransport, errorResponse } from '../shared/fake-transport.ts'
import { createReportLinksStores, savedViewOf, viewOfSaved } from './report-links.ts'
import { viewOfSearch } from './report-view.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const view = (search: string) => viewOfSearch(new URLSearchParams(search), Date.now())

test('a link has its address until it is left, and is gone when it is revoked', async () => {
  const { api } = await app.signIn()
  const saved = savedViewOf(view('side=publisher&metric=BTC'))
  if (!saved) throw new Error('It is not saved')
  const stores = createReportLinksStores(api)
  await stores.load()
  expect(stores.$links.get()).toEqual([])
  expect(await stores.create(' ', saved)).toBe(false)
  expect(Object.keys(stores.$problems.get().fields)).toEqual(['name'])
  expect(await stores.create('For the agency', saved)).toBe(true)
  expect(stores.$url.get()).toMatch(/\/reports\/shared\/[\w-]{43}$/)
  stores.leave()
  expect(stores.$url.get()).toBe(null)
  await stores.load()
  const [link] = stores.$links.get() ?? []
  expect(link?.attributes).toMatchObject({ name: 'For the agency', view: { metric: 'BTC' } })
  expect(await stores.revoke(link?.id ?? '')).toBe(true)
  expect(stores.$links.get()).toEqual([])
})

test('a report is emailed until it is ended, if the account has an address', async () => {
  const { api, userId } = await app.signIn()
  const saved = savedViewOf(view('side=publisher'))
  if (!saved) throw new Error('It is not saved')
  const stores = createReportLinksStores(api)
  expect(await stores.mail('Mine', saved, 'week')).toBe(false)
  expect(stores.$problems.get().general).toMatchObject([{ code: 'email_missing' }])
  await app.context.db
    .updateTable('users')
    .set({ email: 'me@example.com' })
    .where('id', '=', Number(userId))
    .execute()
  expect(await stores.mail('Mine', saved, 'week')).toBe(true)
  await stores.load()
  const [mail] = stores.$mails.get() ?? []
  expect(mail?.attributes).toMatchObject({ name: 'Mine', every: 'week' })
  expect(await stores.endMail(mail?.id ?? '')).toBe(true)
  expect(stores.$mails.get()).toEqual([])
})

test('a failure leaves the list as it was', async () => {
  const { transport } = createFakeTransport(() => errorResponse(503, 'unavailable'))
  const stores = createReportLinksStores(createApi({ transport }))
  await stores.load()
  expect(stores.$links.get()).toBe(null)
  expect(await stores.revoke('4')).toBe(false)
  expect(stores.$listProblem.get()?.code).toBe('unavailable')
})

test.each([
  'side=publisher&range=custom&from=2026-03-01&to=2026-03-02&interval=day&metric=BTC&by=language&sort=name',
  'side=advertiser&compare=1&by=banner&campaign=3,4&site=0&ad_unit=2&banner=0&language=de&search=a'
])('a view “%s” is the same after it was saved', search => {
  const before = view(search)
  const saved = savedViewOf(before)
  expect(saved && viewOfSaved(saved, before)).toEqual(before)
})

test('the report of the whole network is not shared', () => {
  expect(savedViewOf(view('side=network'))).toBe(null)
})
