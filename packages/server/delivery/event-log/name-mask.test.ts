import { dayMs } from '@mille/api/durations.ts'
import { createRandom } from '@mille/testing/random.ts'
import { expect, test } from 'vitest'
import {
  createCountedLog,
  decidedFor,
  nameOf,
  namesOf,
  viewBy,
  writeEvent
} from '../testing/log.ts'
import { checkBody } from './check-body.ts'
import { type NameKeyOf, nameKeyFrom, turnNames } from './name-mask.ts'
import { RecordWriter } from './write-records.ts'

const { bytes } = createRandom(1)
const midnight = Date.parse('2026-03-03T00:00:00Z')
const keys = new Map([-1, 0, 1].map(days => [midnight / dayMs + days, nameKeyFrom(bytes(32))]))
const keyOf: NameKeyOf = day => keys.get(day) ?? null
const people = ['ann', 'bob', 'cem']
/** Moments far before midnight, just before and just after it, and far after it. */
const moments = [midnight - 40_000_000, midnight - 5000, midnight + 5000, midnight + 40_000_000]

function writeViews(): Buffer {
  const writer = new RecordWriter()
  for (const atMs of moments) {
    for (const who of people) {
      const decided = decidedFor(who, atMs - 60_000)
      writeEvent(writer, { kind: 'rendered', decided }, atMs)
      writeEvent(writer, viewBy(who, atMs, decided, { from: 'here' }), atMs)
    }
  }
  return writer.take()
}

test('what is covered is uncovered again, and sound in between', () => {
  const body = writeViews()
  const covered = Buffer.from(body)
  turnNames(covered, keyOf)
  checkBody(covered, 1n)
  expect(covered.equals(body)).toBe(false)
  turnNames(covered, keyOf)
  expect(covered).toEqual(body)
})

test('does not let names of two days in one record be linked, and never covers with the same bytes twice', () => {
  const body = writeViews()
  turnNames(body, keyOf)
  const found = new Set<string>()
  for (let at = 84; at < body.length; at += 168) {
    const names = body.subarray(at + 60, at + 76)
    for (const who of people) {
      for (const days of ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'])
        expect(names.includes(nameOf(who, days))).toBe(false)
    }
    found.add(names.toString('hex'))
  }
  expect(found.size).toBe(moments.length * people.length)
})

test('without the key of its day a record has lost the names that are not the token’s', () => {
  const body = writeViews()
  turnNames(body, keyOf)
  turnNames(body, () => null)
  checkBody(body, 1n)
  const log = createCountedLog()
  const verdicts = log.judge.apply({ position: 1n, at: new Date(midnight), body })
  expect(verdicts.length).toBe(24)
  for (let at = 84; at < body.length; at += 168)
    expect(body.subarray(at + 60, at + 76)).toEqual(Buffer.alloc(16))
})

test('a body with nothing to cover stays as it is', () => {
  const writer = new RecordWriter()
  const decided = decidedFor('ann', midnight + 1)
  const [today] = namesOf('ann', midnight + 40_000_000).slice(1)
  const names = today ? [today] : []
  writeEvent(
    writer,
    viewBy('ann', midnight + 40_000_000, decided, { names }),
    midnight + 40_000_000
  )
  writer.heartbeat(midnight)
  const body = writer.take()
  const before = Buffer.from(body)
  turnNames(body, () => null)
  expect(body).toEqual(before)
  turnNames(Buffer.alloc(0), keyOf)
})
