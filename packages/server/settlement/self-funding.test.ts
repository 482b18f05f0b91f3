import { createTestContext } from '@mille/testing/test-context.ts'
import { expect, test } from 'vitest'
import { keepFunded } from '../campaigns/index.ts'
import type { Context } from '../context.ts'
import { connect } from '../db/connect.ts'
import { campaignAccount, networkAccount, userAccount, verdictOf } from '../ledger/index.ts'
import {
  drawChecks,
  holdActive,
  holdWindows,
  lockCampaigns,
  readDrawn
} from '../window-holds/index.ts'
import { settleDue } from './settle.ts'
import { createDying } from './testing/crash.ts'
import { testNetworks } from './testing/networks.ts'

const createNetwork = testNetworks(createTestContext)
type Network = Awaited<ReturnType<typeof createNetwork>>

const purse = (network: Network) => userAccount(network.advertiser, 'BTC')
const credit = (network: Network, amount: bigint, key = 'credit') =>
  network.move({ key, amount, from: networkAccount('BTC', 'outside'), to: purse(network) })

async function createSelfFunding(
  network: Network,
  terms: Parameters<Network['createCampaign']>[0] = {},
  limits: { auto_fund_daily_max?: bigint; auto_fund_total_max?: bigint } = {}
) {
  const id = await network.createCampaign({ funds: 0n, daily_budget: 120n, ...terms })
  await network.db
    .updateTable('campaigns')
    .set({ auto_fund: true, ...limits })
    .where('id', '=', id)
    .execute()
  return id
}

async function work(context: Context) {
  await settleDue(context)
  await holdActive(context)
  await keepFunded(context)
}

async function verifyDraws(network: Network) {
  expect(await verdictOf(network.db, drawChecks)).toEqual({ ok: true })
}

test('takes what the next period can cost from the account, once, and nothing when its own money does', async () => {
  const network = await createNetwork()
  await credit(network, 100n)
  const id = await createSelfFunding(network, { funds: 4n })
  await work(network.context)
  expect(await network.moneyOf(id)).toEqual([0n, 10n, 0n])
  expect(await network.balance(purse(network))).toBe(94n)
  await work(network.context)
  await work(network.context)
  expect(await network.balance(purse(network))).toBe(94n)
  await network.move({
    key: 'by hand',
    amount: 30n,
    from: networkAccount('BTC', 'outside'),
    to: campaignAccount(id, 'BTC')
  })
  await network.count(id, '2026-03-02T10:00:00Z', network.first, 1n)
  network.clock.set('2026-03-02T12:00:01Z')
  await work(network.context)
  expect(await network.moneyOf(id)).toEqual([20n, 10n, 0n])
  expect(await network.balance(purse(network))).toBe(94n)
  await verifyDraws(network)
})

test('takes a day and in all what its limits allow to the unit, and goes on the next day by itself', async () => {
  const network = await createNetwork()
  await credit(network, 1_000n)
  const limits = { auto_fund_daily_max: 25n, auto_fund_total_max: 60n }
  const id = await createSelfFunding(network, { from: '2026-03-02T00:00:00Z' }, limits)
  const days: unknown[] = []
  for (const day of ['02', '03', '04']) {
    const states: unknown[] = []
    for (let hour = 0; hour < 24; hour += 2) {
      const start = `2026-03-${day}T${String(hour).padStart(2, '0')}:00:00Z`
      network.clock.set(new Date(new Date(start).getTime() + 2_000))
      await work(network.context)
      await work(network.context)
      const state = await network.state(id)
      if (state === 'active') await network.count(id, start, network.first, 1n)
      states.push(state)
    }
    const drawn = (await readDrawn(network.db, [id], network.clock.now()))(id)
    days.push([drawn.today, drawn.total, states.filter(it => it === 'active').length])
  }
  expect(days).toEqual([
    [25n, 25n, 3],
    [25n, 50n, 3],
    // On the third day the campaign resumes two seconds late, so its first window costs 1 unit less: 9, and then the
    // last unit.
    [10n, 60n, 2]
  ])
  expect(await network.balance(purse(network))).toBe(940n)
  // The account still has money, so only the campaign's total limit is worth a notification to its owner.
  const told = await network.db.selectFrom('notifications').select(['kind', 'created_at']).execute()
  expect(told).toMatchObject([{ kind: 'campaign_out_of_funds' }])
  await verifyDraws(network)
})

test('a hundred campaigns of two processes take the last ten units of an account, one each', async () => {
  const network = await createNetwork()
  await credit(network, 10n)
  const ids: number[] = []
  for (let index = 0; index < 100; index++)
    ids.push(await createSelfFunding(network, { daily_budget: 12n }))
  const other = await connect(network.context.connection, 10)
  try {
    const clock = { at: network.clock.now(), windowSeconds: 7200 }
    await Promise.all(
      ids.map((id, index) =>
        (index % 2 === 0 ? network.db : other.db).transaction().execute(async tx => {
          await lockCampaigns(tx, [id])
          await holdWindows(tx, [id], clock)
        })
      )
    )
    await Promise.all([work(network.context), work({ ...network.context, db: other.db })])
  } finally {
    await other.close()
  }
  const held = await Promise.all(ids.map(id => network.moneyOf(id).then(it => it[1])))
  expect(held.filter(it => it === 1n)).toHaveLength(10)
  expect(held.filter(it => it !== 0n && it !== 1n)).toEqual([])
  expect(await network.balance(purse(network))).toBe(0n)
  const states = await Promise.all(ids.map(id => network.state(id)))
  expect(states.filter(it => it === 'active')).toHaveLength(10)
  await verifyDraws(network)
})

test('of two campaigns, exactly one gets the last unit', async () => {
  const network = await createNetwork()
  await credit(network, 1n)
  const ids = [
    await createSelfFunding(network, { daily_budget: 12n }),
    await createSelfFunding(network, { daily_budget: 12n })
  ]
  await Promise.all([work(network.context), work(network.context)])
  expect(await Promise.all(ids.map(id => network.moneyOf(id)))).toEqual([
    [0n, 1n, 0n],
    [0n, 0n, 0n]
  ])
  expect(await network.state(ids[1] ?? 0)).toBe('out_of_funds')
  await credit(network, 1n, 'more')
  await work(network.context)
  expect(await network.state(ids[1] ?? 0)).toBe('active')
  expect(await network.moneyOf(ids[1] ?? 0)).toEqual([0n, 1n, 0n])
})

test('a process that dies at any statement has moved all of it or nothing', async () => {
  let crashes = 0
  for (let nth = 1; ; nth++) {
    const network = await createNetwork()
    await credit(network, 100n)
    const id = await createSelfFunding(network)
    const dying = createDying(network.context, nth)
    await work(dying.context).catch(() => {})
    const [free, held] = await network.moneyOf(id)
    const drawn = (await readDrawn(network.db, [id], network.clock.now()))(id).total
    expect([free, held, await network.balance(purse(network))]).toEqual([0n, drawn, 100n - drawn])
    await work(network.context)
    expect(await network.moneyOf(id)).toEqual([0n, 10n, 0n])
    await verifyDraws(network)
    if (!dying.hasDied()) break
    crashes++
  }
  expect(crashes).toBeGreaterThan(10)
}, 120_000)

test('a paused, an archived and a suspended campaign take nothing', async () => {
  const network = await createNetwork()
  await credit(network, 100n)
  const paused = await createSelfFunding(network)
  const archived = await createSelfFunding(network)
  const set = (state: string, id: number) =>
    network.db.updateTable('campaigns').set({ state }).where('id', '=', id).execute()
  await set('paused', paused)
  await set('archived', archived)
  await work(network.context)
  expect(await network.balance(purse(network))).toBe(100n)
  await set('active', paused)
  const started = { started_at: network.clock.now(), started_by: network.publisher }
  await network.db
    .insertInto('account_suspensions')
    .values({ user_id: network.advertiser, reason: 'Doubled money', ...started })
    .execute()
  await work(network.context)
  expect(await network.balance(purse(network))).toBe(100n)
  expect(await network.state(paused)).toBe('active')
  const lifted = { ended_at: network.clock.now(), ended_by: network.publisher }
  await network.db.updateTable('account_suspensions').set(lifted).execute()
  await work(network.context)
  expect(await network.balance(purse(network))).toBe(90n)
})

test('promotional credit of the account goes first, and stays promotional credit', async () => {
  const network = await createNetwork()
  await credit(network, 100n)
  await network.move({
    key: 'gift',
    amount: 3n,
    from: networkAccount('BTC', 'promotion'),
    to: userAccount(network.advertiser, 'BTC', 'promotion')
  })
  const id = await createSelfFunding(network)
  await work(network.context)
  expect(await network.balance(purse(network))).toBe(93n)
  await network.count(id, '2026-03-02T10:00:00Z', network.first, 1n)
  network.clock.set('2026-03-02T12:00:01Z')
  await settleDue(network.context)
  expect(await network.statements(id)).toMatchObject([{ charged: 10n, promotion: 3n }])
  await verifyDraws(network)
})

test('verification finds a draw without its transfer, and a sum that is wrong', async () => {
  const network = await createNetwork()
  const id = await createSelfFunding(network)
  await network.db
    .insertInto('campaign_draws')
    .values({
      ...{ campaign_id: id, window_start: '2026-03-02T10:00:00Z', amount: 5n, promotion: 0n },
      ...{ total: 9n, drawn_at: network.clock.now() }
    })
    .execute()
  const problemOf = async (index: number) => {
    const verdict = await verdictOf(network.db, drawChecks.slice(index, index + 1))
    return verdict.ok ? null : verdict.problem
  }
  expect(await problemOf(0)).toBe(
    `draw:${id}:2026-03-02T10:00:00.000Z:available: there is no transfer of 5`
  )
  expect(await problemOf(1)).toContain(`campaign ${id} has drawn 5 in all, and says 9 after`)
})

/** Returns the amounts in the account's low-funds notifications: what the account has and what it needs. */
async function readLowNotices({ db }: Network): Promise<unknown[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('data')
    .where('kind', '=', 'account_low_funds')
    .orderBy('id')
    .execute()
  return rows.map(it => it.data)
}

/** Starts the next settlement period, and counts one view for each of the campaigns in it. */
async function workAt(network: Network, time: string, ids: readonly number[]) {
  network.clock.set(`${time.slice(0, 19)}Z`)
  await work(network.context)
  const start = `${time.slice(0, 13)}:00:00Z`
  for (const id of ids) await network.count(id, start, network.first, 1n)
}

test('an account with less than a day’s need is notified once, and again after it had enough', async () => {
  const network = await createNetwork()
  await credit(network, 128n)
  const id = await createSelfFunding(network)
  // Money held for the current period counts as available: 118 are left, and 110 are needed.
  await workAt(network, '2026-03-02T10:00:02', [id])
  expect(await readLowNotices(network)).toEqual([])
  await workAt(network, '2026-03-02T12:00:02', [id])
  const low = { amount: '108', need: '110', asset: 'BTC' }
  expect(await readLowNotices(network)).toEqual([low])
  await workAt(network, '2026-03-02T14:00:02', [id])
  expect(await readLowNotices(network)).toEqual([low])
  await credit(network, 500n, 'more')
  await workAt(network, '2026-03-02T16:00:02', [id])
  expect(await network.db.selectFrom('low_accounts').selectAll().execute()).toEqual([])
  await network.move({
    key: 'elsewhere',
    amount: 480n,
    from: purse(network),
    to: networkAccount('BTC', 'outside')
  })
  await workAt(network, '2026-03-02T18:00:02', [id])
  expect(await readLowNotices(network)).toEqual([low, { amount: '98', need: '110', asset: 'BTC' }])
})

test('only campaigns that run and fund themselves need something, and none more than its limits', async () => {
  const network = await createNetwork()
  await credit(network, 50n)
  const others = { daily_budget: 9_223_372_036_854_775_000n }
  await network.createCampaign({ funds: 0n, ...others })
  const paused = await createSelfFunding(network, others)
  await network.db
    .updateTable('campaigns')
    .set({ state: 'paused' })
    .where('id', '=', paused)
    .execute()
  await createSelfFunding(network, {}, { auto_fund_daily_max: 30n })
  await createSelfFunding(network, {}, { auto_fund_total_max: 20n })
  await work(network.context)
  // The two campaigns hold 20 together. The first may draw 20 more today, and the second only 10 more in total.
  expect(await network.balance(purse(network))).toBe(30n)
  expect(await readLowNotices(network)).toEqual([])
})

test('promotional credit counts, and needs that no column can hold are compared', async () => {
  const network = await createNetwork()
  const gift = userAccount(network.advertiser, 'BTC', 'promotion')
  await network.move({
    key: 'gift',
    amount: 7n,
    from: networkAccount('BTC', 'promotion'),
    to: gift
  })
  const largest = 9_223_372_036_854_775_807n
  await createSelfFunding(network, { daily_budget: largest })
  await createSelfFunding(network, { daily_budget: largest })
  await createSelfFunding(network, { daily_budget: largest })
  await work(network.context)
  const [notice] = (await readLowNotices(network)) as { amount: string; need: string }[]
  expect(notice?.amount).toBe('0')
  expect(BigInt(notice?.need ?? 0)).toBeGreaterThan(largest)
})
