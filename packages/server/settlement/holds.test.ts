import { createTestContext } from '@mille/testing/test-context.ts'
import { expect, test } from 'vitest'
import { networkAccount, userAccount, verifyLedger } from '../ledger/index.ts'
import { holdActive } from '../window-holds/index.ts'
import { settleDue } from './settle.ts'
import { createDying } from './testing/crash.ts'
import { testNetworks } from './testing/networks.ts'
import { verifySettlements } from './verify.ts'

const createNetwork = testNetworks(createTestContext)

test('holds the most that a CPD window can cost, and settlement gives back what it did not', async () => {
  const network = await createNetwork()
  const id = await network.createCampaign({ funds: 1000n, max_cpm: 2000n })
  network.clock.set('2026-03-02T10:00:02Z')
  await holdActive(network.context)
  expect(await network.moneyOf(id)).toEqual([917n, 83n, 0n])
  await holdActive(network.context)
  expect(await network.moneyOf(id)).toEqual([917n, 83n, 0n])

  await network.count(id, '2026-03-02T10:00:00Z', network.first, 10n)
  network.clock.set('2026-03-02T12:00:01Z')
  await settleDue(network.context)
  expect(await network.statements(id)).toMatchObject([{ due: 83n, charged: 20n, fee: 4n }])
  expect(await network.moneyOf(id)).toEqual([980n, 0n, 0n])
  await holdActive(network.context)
  expect(await network.moneyOf(id)).toEqual([897n, 83n, 0n])
})

test('holds for a part of a window no more than its seconds can cost', async () => {
  const network = await createNetwork()
  const id = await network.createCampaign({ from: '2026-03-02T11:30:00Z' })
  network.clock.set('2026-03-02T11:30:00Z')
  await holdActive(network.context)
  expect(await network.moneyOf(id)).toEqual([99_980n, 20n, 0n])
})

test('holds for CPM what is left of the day, of the total budget and of the money', async () => {
  const network = await createNetwork()
  const cpm = { traffic_type: 'cpm', max_cpm: 100_000n }
  const ids = [
    await network.createCampaign({ ...cpm }),
    await network.createCampaign({ ...cpm, total_budget: 700n }),
    await network.createCampaign({ ...cpm, funds: 400n })
  ]
  const held = async () => Promise.all(ids.map(id => network.moneyOf(id).then(([, held]) => held)))
  await holdActive(network.context)
  expect(await held()).toEqual([1000n, 700n, 400n])
  for (const id of ids) await network.count(id, '2026-03-02T10:00:00Z', network.first, 3n)
  // The next window has begun while the last one is not settled yet: the hold for the last window covers what the day
  // may still cost.
  network.clock.set('2026-03-02T12:00:00.500Z')
  await holdActive(network.context)
  expect(await held()).toEqual([1000n, 700n, 400n])
  network.clock.set('2026-03-02T12:00:02Z')
  await settleDue(network.context)
  await holdActive(network.context)
  expect(await held()).toEqual([700n, 400n, 100n])
})

test('what a later window holds gives way to a window that ended before it', async () => {
  const network = await createNetwork()
  const id = await network.createCampaign({ funds: 100n })
  await network.count(id, '2026-03-02T10:00:00Z', network.first, 1n)
  // No money was held in time for the window that starts at 10:00.
  network.clock.set('2026-03-02T12:30:00Z')
  await holdActive(network.context)
  expect(await network.moneyOf(id)).toEqual([17n, 83n, 0n])
  await settleDue(network.context)
  expect(await network.statements(id)).toMatchObject([{ charged: 83n }])
  expect(await network.moneyOf(id)).toEqual([17n, 0n, 0n])
})

test('holds nothing for a CPM campaign before the window of its start and after that of its end', async () => {
  const network = await createNetwork()
  const dates = { starts_at: '2026-03-02T10:30:00Z', ends_at: '2026-03-02T13:00:00Z' }
  const cpm = { traffic_type: 'cpm', max_cpm: 1000n, daily_budget: 1000n } as const
  const id = await network.createCampaign({ ...cpm, from: dates.starts_at, until: dates.ends_at })
  await network.db.updateTable('campaigns').set(dates).where('id', '=', id).execute()
  const held: unknown[] = []
  for (const time of ['09:59:59', '10:00:01', '12:00:01', '14:00:01']) {
    network.clock.set(`2026-03-02T${time}Z`)
    await settleDue(network.context)
    await holdActive(network.context)
    held.push((await network.moneyOf(id))[1])
  }
  expect(held).toEqual([0n, 1000n, 1000n, 0n])
})

test('holds nothing in windows outside of the hours, and a CPD campaign its part of those within', async () => {
  const network = await createNetwork()
  // These campaigns run on Mondays from 11:00 to 14:00.
  const hours = { hours: `${'0'.repeat(11)}111`.padEnd(168, '0'), time_zone: 'UTC' }
  const cpm = { traffic_type: 'cpm', max_cpm: 1000n, daily_budget: 1000n } as const
  const ids = [
    await network.createCampaign({ ...cpm, ...hours }),
    await network.createCampaign({ daily_budget: 1200n, ...hours })
  ]
  const held: unknown[] = []
  for (const time of ['10:00:01', '12:00:01', '14:00:01', '16:00:01']) {
    network.clock.set(`2026-03-02T${time}Z`)
    await settleDue(network.context)
    await holdActive(network.context)
    for (const id of ids) held.push((await network.moneyOf(id))[1])
  }
  expect(held).toEqual([1000n, 50n, 1000n, 100n, 0n, 0n, 0n, 0n])
})

test('gives back what is held for a window in which nothing happened', async () => {
  const network = await createNetwork()
  const id = await network.createCampaign({ from: '2026-03-02T10:00:00Z' })
  await holdActive(network.context)
  await network.db.deleteFrom('campaign_activity').execute()
  await network.db.updateTable('campaigns').set({ state: 'paused' }).execute()
  await network.db
    .insertInto('settlement_progress')
    .values({ settled_until: '2026-03-02T10:00:00Z' })
    .execute()
  network.clock.set('2026-03-02T12:00:01Z')
  await settleDue(network.context)
  expect(await network.moneyOf(id)).toEqual([100_000n, 0n, 0n])
  expect(await network.statements(id)).toMatchObject([{ active_seconds: 0, charged: 0n }])
})

test('promotional credit pays first, and what is left of it stays promotional credit', async () => {
  const network = await createNetwork()
  const id = await network.createCampaign({ funds: 1000n })
  await network.promote(id, 90n)
  await holdActive(network.context)
  expect(await network.moneyOf(id)).toEqual([1000n, 83n, 7n])
  await network.count(id, '2026-03-02T10:00:00Z', network.first, 1n)
  network.clock.set('2026-03-02T12:00:01Z')
  await settleDue(network.context)
  await holdActive(network.context)
  expect(await network.moneyOf(id)).toEqual([924n, 83n, 0n])
  await network.count(id, '2026-03-02T12:00:00Z', network.first, 1n)
  network.clock.set('2026-03-02T14:00:01Z')
  await settleDue(network.context)
  expect(await network.statements(id)).toMatchObject([
    { charged: 83n, promotion: 83n },
    { charged: 83n, promotion: 7n }
  ])
  expect(await network.moneyOf(id)).toEqual([924n, 0n, 0n])
})

test('a partner gets a tenth of the charge for six months, out of the fee', async () => {
  const network = await createNetwork()
  const id = await network.createCampaign()
  await network.refer(new Date('2025-09-02T13:00:00Z'))
  for (const hour of [10, 12, 14])
    await network.count(id, `2026-03-02T${hour}:00:00Z`, network.first, 1n)
  network.clock.set('2026-03-02T16:00:01Z')
  await settleDue(network.context)
  expect(await network.statements(id)).toMatchObject([
    { charged: 83n, fee: 8n, referral: 8n, partner_id: network.publisher },
    { charged: 83n, fee: 8n, referral: 8n },
    // This window begins after the partner's six months.
    { charged: 83n, fee: 16n, referral: 0n, partner_id: null }
  ])
  expect(await network.balance(userAccount(network.publisher, 'BTC'))).toBe(16n)
  expect(await network.balance(networkAccount('BTC', 'fee'))).toBe(32n)
})

test('a fee that the operator changed counts from its window on, however late windows settle', async () => {
  const network = await createNetwork()
  const id = await network.createCampaign()
  for (const hour of [10, 12, 14])
    await network.count(id, `2026-03-02T${hour}:00:00Z`, network.first, 1n)
  const change = { name: 'fee_basis_points', changed_by: network.advertiser }
  const changed_at = network.clock.now()
  await network.db
    .insertInto('setting_changes')
    .values([
      { ...change, value: 1000n, valid_from: '2026-03-02T12:00:00Z', changed_at },
      { ...change, value: 0n, valid_from: '2026-03-02T14:00:00Z', changed_at }
    ])
    .execute()
  network.clock.set('2026-03-02T16:00:01Z')
  await settleDue(network.context)
  expect(await network.statements(id)).toMatchObject([
    { charged: 83n, fee: 16n },
    { charged: 83n, fee: 8n },
    { charged: 83n, fee: 0n }
  ])
  expect(await network.money(id)).toEqual([99_751n, 225n, 0n, 24n])
})

test('a coupon halves the fee', async () => {
  const network = await createNetwork()
  const id = await network.createCampaign({ fee_halved: true })
  await network.count(id, '2026-03-02T10:00:00Z', network.first, 1n)
  network.clock.set('2026-03-02T12:00:01Z')
  await settleDue(network.context)
  expect(await network.statements(id)).toMatchObject([{ charged: 83n, fee: 8n }])
})

test('charges no minute in which delivery was down', async () => {
  const network = await createNetwork()
  const [cpd, cpm] = [
    await network.createCampaign(),
    await network.createCampaign({ traffic_type: 'cpm', max_cpm: 1000n })
  ]
  for (const id of [cpd, cpm]) await network.count(id, '2026-03-02T10:00:00Z', network.first, 9n)
  await network.count(cpd, '2026-03-02T14:00:00Z', network.first, 1n)
  await network.db
    .deleteFrom('delivery_heartbeats')
    .where('minute', '>=', new Date('2026-03-02T10:30:00Z'))
    .where('minute', '<', new Date('2026-03-02T14:00:00Z'))
    .execute()
  network.clock.set('2026-03-02T16:00:01Z')
  await settleDue(network.context)
  expect(await network.statements(cpd)).toMatchObject([
    { active_seconds: 1800, due: 20n, charged: 20n },
    { active_seconds: 0, due: 0n, charged: 0n },
    { active_seconds: 7200, due: 83n, charged: 83n }
  ])
  expect(await network.statements(cpm)).toMatchObject([{ charged: 9n }, {}, {}])
})

test('an impression that was chosen before a pause and seen after it is paid from the portion of then', async () => {
  const network = await createNetwork()
  const until = '2026-03-02T11:00:00Z'
  const cpm = { traffic_type: 'cpm', max_cpm: 3000n }
  const [unseen, seen, views] = [
    await network.createCampaign({ until }),
    await network.createCampaign({ until }),
    await network.createCampaign({ until, ...cpm })
  ]
  await network.count(seen, '2026-03-02T10:00:00Z', network.first, 1n)
  for (const id of [unseen, seen, views]) {
    await network.count(id, '2026-03-02T12:00:00Z', network.first, 1n)
    await network.count(id, '2026-03-02T14:00:00Z', network.first, 1n)
  }
  network.clock.set('2026-03-02T16:00:01Z')
  await settleDue(network.context)
  expect(await network.statements(unseen)).toMatchObject([
    { active_seconds: 3600, due: 41n, charged: 0n },
    { active_seconds: 0, due: 41n, charged: 41n },
    { due: 0n, charged: 0n }
  ])
  expect(await network.statements(seen)).toMatchObject([
    { charged: 41n },
    { due: 0n, charged: 0n },
    { due: 0n, charged: 0n }
  ])
  // The price per thousand impressions is the same no matter when they are seen.
  expect(await network.statements(views)).toMatchObject([
    { due: 0n },
    { charged: 3n },
    { charged: 3n }
  ])
})

test('dies before any of its statements, and the next run completes what it left', async () => {
  const network = await createNetwork()
  const { context, clock } = network
  await network.refer()
  const plain = await network.createCampaign({ funds: 200n })
  const coupon = await network.createCampaign({ fee_halved: true, funds: 300n })
  await network.promote(coupon, 50n)
  const paused = await network.createCampaign({ until: '2026-03-02T11:00:00Z' })
  let deaths = 0
  let window = 0
  for (let nth = 1, survived = false; !survived; nth++) {
    const start = new Date(Date.UTC(2026, 2, 2, 10 + 2 * window))
    clock.set(new Date(start.getTime() + 1000))
    await holdActive(createDying(context, nth).context).catch(() => {})
    for (const id of [plain, coupon, paused])
      await network.count(id, start.toISOString(), network.first, 1n)
    clock.set(new Date(start.getTime() + 7_201_000))
    const settling = createDying(context, nth)
    await settleDue(settling.context).catch(() => {})
    survived = !settling.hasDied()
    if (!survived) deaths += 1
    expect(await verifyLedger(context.db)).toMatchObject({ ok: true })
    expect(await verifySettlements(context.db)).toMatchObject({ ok: true })
    expect(await settleDue(context)).toMatchObject({ failedCampaigns: [] })
    window += 1
  }
  expect(deaths).toBeGreaterThan(12)
  const statements = await network.statements(plain)
  expect(statements).toHaveLength(window)
  expect(statements.reduce((sum, it) => sum + it.charged, 0n)).toBeLessThanOrEqual(200n)
  for (const id of [plain, coupon, paused]) expect((await network.moneyOf(id))[1]).toBe(0n)
})
