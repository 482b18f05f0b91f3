import { randomBytes } from 'node:crypto'
import { dayMs } from '@mille/api/durations.ts'
import { closeSound, createEarningNetwork } from '@mille/testing/earnings.ts'
import { addUnit, addVerifiedSite } from '@mille/testing/supply.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { payMatured } from '../../earnings/index.ts'
import { balances, userAccount } from '../../ledger/index.ts'
import {
  countAll,
  createTestAppender,
  makeDecided,
  readSums,
  viewable
} from '../testing/counting.ts'
import type { CountedEvent } from '../what-counts.ts'
import { scoreUnits } from './score-units.ts'

let app: TestApp
let network: Awaited<ReturnType<typeof createEarningNetwork>>

beforeEach(async () => {
  app = await createTestApp()
  network = await createEarningNetwork(app)
  app.context.clock.set('2026-03-02T10:00:00Z')
})
afterEach(() => closeSound(app))

type Looks = {
  unit?: number
  count?: number
  isRendered?: boolean
  afterMs?: number
  isCovered?: boolean
  block?: (nth: number) => Buffer | null
  visitor?: (nth: number) => Buffer
}

const elsewhere = () => randomBytes(8)

/** Requests ads and reports their views some time later, each by a different visitor. */
async function look({
  unit = network.unitId,
  count = 150,
  isRendered = true,
  afterMs = 1300,
  isCovered = false,
  block = elsewhere,
  visitor = elsewhere
}: Looks) {
  const { context } = app
  const { clock } = context
  const views = Array.from({ length: count }, (_, nth) => ({
    decided: makeDecided({
      unit,
      campaign: network.campaignId,
      issuedAtMs: clock.now().getTime(),
      visitor: visitor(nth)
    }),
    block: block(nth)
  }))
  const appender = createTestAppender(context)
  const from = ({ decided, block }: (typeof views)[number]) => block ?? decided.visitor
  if (isRendered)
    await Promise.all(
      views.map(it => appender.count({ kind: 'rendered', decided: it.decided }, from(it)))
    )
  clock.advance(afterMs)
  await Promise.all(
    views.map(it =>
      appender.count(
        { ...viewable(it.decided), block: it.block, isCovered } as CountedEvent,
        from(it)
      )
    )
  )
  await appender.stop()
  await countAll(context)
}

async function readUnit() {
  const read = await network.admin.api.invalidTraffic.readInvalidTraffic({ hours: 24 })
  if (!read.ok) throw new Error(read.code)
  return read.value.data.attributes.units.find(it => it.id === String(network.unitId))
}

const decide = (decision: 'hold' | 'release' | 'take_back', by = network.admin) =>
  by.api.earnings.decideEarnings({
    id: String(network.unitId),
    decision,
    ...(decision === 'release' ? {} : { reason: 'The views came from a program' })
  })

const available = async () =>
  (await balances(app.context.db, [userAccount(Number(network.publisher.userId), 'BTC')]))[0]

test('people are not held, however often they are scored', async () => {
  await look({})
  expect(await scoreUnits(app.context)).toEqual([])
  expect(await scoreUnits(app.context)).toEqual([])
  expect(await readUnit()).toBeUndefined()
})

test.each<[string, Looks]>([
  ['unrendered', { isRendered: false }],
  ['instant', { afterMs: 0 }],
  ['invented', { block: nth => Buffer.alloc(8, nth % 4) }]
])('finds in what was counted what only programs do: %s', async (code, looks) => {
  await look(looks)
  expect(await scoreUnits(app.context)).toEqual([network.unitId])
  const unit = await readUnit()
  expect(unit).toMatchObject({ hold: { is_automatic: true } })
  expect(unit?.reasons[0]).toMatchObject({ code, points: 80, percent: 100, count: 150, of: 150 })
})

test.each([
  { covered: 0, goodDays: 1 },
  { covered: 110, goodDays: 1 },
  { covered: 125, goodDays: 0 }
])(
  'a day with $covered of 150 views covered ends a slow start by $goodDays days, and is held otherwise',
  async ({ covered, goodDays }) => {
    await app.context.db
      .insertInto('slow_starts')
      .values({
        unit_id: network.unitId,
        started_at: app.context.now(),
        counted_from: app.context.now()
      })
      .execute()
    app.context.clock.set('2026-03-04T10:00:00Z')
    await look({ count: 150 - covered })
    await look({ count: covered, isCovered: true })
    expect(await scoreUnits(app.context)).toEqual(goodDays > 0 ? [] : [network.unitId])
    const start = await app.context.db
      .selectFrom('slow_starts')
      .select('good_days')
      .where('unit_id', '=', network.unitId)
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(start.good_days).toBe(goodDays)
  }
)

test('many phones of one carrier have few browsers between them, whatever addresses they have', async () => {
  const browsers = Array.from({ length: 25 }, () => randomBytes(2))
  await look({
    block: nth => (nth < 100 ? Buffer.alloc(8, 1) : randomBytes(8)),
    visitor: nth => Buffer.concat([randomBytes(6), browsers[nth % 25] ?? randomBytes(2)])
  })
  expect(await scoreUnits(app.context)).toEqual([])
})

test('twenty phones behind one address have few browsers between them', async () => {
  const phones = Array.from({ length: 12 }, () => randomBytes(8))
  await look({
    block: nth => (nth < 60 ? Buffer.alloc(8, 1) : randomBytes(8)),
    // The same twelve browsers occur again and again.
    visitor: nth => (nth < 60 ? (phones[nth % 12] ?? randomBytes(8)) : randomBytes(8))
  })
  expect(await scoreUnits(app.context)).toEqual([])
})

const addressed = (block: number, address: number) =>
  Buffer.concat([Buffer.alloc(5, block), Buffer.from([0, 0, address])])
const threeBrowsers = [1, 2, 3].map(nth => Buffer.alloc(2, nth))
const oneOfThree = (nth: number) =>
  Buffer.concat([randomBytes(6), threeBrowsers[Math.floor(nth / 20) % 3] ?? randomBytes(2)])

test('connections with several browsers each are held, an office beside them or not', async () => {
  await look({ block: nth => addressed(nth % 20, 1), visitor: oneOfThree })
  expect(await scoreUnits(app.context)).toEqual([network.unitId])
  // Of 150 views, the 8 from the largest shared address are left out, as if it were an office.
  expect((await readUnit())?.reasons[0]).toMatchObject({
    code: 'shared_addresses',
    percent: 100,
    count: 142,
    of: 142
  })
})

test.each([
  ['addresses next to each other, as a carrier has', (nth: number) => addressed(nth % 20, nth)],
  ['one office', () => addressed(1, 1)],
  ['seven addresses of a carrier', (nth: number) => addressed(nth % 7, 1)],
  ['IPv6', (nth: number) => addressed(nth % 20, nth % 20).fill(0x80, 5, 6)]
])('several browsers each are not a reason by themselves: %s', async (_, block) => {
  await look({ block, visitor: oneOfThree })
  expect(await scoreUnits(app.context)).toEqual([])
})

test('what a suspicious unit earned waits, whole, until an operator releases it', async () => {
  await network.earn('2026-03-02T10:30:00Z', 3n)
  app.context.clock.set('2026-03-02T12:00:10Z')
  await look({ isRendered: false })
  expect(await scoreUnits(app.context)).toEqual([network.unitId])
  expect(await scoreUnits(app.context)).toEqual([])
  const { api, userId } = network.publisher
  const listed = await api.earnings.listEarnings({ userId })
  const [earning] = listed.ok ? listed.value.data : []
  expect(earning?.attributes).toMatchObject({ state: 'held', amount: '240' })
  expect(earning?.attributes.reason).toContain('an operator reviews them')
  // Cheaters must not learn how they were found.
  expect(JSON.stringify(listed)).not.toContain('rendered')
  const told = await api.notifications.listNotifications({ userId } as never)
  expect(told.ok && told.value.data[0]?.attributes).toMatchObject({
    title: 'The earnings of “Unit” are on hold'
  })
  app.context.clock.set('2026-03-02T13:00:00Z')
  expect(await decide('release')).toMatchObject({ status: 204 })
  // An operator who released the earnings has decided about this traffic.
  expect(await scoreUnits(app.context)).toEqual([])
  app.context.clock.set('2026-03-10T00:00:00Z')
  await payMatured(app.context)
  expect(await available()).toBe(240n)
})

test('a hold keeps what was found, how much of it and in which time, while the score changes', async () => {
  await look({ isRendered: false })
  const until = app.context.now()
  await scoreUnits(app.context)
  app.context.clock.set('2026-03-03T10:30:00Z')
  await scoreUnits(app.context)
  expect((await readUnit())?.score ?? null).toBeNull()
  const read = await network.admin.api.earnings.reviewEarnings({})
  expect(read.ok && read.value.data[0]?.attributes.hold).toMatchObject({
    since: until.toISOString(),
    evidence: {
      score: 80,
      reasons: [{ code: 'unrendered', points: 80, percent: 100, count: 150, of: 150 }],
      from: new Date(until.getTime() - dayMs).toISOString()
    }
  })
  // When an operator puts earnings on hold, the operator's reason replaces the network's evidence.
  await decide('hold')
  const kept = await network.admin.api.earnings.reviewEarnings({})
  expect(kept.ok && kept.value.data[0]?.attributes.hold).toMatchObject({ evidence: null })
})

test('small units of one account are scored together, and those of others are not', async () => {
  const { siteId, publisher } = network
  const second = Number(await addUnit(app.context, { userId: publisher.userId, siteId }))
  const other = await app.signIn()
  const otherSite = await addVerifiedSite(app.context, {
    userId: other.userId,
    domainName: 'other.example'
  })
  const third = Number(await addUnit(app.context, { userId: other.userId, siteId: otherSite }))
  await look({ count: 40, isRendered: false })
  await look({ count: 40, isRendered: false, unit: third })
  expect(await scoreUnits(app.context)).toEqual([])
  await look({ count: 30, isRendered: false, unit: second })
  expect(await scoreUnits(app.context)).toEqual([network.unitId, second])
  const read = await network.admin.api.earnings.reviewEarnings({})
  expect(read.ok && read.value.data[0]?.attributes.hold).toMatchObject({
    evidence: { score: 80, units: 2, reasons: [{ code: 'unrendered', count: 70, of: 70 }] }
  })
})

test('a unit that is too small for a day is scored by its week, once a day', async () => {
  for (const day of [2, 3]) {
    app.context.clock.set(`2026-03-0${day}T10:00:00Z`)
    await look({ count: 40, isRendered: false })
    expect(await scoreUnits(app.context)).toEqual([])
  }
  app.context.clock.set('2026-03-04T03:30:00Z')
  expect(await scoreUnits(app.context)).toEqual([])
  app.context.clock.set('2026-03-04T04:30:00Z')
  expect(await scoreUnits(app.context)).toEqual([network.unitId])
  const read = await network.admin.api.earnings.reviewEarnings({})
  expect(read.ok && read.value.data[0]?.attributes.hold).toMatchObject({
    evidence: { score: 80, reasons: [{ code: 'unrendered', count: 80, of: 80 }] }
  })
  // Traffic that an operator has reviewed and released is not evidence again, even in the same week.
  expect(await decide('release')).toMatchObject({ status: 204 })
  app.context.clock.set('2026-03-05T04:30:00Z')
  expect(await scoreUnits(app.context)).toEqual([])
})

/** Adds an ad unit with an account of its own. Accounts with the same payout address are linked. */
async function addLinked(address: string): Promise<number> {
  const { userId } = await app.signIn()
  await sql`insert into payout_addresses (user_id, token_code, address, usable_at, created_at)
    values (${Number(userId)}, 'BTC', ${address}, now(), now())`.execute(app.context.db)
  return Number(await addUnit(app.context, { userId }))
}

async function addLinkedTo(address: string, count: number): Promise<number[]> {
  const units: number[] = []
  for (let nth = 0; nth < count; nth++) units.push(await addLinked(address))
  return units
}

test('linked accounts that have too little each are scored by their week together', async () => {
  const units = await addLinkedTo('1one', 5)
  const strangers = [...(await addLinkedTo('1two', 1)), ...(await addLinkedTo('1three', 1))]
  for (const day of [2, 3]) {
    app.context.clock.set(`2026-03-0${day}T10:00:00Z`)
    for (const unit of [...units, ...strangers]) await look({ unit, count: 10, isRendered: false })
    expect(await scoreUnits(app.context)).toEqual([])
  }
  app.context.clock.set('2026-03-04T04:30:00Z')
  expect(await scoreUnits(app.context)).toEqual(units)
  const read = await network.admin.api.earnings.reviewEarnings({})
  expect(read.ok && read.value.data[0]?.attributes.hold).toMatchObject({
    evidence: { score: 80, units: 5, reasons: [{ code: 'unrendered', count: 100, of: 100 }] }
  })
})

test('who is linked to cheats by a stranger is not held, and hides none of them', async () => {
  const cheats = await addLinkedTo('1one', 3)
  const [honest = 0, tiny = 0] = await addLinkedTo('1one', 2)
  for (const unit of cheats) await look({ unit, count: 25, isRendered: false })
  await look({ unit: honest, count: 55 })
  await look({ unit: tiny, count: 2, isRendered: false })
  expect(await scoreUnits(app.context)).toEqual(cheats)
})

test('a small account is scored by its week, however much the account has that it is linked to', async () => {
  const [small = 0, large = 0] = await addLinkedTo('1one', 2)
  for (const day of [2, 3]) {
    app.context.clock.set(`2026-03-0${day}T10:00:00Z`)
    await look({ unit: small, count: 40, isRendered: false })
    await look({ unit: large, count: 100 })
    expect(await scoreUnits(app.context)).toEqual([])
  }
  app.context.clock.set('2026-03-04T04:30:00Z')
  expect(await scoreUnits(app.context)).toEqual([small])
})

test('after a release only what comes later can hold the unit again', async () => {
  await look({ isRendered: false })
  expect(await scoreUnits(app.context)).toEqual([network.unitId])
  app.context.clock.set('2026-03-02T11:00:00Z')
  expect(await decide('release')).toMatchObject({ status: 204 })
  app.context.clock.set('2026-03-02T12:00:00Z')
  await look({ count: 100 })
  // The released views are still within the last 24 hours, but are no longer evidence.
  expect(await scoreUnits(app.context)).toEqual([])
  expect((await readUnit())?.score ?? 0).toBe(0)
  app.context.clock.set('2026-03-02T13:00:00Z')
  await look({ count: 100, isRendered: false })
  expect(await scoreUnits(app.context)).toEqual([network.unitId])
  expect((await readUnit())?.reasons[0]).toMatchObject({ count: 100, of: 200 })
})

test('what an operator has seen of a page and released holds the unit no more', async () => {
  await look({ isCovered: true })
  expect(await scoreUnits(app.context)).toEqual([network.unitId])
  // When an operator's hold replaces the network's, releasing it does not accept the network's reasons.
  expect(await decide('hold')).toMatchObject({ status: 204 })
  expect(await decide('release')).toMatchObject({ status: 204 })
  app.context.clock.set('2026-03-03T10:00:00Z')
  await look({ isCovered: true })
  expect(await scoreUnits(app.context)).toEqual([network.unitId])
  app.context.clock.set('2026-03-03T11:00:00Z')
  expect(await decide('release')).toMatchObject({ status: 204 })
  app.context.clock.set('2026-03-04T10:00:00Z')
  await look({ isCovered: true })
  expect(await scoreUnits(app.context)).toEqual([])
  expect((await readUnit())?.score ?? 0).toBe(0)
  await look({ isCovered: true, isRendered: false })
  expect(await scoreUnits(app.context)).toEqual([network.unitId])
})

test('views that are not paid for, and clicks on them, say nothing about those that are', async () => {
  await look({})
  const { clock } = app.context
  const hostile = randomBytes(8)
  const appender = createTestAppender(app.context)
  for (let nth = 0; nth < 200; nth++) {
    // One visitor may send ten clicks per minute, so the clock advances by more than a tenth of a minute.
    clock.advance(6_100)
    const decided = makeDecided({
      unit: network.unitId,
      campaign: network.campaignId,
      issuedAtMs: clock.now().getTime(),
      visitor: hostile
    })
    await appender.count(viewable(decided), hostile)
    await appender.count({ kind: 'clicked', decided }, hostile)
  }
  await appender.stop()
  await countAll(app.context)
  expect(await readSums(app.context.db)).toMatchObject({
    billable: 151n,
    rejected_seen_today: 199n,
    clicked: 200n
  })
  expect(await scoreUnits(app.context)).toEqual([])
  expect((await readUnit())?.score ?? 0).toBe(0)
})

test("the automatic hold does not count as an operator's: above the limit an operator confirms it, and another takes back", async () => {
  await network.earn('2026-03-02T10:30:00Z', 3n)
  const { db, config } = app.context
  config.payments.withdrawals.approvalAbove = { BTC: 100n, USD: 100n }
  app.context.clock.set('2026-03-02T12:00:10Z')
  await look({ isRendered: false })
  await scoreUnits(app.context)
  expect(await decide('take_back')).toMatchObject({ code: 'own_adjustment' })
  expect(await decide('hold')).toMatchObject({ status: 204 })
  expect(await decide('hold')).toMatchObject({ code: 'state_not_allowed' })
  expect(await readUnit()).toMatchObject({ hold: { is_automatic: false } })
  expect(await decide('take_back')).toMatchObject({ code: 'own_adjustment' })
  const other = await app.signInAdmin()
  expect(await decide('take_back', other)).toMatchObject({ status: 204 })
  const { rows } = await sql<{ evidence: { score: number } | null }>`
    select evidence from earning_holds order by id limit 5`.execute(db)
  expect(rows.map(it => it.evidence?.score ?? null)).toEqual([80, null])
})

test('the health page counts what waits for an operator, until one decides', async () => {
  const queues = async () => {
    const health = await network.admin.api.admin.readHealth()
    return health.ok && health.value.data.attributes.checks.find(it => it.name === 'Queues')?.text
  }
  await look({ isRendered: false })
  await scoreUnits(app.context)
  expect(await queues()).toContain('1 ad unit on hold because of its score')
  await decide('hold')
  expect(await queues()).not.toContain('on hold')
})

test('operators cannot release earnings of their own', async () => {
  const own = Number(network.admin.userId)
  await sql`update ad_units set user_id = ${own} where id = ${network.unitId}`.execute(
    app.context.db
  )
  await look({ isRendered: false })
  await scoreUnits(app.context)
  expect(await decide('release')).toMatchObject({ code: 'own_adjustment' })
})
