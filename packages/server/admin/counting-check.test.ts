import { countReports, reportView } from '@mille/testing/reports.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { countingCheck } from './counting-check.ts'

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

test('says how long ago it was that the oldest report came that is not counted', async () => {
  expect(await countingCheck(context)).toMatchObject({ state: 'ok' })
  await reportView(context, { unit: 1, campaign: 1 })
  expect(await countingCheck(context)).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('0 s ago')
  })
  context.clock.advance(80_000)
  await reportView(context, { unit: 1, campaign: 1 })
  expect(await countingCheck(context)).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('Reports from 80 s ago are not counted yet')
  })
  context.clock.advance(10 * 60_000)
  expect(await countingCheck(context)).toMatchObject({ state: 'alarm' })
  await countReports(context)
  expect(await countingCheck(context)).toMatchObject({ state: 'ok' })
})

test('says that the log is away', async () => {
  const away = await connect(context.connection, 1)
  await away.pool.end()
  const config = { ...context.config, eventLogUrl: 'nats://127.0.0.1:1' }
  const checks = [
    { ...context, pool: away.pool },
    { ...context, config }
  ].map(countingCheck)
  expect(await Promise.all(checks)).toEqual(
    [1, 2].map(() => ({
      name: 'Counting',
      state: 'alarm',
      text: 'The event log cannot be reached. No views are recorded.'
    }))
  )
})
