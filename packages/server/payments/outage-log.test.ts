import { expect, test } from 'vitest'
import { createOutageLog } from './outage-log.ts'

test('an hour without a node, at two tries a second, is a dozen lines and one at its end', () => {
  const lines: [string, Record<string, unknown>][] = []
  let at = 0
  const record = (level: string) => (fields: object) => {
    lines.push([level, fields as Record<string, unknown>])
  }
  const log = { warn: record('warn'), info: record('info') } as never
  const outage = createOutageLog({ log, now: () => new Date(at) }, 'bitcoin')
  outage.worked()
  expect(lines).toEqual([])
  for (; at < 3_600_000; at += 500) outage.failed(new Error('connect ECONNREFUSED'))
  expect(lines[0]).toEqual([
    'warn',
    { part: 'bitcoin', error: 'connect ECONNREFUSED', seconds: 0, failures: 1 }
  ])
  expect(lines.slice(1, 4).map(([, it]) => it.seconds)).toEqual([5, 15, 35])
  expect(lines.length).toBeLessThan(14)
  const longest = lines.map(([, it]) => Number(it.seconds))
  expect(Math.max(...longest.slice(1).map((it, index) => it - (longest[index] ?? 0)))).toBe(600)
  outage.worked()
  outage.worked()
  expect(lines.at(-1)).toEqual(['info', { part: 'bitcoin', seconds: 3600, failures: 7200 }])
  expect(lines.filter(([level]) => level === 'info')).toHaveLength(1)
})
