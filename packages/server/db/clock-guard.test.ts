import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClockGuard } from './clock-guard.ts'

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

const dayMs = 86_400_000

/** Creates a clock guard with a clock that can be changed while it runs. */
function createProcess() {
  let aheadMs = 0
  const clock = { ...context, now: () => new Date(Date.now() + aheadMs), clockOffsetMs: () => 0 }
  return {
    check: createClockGuard(clock),
    setAhead(ms: number) {
      aheadMs = ms
    }
  }
}

test('a clock that is set while the process runs is noticed before anything is written by it', async () => {
  const { check, setAhead } = createProcess()
  await check()
  for (const ms of [dayMs, -dayMs, 61_000]) {
    setAhead(ms)
    await expect(check()).rejects.toThrow('The clock of this process is')
    setAhead(0)
    await check()
  }
  setAhead(30_000)
  await check()
})

test('asks the database now and then, and not for everything that is written', async () => {
  const { check } = createProcess()
  let asked = 0
  const connect = context.pool.connect.bind(context.pool)
  context.pool.connect = ((...values: []) => {
    asked++
    return connect(...values)
  }) as typeof context.pool.connect
  for (let count = 0; count < 1000; count++) await check()
  context.pool.connect = connect as typeof context.pool.connect
  expect(asked).toBe(1)
})
