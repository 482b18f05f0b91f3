import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { credit } from '@mille/testing/campaigns.ts'
import { addOffer } from '@mille/testing/publications.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { balances, userAccount, verifyLedger } from '../ledger/index.ts'
import { fireDeadlines } from './deadlines.ts'
import { claimProofs } from './proof-queries.ts'
import { watchProofs } from './watch-proofs.ts'

const dayMs = 86_400_000
const amount = 9_000_000_000n
const aDay = amount / 60n
const link = '<a href="https://shop.example/">Bread</a>'

/** The response that every publication URL returns, and the paths that the checker requested. */
const page = { status: 200, html: link, looks: [] as string[] }
const server = createServer((request, response) => {
  page.looks.push(request.url ?? '')
  response.statusCode = page.status
  response.end(page.html)
})

let app: TestApp
let advertiser: SignedInBrowser
let publisher: SignedInBrowser
let operator: SignedInBrowser
let origin: string
let offer_id: string
let id: string

beforeAll(async () => {
  app = await createTestApp()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(async () => {
  advertiser = await app.signIn()
  publisher = await app.signIn()
  operator = await app.signInAdmin()
  await credit(app.context, advertiser.userId, amount, 'USD')
  Object.assign(page, { status: 200, html: link })
  offer_id = await addOffer(app.context, publisher, { priceUsCents: amount / 1_000_000n })
  id = await publish()
})
afterAll(async () => {
  server.close()
  await app.close()
})

async function place(): Promise<string> {
  const placed = await advertiser.api.marketplace.createOrder({
    offer_id,
    currency: 'usd',
    target_url: 'https://shop.example/',
    brief: 'Please write about bread.'
  })
  if (!placed.ok) throw new Error(JSON.stringify(placed.errors))
  return placed.value.data.id
}

async function publish(): Promise<string> {
  const id = await place()
  await publisher.api.marketplace.updateOrder({ id, state: 'accepted' })
  const published = await publisher.api.marketplace.updateOrder({
    id,
    state: 'published',
    proof_url: `${origin}/${id}`
  })
  expect(published).toMatchObject({ ok: true })
  return id
}

const looks = () => page.looks.filter(it => it === `/${id}`).length
const confirm = () => advertiser.api.marketplace.updateOrder({ id, state: 'confirmed' })

async function read() {
  const order = await advertiser.api.marketplace.readOrder({ id })
  if (!order.ok) throw new Error(order.code)
  return order.value
}

const stateOf = async () => (await read()).data.attributes.state
const releasedDays = async () => (await read()).meta.releases.length

/** Counts the orders of all tests whose publication is due for a check. */
async function watchedNow(): Promise<number> {
  const { due } = await app.context.db
    .selectFrom('publication_orders')
    .select(eb => eb.fn.countAll<bigint>().as('due'))
    .where('proof_check_at', '<=', app.context.now())
    .executeTakeFirstOrThrow()
  return Number(due)
}

/** Advances the clock day by day and runs each day's jobs. */
async function live(days: number) {
  for (let left = days; left > 0; left--) {
    app.context.clock.advance(dayMs)
    for (const { api } of [advertiser, publisher, operator]) await api.accounts.readCurrentUser()
    await watchProofs(app.context)
    await fireDeadlines(app.context)
  }
}

async function notificationsOf(kinds: string) {
  const rows = await app.context.db
    .selectFrom('notifications')
    .select(['kind', 'user_id'])
    .where('event', 'like', `order ${id} %`)
    .where('kind', 'like', kinds)
    .orderBy('id')
    .execute()
  return rows.map(row => [row.kind, String(row.user_id)])
}

const toBoth = (kind: string) => [
  [kind, advertiser.userId],
  [kind, publisher.userId]
]

test('a link that stays is looked at every day and changes nothing', async () => {
  await confirm()
  const before = looks()
  await live(29)
  expect(looks() - before).toBe(29)
  expect(await releasedDays()).toBe(29)
  await live(2)
  expect(await stateOf()).toBe('completed')
  // A fully paid order is no longer watched.
  expect(looks() - before).toBe(30)
  expect(await notificationsOf('order_link%')).toEqual([])
})

test('a page that is away for one check is not a breach', async () => {
  await confirm()
  page.status = 503
  await live(1)
  page.status = 200
  await live(1)
  page.html = 'Nothing'
  await live(1)
  expect(await read()).toMatchObject({
    data: { attributes: { proof_lost_at: null, proof: { has_link: false } } }
  })
  expect(await releasedDays()).toBe(3)
  expect(await notificationsOf('order_link%')).toEqual([])
})

test('two checks in a row that miss the link hold what is left, and both sides are notified once', async () => {
  await confirm()
  await live(3)
  page.html = 'Nothing about bread'
  await live(2)
  const lostAt = app.context.now().toISOString()
  await live(5)
  // The first miss is forgiven: that day is paid.
  expect(await releasedDays()).toBe(4)
  const { attributes } = (await read()).data
  expect(attributes).toMatchObject({ state: 'confirmed', proof_lost_at: lostAt })
  expect(attributes.next_states).toContain('disputed')
  expect(await notificationsOf('order_link%')).toEqual(toBoth('order_link_lost'))
  page.html = link
  await live(1)
  expect(await releasedDays()).toBe(11)
  expect(await read()).toMatchObject({ data: { attributes: { proof_lost_at: null } } })
  expect(await notificationsOf('order_link%')).toEqual([
    ...toBoth('order_link_lost'),
    ...toBoth('order_link_back')
  ])
  await live(20)
  expect(await stateOf()).toBe('completed')
  const [earned] = await balances(app.context.db, [userAccount(Number(publisher.userId), 'USD')])
  expect(earned).toBe((amount * 4n) / 5n)
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})

test('the publisher who put the link back asks for a look, and is paid at once', async () => {
  await confirm()
  page.status = 404
  await live(2)
  expect(await releasedDays()).toBe(1)
  // A requested check that does not find the link neither counts as a miss nor ends the hold.
  expect(await advertiser.api.marketplace.checkOrderProof({ id })).toMatchObject({ ok: true })
  expect((await read()).data.attributes.proof_lost_at).not.toBeNull()
  page.status = 200
  const looked = await publisher.api.marketplace.checkOrderProof({ id })
  expect(looked).toMatchObject({ value: { data: { attributes: { proof_lost_at: null } } } })
  await fireDeadlines(app.context)
  expect(await releasedDays()).toBe(2)
})

test('a link that stays away until the last day is for the operator to decide', async () => {
  await confirm()
  await live(10)
  page.html = 'Nothing'
  await live(20)
  const { data, meta } = await read()
  expect(data.attributes.state).toBe('disputed')
  expect(meta.events.at(-1)).toMatchObject({ actor: 'deadline', to_state: 'disputed' })
  expect(await notificationsOf('order_disputed')).toEqual(toBoth('order_disputed'))
  const before = looks()
  await live(5)
  expect(looks()).toBe(before)
  const upheld = { id, decision: 'uphold' as const, reason: 'It is gone' }
  expect(await operator.api.marketplace.decideDispute(upheld)).toMatchObject({ ok: true })
  expect((await read()).data.attributes.refunded).toBe((amount - 11n * aDay).toString())
  expect(await notificationsOf('order_refunded')).toEqual(toBoth('order_refunded'))
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})

test('a link that goes before the confirmation is paid for once it is back', async () => {
  page.html = 'Nothing'
  await live(10)
  expect(await stateOf()).toBe('confirmed')
  expect(await releasedDays()).toBe(0)
  page.html = link
  await live(1)
  expect(await releasedDays()).toBe(4)
})

test('a publication in which no link was ever found is not watched', async () => {
  await advertiser.api.marketplace.updateOrder({
    id,
    state: 'disputed',
    reason: 'To be done with it'
  })
  page.html = 'A film, as it was agreed'
  await credit(app.context, advertiser.userId, amount, 'USD')
  id = await publish()
  await confirm()
  const before = looks()
  await live(3)
  expect(looks()).toBe(before)
  expect(await releasedDays()).toBe(3)
})

test('several workers look once', async () => {
  await confirm()
  app.context.clock.advance(dayMs)
  const due = await watchedNow()
  page.looks = []
  const counts = await Promise.all(Array.from({ length: 8 }, () => watchProofs(app.context)))
  expect(counts.reduce((sum, it) => sum + it, 0)).toBe(due)
  expect(new Set(page.looks).size).toBe(due)
  expect(page.looks).toHaveLength(due)
})

test('a look that a crash cut short is taken an hour later', async () => {
  await confirm()
  await live(1)
  app.context.clock.advance(dayMs)
  // The claims left behind by a worker that was killed during its checks.
  const lease = new Date(app.context.now().getTime() + 3_600_000)
  const due = await watchedNow()
  await claimProofs(app.context.db, app.context.now(), lease, 1_000)
  expect(await watchProofs(app.context)).toBe(0)
  app.context.clock.advance(3_600_000)
  expect(await watchProofs(app.context)).toBe(due)
  expect(await watchProofs(app.context)).toBe(0)
})

test('an order that was declined or ran out of time tells whose money it was', async () => {
  await credit(app.context, advertiser.userId, amount, 'USD')
  id = await place()
  await publisher.api.marketplace.updateOrder({ id, state: 'declined', reason: 'On holiday' })
  expect(await notificationsOf('order_declined')).toEqual([['order_declined', advertiser.userId]])
  id = await place()
  await live(6)
  expect(await notificationsOf('order_expired')).toEqual(toBoth('order_expired'))
})
