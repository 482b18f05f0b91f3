import { createTestDatabase } from '@mille/testing/test-database.ts'
import { expect, test } from 'vitest'
import { createSimulatedContext } from '../simulated-context.ts'
import { checkTerms } from './check-terms.ts'
import { simulateTerms } from './simulate-terms.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const size = isProof
  ? { campaigns: 1000, days: 14, views: 40, bills: 100 }
  : { campaigns: 60, days: 3, views: 60, bills: 12 }
const seed = Number(process.env.MILLE_SEED ?? (isProof ? Date.now() % 1e9 : 20_260_302))

test(`${size.campaigns} campaigns keep to their terms and budgets for ${size.days} days`, {
  timeout: isProof ? 6 * 3_600_000 : 600_000
}, async () => {
  process.stdout.write(`terms of campaigns: MILLE_SEED=${seed}\n`)
  const database = await createTestDatabase()
  try {
    const context = createSimulatedContext(database, seed, 'test')
    const life = await simulateTerms(context, { seed, ...size })
    const found = await checkTerms(context, life, size)
    process.stdout.write(`terms of campaigns: ${JSON.stringify(found, null, isProof ? 2 : 0)}\n`)
    // Each term was paid for, and each limit was reached.
    expect(Object.entries(found.seenWith).filter(([, count]) => count === 0)).toEqual([])
    const { paid, recomputed, fullDays, fullTotals, draws } = found.money
    const reached = {
      paid,
      recomputed,
      fullDays,
      fullTotals,
      draws,
      fullSiteDays: found.shares.fullSiteDays,
      ...found.cap
    }
    expect(Object.entries(reached).filter(([, count]) => count === 0)).toEqual([])
    expect(found.bills).toBe(size.bills)
  } finally {
    await database.close()
  }
})
