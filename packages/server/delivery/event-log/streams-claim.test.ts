import { setTimeout as sleep } from 'node:timers/promises'
import { type Nats, startNats } from '@mille/testing/nats.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { StartError } from '../../start-error.ts'
import { type BegunLog, beginEventLog } from '../partitions/begin-event-log.ts'
import { forgetOldEvents } from '../partitions/retention.ts'
import { findWrongCount } from '../partitions/verify-counts.ts'
import {
  countAll,
  createTestAppender,
  makeDecided,
  readSums,
  viewable
} from '../testing/counting.ts'
import { checkEventLog } from './check-event-log.ts'
import { EventLogUnavailable, patienceMs } from './event-log.ts'
import { openEventLog } from './open-event-log.ts'

let nats: Nats
let connection: NatsConnection
let manager: JetStreamManager
let contexts: TestContext[] = []

beforeAll(async () => {
  nats = await startNats({ servers: 1, password: 'secret' })
  connection = await connect({ servers: serverOf(nats), user: 'mille', pass: 'secret' })
  manager = await jetstreamManager(connection)
})
afterEach(async () => {
  for (const context of contexts) await context.close()
  contexts = []
  for await (const { config } of manager.streams.list()) await manager.streams.delete(config.name)
})
afterAll(async () => {
  await connection.close()
  await nats.dispose()
})

const serverOf = ({ url }: Nats) => url.slice(url.indexOf('@') + 1)
const never = vi.fn()

async function createContext(): Promise<TestContext> {
  const context = await createTestContext()
  contexts.push(context)
  return context
}

/** Returns a context with the same database and the log on NATS. */
const onNats = (context: TestContext, url = nats.url): TestContext => ({
  ...context,
  config: { ...context.config, eventLogUrl: url }
})

const check = (context: TestContext) => checkEventLog(context, never)

/** Appends a report like a node that is started and stopped. */
async function report(context: TestContext): Promise<void> {
  const events = openEventLog(context)
  const appender = createTestAppender(context, { events })
  await appender.count(viewable(makeDecided({ issuedAtMs: context.now().getTime() })))
  await appender.stop()
  await events.close()
}

const begin = (context: TestContext): Promise<BegunLog> => beginEventLog(context)

test('an empty log in the database is left for the streams, once for all processes', async () => {
  const database = await createContext()
  const context = onNats(database)
  await Promise.all([check(context), check(context), check(context)])
  await report(context)
  await countAll(context)
  expect(await readSums(context.db)).toEqual({ viewable: 1n, billable: 1n })
  // A process without EVENT_LOG_URL does not start, and a running one accepts nothing that would never be counted.
  await expect(check(database)).rejects.toThrow(
    /^EVENT_LOG_URL is not set, and the event log of this database is on NATS servers/
  )
  const log = openEventLog(database)
  const body = { partition: 0, body: Buffer.alloc(84) }
  await expect(log.append([body], database.now())).rejects.toThrow('not in this database')
  await expect(log.heads()).rejects.toThrow(EventLogUnavailable)
  await expect(log.advance(database.now())).rejects.toThrow(EventLogUnavailable)
})

test('a log in the database that has something in it is not left by EVENT_LOG_URL alone', async () => {
  const database = await createContext()
  await report(database)
  await expect(check(onNats(database))).rejects.toThrow(
    /^EVENT_LOG_URL names NATS servers, and what was reported until now is in the database.* mille settle without EVENT_LOG_URL.* mille begin-event-log with it/
  )
  await check(database)
  await countAll(database)
  expect(await readSums(database.db)).toEqual({ viewable: 1n, billable: 1n })
})

test('streams of another database are refused, and left as they are', async () => {
  const first = onNats(await createContext())
  await check(first)
  await report(first)
  await expect(check(onNats(await createContext()))).rejects.toThrow(
    /^EVENT_LOG_URL leads to a stream mille-events-\d+ of another database/
  )
  await countAll(first)
  expect(await readSums(first.db)).toEqual({ viewable: 1n, billable: 1n })
})

test('a stream that is lost is not made again as if nothing had been', async () => {
  const context = onNats(await createContext())
  await check(context)
  await manager.streams.delete('mille-events-3')
  await expect(check(context)).rejects.toThrow(
    /^EVENT_LOG_URL leads to servers that have no stream mille-events-3, .*begin-event-log/
  )
})

test('streams that have lost their end are refused', async () => {
  const context = onNats(await createContext())
  await check(context)
  for (let count = 0; count < 3; count++) await report(context)
  await countAll(context)
  for (let partition = 0; partition < 16; partition++) {
    const name = `mille-events-${partition}`
    const { config } = await manager.streams.info(name)
    await manager.streams.delete(name)
    await manager.streams.add(config)
  }
  await expect(check(context)).rejects.toThrow(
    /^EVENT_LOG_URL leads to a stream mille-events-\d+ that ends at 0, and it was counted up to \d+/
  )
})

test('a first start waits until the streams can be made', async () => {
  const late = await startNats({ servers: 1 })
  const context = onNats(await createContext(), late.url)
  const whenAway = vi.fn()
  await late.kill()
  const checked = checkEventLog(context, whenAway)
  await sleep(patienceMs + 500)
  await late.start()
  await checked
  expect(whenAway).not.toHaveBeenCalled()
  // After the first check, the servers may be unreachable.
  await late.kill()
  await checkEventLog(context, whenAway)
  expect(whenAway).toHaveBeenCalledOnce()
  await late.dispose()
})

test('servers that refuse the password are named at the start; those that are away are waited for', async () => {
  const context = await createContext()
  const wrong = onNats(context, nats.url.replace('secret', 'guess'))
  await expect(check(wrong)).rejects.toThrow(StartError)
  await expect(check(wrong)).rejects.toThrow(/^EVENT_LOG_URL has a name and a password that/)
  await check(onNats(context))
  const whenAway = vi.fn()
  await checkEventLog(onNats(context, 'nats://127.0.0.1:1'), whenAway)
  expect(whenAway).toHaveBeenCalledOnce()
})

test('a log is started again where EVENT_LOG_URL says, and counting continues', async () => {
  const database = await createContext()
  const context = onNats(database)
  await report(database)
  expect(await begin(database)).toEqual({ ok: false, code: 'nothing_to_begin' })
  expect(await begin(context)).toEqual({ ok: false, code: 'not_counted' })
  await countAll(database)
  expect(await begin(context)).toEqual({ ok: true, store: 'nats' })
  await check(context)
  // A node whose clock is behind appends nothing before the time that is settled.
  const behind = { ...context, now: () => new Date(context.now().getTime() - 30_000) }
  await report(behind)
  await countAll(context)
  expect(await readSums(context.db)).toEqual({ viewable: 2n, billable: 2n })
  expect(await findWrongCount(context)).toBe(null)

  // The streams are lost, as if their servers were.
  for await (const { config } of manager.streams.list()) await manager.streams.delete(config.name)
  await expect(check(context)).rejects.toThrow(StartError)
  expect(await begin(context)).toEqual({ ok: true, store: 'nats' })
  await check(context)
  await report(context)
  await countAll(context)
  expect(await readSums(context.db)).toEqual({ viewable: 3n, billable: 3n })

  expect(await begin(database)).toEqual({ ok: true, store: 'database' })
  await check(database)
  await report(database)
  await countAll(database)
  expect(await readSums(context.db)).toEqual({ viewable: 4n, billable: 4n })
  // From the next day on, the current log explains all counters.
  database.clock.set('2026-03-04T10:00:00Z')
  await report(database)
  await countAll(database)
  expect(await findWrongCount(database)).toBe(null)
})

test('begins no log while a server runs, or did a minute ago', async () => {
  const context = onNats(await createContext())
  const minute = new Date(context.now().getTime() - 30_000)
  await context.db.insertInto('delivery_heartbeats').values({ minute }).execute()
  expect(await begin(context)).toEqual({ ok: false, code: 'servers_run' })
})

test('old days are forgotten in the streams too, and the rest is verified', async () => {
  const context = onNats(await createContext())
  await check(context)
  for (const at of ['2026-01-30T23:59:59Z', '2026-01-31T00:00:01Z', '2026-02-02T12:00:00Z']) {
    context.clock.set(at)
    await report(context)
    if (!at.includes('23:59')) await countAll(context)
  }
  const log = openEventLog(context)
  await forgetOldEvents(context, log, '2026-01-31')
  await forgetOldEvents(context, log, '2026-02-01')
  await log.close()
  expect(await findWrongCount(context)).toBe(null)
  const lengths = await Promise.all(
    Array.from({ length: 16 }, async (_, partition) => {
      const { state } = await manager.streams.info(`mille-events-${partition}`)
      return state.messages
    })
  )
  expect(lengths.reduce((sum, it) => sum + it, 0)).toBe(1)
})
