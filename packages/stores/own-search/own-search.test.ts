import { createApi } from '@mille/api/client.ts'
import { addUnit, addVerifiedSite } from '@mille/testing/supply.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createFakeClock } from '../shared/fake-clock.ts'
import { createFakeTransport } from '../shared/fake-transport.ts'
import { matchesWords } from './matches-words.ts'
import { createOwnSearchStores } from './own-search.ts'

let app: TestApp
let owner: Awaited<ReturnType<TestApp['signIn']>>
let operator: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signIn()
  operator = await app.signInAdmin()
  const { userId } = owner
  for (let index = 10; index < 20; index++) {
    const domainName = `own-${index}.example`
    const siteId = await addVerifiedSite(app.context, { userId, domainName })
    await addUnit(app.context, { userId, siteId })
  }
})
afterAll(() => app.close())

/** Starts a search against the real server over a connection that a test can cut. */
function start({ as = owner, isOperator = false } = {}) {
  const clock = createFakeClock()
  const line = { isDown: false }
  const { transport, calls } = createFakeTransport(({ path }) => {
    if (line.isDown) throw new TypeError('offline')
    return as.transport(path, { method: 'GET' })
  })
  const stores = createOwnSearchStores(createApi({ transport }), { isOperator, clock })
  return { clock, calls, line, ...stores }
}
type Started = ReturnType<typeof start>
const settled = ({ $status }: Started) =>
  vi.waitFor(() => expect($status.get().status).not.toBe('loading'))
const namesOf = ({ $found }: Started, kind: string) =>
  $found
    .get()
    .filter(it => it.kind === kind)
    .map(it => it.name)

test('without a question the newest three of each kind are there', async () => {
  const search = start()
  search.start()
  expect(search.$status.get().status).toBe('loading')
  await settled(search)
  expect(namesOf(search, 'site')).toEqual(['own-19.example', 'own-18.example', 'own-17.example'])
  expect(namesOf(search, 'ad_unit')).toHaveLength(3)
  expect(search.$isPart.get()).toBe(false)
})

test('typing matches what was loaded, without another call, eight of a kind at most', async () => {
  const search = start()
  search.start()
  await settled(search)
  expect(search.calls).toHaveLength(3)
  search.type('OWN exam')
  expect(namesOf(search, 'site')).toHaveLength(8)
  search.type(' own-12 ')
  expect(namesOf(search, 'site')).toEqual(['own-12.example'])
  search.type('nothing like it')
  expect(search.$found.get()).toEqual([])
  search.clock.advance(10_000)
  expect(search.calls).toHaveLength(3)
})

test('operators find accounts once typing has paused; what was asked before is dropped', async () => {
  const search = start({ as: operator, isOperator: true })
  search.start()
  await settled(search)
  for (const text of ['a', 'ad', owner.userId]) {
    search.type(text)
    search.clock.advance(299)
  }
  expect(search.calls).toHaveLength(3)
  search.clock.advance(1)
  expect(search.$status.get().status).toBe('loading')
  await settled(search)
  expect(search.calls).toHaveLength(4)
  expect(search.$found.get().filter(it => it.kind === 'person')).toEqual([
    { kind: 'person', id: owner.userId, name: null }
  ])
  search.type(owner.userId)
  search.clock.advance(300)
  search.type('')
  expect(search.$status.get().status).toBe('success')
  expect(namesOf(search, 'person')).toEqual([])
})

test('a lost network is said, and trying again loads what failed', async () => {
  const search = start({ as: operator, isOperator: true })
  search.line.isDown = true
  search.start()
  await settled(search)
  expect(search.$status.get()).toMatchObject({ status: 'error', problem: { code: 'unreachable' } })
  search.line.isDown = false
  search.retry()
  await settled(search)
  expect(search.$status.get()).toEqual({ status: 'success' })
  search.line.isDown = true
  search.type(owner.userId)
  search.clock.advance(300)
  await settled(search)
  expect(search.$status.get()).toMatchObject({ status: 'error', problem: { code: 'unreachable' } })
  search.line.isDown = false
  search.retry()
  await settled(search)
  expect(namesOf(search, 'person')).toEqual([null])
})

test('what comes after the end changes nothing', async () => {
  const search = start()
  search.start()
  search.stop()
  await new Promise(done => setTimeout(done, 50))
  expect(search.$found.get()).toEqual([])
})

test.each([
  ['Grüße aus Köln', 'koln gru', true],
  ['Wallets, docs sites', 'sites wallet', true],
  ['Wallets, docs sites', 'wallet blog', false],
  ['anything', '', true]
])('%s is found by “%s”: %s', (text, question, isFound) => {
  expect(matchesWords(text, question)).toBe(isFound)
})
