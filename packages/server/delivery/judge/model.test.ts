import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecordWriter } from '../event-log/write-records.ts'
import { verdictName } from '../testing/log.ts'
import { type Moment, writeEntry } from '../testing/log-entries.ts'
import { NaiveCounter } from '../testing/naive-counter.ts'
import { randomLogs } from '../testing/random-log.ts'
import { type CounterBatch, createJudge, type Judge, memoryMs } from './judge.ts'
import type { CounterSum } from './sums.ts'

const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const numRuns = process.env.MILLE_PROOF === 'full' ? 20_000 : 200
const settings = { settlementWindowSeconds: 3600 }

/** Returns the log as batches, with the entries of a moment in one batch or each in its own. */
function batchesOf(
  moments: readonly Moment[],
  isSplit: (index: number) => boolean
): CounterBatch[] {
  const batches: CounterBatch[] = []
  const writer = new RecordWriter()
  let index = 0
  for (const { atMs, entries } of moments) {
    const end = () =>
      batches.push({
        position: BigInt(batches.length + 1),
        at: new Date(atMs),
        body: writer.take()
      })
    for (const entry of entries) {
      writeEntry(writer, entry, atMs)
      if (isSplit(index++)) end()
    }
    if (writer.count > 0) end()
  }
  return batches
}

function readAll(judge: Judge, batches: readonly CounterBatch[]) {
  const verdicts = batches.map(batch => judge.apply(batch))
  return { verdicts, bytes: Buffer.concat(verdicts), sums: textOf(judge.takeSums()) }
}

function textOf(sums: readonly CounterSum[]): string[] {
  return sums.map(
    it => `${it.bucket.toISOString()} ${it.unit} ${it.campaign} ${it.banner} ${it.kind} ${it.count}`
  )
}

test('gives the verdicts and sums of a naive counter, however its log is cut into batches', () => {
  process.stdout.write(`seed ${seed}\n`)
  const seen = new Set<string>()
  fc.assert(
    fc.property(randomLogs, fc.infiniteStream(fc.boolean()), (moments, splits) => {
      const naive = new NaiveCounter()
      const expected = moments.flatMap(({ atMs, entries }) =>
        entries.map(entry => naive.apply(entry, atMs))
      )
      const batches = batchesOf(moments, () => splits.next().value)
      const { bytes, sums } = readAll(createJudge(settings), batches)
      expect([...bytes].map(verdictName)).toEqual(expected)
      const text = [...naive.sums].filter(([, count]) => count > 0n).map(it => it.join(' '))
      expect(sums.toSorted()).toEqual(text.toSorted())
      for (const verdict of expected) seen.add(verdict)
    }),
    { seed, numRuns }
  )
  const all = [
    'none',
    'rendered',
    'billable',
    'clicked',
    'expired',
    'too_early',
    'repeated',
    'rate',
    'crowd',
    'no_view',
    'seen_today',
    'excluded',
    'refreshed'
  ]
  expect([...seen].sort()).toEqual(all.sort())
})

/** Throws if two counters, or two ways to split a log into batches, give different bytes. */
function expectDeterminism(create: () => Judge): void {
  fc.assert(
    fc.property(randomLogs, moments => {
      const whole = readAll(
        create(),
        batchesOf(moments, () => false)
      )
      const again = readAll(
        create(),
        batchesOf(moments, () => false)
      )
      const split = readAll(
        create(),
        batchesOf(moments, () => true)
      )
      expect(again).toEqual(whole)
      expect(split.bytes.equals(whole.bytes)).toBe(true)
      expect(split.sums).toEqual(whole.sums)
    }),
    { seed, numRuns }
  )
}

test('the same log gives the same verdicts and sums, byte for byte', () => {
  expectDeterminism(() => createJudge(settings))
})

test('a judge that depends on chance, on the batches or on what it did before is found out', () => {
  const changed = (change: (verdicts: Uint8Array) => void) => () => {
    const judge = createJudge(settings)
    const apply = (batch: CounterBatch) => {
      const verdicts = judge.apply(batch)
      change(verdicts)
      return verdicts
    }
    return { ...judge, apply }
  }
  let calls = 0
  const flaws: ((verdicts: Uint8Array) => void)[] = [
    verdicts => Math.random() < 0.02 && verdicts.fill(1),
    verdicts => verdicts.length > 3 && verdicts.fill(1),
    verdicts => ++calls % 50 === 0 && verdicts.fill(1)
  ]
  for (const flaw of flaws) expect(() => expectDeterminism(changed(flaw))).toThrow()
})

test('a judge that was stopped and is warm again continues as if it had never stopped', () => {
  fc.assert(
    fc.property(randomLogs, fc.double({ min: 0, max: 1, noNaN: true }), (moments, part) => {
      const batches = batchesOf(moments, index => index % 3 === 0)
      const stop = Math.floor(batches.length * part)
      const [before, after] = [batches.slice(0, stop), batches.slice(stop)]
      const stopped = createJudge(settings)
      const { verdicts } = readAll(stopped, before)
      const warmFrom = stopped.at.getTime() - memoryMs
      const fresh = createJudge(settings)
      for (const [index, batch] of before.entries())
        if (batch.at.getTime() >= warmFrom)
          fresh.warm(batch, verdicts[index] ?? new Uint8Array(), stopped.at)
      fresh.loadRules(stopped.rules())
      expect(fresh.takeSums()).toEqual([])
      expect(fresh.rules()).toEqual(stopped.rules())
      expect(readAll(fresh, after)).toEqual(readAll(stopped, after))
    }),
    { seed, numRuns }
  )
})

test('the judge has no clock, no chance, no database and no file', () => {
  const own = readdirSync(import.meta.dirname).filter(it => !it.includes('.test.'))
  const read = ['record', 'check-body', 'write-records'].map(it => `../event-log/${it}.ts`)
  expect(own.length).toBeGreaterThan(9)
  for (const file of [...own, ...read])
    expect(readFileSync(join(import.meta.dirname, file), 'utf8')).not.toMatch(
      /Math\.random|Date\.now|new Date\(\)|performance\.|process\.|setTimeout|kysely|'node:|context\.ts/
    )
})
