import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecordWriter } from '../event-log/write-records.ts'
import { writeEntry } from '../testing/log-entries.ts'
import { randomLogs } from '../testing/random-log.ts'
import { createJudge } from './judge.ts'
import type { CounterSum } from './sums.ts'
import { createTally } from './tally.ts'

const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const numRuns = process.env.MILLE_PROOF === 'full' ? 3000 : 100
const settings = { settlementWindowSeconds: 3600 }

function inOrder(sums: readonly CounterSum[]): string[] {
  const total = new Map<string, bigint>()
  for (const { bucket, unit, campaign, banner, kind, count } of sums) {
    const key = `${bucket.toISOString()} ${unit} ${campaign} ${banner} ${kind}`
    total.set(key, (total.get(key) ?? 0n) + count)
  }
  return [...total].map(([key, count]) => `${key} ${count}`).sort()
}

test('verdicts add up to what the judge has added, from the beginning and from a day before', () => {
  process.stdout.write(`seed ${seed}\n`)
  fc.assert(
    fc.property(randomLogs, fc.nat(60), (moments, first) => {
      const judge = createJudge(settings)
      const [whole, part] = [createTally(settings), createTally(settings)]
      const [counted, after]: CounterSum[][] = [[], []]
      const writer = new RecordWriter()
      let position = 0n
      const fromMs = moments[first]?.atMs ?? 0
      for (const { atMs, entries } of moments) {
        for (const entry of entries) writeEntry(writer, entry, atMs)
        const batch = { position: ++position, at: new Date(atMs), body: writer.take() }
        const verdicts = judge.apply(batch)
        const sums = judge.takeSums()
        counted?.push(...sums)
        whole.add(batch, verdicts)
        if (atMs >= fromMs) {
          part.add(batch, verdicts)
          after?.push(...sums)
        } else part.prepare(batch)
      }
      expect(inOrder(whole.takeSums())).toEqual(inOrder(counted ?? []))
      expect(inOrder(part.takeSums())).toEqual(inOrder(after ?? []))
    }),
    { seed, numRuns }
  )
})

test('refuses verdicts that are not of these records', () => {
  const writer = new RecordWriter()
  writer.heartbeat(0)
  const batch = { position: 1n, at: new Date(0), body: writer.take() }
  const tally = createTally(settings)
  expect(() => tally.add(batch, new Uint8Array(2))).toThrow('other verdicts')
  tally.add(batch, new Uint8Array(1))
  expect(tally.takeSums()).toEqual([])
})
