import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { createTestDatabase, type TestDatabase } from '@mille/testing/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { balances, userAccount, verifyLedger } from '../ledger/index.ts'
import { verifySettlements } from '../settlement/index.ts'
import { payMatured, verifyEarnings } from './index.ts'

let context: TestContext
let database: TestDatabase

/** A network whose units have earned for years, and nobody was ever paid. */
beforeAll(async () => {
  context = await createTestContext()
  database = await createTestDatabase(5, 'template0')
  const folder = join(import.meta.dirname, '../db/migrations')
  await migrate(database.pool, new Set(readdirSync(folder).filter(name => name < '0140')))
  await database.pool.query(`
    insert into users (email, created_at) values ('publisher@mille.test', '2024-01-01'), ('advertiser@mille.test', '2024-01-01');
    insert into ad_units (user_id, kind, state, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions,
      settings, created_at)
    values (1, 'app', 'active', 'Old', 'https://a.example/', '300x250', 'desktop', 'mixed', '{}', 0, '{}', '2024-01-01'),
      (1, 'app', 'archived', 'Gone', 'https://a.example/', '300x250', 'desktop', 'mixed', '{}', 0, '{}', '2024-01-01');
    insert into campaigns (user_id, state, currency, asset, traffic_type, daily_budget, created_at)
    values (2, 'archived', 'btc', 'BTC', 'cpd', 1000, '2024-01-01');
    insert into settlement_progress (settled_until) values ('2026-03-02 10:00Z');
    select move_money('fund', '\\x00', 'funding', 'BTC', 10000, 'network', 0, 'outside', 'campaign', 1, 'available', null, '2024-01-01');
    select move_money('order:7', '\\x00', 'test', 'BTC', 1, 'network', 0, 'outside', 'user', 2, 'available', null, '2024-01-01');
    select move_money('order:7:release:12:fee', '\\x00', 'test', 'BTC', 1, 'network', 0, 'outside', 'user', 2, 'available', null, '2024-01-01');
    select move_money('withdrawal-request:1:order:9', '\\x00', 'test', 'BTC', 1, 'network', 0, 'outside', 'user', 2, 'available', null, '2024-01-01');
  `)
  // Two windows of one day a month ago, and one of this morning.
  for (const start of ['2026-01-30T20:00:00Z', '2026-01-30T22:00:00Z', '2026-03-02T08:00:00Z'])
    await settleAsBefore(start)
})
afterAll(async () => {
  await database.close()
  await context.close()
})

/** What the old settlement wrote: 200 charged, of which each unit gets 80 and the network 40. */
async function settleAsBefore(start: string) {
  const end = new Date(Date.parse(start) + 7_200_000).toISOString()
  const key = `settlement:1:${new Date(start).toISOString()}`
  await database.pool.query(`
    select move_money('hold-${key}', '\\x00', 'hold', 'BTC', 200, 'campaign', 1, 'available', 'campaign', 1, 'held', null, '${end}');
    insert into ledger_holds (key, request_hash, from_account, held_account, amount, reason, created_at)
    select key, request_hash, from_account, to_account, amount, 'campaign_window', at from ledger_transfers where key = 'hold-${key}';
    insert into campaign_holds select max(id), 1, '${start}', '${end}' from ledger_holds;
    select move_money('${key}:1', '\\x00', 'settlement', 'BTC', 80, 'campaign', 1, 'held', 'ad_unit', 1, 'available', null, '${end}');
    select move_money('${key}:2', '\\x00', 'settlement', 'BTC', 80, 'campaign', 1, 'held', 'ad_unit', 2, 'available', null, '${end}');
    select move_money('${key}:fee', '\\x00', 'settlement_fee', 'BTC', 40, 'campaign', 1, 'held', 'network', 0, 'fee', null, '${end}');
    update ledger_holds set state = 'posted', posted = 200, ended_at = '${end}' where state = 'open';
    insert into settlements (campaign_id, window_start, window_end, asset, active_seconds, billable, due, charged, fee, settled_at)
    values (1, '${start}', '${end}', 'BTC', 7200, 2, 200, 200, 40, '${end}');
    insert into settlement_shares (campaign_id, window_start, unit_id, billable, gross, fee, net)
    values (1, '${start}', 1, 1, 100, 20, 80), (1, '${start}', 2, 1, 100, 20, 80);`)
}

test('what lay on units before matures and reaches its owner', async () => {
  const { db, pool } = database
  const { rows: before } = await pool.query(
    "select sum(balance) as sum from ledger_accounts where owner = 'ad_unit'"
  )
  expect(before).toEqual([{ sum: 480n }])
  await migrate(pool)
  for (const verify of [verifyLedger, verifySettlements, verifyEarnings])
    expect(await verify(db)).toMatchObject({ ok: true })
  const old = { ...context, db, pool }
  context.clock.set('2026-03-02T10:30:00Z')
  // January's of both units; this morning's is looked at first.
  expect(await payMatured(old)).toBe(2)
  expect(await balances(db, [userAccount(1, 'BTC')])).toEqual([320n])
  context.clock.set('2026-03-10T00:00:00Z')
  expect(await payMatured(old)).toBe(2)
  expect(await balances(db, [userAccount(1, 'BTC')])).toEqual([480n])
  for (const verify of [verifyLedger, verifySettlements, verifyEarnings])
    expect(await verify(db)).toMatchObject({ ok: true })
})

test('old transfers are told what they are about, and a key that somebody chose is not believed', async () => {
  const { rows } = await database.pool.query(
    'select key, subject_type, subject_id from ledger_transfers order by id limit 6'
  )
  const epoch = Date.parse('2026-01-30T20:00:00Z') / 1000
  expect(rows.map(row => [row.subject_type, row.subject_id])).toEqual([
    [null, null],
    ['order', '7'],
    ['order_release', '7-12'],
    [null, null],
    [null, null],
    ['settlement', `1-${epoch}`]
  ])
})

test('a unit that was paid before slow starts has none, and one that was not begins with its next earning', async () => {
  const before = await createTestDatabase(5, 'template0')
  const folder = join(import.meta.dirname, '../db/migrations')
  await migrate(before.pool, new Set(readdirSync(folder).filter(name => name < '0205')))
  await before.pool.query(`
    insert into users (email, created_at) values ('publisher@mille.test', '2024-01-01');
    insert into ad_units (user_id, kind, state, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions,
      settings, created_at)
    select 1, 'app', 'active', 'Unit', 'https://a.example/', '300x250', 'desktop', 'mixed', '{}', 0, '{}', '2024-01-01'
    from generate_series(1, 2);
    insert into unit_earnings (unit_id, asset, day, amount, last_at, matures_at, state, ended_at) values
      (1, 'BTC', '2026-01-30', 80, '2026-01-30 22:00Z', '2026-02-07', 'paid', '2026-02-07'),
      (2, 'BTC', '2026-01-30', 80, '2026-01-30 22:00Z', '2026-02-07', 'maturing', null);
  `)
  await migrate(before.pool)
  const { rows } = await before.pool.query('select unit_id, ended_at from slow_starts')
  expect(rows).toEqual([{ unit_id: 1, ended_at: new Date('2026-02-07') }])
  const { rows: earnings } = await before.pool.query('select waits from unit_earnings')
  expect(earnings).toEqual([{ waits: false }, { waits: false }])
  await before.close()
})
