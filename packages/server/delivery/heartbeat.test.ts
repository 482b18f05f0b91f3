import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createHeartbeat, forgetHeartbeats, type Heartbeat } from './heartbeat.ts'

let context: TestContext
const running: Heartbeat[] = []

beforeAll(async () => {
  context = await createTestContext()
})
afterEach(async () => {
  for (const heartbeat of running.splice(0)) await heartbeat.stop()
  // Needed if a test failed before it did this.
  await sql`alter table if exists away rename to delivery_heartbeats`.execute(context.db)
  await context.db.deleteFrom('delivery_heartbeats').execute()
})
afterAll(() => context.close())

async function start(): Promise<void> {
  const heartbeat = createHeartbeat(context)
  running.push(heartbeat)
  await heartbeat.start()
}

async function minutes(): Promise<string[]> {
  const rows = await context.db
    .selectFrom('delivery_heartbeats')
    .select('minute')
    .orderBy('minute')
    .execute()
  return rows.map(row => row.minute.toISOString().slice(11, 16))
}

/** The heartbeat checks once a second; a busy machine may need longer. */
const soon = { timeout: 20_000 }

test('writes each minute down once, by however many nodes', async () => {
  context.clock.set('2026-03-02T10:00:59.900Z')
  await start()
  await start()
  expect(await minutes()).toEqual(['10:00'])
  context.clock.set('2026-03-02T10:01:00.000Z')
  await expect.poll(minutes, soon).toEqual(['10:00', '10:01'])
})

test('remembers ten minutes while the database is away, as long as ads go on without it', async () => {
  const warn = vi.spyOn(context.log, 'warn')
  context.clock.set('2026-03-02T11:00:00.000Z')
  await start()
  await sql`alter table delivery_heartbeats rename to away`.execute(context.db)
  for (let minute = 1; minute <= 12; minute++) {
    context.clock.set(`2026-03-02T11:${String(minute).padStart(2, '0')}:00.000Z`)
    const before = warn.mock.calls.length
    await expect.poll(() => warn.mock.calls.length, soon).toBeGreaterThan(before)
  }
  await sql`alter table away rename to delivery_heartbeats`.execute(context.db)
  await expect.poll(async () => (await minutes()).length, soon).toBe(11)
  expect((await minutes()).slice(0, 3)).toEqual(['11:00', '11:03', '11:04'])
})

test('forgets the minutes of days whose events are gone', async () => {
  for (const moment of ['2026-03-01T23:59:00.000Z', '2026-03-02T00:00:00.000Z']) {
    context.clock.set(moment)
    await start()
  }
  await context.db.transaction().execute(tx => forgetHeartbeats(tx, '2026-03-02'))
  expect(await minutes()).toEqual(['00:00'])
})
