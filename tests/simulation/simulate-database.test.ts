import { createTestDatabase } from '@mille/testing/test-database.ts'
import { expect, test } from 'vitest'
import { simulateDatabase } from './simulate-database.ts'

const steps = process.env.MILLE_PROOF === 'full' ? 50_000 : 400
const seed = Number(process.env.SEED ?? 1)

const limits = { timeout: steps * 200 }

test(
  `the real code on a real database holds for ${steps} steps with a crash at any await`,
  limits,
  async () => {
    const database = await createTestDatabase()
    const outcome = await simulateDatabase(database, { seed, steps })
    await database.close()
    expect(outcome.crashes).toBeGreaterThan(5)
    expect(outcome.billable).toBeGreaterThan(100)
    expect(outcome.statements).toBeGreaterThan(10)
  }
)

test('the same seed crashes at the same places', limits, async () => {
  const live = async () => {
    const database = await createTestDatabase()
    const outcome = await simulateDatabase(database, { seed: seed + 1, steps: 200 })
    await database.close()
    return outcome
  }
  expect(await live()).toEqual(await live())
})
