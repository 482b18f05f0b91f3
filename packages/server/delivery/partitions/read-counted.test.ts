import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Batch } from '../event-log/event-log.ts'
import { recordBytes } from '../event-log/record.ts'
import { readCounted } from './read-counted.ts'
import { saveVerdicts } from './stored-verdicts.ts'

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

const at = new Date('2026-03-02T10:00:00Z')
const partition = 3
const ofRow = 20

test('reads on where the log ended when the next page was fetched ahead', async () => {
  const positions = Array.from({ length: 51 * ofRow }, (_, index) => BigInt(index + 1))
  const all: Batch[] = positions.map(position => ({
    position,
    at,
    body: Buffer.alloc(recordBytes)
  }))
  const rows = Array.from({ length: 51 }, (_, row) => ({
    partition,
    before: BigInt(row * ofRow),
    batches: positions
      .slice(row * ofRow, (row + 1) * ofRow)
      .map(position => ({ position, at, verdicts: new Uint8Array([2]) }))
  }))
  await context.db.transaction().execute(tx => saveVerdicts(tx, rows))
  // The second page is fetched while the first thousand batches are processed, and contains everything that exists by
  // then.
  let appended = 1000
  const log = {
    read: async (_: number, after: bigint, { batches }: { batches: number }) => {
      const from = Number(after)
      return all.slice(from, Math.min(from + batches, appended))
    }
  }
  let read = 0
  for await (const { batch } of readCounted({ db: context.db, log }, partition, 0n)) {
    read++
    expect(batch.position).toBe(BigInt(read))
    appended = all.length
  }
  expect(read).toBe(all.length)
})
