import { setTimeout as sleep } from 'node:timers/promises'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { EventLog } from '../event-log/event-log.ts'
import { unknownFrom } from '../event-log/write-records.ts'
import { createAppender, ReportsUnavailable } from './appender.ts'
import type { Report } from './write-reports.ts'

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

const forged: Report = {
  event: { kind: 'rejected', reason: 'forged', decided: null },
  partition: 0,
  neighborhood: null,
  from: unknownFrom,
  receivedAtMs: 0
}

function startAppender(append: EventLog['append'], patienceMs = 5000) {
  const events = { partitions: 16, append } as EventLog
  return createAppender({ ...context, events, nameKeyOf: () => null }, { patienceMs })
}

test('a report that was given up is answered once, also when it is in the log after all', async () => {
  let finish = (_: bigint[]) => {}
  const appender = startAppender(() => new Promise(resolve => (finish = resolve)), 30)
  const answers: (Error | null)[] = []
  appender.append(forged, failure => answers.push(failure))
  await vi.waitFor(() => expect(answers).toEqual([expect.any(ReportsUnavailable)]))
  finish([1n])
  await sleep(20)
  expect(answers).toHaveLength(1)
})

test('an answer that cannot be given keeps none of the others from theirs', async () => {
  const appender = startAppender(async () => [1n])
  const answers: (Error | null)[] = []
  appender.append(forged, () => {
    throw new Error('The connection is gone')
  })
  appender.append(forged, failure => answers.push(failure))
  await vi.waitFor(() => expect(answers).toEqual([null]))
  await appender.stop()
})

test('while the log is away, one report tries it and all others are refused at once', async () => {
  let isAway = true
  const appender = startAppender(
    bodies =>
      isAway
        ? sleep(300).then(() => Promise.reject(new Error('away')))
        : Promise.resolve(bodies.map(() => 1n)),
    300
  )
  const report = () =>
    new Promise<{ failure: Error | null; ms: number }>(resolve => {
      const started = performance.now()
      appender.append(forged, failure => resolve({ failure, ms: performance.now() - started }))
    })
  const [first] = await Promise.all([report(), report()])
  expect(first.failure).toBeInstanceOf(ReportsUnavailable)
  await sleep(20)
  const answers = await Promise.all(Array.from({ length: 200 }, report))
  expect(answers.every(it => it.failure instanceof ReportsUnavailable)).toBe(true)
  expect(answers.filter(it => it.ms > 200)).toHaveLength(1)
  isAway = false
  await sleep(20)
  expect((await report()).failure).toBe(null)
  expect((await Promise.all(Array.from({ length: 50 }, report))).map(it => it.failure)).toEqual(
    Array(50).fill(null)
  )
  await appender.stop()
})
