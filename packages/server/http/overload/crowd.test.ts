import {
  type Browser,
  createTestApp,
  type SignedInBrowser,
  type TestApp
} from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveryRoutes } from '../../delivery/index.ts'
import { addCampaign } from '../../delivery/testing/network.ts'
import { createStreamPlaces } from '../stream-places.ts'
import { createBudget } from './budget.ts'

let app: TestApp
let busy: SignedInBrowser
let calm: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp({ callsPerMinute: 500 })
  busy = await app.signIn()
  calm = await app.signIn()
})
afterAll(() => app.close())

const get = (browser: Browser, path: string) => browser.transport(path, { method: 'GET' })
const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter(it => it === status).length

test('a thousand calls at once of one account leave the database to the others', async () => {
  const { pool } = app.context
  const flood = Array.from({ length: 1_000 }, () => get(busy, '/api/v1/campaigns'))
  let maxWaiting = 0
  const watch = setInterval(() => {
    maxWaiting = Math.max(maxWaiting, pool.waitingCount)
  })
  for (let nth = 0; nth < 10; nth++)
    expect((await get(calm, '/api/v1/current_user')).status).toBe(200)
  const statuses = (await Promise.all(flood)).map(response => response.status)
  clearInterval(watch)
  expect(maxWaiting).toBeLessThan(50)
  expect(countOf(statuses, 200)).toBeGreaterThan(100)
  expect(countOf(statuses, 200) + countOf(statuses, 429)).toBe(1_000)
})

test('an account that has used up its minute waits, and others do not', async () => {
  const greedy = await app.signIn()
  const answers: Response[] = []
  const some = () =>
    Promise.all(Array.from({ length: 200 }, () => get(greedy, '/api/v1/categories')))
  for (let nth = 0; nth < 4; nth++) answers.push(...(await some()))
  const refused = answers.find(response => response.status === 429)
  expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await refused?.json()).toMatchObject({ errors: [{ code: 'too_many_requests' }] })
  expect((await get(calm, '/api/v1/current_user')).status).toBe(200)
})

test('strangers from many networks leave connections to the database for those who are signed in', async () => {
  const { pool } = app.context
  let maxUsed = 0
  let isOver = false
  const flood = Array.from({ length: 40 }, async () => {
    const stranger = app.open()
    while (!isOver) await get(stranger, '/api/v1/traffic_selections')
  })
  const waits: number[] = []
  for (let nth = 0; nth < 20; nth++) {
    const startedMs = performance.now()
    const read = get(calm, '/api/v1/current_user')
    maxUsed = Math.max(maxUsed, pool.totalCount - pool.idleCount)
    expect((await read).status).toBe(200)
    waits.push(performance.now() - startedMs)
  }
  isOver = true
  await Promise.all(flood)
  expect(maxUsed).toBeLessThan(20)
  expect(pool.waitingCount).toBe(0)
  // When other tests run at the same time, the machine is slow for all requests.
  const longestMs = process.env.MILLE_PROOF === 'full' ? 1_000 : 5_000
  expect(Math.max(...waits)).toBeLessThan(longestMs)
})

test.each([
  ['/api/v1/notifications/stream', 10],
  ['/api/v1/chat/stream', 6]
])('of a hundred requests for %s at once %i are open', async (path, max) => {
  const user = await app.signIn()
  const responses = await Promise.all(Array.from({ length: 100 }, () => get(user, path)))
  const open = responses.filter(response => response.status === 200)
  expect(open).toHaveLength(max)
  for (const { body } of open) await body?.cancel()
  // The place of a closed stream is free again.
  await expect.poll(async () => (await get(user, path)).status).toBe(200)
})

test('pictures that are read from the database have a budget, and those in memory need none', async () => {
  const small = await createTestApp({ callsPerMinute: 60 }, it => deliveryRoutes(it).app)
  const { banners } = await addCampaign(small.context.db, { bannerSizes: ['300x250'] })
  const { hash } = await small.context.db
    .selectFrom('banners')
    .select('hash')
    .where('id', '=', Number(banners[0]))
    .executeTakeFirstOrThrow()
  const shown = `/media/banners/${banners[0]}/${hash}`
  const [flood, other] = [small.open('203.0.113.1'), small.open('198.51.100.1')]
  expect((await get(other, shown)).status).toBe(200)
  const unknown = [
    (nth: number) => `/media/banners/${900_000 + nth}/${hash}`,
    (nth: number) => `/media/logos/${nth.toString(16).padStart(64, '0')}`
  ]
  for (const pathOf of unknown) {
    const answers = await Promise.all(
      Array.from({ length: 600 }, (_, nth) => get(flood, pathOf(nth)))
    )
    const statuses = answers.map(it => it.status)
    const found = countOf(statuses, 404)
    expect(found).toBeGreaterThan(0)
    // Five pictures for each call of the minute, and those that are added to the budget during the requests.
    expect(found).toBeLessThan(400)
    expect(found + countOf(statuses, 429)).toBe(600)
    const refused = answers.find(it => it.status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await get(other, pathOf(0))).status).toBe(404)
  }
  expect((await get(flood, shown)).status).toBe(200)
  // API calls have a budget of their own.
  expect((await get(flood, '/api/v1/categories')).status).toBe(200)
  await small.close()
})

test('a neighborhood of addresses has a share of the streams, whatever its accounts', () => {
  const places = createStreamPlaces(10)
  const takeAt = (userId: number, address: string) => places.take(userId, address)
  const taken = Array.from({ length: 500 }, (_, id) => takeAt(id, `203.0.113.${id % 256}`))
  expect(taken.every(place => place.ok)).toBe(true)
  expect(takeAt(1_000, '203.0.113.9')).toEqual({ ok: false, isFull: false })
  expect(takeAt(1_000, '198.51.100.9').ok).toBe(true)
  const [first] = taken
  if (first?.ok) first.leave()
  if (first?.ok) first.leave()
  expect(takeAt(1_001, '203.0.113.9').ok).toBe(true)
  expect(takeAt(1_002, '203.0.113.9').ok).toBe(false)
})

test('a budget fills steadily, and those that are full are forgotten', () => {
  let nowMs = 0
  const budget = createBudget(60, () => nowMs)
  const spend = (times: number) => Array.from({ length: times }, () => budget.spend('a'))
  expect(spend(60)).toEqual(Array.from({ length: 60 }, () => null))
  expect(budget.spend('a')).toBe(1)
  nowMs += 2_000
  expect(spend(3)).toEqual([null, null, 1])
  nowMs += 3_600_000
  expect(spend(61).filter(wait => wait !== null)).toEqual([1])
  expect(budget.spend('b', 45)).toBeNull()
  expect(budget.spend('b', 45)).toBe(30)
  // A call that costs more than a minute's worth is still allowed once a minute.
  expect(budget.spend('c', 1_000)).toBeNull()
  expect(budget.spend('c', 1_000)).toBe(60)
})
