import { dayMs } from '@mille/api/durations.ts'
import { closeSound, createEarningNetwork } from '@mille/testing/earnings.ts'
import { addUnit } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { balances, userAccount } from '../ledger/index.ts'
import { addEarnings, countScores, endSlowStarts, payMatured, verifyEarnings } from './index.ts'

let app: TestApp
let network: Awaited<ReturnType<typeof createEarningNetwork>>

/** A view earns 80 units of 1e-8 BTC, and the daily limit is 200. */
beforeEach(async () => {
  app = await createTestApp()
  network = await createEarningNetwork(app)
  const { settings } = network.admin.api
  expect(await settings.changeSetting({ id: 'slow_start_btc', value: '200' })).toMatchObject({
    ok: true
  })
})
afterEach(() => closeSound(app))

const available = async ({ userId }: SignedInBrowser) =>
  (await balances(app.context.db, [userAccount(Number(userId), 'BTC')]))[0]

async function list(unit = network.unitId) {
  const { api, userId } = network.publisher
  const read = await api.earnings.listEarnings({ userId, 'filter[ad_unit_id]': String(unit) })
  if (!read.ok) throw new Error(read.code)
  return read.value
}

const decide = (decision: 'take_back' | 'end_slow_start', by = network.admin) =>
  by.api.earnings.decideEarnings({
    id: String(network.unitId),
    decision,
    ...(decision === 'take_back' ? { reason: 'The views came from a program' } : {})
  })

/** Adds the scores of as many days of traffic that looks like that of people. */
async function haveGoodDays(days: number, unitId = network.unitId) {
  const { context } = app
  for (let day = 0; day < days; day++) {
    context.clock.advance(dayMs)
    const until = context.now()
    const span = { from: new Date(until.getTime() - dayMs), until }
    const scored = [{ unitId, score: 0, isOnHold: false, canBeGood: true }]
    await context.db.transaction().execute(tx => countScores(tx, scored, span))
    await endSlowStarts(context.db, until)
  }
}

/** Adds a new account, created from an IP address, with an ad unit. */
async function addPublisher(address: string, { context, signIn } = app) {
  const account = await signIn(address)
  return { account, unit: Number(await addUnit(context, { userId: account.userId })) }
}

const addAddress = (
  { userId }: SignedInBrowser,
  address: string,
  { token = 'ETH', at = '2026-03-01' } = {}
) =>
  sql`insert into payout_addresses (user_id, token_code, address, usable_at, created_at)
    values (${Number(userId)}, ${token}, ${address}, ${at}, ${at})`.execute(app.context.db)

/** Returns what each ad unit may have from one settlement in which each has earned 240. */
async function earnAtOnce(units: readonly number[]): Promise<bigint[]> {
  const [first = 0, ...others] = units
  const at = '2026-03-04T10:30:00Z'
  for (const unit of others)
    await sql`
      insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
      values (date_trunc('hour', ${at}::timestamptz), ${unit}, ${network.campaignId}, 0, 'billable', 3)`.execute(
      app.context.db
    )
  await network.earn(at, 3n, first)
  const { rows } = await sql<{ unit: number; free: bigint }>`
    select unit_id as unit, sum(amount) filter (where not waits)::bigint as free
    from unit_earnings where day = '2026-03-04' group by unit_id`.execute(app.context.db)
  return units.map(unit => rows.find(it => it.unit === unit)?.free ?? 0n)
}

async function payAt(moment: string): Promise<number> {
  app.context.clock.set(moment)
  return payMatured(app.context)
}

test('above the limit of a day what a new unit earns waits until its traffic is known', async () => {
  await network.earn('2026-03-02T10:30:00Z', 2n)
  await network.earn('2026-03-02T14:30:00Z', 3n)
  await network.earn('2026-03-03T10:30:00Z', 1n)
  const { data, meta } = await list()
  expect(data.map(({ attributes: it }) => [it.day, it.amount, it.state])).toEqual([
    ['2026-03-02', '200', 'maturing'],
    ['2026-03-02', '200', 'waiting'],
    ['2026-03-03', '80', 'maturing']
  ])
  expect(meta.days.map(it => it.amount)).toEqual(['200', '80'])
  expect(meta.slow_start_limits).toContainEqual({ currency: 'BTC', amount: '200' })
  expect(meta.slow_starts).toEqual([
    {
      ad_unit: { id: String(network.unitId), name: 'Unit' },
      since: '2026-03-02T12:00:02.000Z',
      good_days: 0,
      days_needed: 7,
      ends_at: '2026-05-31T12:00:02.000Z',
      waiting: [{ currency: 'BTC', amount: '200' }]
    }
  ])
  expect(await payAt('2026-03-20T00:00:00Z')).toBe(2)
  expect(await available(network.publisher)).toBe(280n)
  // After the slow start, the waiting part is paid, and a day's earnings are not split.
  await haveGoodDays(6)
  expect(await payMatured(app.context)).toBe(0)
  await haveGoodDays(1)
  expect((await list()).meta.slow_starts).toEqual([])
  expect(await payMatured(app.context)).toBe(1)
  expect(await available(network.publisher)).toBe(480n)
  await network.earn('2026-03-28T10:30:00Z', 9n)
  expect((await list()).data.map(it => it.attributes.amount)).toEqual(['720'])
})

test('an account that makes many units has one limit for all of them', async () => {
  const { publisher, siteId } = network
  const second = Number(await addUnit(app.context, { userId: publisher.userId, siteId }))
  const third = Number(await addUnit(app.context, { userId: publisher.userId }))
  await network.earn('2026-03-02T10:30:00Z', 2n)
  await network.earn('2026-03-02T12:30:00Z', 2n, second)
  await network.earn('2026-03-02T14:30:00Z', 2n, third)
  await payAt('2026-03-20T00:00:00Z')
  expect(await available(publisher)).toBe(200n)
  // An ad unit that is not on a verified site needs 30 good days.
  expect((await list(third)).meta.slow_starts[0]).toMatchObject({ days_needed: 30 })
})

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, it) => sum + it, 0n)

test('accounts with one payout address have one limit, however the address is written', async () => {
  const [one, other, stranger] = [
    await addPublisher('198.51.100.7'),
    await addPublisher('203.0.113.7'),
    await addPublisher('192.0.2.7')
  ]
  await addAddress(one.account, '0xAbC1')
  await addAddress(other.account, '0xabc1', { token: 'USDC' })
  await addAddress(stranger.account, '0xabc2')
  const [first = 0n, second = 0n, third] = await earnAtOnce([one.unit, other.unit, stranger.unit])
  expect([first + second, third]).toEqual([200n, 200n])
  // What a later settlement of the same day adds waits too.
  await network.earn('2026-03-04T14:30:00Z', 1n, other.unit)
  const { api, userId } = other.account
  const listed = await api.earnings.listEarnings({ userId })
  const amounts = listed.ok ? listed.value.data.map(it => BigInt(it.attributes.amount)) : []
  expect(sumOf(amounts)).toBe(320n)
  await payAt('2026-03-20T00:00:00Z')
  const paid = await Promise.all([one, other].map(it => available(it.account)))
  expect(sumOf(paid.map(it => it ?? 0n))).toBe(200n)
})

test('an account that remembers the addresses of strangers does not link them', async () => {
  const [one, other, griever] = [
    await addPublisher('198.51.100.7'),
    await addPublisher('203.0.113.7'),
    await addPublisher('192.0.2.7')
  ]
  await addAddress(one.account, '0xabc1')
  await addAddress(other.account, '0xabc2')
  await addAddress(griever.account, '0xabc1')
  await addAddress(griever.account, '0xabc2', { at: '2026-03-02' })
  const [first = 0n, second, third = 0n] = await earnAtOnce([one.unit, other.unit, griever.unit])
  expect([first + third, second]).toEqual([200n, 200n])
})

test.each([
  ['one /24 on one day', ['203.0.113.7', '203.0.113.200'], 0, 200n],
  ['one /48 on one day', ['2001:db8:1:2::7', '2001:db8:1:3::7'], 0, 200n],
  ['one /24 on two days', ['203.0.113.7', '203.0.113.200'], dayMs, 400n],
  ['two /24 on one day', ['203.0.113.7', '203.0.114.7'], 0, 400n],
  ['inside', ['127.0.0.1', '127.0.0.1'], 0, 400n],
  ['a private network', ['192.168.1.7', '192.168.1.8'], 0, 400n]
])(
  'accounts made from %s earn together at most what they may',
  async (_, places, laterMs, free) => {
    const [here = '', there = ''] = places
    const one = await addPublisher(here)
    app.context.clock.advance(laterMs)
    const other = await addPublisher(there)
    expect(sumOf(await earnAtOnce([one.unit, other.unit]))).toBe(free)
  }
)

test('accounts are linked over others, by an address or a place', async () => {
  const [one, other, last] = [
    await addPublisher('203.0.113.7'),
    await addPublisher('203.0.113.8'),
    await addPublisher('192.0.2.7')
  ]
  await addAddress(other.account, '0xabc1')
  await addAddress(last.account, '0xabc1')
  expect(sumOf(await earnAtOnce([last.unit, one.unit]))).toBe(200n)
})

test('a believed unit has no part in the limit of linked accounts', async () => {
  const { account, unit } = await addPublisher('198.51.100.7')
  await network.earn('2026-03-02T10:30:00Z')
  await decide('end_slow_start')
  await addAddress(network.publisher, '0xabc1')
  await addAddress(account, '0xabc1')
  expect(await earnAtOnce([network.unitId, unit])).toEqual([240n, 200n])
})

test('two settlements at once do not fill the day of linked accounts twice', async () => {
  const other = await createTestApp()
  const { context } = other
  const units = [
    (await addPublisher('203.0.113.7', other)).unit,
    (await addPublisher('203.0.113.8', other)).unit
  ]
  const at = context.now()
  const settle = (unitId: number) =>
    context.db.transaction().execute(async tx => {
      const earned = [{ unitId, asset: 'USD' as const, amount: 400_000_000n }]
      const [placed] = await addEarnings(tx, context, earned, at, at)
      // The first transaction is not committed yet when the other one reads the limit.
      await new Promise(resolve => setTimeout(resolve, 300))
      return placed?.waiting ?? 0n
    })
  const waiting = await Promise.all(units.map(settle))
  // The limit is five dollars per day.
  expect(sumOf(waiting)).toBe(300_000_000n)
  await other.close()
})

test('what waits goes back to the advertisers with the rest, and the unit starts again', async () => {
  const before = (await available(network.advertiser)) ?? 0n
  await network.earn('2026-03-02T10:30:00Z', 5n)
  await haveGoodDays(3)
  expect(await decide('take_back')).toMatchObject({ status: 204 })
  expect(await available(network.advertiser)).toBe(before + 500n)
  const { data, meta } = await list()
  expect(data.map(it => it.attributes.state)).toEqual(['taken_back', 'taken_back'])
  expect(meta.slow_starts[0]).toMatchObject({ good_days: 0, waiting: [] })
})

test('of what was paid within the limit nothing goes back, and the fee is split as the earning was', async () => {
  const before = (await available(network.advertiser)) ?? 0n
  await network.earn('2026-03-02T10:30:00Z', 5n)
  await payAt('2026-03-12T00:00:00Z')
  expect(await available(network.publisher)).toBe(200n)
  expect(await decide('take_back')).toMatchObject({ status: 204 })
  // Half of the 400 had moved to the owner, and half of the fee of 100 with it.
  expect(await available(network.advertiser)).toBe(before + 250n)
  expect(await available(network.publisher)).toBe(200n)
})

test('an operator ends the slow start of a unit they know, once, and never of their own', async () => {
  await network.earn('2026-03-02T10:30:00Z', 5n)
  const review = await network.admin.api.earnings.reviewEarnings()
  expect(review.ok && review.value.data[0]?.attributes.slow_start).toMatchObject({
    good_days: 0,
    days_needed: 7,
    waiting: [{ currency: 'BTC', amount: '200' }]
  })
  expect(await decide('end_slow_start', network.publisher)).toMatchObject({ status: 403 })
  const own = Number(network.admin.userId)
  const give = (owner: number) =>
    sql`update ad_units set user_id = ${owner} where id = ${network.unitId}`.execute(app.context.db)
  await give(own)
  expect(await decide('end_slow_start')).toMatchObject({ code: 'own_adjustment' })
  await give(Number(network.publisher.userId))
  expect(await decide('end_slow_start')).toMatchObject({ status: 204 })
  expect(await decide('end_slow_start')).toMatchObject({ code: 'state_not_allowed' })
  expect(await payAt('2026-03-05T00:00:00Z')).toBe(2)
  expect(await available(network.publisher)).toBe(400n)
})

test('a new unit of a site that the network knows has no slow start', async () => {
  await network.earn('2026-03-02T10:30:00Z')
  await decide('end_slow_start')
  const { publisher, siteId } = network
  const fresh = Number(await addUnit(app.context, { userId: publisher.userId, siteId }))
  expect((await list(fresh)).meta.slow_starts).toEqual([])
  await network.earn('2026-03-02T14:30:00Z', 5n, fresh)
  expect((await list(fresh)).data.map(it => it.attributes.amount)).toEqual(['400'])
})

test('a unit with little traffic ends its slow start after 90 days, and one on hold does not', async () => {
  await network.earn('2026-03-02T10:30:00Z', 5n)
  const hold = { id: String(network.unitId), decision: 'hold', reason: 'Let me see' } as const
  await network.admin.api.earnings.decideEarnings(hold)
  const later = new Date(Date.parse('2026-03-02T12:00:02Z') + 90 * dayMs)
  await endSlowStarts(app.context.db, later)
  expect((await list()).meta.slow_starts).toHaveLength(1)
  await sql`update earning_holds set released_at = ${later}, released_by = 1`.execute(
    app.context.db
  )
  await endSlowStarts(app.context.db, new Date(later.getTime() - 1))
  expect((await list()).meta.slow_starts).toHaveLength(1)
  await endSlowStarts(app.context.db, later)
  expect((await list()).meta.slow_starts).toEqual([])
})

test('says it before the first earning, and a limit of nothing lets all of it wait', async () => {
  expect((await list()).meta.slow_starts[0]).toMatchObject({ since: null, days_needed: 7 })
  await network.admin.api.settings.changeSetting({ id: 'slow_start_btc', value: '0' })
  await network.earn('2026-03-02T10:30:00Z', 5n)
  expect((await list()).data.map(it => it.attributes.state)).toEqual(['waiting'])
  const { api, userId } = network.publisher
  const history = await api.finances.readHistory({ userId })
  expect(history.ok && history.value.data.map(it => it.attributes)).toMatchObject([
    { type: 'earning', amount: '400', state: 'maturing' }
  ])
})

test('in the history the two parts of a day add up, each from its own entries', async () => {
  await network.earn('2026-03-02T10:30:00Z', 5n)
  const { api, userId } = network.publisher
  const history = await api.finances.readHistory({ userId })
  if (!history.ok) throw new Error(history.code)
  expect(history.value.data).toHaveLength(2)
  for (const { id } of history.value.data) {
    const read = await api.finances.readOperation({ userId, id })
    expect(read.ok && read.value.meta.entries.map(it => it.amount)).toEqual(['200'])
  }
})

test('it ends once, however many end it at the same time, and its owner is notified once', async () => {
  await network.earn('2026-03-02T10:30:00Z', 5n)
  const { db } = app.context
  const later = new Date(app.context.now().getTime() + 91 * dayMs)
  app.context.clock.set(later)
  await Promise.all([1, 2, 3].map(() => endSlowStarts(db, later)))
  const told = await db.selectFrom('notifications').select('kind').execute()
  expect(told.filter(it => it.kind === 'earnings_released')).toHaveLength(1)
  await Promise.all([1, 2, 3].map(() => payMatured(app.context)))
  expect(await available(network.publisher)).toBe(400n)
})

test.each([
  ['waiting = waiting - 1', /its shares sum to/],
  ['waiting = 0, waiting_id = null', /shares sum to|no earning/]
])('verify sees it when a share gets %s', async (change, problem) => {
  await network.earn('2026-03-02T10:30:00Z', 5n)
  const { db } = app.context
  const before = await db.selectFrom('settlement_shares').selectAll().executeTakeFirstOrThrow()
  await sql`alter table settlement_shares disable trigger append_only`.execute(db)
  await sql`update settlement_shares set ${sql.raw(change)}`.execute(db)
  expect(await verifyEarnings(db)).toMatchObject({
    ok: false,
    problem: expect.stringMatching(problem)
  })
  const { waiting, waiting_id } = before
  await db.updateTable('settlement_shares').set({ waiting, waiting_id }).execute()
})
