import { credit } from '@mille/testing/campaigns.ts'
import { addOffer } from '@mille/testing/publications.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  balances,
  networkAccount,
  orderAccount,
  userAccount,
  verifyLedger
} from '../ledger/index.ts'
import { fireDeadlines } from './deadlines.ts'

const dayMs = 86_400_000
/** 100.01 dollars, so that halves, fifths and thirtieths all leave a remainder. */
const price = 10_001n
const amount = 10_001_000_000n
const proof_url = 'http://127.0.0.1:9/article'

let app: TestApp
let advertiser: SignedInBrowser
let publisher: SignedInBrowser
let operator: SignedInBrowser
let offerId: string

beforeAll(async () => {
  app = await createTestApp()
})
// Sessions end after a long idle time, and these tests advance the clock by months, so each test signs in again.
beforeEach(async () => {
  advertiser = await app.signIn()
  publisher = await app.signIn()
  operator = await app.signInAdmin()
  offerId = await addOffer(app.context, publisher, { priceUsCents: price })
  await credit(app.context, advertiser.userId, amount * 10n, 'USD')
})
afterAll(() => app.close())

const brief = {
  currency: 'usd' as const,
  target_url: 'https://shop.example/',
  brief: 'Please write about bread.'
}

async function place(by = advertiser) {
  const placed = await by.api.marketplace.createOrder({ offer_id: offerId, ...brief })
  if (!placed.ok) throw new Error(JSON.stringify(placed.errors))
  return placed.value.data.id
}

async function move(by: SignedInBrowser, id: string, state: 'accepted' | 'confirmed') {
  const moved = await by.api.marketplace.updateOrder({ id, state })
  expect(moved).toMatchObject({ ok: true, value: { data: { attributes: { state } } } })
}

async function publish(id: string) {
  await move(publisher, id, 'accepted')
  const moved = await publisher.api.marketplace.updateOrder({ id, state: 'published', proof_url })
  expect(moved).toMatchObject({ ok: true })
}

async function readOrder(id: string, by = advertiser) {
  const read = await by.api.marketplace.readOrder({ id })
  if (!read.ok) throw new Error(read.code)
  return read.value
}

async function money(id: string) {
  const user = (browser: SignedInBrowser, kind: 'available' | 'held' = 'available') =>
    userAccount(Number(browser.userId), 'USD', kind)
  const [free, held, order, earned, fee] = await balances(app.context.db, [
    user(advertiser),
    user(advertiser, 'held'),
    orderAccount(Number(id), 'USD'),
    user(publisher),
    networkAccount('USD', 'fee')
  ])
  return { free, held, order, earned, fee }
}

async function change(id: string, run: () => Promise<unknown>) {
  const before = await money(id)
  await run()
  const after = await money(id)
  const names = ['free', 'held', 'order', 'earned', 'fee'] as const
  return Object.fromEntries(names.map(name => [name, (after[name] ?? 0n) - (before[name] ?? 0n)]))
}

async function notificationsOf(id: string) {
  const rows = await app.context.db
    .selectFrom('notifications')
    .select(['kind', 'user_id'])
    .where('event', 'like', `order ${id} %`)
    .orderBy('id')
    .execute()
  return rows.map(row => [row.kind, String(row.user_id)])
}

const nothing = { free: 0n, held: 0n, order: 0n, earned: 0n, fee: 0n }

/** Advances the clock in steps that are short enough that no session ends. */
async function days(count: number) {
  for (let left = count; left > 0; left -= 15) {
    app.context.clock.advance(Math.min(left, 15) * dayMs)
    for (const browser of [advertiser, publisher, operator])
      await browser.api.accounts.readCurrentUser()
  }
}

test('the price is held when it is ordered, and goes back when it is declined', async () => {
  let id = ''
  expect(
    await change('1', async () => {
      id = await place()
    })
  ).toEqual({ ...nothing, free: -amount, held: amount })
  const holds = await advertiser.api.finances.readHolds({ userId: advertiser.userId })
  expect(holds).toMatchObject({
    value: {
      data: [{ attributes: { reason: 'publication_order', source: { type: 'order', id } } }]
    }
  })
  const decline = { id, state: 'declined' as const, reason: 'Not our subject' }
  expect(await change(id, () => publisher.api.marketplace.updateOrder(decline))).toEqual({
    ...nothing,
    free: amount,
    held: -amount
  })
  expect(await readOrder(id)).toMatchObject({
    data: { attributes: { state: 'declined', refunded: amount.toString(), due_at: null } },
    meta: {
      events: [
        { from_state: null, to_state: 'placed', actor: 'advertiser' },
        { from_state: 'placed', to_state: 'declined', reason: 'Not our subject' }
      ]
    }
  })
})

test('a placed order is called back by its advertiser, and the price is free at once', async () => {
  const id = await place()
  const cancel = { id, state: 'cancelled' as const }
  expect(await publisher.api.marketplace.updateOrder(cancel)).toMatchObject({
    code: 'state_not_allowed'
  })
  expect(await change(id, () => advertiser.api.marketplace.updateOrder(cancel))).toEqual({
    ...nothing,
    free: amount,
    held: -amount
  })
  expect(await readOrder(id)).toMatchObject({
    data: {
      attributes: { state: 'cancelled', refunded: amount.toString(), due_at: null, next_states: [] }
    },
    meta: { events: [{ to_state: 'placed' }, { to_state: 'cancelled', actor: 'advertiser' }] }
  })
  const { rows } = await app.context.pool.query(
    `select kind from notifications where user_id = $1 order by id`,
    [publisher.userId]
  )
  expect(rows.map(row => row.kind)).toEqual(['order_placed', 'order_cancelled'])
})

test('of calling an order back and accepting it at once, one happens', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await place()
    const [cancelled, accepted] = await Promise.all([
      advertiser.api.marketplace.updateOrder({ id, state: 'cancelled' }),
      publisher.api.marketplace.updateOrder({ id, state: 'accepted' })
    ])
    expect([cancelled.ok, accepted.ok].sort()).toEqual([false, true])
    const { data } = await readOrder(id)
    expect(data.attributes.state).toBe(cancelled.ok ? 'cancelled' : 'accepted')
    expect(data.attributes.refunded).toBe(cancelled.ok ? amount.toString() : '0')
  }
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})

test('a confirmed order pays half by the day and half on day 30, to the unit', async () => {
  const id = await place()
  await publish(id)
  expect(await change(id, () => move(advertiser, id, 'confirmed'))).toEqual({
    ...nothing,
    held: -amount,
    order: amount
  })
  await days(1)
  const firstDay = amount / 2n / 30n
  const firstFee = firstDay / 5n
  expect(await change(id, () => fireDeadlines(app.context))).toEqual({
    ...nothing,
    order: -firstDay,
    earned: firstDay - firstFee,
    fee: firstFee
  })
  const later = await change(id, async () => {
    await days(28)
    await fireDeadlines(app.context)
  })
  expect(later.order).toBe(-((amount / 2n) * 29n) / 30n + firstDay)
  expect((await readOrder(id)).data.attributes).toMatchObject({ state: 'confirmed' })
  await days(1)
  await fireDeadlines(app.context)
  const { data, meta } = await readOrder(id)
  expect(data.attributes).toMatchObject({ state: 'completed', released: amount.toString() })
  expect(meta.releases.map(it => it.day)).toEqual(Array.from({ length: 30 }, (_, day) => day + 1))
  const sum = (name: 'gross' | 'fee' | 'net') =>
    meta.releases.reduce((all, it) => all + BigInt(it[name]), 0n)
  expect(sum('gross')).toBe(amount)
  expect(sum('fee')).toBe(amount / 5n)
  expect(sum('net')).toBe(amount - amount / 5n)
  const historyOf = async ({ api, userId }: SignedInBrowser) => {
    const read = await api.finances.readHistory({ userId, 'page[limit]': 100 })
    return (read.ok ? read.value.data : [])
      .map(it => it.attributes)
      .filter(it => it.source.type === 'order' && it.source.id === id)
  }
  const earned = await historyOf(publisher)
  expect(earned).toHaveLength(30)
  expect(earned.reduce((all, it) => all + BigInt(it.amount), 0n)).toBe(amount - amount / 5n)
  expect(await historyOf(advertiser)).toMatchObject([
    { type: 'spending', amount: `-${amount}`, reference: `order:${id}:confirmed` }
  ])
  expect(await notificationsOf(id)).toEqual([
    ['order_placed', publisher.userId],
    ['order_accepted', advertiser.userId],
    ['order_published', advertiser.userId],
    ['order_completed', advertiser.userId],
    ['order_completed', publisher.userId]
  ])
  expect((await money(id)).order).toBe(0n)
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})

test('a dispute stops the release, and upheld it gives back what was not released', async () => {
  const id = await place()
  await publish(id)
  await move(advertiser, id, 'confirmed')
  await days(10)
  await fireDeadlines(app.context)
  const dispute = { id, state: 'disputed' as const, reason: 'The page is gone' }
  expect(await advertiser.api.marketplace.updateOrder(dispute)).toMatchObject({ ok: true })
  await days(10)
  expect(await change(id, () => fireDeadlines(app.context))).toEqual(nothing)
  const released = ((amount / 2n) * 10n) / 30n
  const queue = await operator.api.marketplace.listDisputes()
  expect(queue.ok && queue.value.data.map(it => it.id)).toEqual([id])
  const upheld = { id, decision: 'uphold' as const, reason: 'It is gone indeed' }
  expect(await change(id, () => operator.api.marketplace.decideDispute(upheld))).toEqual({
    ...nothing,
    free: amount - released,
    order: released - amount
  })
  expect((await readOrder(id)).data.attributes).toMatchObject({
    state: 'refunded',
    released: released.toString(),
    refunded: (amount - released).toString()
  })
})

test('a dispute before the confirmation is decided for either side', async () => {
  const dispute = (id: string) =>
    advertiser.api.marketplace.updateOrder({ id, state: 'disputed', reason: 'No link' })
  const lost = await place()
  await publish(lost)
  await dispute(lost)
  const dismissed = { id: lost, decision: 'dismiss' as const, reason: 'The link is there' }
  expect(await change(lost, () => operator.api.marketplace.decideDispute(dismissed))).toEqual({
    ...nothing,
    held: -amount,
    earned: amount - amount / 5n,
    fee: amount / 5n
  })
  expect((await readOrder(lost)).meta.releases).toMatchObject([{ day: 30 }])
  const won = await place()
  await publish(won)
  await dispute(won)
  const upheld = { id: won, decision: 'uphold' as const, reason: 'There is no link' }
  expect(await change(won, () => operator.api.marketplace.decideDispute(upheld))).toEqual({
    ...nothing,
    free: amount,
    held: -amount
  })
})

test('an operator who placed the order, or has to fulfill it, decides no dispute about it', async () => {
  await credit(app.context, operator.userId, amount, 'USD')
  const id = await place(operator)
  await publish(id)
  const disputed = { id, state: 'disputed' as const, reason: 'No link' }
  expect(await operator.api.marketplace.updateOrder(disputed)).toMatchObject({ ok: true })
  const upheld = { id, decision: 'uphold' as const, reason: 'There is no link' }
  expect(await operator.api.marketplace.decideDispute(upheld)).toMatchObject({
    code: 'own_dispute'
  })
  const other = await app.signInAdmin()
  expect(await other.api.marketplace.decideDispute(upheld)).toMatchObject({ ok: true })
})

test('every deadline fires once though several workers run', async () => {
  const unanswered = await place()
  const unpublished = await place()
  await move(publisher, unpublished, 'accepted')
  const unjudged = await place()
  await publish(unjudged)
  const confirmed = await place()
  await publish(confirmed)
  await move(advertiser, confirmed, 'confirmed')
  // Turnaround plus the grace period is the longest of the deadlines.
  await days(14)
  const fired = await Promise.all(Array.from({ length: 8 }, () => fireDeadlines(app.context)))
  expect(fired.reduce((sum, it) => sum + it, 0)).toBe(4)
  const states = await Promise.all(
    [unanswered, unpublished, unjudged, confirmed].map(async id => {
      const { data, meta } = await readOrder(id)
      const byTime = meta.events.filter(it => it.actor === 'deadline').map(it => it.to_state)
      return [data.attributes.state, byTime, meta.releases.length]
    })
  )
  expect(states).toEqual([
    ['refunded', ['refunded'], 0],
    ['refunded', ['refunded'], 0],
    ['confirmed', ['confirmed'], 0],
    ['confirmed', [], 14]
  ])
  expect(await fireDeadlines(app.context)).toBe(0)
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})

test('an order in bitcoin keeps the rate of its moment', async () => {
  await credit(app.context, advertiser.userId, 10_000_000n, 'BTC')
  const read = await advertiser.api.marketplace.readOffer({ id: offerId })
  const shown = read.ok ? read.value.meta.price : null
  const order = { offer_id: offerId, ...brief, currency: 'btc' as const }
  const placed = await advertiser.api.marketplace.createOrder(order)
  if (!placed.ok) throw new Error(JSON.stringify(placed.errors))
  const { asset, amount: sats, rate } = placed.value.data.attributes
  expect(asset).toBe('BTC')
  expect(sats).toBe(shown?.BTC)
  expect(shown?.USD).toBe(amount.toString())
  const exact = (amount * 100_000_000n) / BigInt(rate ?? 1)
  expect(BigInt(sats) - exact).toBeLessThanOrEqual(1n)
  const [held] = await balances(app.context.db, [
    userAccount(Number(advertiser.userId), 'BTC', 'held')
  ])
  expect(held).toBe(BigInt(sats))
})

test('nothing is bought in bitcoin by a rate that is too old, or by none', async () => {
  const { context } = app
  const { payments } = context.config
  const before = payments.rates
  payments.rates = { sources: ['http://127.0.0.1:9/#/usd'], staleSeconds: 600 }
  try {
    const order = { offer_id: offerId, ...brief, currency: 'btc' as const }
    const have = () => balances(context.db, [userAccount(Number(advertiser.userId), 'BTC')])
    await credit(context, advertiser.userId, 10_000_000n, 'BTC')
    const money = await have()
    const refused = { ok: false, code: 'unavailable' }
    expect(await advertiser.api.marketplace.createOrder(order)).toMatchObject(refused)
    const at = new Date(context.now().getTime() - 601_000)
    await context.db
      .insertInto('exchange_rates')
      .values({ asset: 'BTC', usd: 6_000_000_000_000n, sources: 3, at })
      .execute()
    expect(await advertiser.api.marketplace.createOrder(order)).toMatchObject(refused)
    expect(await have()).toEqual(money)
  } finally {
    payments.rates = before
  }
})

test('a partner’s tenth comes out of the fee', async () => {
  // All orders share the fee account, so the orders under way are completed first.
  await days(45)
  await fireDeadlines(app.context)
  const partner = await app.signIn()
  const brought = await app.signIn()
  await app.context.db
    .updateTable('users')
    .set({ partner_id: Number(partner.userId) })
    .where('id', '=', Number(brought.userId))
    .execute()
  await credit(app.context, brought.userId, amount, 'USD')
  const id = await place(brought)
  await publish(id)
  await move(brought, id, 'confirmed')
  const { fee: before = 0n } = await money(id)
  await days(30)
  await fireDeadlines(app.context)
  const [earned] = await balances(app.context.db, [userAccount(Number(partner.userId), 'USD')])
  expect(earned).toBe(amount / 10n)
  expect((await money(id)).fee).toBe(before + amount / 5n - amount / 10n)
})

test('who has not the money, asks for their own or for an unknown offer is refused', async () => {
  const poor = await app.signIn()
  const order = { offer_id: offerId, ...brief }
  expect(await poor.api.marketplace.createOrder(order)).toMatchObject({
    code: 'insufficient_funds'
  })
  expect(await publisher.api.marketplace.createOrder(order)).toMatchObject({ code: 'offer_own' })
  const pending = await addOffer(app.context, publisher, { state: 'pending' })
  for (const offer_id of [pending, '2000000001'])
    expect(await advertiser.api.marketplace.createOrder({ ...order, offer_id })).toMatchObject({
      code: 'offer_unknown'
    })
  expect(
    await advertiser.api.marketplace.createOrder({ ...order, price_us_cents: 1 })
  ).toMatchObject({ code: 'price_changed' })
  const { records } = await app.context.db
    .selectFrom('publication_orders')
    .select(eb => eb.fn.countAll<bigint>().as('records'))
    .where('advertiser_id', '=', Number(poor.userId))
    .executeTakeFirstOrThrow()
  expect(records).toBe(0n)
})

test('a repeated order with the same key is one order', async () => {
  const order = { offer_id: offerId, ...brief }
  const options = { idempotencyKey: 'once' }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => advertiser.api.marketplace.createOrder(order, options))
  )
  const ids = new Set(answers.map(it => it.ok && it.value.data.id))
  expect(ids.size).toBe(1)
})

test('attachments belong to one order and are for its parties only', async () => {
  const form = new FormData()
  form.append('data[file]', new File(['Write about bread.'], '../notes <b>.txt'))
  const uploaded = await advertiser.api.marketplace.uploadOrderAttachment({ form })
  if (!uploaded.ok) throw new Error(uploaded.code)
  const attachment_ids = [uploaded.value.data.id]
  const stranger = await app.signIn()
  await credit(app.context, stranger.userId, amount, 'USD')
  const order = { offer_id: offerId, ...brief, attachment_ids }
  expect(await stranger.api.marketplace.createOrder(order)).toMatchObject({
    code: 'attachment_unknown'
  })
  const placed = await advertiser.api.marketplace.createOrder(order)
  if (!placed.ok) throw new Error(placed.code)
  expect(await advertiser.api.marketplace.createOrder(order)).toMatchObject({
    code: 'attachment_unknown'
  })
  const [attachment] = placed.value.meta.attachments
  expect(attachment).toMatchObject({ file_name: 'notes <b>.txt' })
  const path = attachment?.source ?? ''
  const got = await publisher.transport(path, { method: 'GET' })
  expect(await got.text()).toBe('Write about bread.')
  expect(got.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''notes%20%3Cb%3E.txt"
  )
  expect(got.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await stranger.transport(path, { method: 'GET' })).status).toBe(404)
  expect((await operator.transport(path, { method: 'GET' })).status).toBe(404)
  expect((await app.open().transport(path, { method: 'GET' })).status).toBe(401)
  const page = new FormData()
  page.append('data[file]', new File(['\x00<svg onload=alert(1)>'], 'x.svg'))
  expect(await advertiser.api.marketplace.uploadOrderAttachment({ form: page })).toMatchObject({
    code: 'attachment_not_taken'
  })
})

test.each([
  ['brief.hta', 'Write about bread.', 'brief.txt'],
  ['run me.bat', 'del *', 'run me.txt'],
  ['page.html', '<script>alert(1)</script>', 'page.txt'],
  ['link.desktop', '[Desktop Entry]', 'link.txt'],
  ['notes.TXT', 'Plain', 'notes.TXT'],
  ['paper.exe', '%PDF-1.7', 'paper.pdf'],
  ['no ending', 'Plain', 'no ending.txt']
])('the name of an attached %j ends as its content says', async (name, content, kept) => {
  const form = new FormData()
  form.append('data[file]', new File([content], name))
  const uploaded = await advertiser.api.marketplace.uploadOrderAttachment({ form })
  expect(uploaded.ok && uploaded.value.data.attributes.file_name).toBe(kept)
})

test('the parties write to each other; the operator joins once it is disputed', async () => {
  const id = await place()
  const stranger = await app.signIn()
  const { listOrderMessages, sendOrderMessage } = publisher.api.marketplace
  await sendOrderMessage({ id, body: 'When do you need it?' })
  await advertiser.api.marketplace.sendOrderMessage({ id, body: 'On Friday.' })
  const read = await listOrderMessages({ id })
  expect(read.ok && read.value.data.map(it => it.attributes)).toMatchObject([
    { body: 'On Friday.', side: 'advertiser', is_own: false },
    { body: 'When do you need it?', side: 'publisher', is_own: true }
  ])
  for (const browser of [stranger, operator])
    expect(await browser.api.marketplace.listOrderMessages({ id })).toMatchObject({ status: 404 })
  await publish(id)
  await advertiser.api.marketplace.updateOrder({ id, state: 'disputed', reason: 'No link' })
  const info = vi.spyOn(app.context.log, 'info')
  expect(await operator.api.marketplace.sendOrderMessage({ id, body: 'I look.' })).toMatchObject({
    value: { data: { attributes: { side: 'operator' } } }
  })
  // An operator's access to other people's orders is logged; the parties' access is not.
  for (const browser of [operator, publisher])
    expect(await browser.api.marketplace.listOrderMessages({ id })).toMatchObject({ ok: true })
  const path = `/api/v1/publication_orders/${id}/messages`
  const lines = info.mock.calls.map(([line]) => line as { security?: string; call?: string })
  expect(lines.filter(it => it.call?.includes('messages'))).toMatchObject([
    { security: 'operator_act', call: `POST ${path}`, user: Number(operator.userId) },
    { security: 'operator_read', call: `GET ${path}`, user: Number(operator.userId) }
  ])
})

test('a completed order is rated once by its advertiser, and its offer shows it', async () => {
  const id = await place()
  const { rateOrder } = advertiser.api.marketplace
  expect(await rateOrder({ id, stars: 4 })).toMatchObject({ code: 'state_not_allowed' })
  await publish(id)
  await move(advertiser, id, 'confirmed')
  await days(30)
  await fireDeadlines(app.context)
  expect(await publisher.api.marketplace.rateOrder({ id, stars: 5 })).toMatchObject({
    code: 'state_not_allowed'
  })
  expect(await rateOrder({ id, stars: 4, comment: 'Good' })).toMatchObject({ ok: true })
  expect(await rateOrder({ id, stars: 5 })).toMatchObject({ code: 'rated_already' })
  const offer = await app.open().api.marketplace.readOffer({ id: offerId })
  expect(offer).toMatchObject({
    value: {
      data: { attributes: { rating: 4, ratings_count: 1 } },
      meta: { ratings: [{ stars: 4, comment: 'Good' }] }
    }
  })
})
