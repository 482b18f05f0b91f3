import { setTimeout as sleep } from 'node:timers/promises'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readHealth } from '../admin/health.ts'
import { connect } from './connect.ts'
import { type DatabaseClock, readMachineClocks, startDatabaseClock } from './database-clock.ts'

const everyMs = 20
let context: TestContext
let connection: Awaited<ReturnType<typeof connect>>
let clock: DatabaseClock

beforeAll(async () => {
  context = await createTestContext()
  // A database clock that can be set: it comes before PostgreSQL's own in the search path.
  await sql`create schema set_clock`.execute(context.db)
  await sql`create table set_clock.ahead as select interval '0' as by`.execute(context.db)
  await sql`
    create function set_clock.clock_timestamp() returns timestamptz language sql volatile
    return pg_catalog.clock_timestamp() + (select by from set_clock.ahead)`.execute(context.db)
  connection = await connect({
    ...context.connection,
    options: '-c search_path=set_clock,public,pg_catalog'
  })
})
beforeEach(async () => {
  await setDatabase(0)
  await sql`delete from machine_clocks`.execute(context.db)
  clock = await startDatabaseClock({ ...connection, log: context.log }, everyMs)
})
afterEach(() => clock.stop())
afterAll(async () => {
  await connection.close()
  await context.close()
})

const setDatabase = (aheadMs: number) =>
  sql`update set_clock.ahead set by = make_interval(secs => ${aheadMs / 1000})`.execute(context.db)

/** Returns how far the clock is from the real time, which the database had at first, in milliseconds. */
const differenceMs = () => clock.now().getTime() - Date.now()

/**
 * Reads the time until the clock is that far ahead, and returns by how much it went back at most between two readings.
 */
async function follow(aheadMs: number): Promise<number> {
  const started = performance.now()
  let [last, back] = [clock.now().getTime(), 0]
  while (Math.abs(differenceMs() - aheadMs) > 15) {
    if (performance.now() - started > 20_000) throw new Error(`is at ${differenceMs()} ms`)
    await sleep(1)
    const moment = clock.now().getTime()
    back = Math.max(back, last - moment)
    last = moment
  }
  return back
}

test('goes on at once when the database’s clock was set forward', async () => {
  await setDatabase(30_000)
  expect(await follow(30_000)).toBe(0)
})

test('runs slower, and never back, when the database’s clock was set back a little', async () => {
  await setDatabase(-50)
  expect(await follow(-50)).toBe(0)
})

test('goes back once when the database’s clock was set back by seconds', async () => {
  await setDatabase(-5000)
  expect(await follow(-5000)).toBeLessThanOrEqual(5000)
})

test('keeps what it knows while the database is away', async () => {
  await setDatabase(7000)
  await follow(7000)
  await sql`alter table set_clock.ahead rename to away`.execute(context.db)
  await sleep(5 * everyMs)
  expect(Math.abs(differenceMs() - 7000)).toBeLessThan(15)
  await sql`alter table set_clock.away rename to ahead`.execute(context.db)
  await setDatabase(9000)
  await follow(9000)
})

test('a machine that is off by more than a tenth of a second is on the health page', async () => {
  const line = async () => (await readHealth(context)).find(it => it.name === 'Clock')
  expect(await line()).toMatchObject({ state: 'ok' })
  await setDatabase(-2500)
  await expect.poll(() => readMachineClocks(context.db)).toHaveLength(1)
  await expect.poll(line).toMatchObject({
    state: 'alarm',
    text: expect.stringMatching(/^The clock of the machine \S+ is 2\.5 s ahead of the database/)
  })
})
