import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CountedEvent } from '../counting/rules.ts'
import { Tallies } from '../counting/rules.ts'
import { writeBatch } from '../counting/write-batch.ts'
import { clearCounts } from '../testing/counting.ts'
import { createCountedLog } from '../testing/log.ts'
import { randomLogs } from '../testing/random-log.ts'
import { ageOf } from './decisions.ts'

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const numRuns = process.env.MILLE_PROOF === 'full' ? 300 : 8

/** As long as there are both. Each report is a transaction of its own, as each record is judged on its own. */
test('counts what counting in the database counts', async () => {
  process.stdout.write(`seed ${seed}\n`)
  await fc.assert(
    fc.asyncProperty(randomLogs, async moments => {
      await clearCounts(context.db)
      const log = createCountedLog()
      for (const { atMs, entries } of moments) {
        const events = entries
          .flatMap(entry =>
            entry.is === 'report' && entry.receivedAtMs === atMs ? [entry.report] : []
          )
          .filter(({ decided }) => ageOf(decided.issuedAtMs, atMs) === 'fresh')
        if (events.length === 0) continue
        log.send(atMs, ...events)
        for (const event of events) await countInDatabase(event, atMs)
      }
      const counted = new Map<string, bigint>()
      for (const sum of log.taken) {
        const key = keyOf(sum)
        counted.set(key, (counted.get(key) ?? 0n) + sum.count)
      }
      const rows = await context.db.selectFrom('delivery_counters').selectAll().execute()
      const inDatabase = rows.map(row => {
        const where = { unit: row.unit_id, campaign: row.campaign_id, banner: row.banner_id }
        return [keyOf({ ...where, bucket: row.bucket, kind: row.kind }), row.count] as const
      })
      expect([...counted].sort()).toEqual(inDatabase.sort())
    }),
    { seed, numRuns }
  )
})

async function countInDatabase(event: CountedEvent, atMs: number): Promise<void> {
  context.clock.set(new Date(atMs))
  const clock = { ...context, settlementWindowSeconds: 3600 }
  await context.db.transaction().execute(tx => writeBatch(tx, [event], new Tallies(), clock))
}

function keyOf(sum: {
  bucket: Date
  unit: number
  campaign: number
  banner: number
  kind: string
}) {
  return `${sum.bucket.toISOString()} ${sum.unit} ${sum.campaign} ${sum.banner} ${sum.kind}`
}
