import { expect, test } from 'vitest'
import { createJudge } from '../judge/judge.ts'
import { decidedFor, verdictName, viewBy, writeEvent } from '../testing/log.ts'
import { viewsFirst } from './views-first.ts'
import { RecordWriter } from './write-records.ts'

const start = Date.parse('2026-03-02T10:00:00Z')

test('counts a click that reaches the node a moment before its view', () => {
  const writer = new RecordWriter()
  const [first, second] = ['a', 'b'].map(who => decidedFor(who, start))
  for (const decided of [first, second].flatMap(it => it ?? [])) {
    writeEvent(writer, { kind: 'clicked', decided }, start)
    writeEvent(writer, { kind: 'rendered', decided }, start)
  }
  if (first) writeEvent(writer, viewBy('a', start, first), start)
  const body = writer.take()
  const verdicts = (bytes: Buffer) => {
    const judge = createJudge({ settlementWindowSeconds: 3600 })
    return [...judge.apply({ position: 1n, at: new Date(start), body: bytes })].map(verdictName)
  }
  expect(verdicts(body)).toEqual(['no_view', 'rendered', 'no_view', 'rendered', 'billable'])
  expect(verdicts(viewsFirst(body))).toEqual([
    'rendered',
    'rendered',
    'billable',
    'clicked',
    'clicked'
  ])
  // A body without clicks, or with its clicks at the end, stays unchanged.
  expect(viewsFirst(viewsFirst(body))).toEqual(viewsFirst(body))
  expect(viewsFirst(Buffer.alloc(0)).length).toBe(0)
})
