import { setTimeout as sleep } from 'node:timers/promises'
import { takeBackup } from '@mille/testing/restore.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EventLogUnavailable } from './event-log.ts'
import { createPostgresLog } from './postgres-log.ts'

const limits = { batches: 100, bytes: 1_000_000 }
const noon = (day: number) => new Date(`2026-05-0${day}T12:00:00Z`)
const batch = (text: string) => [{ partition: 0, body: Buffer.from(text) }]

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

const readTexts = async () =>
  (await createPostgresLog(context.pool).read(0, 0n, limits)).map(it => it.body.toString())

test('is in a backup with all of its days, and goes on after it', async () => {
  const log = createPostgresLog(context.pool)
  await log.append(batch('one'), noon(1))
  await log.append(batch('two'), noon(2))
  const heads = await log.heads()
  const backup = await takeBackup(context)
  await log.append(batch('later'), noon(3))
  await backup.restore()
  backup.dispose()
  expect(await readTexts()).toEqual(['one', 'two'])
  expect(await log.heads()).toEqual(heads)
  await log.append(batch('three'), noon(2))
  await log.append(batch('four'), noon(4))
  expect(await readTexts()).toEqual(['one', 'two', 'three', 'four'])
})

test('drops a day later while there is a long read, and delays nothing else meanwhile', async () => {
  const log = createPostgresLog(context.pool)
  const reader = await context.pool.connect()
  try {
    await reader.query('begin')
    await reader.query('select count(*) from event_log_batches')
    await expect(log.dropBefore(noon(2))).rejects.toThrow(EventLogUnavailable)
    await log.append(batch('meanwhile'), noon(4))
  } finally {
    // Closing the connection ends its transaction.
    reader.release(true)
  }
  expect(await readTexts()).toContain('one')
  await log.dropBefore(noon(2))
  expect(await readTexts()).not.toContain('one')
})

test('two who drop days at once, or one who makes a day meanwhile, wait for each other', async () => {
  const log = createPostgresLog(context.pool)
  const other = await context.pool.connect()
  let dropping: Promise<void>
  try {
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(7230021)')
    dropping = log.dropBefore(noon(3))
    dropping.catch(() => {})
    // Longer than a drop waits for readers.
    await sleep(600)
  } finally {
    other.release(true)
  }
  await dropping
  expect(await readTexts()).not.toContain('two')
})

test('takes a batch of a clock that is behind when its own day is gone', async () => {
  const log = createPostgresLog(context.pool)
  await log.append(batch('last'), noon(4))
  await log.dropBefore(noon(9))
  expect(await readTexts()).toEqual([])
  await log.append(batch('behind'), noon(3))
  const [found] = await log.read(0, 0n, limits)
  expect(found).toMatchObject({ at: noon(4), body: Buffer.from('behind') })
})
