import { closeSound, createEarningNetwork } from '@mille/testing/earnings.ts'
import { addUnit } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { payMatured, verifyEarnings } from './index.ts'

let app: TestApp
let network: Awaited<ReturnType<typeof createEarningNetwork>>
beforeEach(async () => {
  app = await createTestApp()
  network = await createEarningNetwork(app)
})
afterEach(() => closeSound(app))

async function balanceOf({ api, userId }: SignedInBrowser) {
  const read = await api.finances.readBalances({ userId })
  if (!read.ok) throw new Error(read.code)
  const { available, in_ad_units } = read.value.data[0]?.attributes ?? {}
  return { available, in_ad_units }
}

/** Runs the job that pays matured earnings at a moment. */
async function payAt(moment: string): Promise<number> {
  app.context.clock.set(moment)
  return payMatured(app.context)
}

const transfers = async () => {
  const { rows } = await sql<{ key: string; amount: bigint }>`
    select key, amount from ledger_transfers where kind = 'earning' order by id`.execute(
    app.context.db
  )
  return rows
}

test('what ads earned on a day reaches the owner a day after it, in one transfer', async () => {
  await network.earn('2026-03-02T10:30:00Z')
  await network.earn('2026-03-02T14:30:00Z', 2n)
  await network.earn('2026-03-02T23:30:00Z')
  await network.earn('2026-03-03T00:30:00Z')
  expect(await balanceOf(network.publisher)).toEqual({ available: '0', in_ad_units: '400' })
  expect(await payAt('2026-03-03T23:59:59Z')).toBe(0)
  expect(await payAt('2026-03-04T00:00:00Z')).toBe(1)
  expect(await balanceOf(network.publisher)).toEqual({ available: '320', in_ad_units: '80' })
  // Runs the job again, and in several processes at once.
  await payMatured(app.context)
  expect(await payAt('2026-03-05T00:00:00Z')).toBe(1)
  await Promise.all([payMatured(app.context), payMatured(app.context), payMatured(app.context)])
  expect((await transfers()).map(it => it.amount)).toEqual([320n, 80n])
  expect(await balanceOf(network.publisher)).toEqual({ available: '400', in_ad_units: '0' })
})

test('a new unit and an anonymous one are looked at for a week', async () => {
  const { publisher, siteId } = network
  const fresh = Number(await addUnit(app.context, { userId: publisher.userId, siteId }))
  const anonymous = Number(await addUnit(app.context, { userId: publisher.userId }))
  await sql`update ad_units set created_at = created_at - interval '60 days' where id = ${anonymous}`.execute(
    app.context.db
  )
  await network.earn('2026-03-02T10:30:00Z', 1n, fresh)
  await network.earn('2026-03-02T12:30:00Z', 1n, anonymous)
  expect(await payAt('2026-03-09T23:59:59Z')).toBe(0)
  expect(await payAt('2026-03-10T00:00:00Z')).toBe(2)
})

test('the operator changes how long, for what is earned after that', async () => {
  await network.earn('2026-03-02T10:30:00Z')
  const change = { id: 'review_hours', value: '48' }
  expect(await network.admin.api.settings.changeSetting(change)).toMatchObject({ ok: true })
  await network.earn('2026-03-03T10:30:00Z')
  expect(await payAt('2026-03-05T23:00:00Z')).toBe(1)
  expect(await payAt('2026-03-06T00:00:00Z')).toBe(1)
})

test('after an outage of weeks all of it is paid, and what is settled late is earned late', async () => {
  await network.earn('2026-03-02T10:30:00Z')
  app.context.clock.set('2026-03-20T09:00:00Z')
  // This settlement period was not settled in time.
  await network.earn('2026-03-02T15:30:00Z')
  const days = await app.context.db
    .selectFrom('unit_earnings')
    .select(['day', 'state'])
    .orderBy('id')
    .execute()
  expect(days.map(it => String(it.day))).toEqual(['2026-03-02', '2026-03-20'])
  expect(await payMatured(app.context)).toBe(1)
  expect(await payAt('2026-03-22T00:00:00Z')).toBe(1)
  expect(await balanceOf(network.publisher)).toEqual({ available: '160', in_ad_units: '0' })
})

test('an archived unit pays like any other', async () => {
  await network.earn('2026-03-02T10:30:00Z')
  const archived = await network.publisher.api.adUnits.archiveAdUnit({ id: String(network.unitId) })
  expect(archived).toMatchObject({ ok: true })
  expect(await payAt('2026-03-04T00:00:00Z')).toBe(1)
  expect(await balanceOf(network.publisher)).toEqual({ available: '80', in_ad_units: '0' })
})

test('one that cannot be paid keeps no other waiting, and a run that dies is finished by the next', async () => {
  await network.earn('2026-03-02T10:30:00Z')
  await network.earn('2026-03-03T10:30:00Z')
  const { db } = app.context
  // The key of the first earning's transfer is already used by another transfer.
  await sql`
    insert into ledger_transfers (key, request_hash, kind, asset, amount, from_account, to_account, at)
    select format('earning:%s', (select min(id) from unit_earnings)), '\\x00', 'test', asset, 1, from_account, to_account, at
    from ledger_transfers order by id limit 1`.execute(db)
  app.context.clock.set('2026-03-10T00:00:00Z')
  await expect(payMatured(app.context)).rejects.toThrow(/cannot be paid/)
  expect(await balanceOf(network.publisher)).toEqual({ available: '80', in_ad_units: '80' })
  await sql`alter table ledger_transfers disable trigger append_only`.execute(db)
  await sql`delete from ledger_transfers where kind = 'test'`.execute(db)
  await sql`alter table ledger_transfers enable trigger append_only`.execute(db)
  expect(await payMatured(app.context)).toBe(1)
  expect(await balanceOf(network.publisher)).toEqual({ available: '160', in_ad_units: '0' })
})

test('the history has an earning once, and it adds up before and after it moves', async () => {
  const { publisher, unitId } = network
  const { api, userId } = publisher
  await network.earn('2026-03-02T10:30:00Z', 3n)
  const read = async () => {
    const history = await api.finances.readHistory({ userId })
    if (!history.ok) throw new Error(history.code)
    return history.value.data.map(it => it.attributes)
  }
  expect(await read()).toMatchObject([
    { type: 'earning', amount: '240', state: 'maturing', source: { id: String(unitId) } }
  ])
  await payAt('2026-03-04T00:00:00Z')
  expect(await read()).toMatchObject([{ type: 'earning', amount: '240', state: 'done' }])
  const history = await api.finances.readHistory({ userId })
  const id = history.ok ? (history.value.data[0]?.id ?? '') : ''
  const operation = await api.finances.readOperation({ userId, id })
  expect(
    operation.ok && operation.value.meta.entries.map(it => [it.account.type, it.amount])
  ).toEqual([
    ['ad_unit', '240'],
    ['ad_unit', '-240'],
    ['user', '240']
  ])
})

test.each([
  ['amount = amount + 1', /has 81, and its shares sum to 80/],
  ["state = 'paid', ended_at = now()", /has 80 BTC, and 0 of it matures/],
  ["unit_id = (select id from ad_units where kind = 'app')", /its shares sum to/]
])('verify sees it when an earning gets %s', async (change, problem) => {
  await network.earn('2026-03-02T10:30:00Z')
  await addUnit(app.context, { userId: network.publisher.userId })
  const { db } = app.context
  const before = await db.selectFrom('unit_earnings').selectAll().executeTakeFirstOrThrow()
  await sql`alter table unit_earnings disable trigger ends_once`.execute(db)
  await sql`update unit_earnings set ${sql.raw(change)}`.execute(db)
  const found = await verifyEarnings(db)
  expect(found).toMatchObject({ ok: false, problem: expect.stringMatching(problem) })
  const { unit_id, amount, state, ended_at } = before
  await db.updateTable('unit_earnings').set({ unit_id, amount, state, ended_at }).execute()
})
