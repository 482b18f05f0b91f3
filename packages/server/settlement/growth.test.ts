import { hourMs } from '@mille/api/durations.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignAccount, networkAccount, transfer, verifyLedger } from '../ledger/index.ts'
import { holdActive } from '../window-holds/index.ts'
import { settleDue } from './settle.ts'
import { createTestNetwork } from './testing/network.ts'
import { verifySettlements } from './verify.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const campaigns = isProof ? 1000 : 200
const units = isProof ? 500 : 100
const windows = isProof ? 3 : 2
const unitsEach = 20
const first = Date.parse('2026-03-02T10:00:00Z')

/** Tables that only grow when periods are settled, with the maximum number of bytes per row, including indexes. */
const most = {
  ledger_transfers: 450,
  ledger_entries: 180,
  settlement_shares: 300,
  settlements: 450,
  ledger_holds: 900,
  campaign_holds: 350
}

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
  const { db } = context
  const network = await createTestNetwork(context)
  await sql`
    insert into ad_units (user_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions,
      settings, created_at)
    select user_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions, settings, created_at
    from ad_units, generate_series(1, ${units - 2}) where id = ${network.first}`.execute(db)
  await sql`
    insert into campaigns (user_id, state, currency, asset, created_at)
    select ${network.advertiser}, 'active', 'btc', 'BTC', ${context.now()} from generate_series(1, ${campaigns})`.execute(
    db
  )
  await sql`
    insert into campaign_terms (campaign_id, valid_from, asset, traffic_type, daily_budget, changed_at)
    select id, '2026-03-01', 'BTC', 'cpd', 120000, '2026-03-01' from campaigns`.execute(db)
  await sql`
    insert into campaign_activity (campaign_id, started_at)
    select id, ${new Date(first)} from campaigns`.execute(db)
  const fundings = Array.from({ length: campaigns }, (_, nth) => ({
    key: `fund ${nth + 1}`,
    kind: 'test',
    amount: 10_000_000n,
    from: networkAccount('BTC', 'outside'),
    to: campaignAccount(nth + 1, 'BTC'),
    at: context.now()
  }))
  expect(await db.transaction().execute(tx => transfer(tx, fundings))).toMatchObject({ ok: true })
}, 60_000)
afterAll(() => context.close())

/** Shows every campaign on some of the units and settles the period. */
async function showAndSettle(start: Date): Promise<number> {
  context.clock.set(new Date(start.getTime() + 1000))
  await holdActive(context)
  await sql`
    insert into delivery_counters (campaign_id, unit_id, bucket, count, banner_id, kind)
    select id, 1 + (hashint8(id * 1000 + nth)::bigint + 2147483648) % ${units}, ${start}, sum(nth), 0, 'billable'
    from campaigns, generate_series(1, ${unitsEach}) as nth group by 1, 2`.execute(context.db)
  await sql`analyze`.execute(context.db)
  context.clock.set(new Date(start.getTime() + 2 * hourMs + 1000))
  return (await settleDue(context)).settled
}

async function measure() {
  await sql`vacuum analyze`.execute(context.db)
  const { rows } = await sql<{ name: keyof typeof most; bytes: bigint; count: bigint }>`
    select relname as name, pg_total_relation_size(oid) as bytes, reltuples::bigint as count
    from pg_class where relkind = 'r' and relname = any(${Object.keys(most)}::text[])`.execute(
    context.db
  )
  return new Map(rows.map(row => [row.name, row]))
}

test('what a window adds to the database is what is written down of it', {
  timeout: 300_000
}, async () => {
  const before = await measure()
  let slowestMs = 0
  for (let nth = 0; nth < windows; nth++) {
    const startedMs = performance.now()
    expect(await showAndSettle(new Date(first + nth * 2 * hourMs))).toBe(campaigns)
    slowestMs = Math.max(slowestMs, performance.now() - startedMs)
  }
  const after = await measure()
  const bytesOf = Object.keys(most).map(name => {
    const [old, fresh] = [before, after].map(it => it.get(name as keyof typeof most))
    const rows = (fresh?.count ?? 0n) - (old?.count ?? 0n)
    const bytes = (fresh?.bytes ?? 0n) - (old?.bytes ?? 0n)
    return { name, rows: Number(rows), bytesEach: Math.round(Number(bytes) / Number(rows)) }
  })
  if (isProof) process.stdout.write(`${JSON.stringify({ slowestMs, bytesOf })}\n`)
  expect(bytesOf.filter(it => !(it.bytesEach <= most[it.name as keyof typeof most]))).toEqual([])

  const { rows } = await sql<{ transfers: number; shares: number }>`
    select (select count(*)::integer from ledger_transfers where kind = 'unit_settlement') as transfers,
      (select count(*)::integer from settlement_shares) as shares`.execute(context.db)
  const [{ transfers, shares } = { transfers: 0, shares: 0 }] = rows
  const groups = Math.ceil(campaigns / 200) * windows
  expect(shares).toBeGreaterThan(campaigns * windows * 15)
  // Waiting earnings are paid in separate transfers, so a unit may get two per group of campaigns.
  expect(transfers).toBeLessThanOrEqual(units * groups * 2)
  expect(transfers).toBeLessThan(shares / 4)
  expect(await verifyLedger(context.db)).toMatchObject({ ok: true })
  expect(await verifySettlements(context.db)).toMatchObject({ ok: true })
})
