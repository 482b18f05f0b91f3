import { expect, test } from 'vitest'
import { cpdShares, cpmSpending } from './findings.ts'
import { type Outcome, simulate } from './simulate.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const steadySteps = isProof ? 1_000_000 : 20_000
const stormySteps = isProof ? 500_000 : 4_000
const seed = Number(process.env.SEED ?? 1)

function report(what: string, value: unknown): void {
  process.stdout.write(`${what}, seed ${seed}: ${JSON.stringify(value)}\n`)
}

let steady: Outcome | null = null
const steadyDay = () => {
  steady ??= simulate({ seed, steps: steadySteps, perDay: steadySteps, isStormy: false })
  return steady
}

test(`of ${steadySteps} requests each CPD campaign gets its share of the budgets on its units`, () => {
  const findings = cpdShares(steadyDay())
  if (isProof) report('CPD shares', findings)
  for (const { error, sigma } of findings) {
    // One percent of the share itself. With fewer requests, chance has a larger effect.
    expect(error).toBeLessThan(isProof ? 0.01 : sigma * 5)
  }
})

test('CPM campaigns spend at least 98 % of their daily budget, and never more than all of it', () => {
  const findings = cpmSpending(steadyDay(), 1)
  if (isProof) report('CPM spending', findings)
  for (const { spent, unpaid } of findings) {
    expect(spent).toBeGreaterThanOrEqual(0.98)
    expect(spent).toBeLessThanOrEqual(1)
    expect(unpaid).toBeLessThan(0.01)
  }
})

test('no highest price is exceeded, and one that binds lowers the charge', () => {
  const { statements, campaigns } = steadyDay()
  const capped = campaigns.find(it => it.id === 2)
  const own = statements.filter(it => it.campaign === 2)
  expect(own.some(it => it.charged < it.due)).toBe(true)
  for (const { charged, billable } of own)
    expect(charged * 1000n).toBeLessThanOrEqual((capped?.maxCpm ?? 0n) * billable)
})

test(`holds for ${stormySteps} steps in which people change their mind and processes die`, () => {
  const options = { seed, steps: stormySteps, perDay: stormySteps / 2, isStormy: true }
  const outcome = simulate(options)
  const { books, statements, billable } = outcome
  if (isProof)
    report('storm', { billable, statements: statements.length, crashes: outcome.crashes })
  const charged = statements.reduce((sum, it) => sum + it.charged, 0n)
  const left = books.ids().reduce((sum, id) => sum + books.read(id, outcome.endedAt).balance, 0n)
  expect(charged + left).toBe(books.funded)
  expect(statements.reduce((sum, it) => sum + it.billable, 0n)).toBe(BigInt(billable))
  expect(new Set(statements.map(it => `${it.campaign} ${it.windowStart}`)).size).toBe(
    statements.length
  )
  expect(outcome.crashes).toBeGreaterThan(0)
})

test('the same seed lives the same life', () => {
  const life = () => {
    const { served, statements } = simulate({ seed, steps: 2000, perDay: 1000, isStormy: true })
    return { served: [...served].map(([unit, counts]) => [unit, ...counts]), statements }
  }
  expect(life()).toEqual(life())
})
