import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRows } from '../../db/count-rows.ts'
import { forgetEndedLimits } from './limits.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('counts are forgotten once they have ended, and not before', async () => {
  const { db } = app.context
  // The counts use the machine's own clock, not the test's.
  const at = (ms: number) => ({ db, now: () => new Date(Date.now() + ms) })
  const kept = () => countRows(db.selectFrom('rate_limits'))
  const asked = await app.open().api.accounts.requestAccessCode({ email: 'ada@example.com' })
  expect(asked.ok).toBe(true)
  const before = await kept()
  expect(before).toBeGreaterThan(0)
  await forgetEndedLimits(at(0))
  expect(await kept()).toBe(before)
  await forgetEndedLimits(at(86_400_000))
  expect(await kept()).toBe(0)
})
