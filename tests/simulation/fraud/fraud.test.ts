import { createTestContext } from '@mille/testing/test-context.ts'
import { expect, test } from 'vitest'
import { fraudTable, honestlyRejected } from './fraud-table.ts'
import { type Finding, simulateFraud } from './simulate-fraud.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const seed = Number(process.env.SEED ?? 1)
const sizes = isProof
  ? { honest: 12_000, false: 480, everyHours: 1 }
  : { honest: 1000, false: 120, everyHours: 6 }

/**
 * Kinds of fraud that neither a view nor a score can distinguish from people. They are in the mix to show that not all
 * fraud is detected.
 */
const unseen = ['ads under other things', 'paid clicks', 'real browsers in many homes']

test(`of ${sizes.honest} honest views one in a thousand is rejected at most, and fraud is stopped (seed ${seed})`, async () => {
  const context = await createTestContext({ publicUrl: 'https://ads.example', mode: 'production' })
  const findings = await simulateFraud(context, { seed, ...sizes })
  await context.close()
  if (isProof || process.env.SHOW) process.stdout.write(`${fraudTable(findings)}\n`)
  const { views, rejected } = honestlyRejected(findings)
  expect(views).toBeGreaterThan(sizes.honest * 0.8)
  expect(rejected).toBeLessThanOrEqual(views / 1000)
  const stopped = (it: Finding) => it.stopped / it.views
  const open = findings.filter(it => it.kind === 'fraud' && stopped(it) < 0.9).map(it => it.who)
  expect(open.filter(it => !unseen.includes(it))).toEqual([])
  expect(findings.filter(it => it.kind !== 'fraud' && it.stopped > it.rejected)).toEqual([])
}, 120_000)
