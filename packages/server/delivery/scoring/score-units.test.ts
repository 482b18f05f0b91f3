import { randomBytes } from 'node:crypto'
import { closeSound, createEarningNetwork } from '@mille/testing/earnings.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { payMatured } from '../../earnings/index.ts'
import { balances, userAccount } from '../../ledger/index.ts'
import { countAll, createTestAppender, makeDecided, viewable } from '../testing/counting.ts'
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
  count?: number
  isRendered?: boolean
  afterMs?: number
  block?: (nth: number) => Buffer | null
  visitor?: (nth: number) => Buffer
}

const elsewhere = () => randomBytes(8)

/** Ads are drawn, and seen some time later, each by a visitor of its own. */
async function look({
  count = 150,
  isRendered = true,
  afterMs = 1300,
  block = elsewhere,
  visitor = elsewhere
}: Looks) {
  const { context } = app
  const { clock } = context
  const views = Array.from({ length: count }, (_, nth) => ({
    decided: makeDecided({
      unit: network.unitId,
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
      appender.count({ ...viewable(it.decided), block: it.block } as CountedEvent, from(it))
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
  expect(unit).toMatchObject({ score: 80, hold: { is_automatic: true } })
  expect(unit?.reasons[0]).toMatchObject({ code, percent: 100, count: 150, of: 150 })
})

test('twenty phones of one carrier have few browsers between them', async () => {
  const phones = Array.from({ length: 12 }, () => randomBytes(8))
  await look({
    block: nth => (nth < 60 ? Buffer.alloc(8, 1) : randomBytes(8)),
    // The same twelve browsers again and again.
    visitor: nth => (nth < 60 ? (phones[nth % 12] ?? randomBytes(8)) : randomBytes(8))
  })
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
  // Whoever cheats learns nothing about how they were found.
  expect(JSON.stringify(listed)).not.toContain('rendered')
  const told = await api.notifications.listNotifications({ userId } as never)
  expect(told.ok && told.value.data[0]?.attributes).toMatchObject({
    title: 'The earnings of “Unit” are on hold'
  })
  app.context.clock.set('2026-03-02T13:00:00Z')
  expect(await decide('release')).toMatchObject({ status: 204 })
  // Who looked at this traffic has decided about it.
  expect(await scoreUnits(app.context)).toEqual([])
  app.context.clock.set('2026-03-10T00:00:00Z')
  await payMatured(app.context)
  expect(await available()).toBe(240n)
})

test('new fraud after a release is held again a day later', async () => {
  await look({ isRendered: false })
  await scoreUnits(app.context)
  await decide('release')
  app.context.clock.set('2026-03-03T11:00:00Z')
  await look({ isRendered: false })
  expect(await scoreUnits(app.context)).toEqual([network.unitId])
})

test('the network is no second operator: above the limit an operator confirms, and another takes back', async () => {
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
  expect(await queues()).toContain('1 ad units on hold because of their score')
  await decide('hold')
  expect(await queues()).not.toContain('on hold')
})

test('nobody releases what they earn themselves', async () => {
  const own = Number(network.admin.userId)
  await sql`update ad_units set user_id = ${own} where id = ${network.unitId}`.execute(
    app.context.db
  )
  await look({ isRendered: false })
  await scoreUnits(app.context)
  expect(await decide('release')).toMatchObject({ code: 'own_adjustment' })
})
