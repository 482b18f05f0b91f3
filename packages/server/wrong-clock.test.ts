import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readHealth } from './admin/health.ts'
import { createHeartbeat } from './delivery/heartbeat.ts'
import { createTestAppender } from './delivery/testing/counting.ts'
import { fireDeadlines } from './marketplace/deadlines.ts'
import { payOutByLightning } from './payments/lightning/withdrawals/pay-out-automatically.ts'
import { signDue } from './payments/payouts/sign-due.ts'
import { payOutAutomatically } from './payments/withdrawals/automatic-payouts.ts'
import { settleDue } from './settlement/settle.ts'
import { createTestNetwork } from './settlement/testing/network.ts'

let context: TestContext
let network: Awaited<ReturnType<typeof createTestNetwork>>
beforeAll(async () => {
  context = await createTestContext()
  network = await createTestNetwork(context)
})
afterAll(() => context.close())

/** The same process with a clock that is wrong by the given time. */
const wrongBy = (ms: number) => ({
  ...context,
  now: () => new Date(context.now().getTime() + ms)
})
const dayMs = 86_400_000

test('a clock that is a day ahead closes and settles nothing; one that is half a minute ahead does', async () => {
  const id = await network.createCampaign()
  await network.count(id, '2026-03-02T10:00:00Z', network.first, 10n)
  context.clock.set('2026-03-02T12:00:01Z')
  for (const ms of [dayMs, -dayMs, 61_000, -61_000]) {
    await expect(settleDue(wrongBy(ms))).rejects.toThrow('The clock of this process is')
    expect(await network.statements(id)).toEqual([])
    const heads = await network.db.selectFrom('event_log_heads').select('at').distinct().execute()
    expect(heads).toEqual([{ at: new Date(0) }])
  }
  await settleDue(wrongBy(30_000))
  expect(await network.statements(id)).toMatchObject([{ billable: 10n, charged: 83n }])
})

test('by a wrong clock no order is paid or given back, and no withdrawal is made or signed', async () => {
  const nothing = async () => {}
  for (const ms of [dayMs, -dayMs]) {
    for (const act of [
      () => fireDeadlines(wrongBy(ms)),
      () => payOutAutomatically(wrongBy(ms)),
      () => payOutByLightning(wrongBy(ms)),
      () => signDue(wrongBy(ms), 'bitcoin', nothing)
    ])
      await expect(act()).rejects.toThrow('The clock of this process is')
  }
  const clock = (await readHealth(context)).find(it => it.name === 'Clock')
  for (const part of ['orders', 'payouts'])
    expect(clock?.text).toContain(`A process of ${part} is 24 hours behind the database`)
  await fireDeadlines(wrongBy(30_000))
  await signDue(wrongBy(30_000), 'bitcoin', nothing)
})

test('a wrong clock counts nothing, says that it is not a heartbeat, and is on the health page', async () => {
  expect((await readHealth(context)).find(it => it.name === 'Clock')).toMatchObject({
    state: 'alarm',
    text: expect.stringContaining('settlement')
  })
  const wrong = wrongBy(dayMs)
  const appender = createTestAppender(wrong)
  appender.addRefused(network.first, 'mismatched_site')
  await expect(appender.flush()).rejects.toThrow()
  const batches = await network.db.selectFrom('event_log_batches').select('position').execute()
  expect(batches).toEqual([])
  await network.db.deleteFrom('delivery_heartbeats').execute()
  const heartbeat = createHeartbeat(wrong)
  await heartbeat.start()
  await heartbeat.stop()
  expect(await network.db.selectFrom('delivery_heartbeats').selectAll().execute()).toEqual([])
  const clock = (await readHealth(context)).find(it => it.name === 'Clock')
  expect(clock?.text).toContain('A process of ads is 24 hours ahead of the database')
  await network.db.deleteFrom('wrong_clocks').execute()
  expect((await readHealth(context)).find(it => it.name === 'Clock')).toMatchObject({ state: 'ok' })
})
