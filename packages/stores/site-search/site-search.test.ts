import { createApi } from '@mille/api/client.ts'
import { addUnit, addVerifiedSite } from '@mille/testing/supply.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createFakeClock } from '../shared/fake-clock.ts'
import { createFakeTransport, errorResponse } from '../shared/fake-transport.ts'
import { createSiteSearchStores } from './site-search.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  const { userId } = await app.signIn()
  for (let index = 10; index < 27; index++) {
    const domainName = `find-${index}.example`
    await addUnit(app.context, {
      userId,
      siteId: await addVerifiedSite(app.context, { userId, domainName })
    })
  }
})
afterAll(() => app.close())

/** Starts a search against the real server over a connection that a test can cut. */
function start() {
  const clock = createFakeClock()
  const browser = app.open()
  const line = { isDown: false }
  const { transport, calls } = createFakeTransport(({ path }) =>
    line.isDown ? errorResponse(500, 'internal') : browser.transport(path, { method: 'GET' })
  )
  return { clock, calls, line, ...createSiteSearchStores(createApi({ transport }), { clock }) }
}
type Started = ReturnType<typeof start>
const settled = ({ $search }: Started) =>
  vi.waitFor(() => expect($search.get().status).not.toBe('loading'))

test('nothing to look for is empty and makes no call', () => {
  const search = start()
  search.type('f')
  search.type('  ')
  search.clock.advance(10_000)
  expect(search.$search.get()).toEqual({ status: 'empty' })
  expect(search.calls).toEqual([])
})

test('asks once typing has paused for 700 ms: loading, then success', async () => {
  const search = start()
  for (const text of ['f', 'fi', 'find-12']) {
    search.type(text)
    search.clock.advance(699)
  }
  expect(search.calls).toEqual([])
  search.clock.advance(1)
  expect(search.$search.get().status).toBe('loading')
  await settled(search)
  expect(search.calls).toHaveLength(1)
  expect(search.$search.get()).toMatchObject({
    status: 'success',
    sites: [{ attributes: { domain_name: 'find-12.example' } }]
  })
})

test('load more raises the offset by the page of 15', async () => {
  const search = start()
  search.type('find')
  search.clock.advance(700)
  await settled(search)
  expect(search.$search.get()).toMatchObject({ status: 'success', records: 17 })
  expect(search.$hasMore.get()).toBe(true)
  await search.loadMore()
  expect(new URL(search.calls[1]!.path, 'http://a').searchParams.get('page[offset]')).toBe('15')
  const { status, ...rest } = search.$search.get()
  expect(status).toBe('success')
  expect('sites' in rest && new Set(rest.sites.map(site => site.id)).size).toBe(17)
  expect(search.$hasMore.get()).toBe(false)
  await search.loadMore()
  expect(search.calls).toHaveLength(2)
})

test('an error keeps what was found, and the next try continues from there', async () => {
  const search = start()
  search.type('find')
  search.clock.advance(700)
  await settled(search)
  search.line.isDown = true
  await search.loadMore()
  expect(search.$search.get()).toMatchObject({ status: 'error', problem: { code: 'internal' } })
  search.line.isDown = false
  await search.loadMore()
  expect(search.$search.get()).toMatchObject({ status: 'success', records: 17 })
})

test('an answer to an older question is dropped', async () => {
  const search = start()
  search.type('find-11')
  search.clock.advance(700)
  search.type('find-13')
  search.clock.advance(700)
  await vi.waitFor(() =>
    expect(search.$search.get()).toMatchObject({
      status: 'success',
      sites: [{ attributes: { domain_name: 'find-13.example' } }]
    })
  )
})
