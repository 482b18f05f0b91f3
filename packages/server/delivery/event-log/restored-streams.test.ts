import { type Nats, startNats } from '@mille/testing/nats.ts'
import { takeBackup } from '@mille/testing/restore.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findWrongCount } from '../partitions/verify-counts.ts'
import {
  countAll,
  createTestAppender,
  makeDecided,
  readSums,
  viewable
} from '../testing/counting.ts'
import { checkEventLog } from './check-event-log.ts'
import { openEventLog } from './open-event-log.ts'

let nats: Nats
let context: TestContext
beforeAll(async () => {
  nats = await startNats({ servers: 1 })
  context = await createTestContext({ eventLogUrl: nats.url })
})
afterAll(async () => {
  await context.close()
  await nats.dispose()
})

/** Appends reports like a node that is started and stopped. */
async function report(count: number): Promise<void> {
  const events = openEventLog(context)
  const appender = createTestAppender(context, { events })
  await Promise.all(Array.from({ length: count }, () => appender.count(viewable(makeDecided()))))
  await appender.stop()
  await events.close()
}

test('a restored database counts again what the streams have since the backup, and nothing twice', async () => {
  const check = () => checkEventLog(context, () => {})
  await check()
  await report(100)
  await countAll(context)
  await report(20)
  const backup = await takeBackup(context)
  await countAll(context)
  await report(30)
  await countAll(context)
  await report(7)

  await backup.restore()
  backup.dispose()
  await check()
  expect(await readSums(context.db)).toEqual({ viewable: 100n, billable: 100n })
  await countAll(context)
  expect(await readSums(context.db)).toEqual({ viewable: 157n, billable: 157n })
  expect(await findWrongCount(context)).toBe(null)
})
