import { setTimeout as sleep } from 'node:timers/promises'
import { countReports, reportView } from '@mille/testing/reports.ts'
import { isOpenByClock, someSchedule } from '@mille/testing/schedules.ts'
import { createTestContext } from '@mille/testing/test-context.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setPremium } from '../accounts/index.ts'
import type { Database } from '../db/connect.ts'
import { firstProblem } from '../ledger/index.ts'
import { holdActive } from '../window-holds/index.ts'
import { settleDue } from './settle.ts'
import { testNetworks } from './testing/networks.ts'
import { sourceChecks } from './verify-sources.ts'

const createNetwork = testNetworks(createTestContext)

const firstWrongSource = (db: Database) =>
  db.transaction().execute(tx => firstProblem(tx, sourceChecks(new Date(0))))

test('charges a window and pays the units by their impressions, less the fee', async () => {
  const network = await createNetwork()
  const id = await network.createCampaign()
  await network.count(id, '2026-03-02T10:00:00Z', network.first, 1n)
  await network.count(id, '2026-03-02T11:00:00Z', network.second, 2n)
  // These impressions belong to the next window.
  await network.count(id, '2026-03-02T12:00:00Z', network.second, 5n)
  network.context.clock.set('2026-03-02T12:00:00.999Z')
  expect(await settleDue(network.context)).toEqual({
    settled: 0,
    failedCampaigns: [],
    isBehind: false
  })
  network.context.clock.set('2026-03-02T12:00:01Z')
  expect(await settleDue(network.context)).toEqual({
    settled: 1,
    failedCampaigns: [],
    isBehind: false
  })

  // One of the day's 12 parts of a budget of 1000 costs 83: 28 for one unit and 55 for the other, with fees of 5 and
  // 11.
  expect(await network.statements(id)).toMatchObject([
    { active_seconds: 7200, billable: 3n, due: 83n, charged: 83n, fee: 16n, asset: 'BTC' }
  ])
  expect(await network.money(id)).toEqual([99_917n, 23n, 44n, 16n])
})

test('a Premium account pays the lower fee, from the first window that begins after', async () => {
  const network = await createNetwork()
  const id = await network.createCampaign()
  await network.count(id, '2026-03-02T10:00:00Z', network.first, 1n)
  await network.count(id, '2026-03-02T12:00:00Z', network.first, 1n)
  const { user_id: owner } = await network.db
    .selectFrom('campaigns')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const since = new Date('2026-03-02T11:00:00Z')
  await network.db
    .transaction()
    .execute(tx => setPremium(tx, Number(owner), 'Ada at the network', since))
  network.context.clock.set('2026-03-02T14:00:01Z')
  await settleDue(network.context)
  const statements = await network.statements(id)
  // The fee is a fifth of 83 in the first window, and a tenth in the second.
  expect(statements.map(it => [it.charged, it.fee])).toEqual([
    [83n, 16n],
    [83n, 8n]
  ])
})

test('settles a window once, whether it is asked again or by two at the same time', async () => {
  const network = await createNetwork()
  const ids = await Promise.all([1, 2, 3].map(() => network.createCampaign()))
  for (const id of ids) await network.count(id, '2026-03-02T10:00:00Z', network.first, 3n)
  network.context.clock.set('2026-03-02T14:00:01Z')
  const runs = await Promise.all(Array.from({ length: 4 }, () => settleDue(network.context)))
  expect(runs.reduce((sum, it) => sum + it.settled, 0)).toBe(6)
  expect(runs.flatMap(it => it.failedCampaigns)).toEqual([])
  const before = await network.money(ids[0] ?? 0)
  expect(await settleDue(network.context)).toEqual({
    settled: 0,
    failedCampaigns: [],
    isBehind: false
  })
  // A window stays settled even when the recorded progress is lost.
  await network.db.deleteFrom('settlement_progress').execute()
  expect(await settleDue(network.context)).toEqual({
    settled: 0,
    failedCampaigns: [],
    isBehind: false
  })
  expect(await network.money(ids[0] ?? 0)).toEqual(before)
})

test('the parts of a day sum to exactly the daily budget', async () => {
  const network = await createNetwork()
  const id = await network.createCampaign({ daily_budget: 1003n, from: '2026-03-02T22:00:00Z' })
  for (let hour = 0; hour < 24; hour += 2) {
    const bucket = `2026-03-03T${String(hour).padStart(2, '0')}:00:00Z`
    await network.count(id, bucket, network.first, 1n)
  }
  network.context.clock.set('2026-03-04T00:00:01Z')
  await settleDue(network.context)
  const statements = await network.statements(id)
  expect(statements).toHaveLength(13)
  expect(statements.reduce((sum, it) => sum + it.charged, 0n)).toBe(1003n)
})

test('a missed day settles each window once', async () => {
  const network = await createNetwork({ settlementWindowSeconds: 3600 })
  const id = await network.createCampaign()
  await network.count(id, '2026-03-02T10:00:00Z', network.first, 1n)
  await network.count(id, '2026-03-03T09:00:00Z', network.first, 1n)
  network.context.clock.set('2026-03-03T10:00:01Z')
  expect(await settleDue(network.context)).toMatchObject({ settled: 24 })
  const statements = await network.statements(id)
  expect(new Set(statements.map(it => it.window_start.getTime())).size).toBe(24)
  expect(statements.filter(it => it.charged > 0n)).toHaveLength(2)
})

test('charges a pause pro rata, and impressions after it not at all', async () => {
  const network = await createNetwork()
  const id = await network.createCampaign({ until: '2026-03-02T10:30:00Z' })
  await network.count(id, '2026-03-02T10:00:00Z', network.first, 1n)
  await network.count(id, '2026-03-02T12:00:00Z', network.first, 1n)
  network.context.clock.set('2026-03-02T16:00:01Z')
  await settleDue(network.context)
  expect(await network.statements(id)).toMatchObject([
    { active_seconds: 1800, due: 20n, charged: 20n },
    { active_seconds: 0, billable: 1n, due: 0n, charged: 0n }
  ])
})

test('charges a window in which a campaign starts or ends for the seconds within its dates', async () => {
  const network = await createNetwork()
  const dates = { starts_at: '2026-03-02T10:30:00Z', ends_at: '2026-03-02T13:00:00Z' }
  const id = await network.createCampaign({ from: dates.starts_at, until: dates.ends_at })
  await network.db.updateTable('campaigns').set(dates).where('id', '=', id).execute()
  const held = async (time: string) => {
    network.context.clock.set(`2026-03-02T${time}Z`)
    await settleDue(network.context)
    await holdActive(network.context)
    return (await network.moneyOf(id))[1]
  }
  await network.count(id, '2026-03-02T10:00:00Z', network.first, 1n)
  await network.count(id, '2026-03-02T12:00:00Z', network.first, 1n)
  // Held are three quarters of a window of 83, then half of one, and then nothing, although the campaign is still
  // active.
  expect([await held('10:00:01'), await held('12:00:01'), await held('14:00:01')]).toEqual([
    62n,
    41n,
    0n
  ])
  expect(await network.statements(id)).toMatchObject([
    { active_seconds: 5400, charged: 62n },
    { active_seconds: 3600, charged: 41n }
  ])
  expect(await network.moneyOf(id)).toEqual([99_897n, 0n, 0n])
})

test('charges for the active seconds within the hours of the terms, whatever the time zone', async () => {
  const network = await createNetwork()
  const from = Date.parse('2026-03-28T20:00:00Z')
  const until = Date.parse('2026-03-29T12:00:00Z')
  await sql`
    insert into delivery_heartbeats (minute)
    select generate_series(${new Date(from)}::timestamptz, ${new Date(until)}, interval '1 minute')`.execute(
    network.db
  )
  const schedules = fc.sample(someSchedule, { numRuns: 20, seed: 265 })
  const ids: number[] = []
  for (const { hours, timeZone: time_zone } of schedules) {
    const id = await network.createCampaign({
      ...{ hours, time_zone, daily_budget: 12_000n },
      ...{ from: '2026-03-28T20:00:00Z' }
    })
    for (let at = from; at < until; at += 7_200_000)
      await network.count(id, new Date(at).toISOString(), network.first, 1n)
    ids.push(id)
  }
  network.context.clock.set('2026-03-29T12:00:02Z')
  await settleDue(network.context)
  for (const [index, id] of ids.entries()) {
    const schedule = schedules[index] ?? null
    const wanted: { active_seconds: number; billable: bigint }[] = []
    for (let window = from; window < until; window += 7_200_000) {
      let active_seconds = 0
      for (let at = window; at < window + 7_200_000; at += 60_000)
        if (schedule && isOpenByClock(schedule, at)) active_seconds += 60
      wanted.push({ active_seconds, billable: 1n })
    }
    const statements = await network.statements(id)
    expect(statements).toMatchObject(wanted)
    for (const { active_seconds, due } of statements)
      if (active_seconds > 0) expect(due).toBe((1000n * BigInt(active_seconds)) / 7200n)
  }
  expect(await firstWrongSource(network.db)).toBeNull()
})

test('a check finds a charge for more than the hours', async () => {
  const network = await createNetwork()
  const hours = `${'0'.repeat(11)}1`.padEnd(168, '0')
  const id = await network.createCampaign({ hours, time_zone: 'UTC' })
  await network.count(id, '2026-03-02T10:00:00Z', network.first, 1n)
  network.context.clock.set('2026-03-02T12:00:02Z')
  await settleDue(network.context)
  expect(await network.statements(id)).toMatchObject([{ active_seconds: 3600, due: 41n }])
  expect(await firstWrongSource(network.db)).toBeNull()
  const setHours = async (hours: string) => {
    await sql`alter table campaign_terms disable trigger user`.execute(network.db)
    await network.db.updateTable('campaign_terms').set({ hours }).execute()
    await sql`alter table campaign_terms enable trigger user`.execute(network.db)
  }
  await setHours('1'.padEnd(168, '0'))
  expect(await firstWrongSource(network.db)).toContain(
    'charged for 3600 active seconds, and it was active for 0'
  )
  await setHours(hours)
})

test('never spends more than the daily budget, the total budget or the funds', async () => {
  const network = await createNetwork()
  const cpm = { traffic_type: 'cpm', max_cpm: 100_000n }
  const ids = [
    await network.createCampaign({ ...cpm, daily_budget: 500n }),
    await network.createCampaign({ ...cpm, total_budget: 700n }),
    await network.createCampaign({ ...cpm, funds: 900n }),
    await network.createCampaign({ ...cpm, daily_budget: 5000n })
  ]
  for (const id of ids) {
    await network.count(id, '2026-03-02T10:00:00Z', network.first, 4n)
    await network.count(id, '2026-03-02T13:00:00Z', network.second, 6n)
    await network.count(id, '2026-03-03T00:00:00Z', network.second, 1n)
  }
  network.context.clock.set('2026-03-03T02:00:01Z')
  await settleDue(network.context)
  const charged = async (id: number) =>
    (await network.statements(id)).map(it => it.charged).filter(it => it > 0n)
  expect(await Promise.all(ids.map(charged))).toEqual([
    [400n, 100n, 100n],
    [400n, 300n],
    [400n, 500n],
    [400n, 600n, 100n]
  ])
  expect(await Promise.all(ids.map(network.state))).toEqual([
    'active',
    'out_of_funds',
    'out_of_funds',
    'active'
  ])
})

test('stops a campaign whose money does not pay its next window, and charges what it showed until then', async () => {
  const network = await createNetwork()
  const id = await network.createCampaign({ funds: 150n })
  await network.count(id, '2026-03-02T10:00:00Z', network.first, 1n)
  await network.count(id, '2026-03-02T12:00:00Z', network.first, 1n)
  network.context.clock.set('2026-03-02T12:06:00Z')
  await settleDue(network.context)
  expect(await network.state(id)).toBe('out_of_funds')
  network.context.clock.set('2026-03-02T18:00:01Z')
  await settleDue(network.context)
  expect(await network.statements(id)).toMatchObject([
    { charged: 83n },
    // The campaign was active for six minutes of the window.
    { active_seconds: 360, due: 4n, charged: 4n }
  ])
})

test('a campaign that cannot be settled stops no other, and is settled later', async () => {
  const network = await createNetwork()
  const [broken, sound] = [await network.createCampaign(), await network.createCampaign()]
  // No ad unit has this ID, so its share cannot be stored.
  await network.count(broken, '2026-03-02T10:00:00Z', 999, 1n)
  await network.count(sound, '2026-03-02T12:00:00Z', network.first, 1n)
  network.context.clock.set('2026-03-02T14:00:01Z')
  expect(await settleDue(network.context)).toEqual({
    settled: 2,
    failedCampaigns: [broken],
    isBehind: false
  })
  expect(await network.statements(broken)).toEqual([])
  expect(await network.statements(sound)).toHaveLength(2)

  await network.db
    .updateTable('delivery_counters')
    .set({ unit_id: network.first })
    .where('unit_id', '=', 999)
    .execute()
  expect(await settleDue(network.context)).toEqual({
    settled: 2,
    failedCampaigns: [],
    isBehind: false
  })
  expect(await network.statements(broken)).toMatchObject([{ charged: 83n }, { charged: 0n }])
})

test('another window length continues where the last one ended', async () => {
  const network = await createNetwork({ settlementWindowSeconds: 3600 })
  const { context } = network
  const id = await network.createCampaign()
  await network.count(id, '2026-03-02T10:00:00Z', network.first, 1n)
  await network.count(id, '2026-03-02T11:00:00Z', network.first, 1n)
  context.clock.set('2026-03-02T11:00:01Z')
  await settleDue(context)
  const longer = { ...context, config: { ...context.config, settlementWindowSeconds: 7200 } }
  context.clock.set('2026-03-02T12:00:01Z')
  await network.db.deleteFrom('settlement_progress').execute()
  await settleDue(longer)
  expect(await network.statements(id)).toMatchObject([
    { active_seconds: 3600, due: 42n },
    { active_seconds: 3600, due: 41n, window_end: new Date('2026-03-02T12:00:00Z') }
  ])
})

test('waits for what was reported and is not counted yet', async () => {
  const network = await createNetwork()
  const { context } = network
  const campaign = await network.createCampaign()
  context.clock.set('2026-03-02T11:59:59Z')
  await reportView(context, { campaign, unit: network.first })
  context.clock.set('2026-03-02T12:00:01Z')
  const settling = settleDue(context)
  await sleep(300)
  expect(await network.statements(campaign)).toEqual([])
  await countReports(context)
  await settling
  expect(await network.statements(campaign)).toMatchObject([{ billable: 1n, charged: 83n }])
})

test('settles what is counted when counting is behind, and the rest when it has caught up', async () => {
  const network = await createNetwork({ settlementWindowSeconds: 3600 })
  const { context } = network
  const campaign = await network.createCampaign()
  const see = async (at: string) => {
    context.clock.set(at)
    // There are more views than partitions, so some partitions get several.
    for (let count = 0; count < 40; count++)
      await reportView(context, { campaign, unit: network.first })
  }
  await see('2026-03-02T10:30:00Z')
  await see('2026-03-02T11:10:00Z')
  await countReports(context)
  await see('2026-03-02T11:20:00Z')
  context.clock.set('2026-03-02T12:00:01Z')
  expect(await settleDue(context)).toMatchObject({ isBehind: true })
  expect(await network.statements(campaign)).toMatchObject([{ billable: 40n }])
  await countReports(context)
  expect(await settleDue(context)).toMatchObject({ isBehind: false })
  expect(await network.statements(campaign)).toMatchObject([{ billable: 40n }, { billable: 80n }])
})
