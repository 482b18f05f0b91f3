import { dayMs, hourMs } from '@mille/api/durations.ts'
import { expect, test } from 'vitest'
import { BrokenRecord } from '../event-log/check-body.ts'
import { RecordWriter } from '../event-log/write-records.ts'
import { createCountedLog, decidedFor, verdictName, viewBy, writeEvent } from '../testing/log.ts'
import { type CounterBatch, createJudge, type Judge, memoryMs } from './judge.ts'

const settings = { settlementWindowSeconds: 3600 }
const start = Date.parse('2026-03-02T10:00:00Z')
const decisionMs = 2 * hourMs + 10 * 60_000
const viewOf = (who: string, atMs: number, values = {}, said = {}) =>
  viewBy(who, atMs, decidedFor(who, atMs - 1000, values), said)

/** Creates a log that another judge can read again. */
function createKeptLog() {
  const batches: CounterBatch[] = []
  const verdicts: Uint8Array[] = []
  const judge = createJudge(settings)
  const keep = (batch: CounterBatch) => {
    const found = judge.apply(batch)
    batches.push({ ...batch, body: Buffer.from(batch.body) })
    verdicts.push(found)
    return found
  }
  const log = createCountedLog({ ...judge, apply: keep })
  const restart = (): Judge => {
    const fresh = createJudge(settings)
    const from = judge.at.getTime() - memoryMs
    for (const [index, batch] of batches.entries())
      if (batch.at.getTime() >= from)
        fresh.warm(batch, verdicts[index] ?? new Uint8Array(), judge.at)
    fresh.loadRules(judge.rules())
    return fresh
  }
  return { ...log, batches, restart }
}

test('in the middle of an hour and a minute, what was used up stays used up', () => {
  const log = createKeptLog()
  const guests = Array.from({ length: 40 }, (_, nth) =>
    viewOf(`${nth}`, start, {}, { from: 'here' })
  )
  log.send(start, ...guests)
  log.send(start + 1, ...Array.from({ length: 60 }, () => viewOf('busy', start)))
  log.append(start + 2, writer => writer.unitHour(2, new Date(start), 3000, start))
  const again = createCountedLog(log.restart())
  const guest = (unit: number) => viewOf(`late ${unit}`, start + 3, { unit }, { from: 'here' })
  expect(again.send(start + 3, guest(1), viewOf('busy', start))).toEqual(['crowd', 'rate'])
  const crowd = Array.from({ length: 100 }, (_, nth) =>
    viewOf(`crowd ${nth}`, start + 4, { unit: 2 }, { from: 'here' })
  )
  expect(again.send(start + 4, ...crowd)).toEqual(crowd.map(() => 'billable'))
})

test('what was excluded before the stop uses up nothing after it', () => {
  const log = createKeptLog()
  log.append(start, writer => writer.unitRule(1, true, start))
  const views = Array.from({ length: 60 }, () => viewOf('a', start))
  expect(new Set(log.send(start, ...views))).toEqual(new Set(['excluded']))
  log.append(start, writer => writer.unitRule(1, false, start))
  expect(createCountedLog(log.restart()).send(start + 1, viewOf('a', start))).toEqual(['billable'])
})

test('what was charged a moment before a replay begins is not charged at the next view instead', () => {
  const log = createKeptLog()
  const seen = [start, start + 10 * hourMs, start + 20 * hourMs]
  for (const atMs of seen) log.send(atMs, viewOf('a', atMs))
  expect(log.sums()).toMatchObject({ billable: 1n, rejected_seen_today: 2n })
  const late = start + 24 * hourMs + 1
  log.send(late, { kind: 'rejected', reason: 'bot', decided: null })
  const warm = createCountedLog(log.restart())
  expect(warm.send(late, viewOf('a', late))).toEqual(['billable'])
  // Judging the same batches again gives different verdicts, which is why verdicts are stored.
  const judged = createJudge(settings)
  for (const batch of log.batches.slice(1)) judged.apply(batch)
  expect(createCountedLog(judged).send(late, viewOf('a', late))).toEqual(['seen_today'])
})

test('a clock that goes back makes no hour, no minute and no day begin again', () => {
  const log = createCountedLog()
  const night = Date.parse('2026-03-03T00:00:00Z')
  const guests = (atMs: number) =>
    Array.from({ length: 40 }, (_, nth) => viewOf(`${atMs} ${nth}`, atMs, {}, { from: 'here' }))
  log.send(night + 1, ...guests(night + 1))
  const busy = () => viewOf('busy', night + 1)
  log.send(night + 1, ...Array.from({ length: 60 }, busy))
  expect(log.send(night - 60_000, viewOf('z', night + 1, {}, { from: 'here' }), busy())).toEqual([
    'crowd',
    'rate'
  ])
  expect(log.judge.at).toEqual(new Date(night + 1))
  expect(new Set(log.taken.map(it => it.bucket.getTime()))).toEqual(new Set([night]))
})

test('a copy never outlives the memory of what it is a copy of', () => {
  for (const firstAfter of [0, hourMs, decisionMs - 1000, decisionMs]) {
    const log = createCountedLog()
    const decided = decidedFor('a', start)
    const report = (atMs: number) => log.send(atMs, { kind: 'rendered', decided })[0]
    expect(report(start + firstAfter)).toBe('rendered')
    for (let ms = start + firstAfter; ms <= start + decisionMs + hourMs; ms += 61_000)
      expect(report(ms)).toBe(ms - start > decisionMs ? 'expired' : 'repeated')
  }
})

test('a decision of a clock that is far ahead counts nothing until its time comes', () => {
  const log = createCountedLog()
  const decided = decidedFor('a', start + 10 * 60_000 + 1)
  expect(log.send(start, { kind: 'rendered', decided })).toEqual(['too_early'])
  expect(log.send(start + 1, { kind: 'rendered', decided })).toEqual(['rendered'])
})

test('takes two decisions whose ids begin with the same half for one, and charges for the first alone', () => {
  const log = createCountedLog()
  const [one, other] = ['a', 'b'].map((who, index) =>
    viewBy(
      who,
      start,
      decidedFor(who, start, {
        decision: Buffer.from(`0123456789abcdef012345678900000${index}`, 'hex')
      })
    )
  )
  expect(log.send(start, ...[one, other].flatMap(it => it ?? []))).toEqual(['billable', 'repeated'])
})

test('adds up what is more than 32 bits, for ids of 32 bits', () => {
  const log = createCountedLog()
  const most = 2 ** 32 - 1
  for (let sequence = 1; sequence <= 1000; sequence++)
    log.append(start, writer => {
      const sum = {
        node: 1,
        sequence: 2 ** 40 + sequence,
        unit: most,
        campaign: most,
        banner: most
      }
      writer.sum({ ...sum, outcome: 'bot', count: most }, start)
    })
  expect(log.sums()).toEqual({ rejected_bot: 1000n * BigInt(most) })
  const view = viewOf('a', start, { unit: most, campaign: most, banner: most }, { from: 'here' })
  expect(log.send(start, view)).toEqual(['billable'])
  expect(log.taken.at(-1)).toMatchObject({ unit: most, campaign: most, banner: most, count: 1n })
})

test('campaigns whose ids differ in any bit are charged each', () => {
  const log = createCountedLog()
  const campaigns = Array.from({ length: 32 }, (_, bit) => 2 ** bit)
  // Each view is in a different unit, because only ten views of a visitor are paid within 30 seconds in one unit.
  const verdicts = campaigns.map(
    (campaign, unit) => log.send(start, viewOf('a', start, { campaign, unit }))[0]
  )
  expect(new Set(verdicts)).toEqual(new Set(['billable']))
})

test('a batch that is broken changes nothing, and one that came before is refused', () => {
  const judge = createJudge(settings)
  const writer = new RecordWriter()
  const good = () => {
    writeEvent(writer, viewOf('a', start), start)
    return writer.take()
  }
  const broken = Buffer.concat([good(), Buffer.alloc(84, 255)])
  const batch = { position: 5n, at: new Date(start) }
  expect(() => judge.apply({ ...batch, body: broken })).toThrow(BrokenRecord)
  expect(() => judge.warm({ ...batch, body: good() }, new Uint8Array(2))).toThrow('verdicts')
  expect(() => judge.apply({ ...batch, at: new Date(Number.NaN), body: good() })).toThrow(
    'no moment'
  )
  expect([judge.position, judge.at.getTime(), judge.takeSums()]).toEqual([0n, 0, []])
  expect([...judge.apply({ ...batch, body: good() })].map(verdictName)).toEqual(['billable'])
  expect(() => judge.apply({ ...batch, body: good() })).toThrow(
    'Position 5 of the log comes after 5'
  )
})

test('forgets decisions and rates, and grows no further day after day', () => {
  const log = createCountedLog()
  const bytes: number[] = []
  for (let day = 0; day < 5; day++) {
    for (let hour = 0; hour < 24; hour++) {
      const atMs = start + day * dayMs + hour * hourMs
      log.send(
        atMs,
        ...Array.from({ length: 200 }, (_, nth) => viewOf(`${day} ${hour} ${nth}`, atMs))
      )
    }
    bytes.push(log.judge.bytes())
  }
  expect(bytes.at(-1)).toBeLessThan((bytes[1] ?? 0) * 1.3)
})
