import { createTestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { holdActive } from '../window-holds/index.ts'
import { settleDue } from './settle.ts'
import { createDying } from './testing/crash.ts'
import { testNetworks } from './testing/networks.ts'

const createNetwork = testNetworks(createTestContext)
type Network = Awaited<ReturnType<typeof createNetwork>>

/** Creates campaigns that were each shown on all ad units in one window, with the money for the window held. */
async function createShown(campaigns: number, units: number, dailyBudget = 12_000n) {
  const network = await createNetwork()
  const { db, context } = network
  await sql`
    insert into ad_units (user_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions,
      settings, created_at)
    select user_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions, settings, created_at
    from ad_units, generate_series(1, ${units - 2}) where id = ${network.first}`.execute(db)
  for (let nth = 0; nth < campaigns; nth++)
    await network.createCampaign({ daily_budget: dailyBudget, funds: 1_000_000n })
  context.clock.set('2026-03-02T10:00:01Z')
  await holdActive(context)
  await sql`
    insert into delivery_counters (campaign_id, unit_id, bucket, count, banner_id, kind)
    select campaigns.id, ad_units.id, '2026-03-02T10:00:00Z', ad_units.id + campaigns.id, 0, 'billable'
    from campaigns, ad_units`.execute(db)
  context.clock.set('2026-03-02T12:00:01Z')
  return network
}

async function transfersOf({ db }: Network): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::integer as count from ledger_transfers
    where kind like '%settlement%' group by kind order by kind`.execute(db)
  return Object.fromEntries(rows.map(row => [row.kind, row.count]))
}

async function moneyOf({ db }: Network): Promise<unknown> {
  const { rows } = await sql`
    select account.owner_id as unit, account.balance, net
    from ledger_accounts account
    join (select unit_id, sum(net)::bigint as net from settlement_shares group by unit_id) as shares on unit_id = owner_id
    where owner = 'ad_unit' order by 1`.execute(db)
  return rows
}

async function settlingOf({ db }: Network): Promise<unknown> {
  const { rows } = await sql`
    select balance, entries > 0 as "isUsed" from ledger_accounts where kind = 'settling'`.execute(
    db
  )
  return rows
}

test('pays each unit once for 50 campaigns that are settled together', async () => {
  const network = await createShown(50, 20, 1_200n)
  expect(await settleDue(network.context)).toEqual({
    settled: 50,
    failedCampaigns: [],
    isBehind: false
  })
  // A separate payment for each campaign and ad unit would make a thousand transfers.
  expect(await transfersOf(network)).toEqual({
    settlement: 50,
    settlement_fee: 50,
    unit_settlement: 20
  })
  const units = (await moneyOf(network)) as { balance: bigint; net: bigint }[]
  expect(units).toHaveLength(20)
  expect(units.filter(it => it.balance !== it.net)).toEqual([])
  expect(await settlingOf(network)).toEqual([{ balance: 0n, isUsed: true }])
  const { rows } = await sql`
    select subject_type, subject_id, key from ledger_transfers
    where kind = 'unit_settlement' order by to_account limit 1`.execute(network.db)
  const epoch = Date.parse('2026-03-02T10:00:00Z') / 1000
  expect(rows).toEqual([
    {
      subject_type: 'unit_settlement',
      subject_id: `${network.first}-${epoch}`,
      key: `unit_settlement:${network.first}:2026-03-02T10:00:00.000Z:1`
    }
  ])
})

test('pays the same when it dies anywhere, and leaves nothing behind', async () => {
  const network = await createShown(4, 3)
  let deaths = 0
  for (let nth = 1; ; nth++) {
    const dying = createDying(network.context, nth)
    await settleDue(dying.context).catch(() => {})
    if (!dying.hasDied()) break
    deaths += 1
    const counts = await transfersOf(network)
    expect([{}, { settlement: 4, settlement_fee: 4, unit_settlement: 3 }]).toContainEqual(counts)
    for (const { balance } of (await settlingOf(network)) as { balance: bigint }[])
      expect(balance).toBe(0n)
  }
  expect(deaths).toBeGreaterThan(10)
  expect(await transfersOf(network)).toEqual({
    settlement: 4,
    settlement_fee: 4,
    unit_settlement: 3
  })
})

test('two processes at once pay nothing twice', async () => {
  const network = await createShown(60, 5)
  const runs = await Promise.all([1, 2, 3].map(() => settleDue(network.context)))
  expect(runs.reduce((sum, it) => sum + it.settled, 0)).toBe(60)
  expect(await transfersOf(network)).toMatchObject({ settlement: 60, settlement_fee: 60 })
  const units = (await moneyOf(network)) as { balance: bigint; net: bigint }[]
  expect(units.filter(it => it.balance !== it.net)).toEqual([])
})

test('a unit is paid for the campaigns around one that fails, and for that one later', async () => {
  const network = await createShown(5, 2)
  const { db, context } = network
  const breakOrMend = (from: number, to: number) =>
    sql`
      update delivery_counters set unit_id = ${to}
      where unit_id = ${from} and campaign_id = (select min(id) + 2 from campaigns)`.execute(db)
  await breakOrMend(network.first, 999)
  expect((await settleDue(context)).settled).toBe(4)
  await breakOrMend(999, network.first)
  expect((await settleDue(context)).settled).toBe(1)
  expect(await transfersOf(network)).toMatchObject({ settlement: 5, settlement_fee: 5 })
  const units = (await moneyOf(network)) as { balance: bigint; net: bigint }[]
  expect(units.filter(it => it.balance !== it.net)).toEqual([])
})

test('what waits is a transfer of its own for all campaigns together', async () => {
  const network = await createShown(10, 2, 120_000n)
  expect((await settleDue(network.context)).settled).toBe(10)
  const { rows } = await sql<{ waits: boolean; amount: bigint }>`
    select key like '%:waiting' as waits, sum(amount)::bigint as amount from ledger_transfers
    where kind = 'unit_settlement' group by 1 order by 1`.execute(network.db)
  const { rows: shares } = await sql`
    select sum(net - waiting)::bigint as free, sum(waiting)::bigint as waiting from settlement_shares`.execute(
    network.db
  )
  expect(rows.map(row => row.waits)).toEqual([false, true])
  expect(shares).toEqual([{ free: rows[0]?.amount, waiting: rows[1]?.amount }])
  expect(await transfersOf(network)).toMatchObject({ unit_settlement: 4 })
})

test('windows that were cut in parts pay a unit by part', async () => {
  const network = await createShown(3, 2)
  const { db, context } = network
  await network.setTerms(1, '2026-03-02T11:00:00Z', { daily_budget: 6_000n })
  await sql`
    insert into delivery_counters (campaign_id, unit_id, bucket, count, banner_id, kind)
    select 1, ${network.first}, '2026-03-02T11:00:00Z', 5, 0, 'billable'`.execute(db)
  expect((await settleDue(context)).settled).toBe(3)
  const { rows } = await sql<{ subject_id: string; key: string }>`
    select subject_id, key from ledger_transfers
    where kind = 'unit_settlement' and key like ${`unit_settlement:${network.first}:%`} order by id`.execute(
    db
  )
  expect(rows.map(row => row.key.slice('unit_settlement:'.length))).toEqual([
    `${network.first}:2026-03-02T10:00:00.000Z:1`,
    `${network.first}:2026-03-02T10:00:00.000Z:2`,
    `${network.first}:2026-03-02T11:00:00.000Z:1`
  ])
})
