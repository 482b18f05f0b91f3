import { hourMs } from '@mille/api/durations.ts'
import { expect, test } from 'vitest'
import { createCountedLog, decidedFor, viewBy } from '../testing/log.ts'

const start = Date.parse('2026-03-02T10:00:00Z')
let people = 0

/** Sends views by that many people of one address block, one view each. */
function send(log: ReturnType<typeof createCountedLog>, count: number, from: string, atMs = start) {
  const views = Array.from({ length: count }, () => {
    const who = `${++people}`
    return viewBy(who, atMs, decidedFor(who, atMs - 1000), { from })
  })
  return log.send(atMs, ...views)
}

test('invented browsers of one address are paid for forty times an hour, not three hundred', () => {
  const log = createCountedLog()
  send(log, 300, 'here', start + hourMs - 2000)
  expect(log.sums()).toMatchObject({ billable: 40n, rejected_crowd: 260n })
  expect(send(log, 1, 'here', start + hourMs)).toEqual(['billable'])
})

test('a /24 of a carrier is paid for more than one of its addresses, and ends somewhere too', () => {
  const log = createCountedLog()
  for (let address = 0; address < 30; address++) send(log, 10, `carrier ${address}`)
  expect(log.sums()).toEqual({ viewable: 300n, billable: 300n })
  send(log, 40, 'carrier 0')
  expect(log.sums()).toMatchObject({ billable: 330n, rejected_crowd: 10n })
  for (let address = 30; address < 60; address++) send(log, 10, `carrier ${address}`)
  expect(log.sums()).toMatchObject({ billable: 400n, rejected_crowd: 240n })
  expect(send(log, 1, 'elsewhere')).toEqual(['billable'])
})

test('copies of a view use up nothing of what the neighbors may send', () => {
  const log = createCountedLog()
  const view = viewBy('a', start, decidedFor('a', start - 1000), { from: 'here' })
  log.send(start, ...Array.from({ length: 50 }, () => view))
  expect(log.sums()).toMatchObject({ billable: 1n, rejected_repeated: 49n })
  send(log, 38, 'here')
  expect(log.sums()).toMatchObject({ billable: 39n })
  // A copy uses up nothing either when the limit is already reached.
  send(log, 10, 'here')
  expect(log.send(start, view)).toEqual(['repeated'])
})

test('one browser uses up no more than a view for each campaign', () => {
  const log = createCountedLog()
  for (let count = 0; count < 58; count++)
    log.send(start, viewBy('a', start, decidedFor('a', start - 1000), { from: 'here' }))
  expect(log.sums()).toMatchObject({ viewable: 58n, billable: 1n })
  send(log, 50, 'here')
  expect(log.sums()).toMatchObject({ billable: 40n, rejected_crowd: 11n })
})

test('what is rejected does not make the unit busier', () => {
  const log = createCountedLog()
  for (let block = 1; block <= 4; block++) send(log, 500, `${block}`)
  expect(log.sums()).toMatchObject({ billable: 160n, rejected_crowd: 1840n })
})

test('a carrier of a busy unit is paid for its share, also of views that other partitions counted', () => {
  const log = createCountedLog()
  for (let block = 0; block < 50; block++) send(log, 20, `${block}`)
  expect(log.sums()).toEqual({ viewable: 1000n, billable: 1000n })
  send(log, 60, 'carrier')
  // 5 % of the unit's views by then: the 52nd view is one of 1,052.
  expect(log.sums()).toMatchObject({ billable: 1052n, rejected_crowd: 8n })
  const hour = new Date(start)
  const say = (others: number, of: Date) =>
    log.append(start, writer => writer.unitHour(1, of, others, start))
  say(1000, new Date(start - hourMs))
  expect(send(log, 1, 'carrier')).toEqual(['crowd'])
  say(1000, hour)
  // A lower count that arrives late changes nothing.
  say(10, hour)
  expect(send(log, 1, 'carrier')).toEqual(['billable'])
  // Another partition is already in the next hour: its count does not affect this hour and is kept.
  say(2000, new Date(start + hourMs))
  send(log, 100, 'carrier')
  expect(log.sums()).toMatchObject({ billable: 1105n })
  send(log, 110, 'carrier', start + hourMs)
  expect(log.sums()).toMatchObject({ billable: 1105n + 105n })
})

test.each([
  [778, 'crowd'],
  [779, 'billable']
])('beside %i paid views elsewhere the 41st of a neighborhood is %s', (others, verdict) => {
  const log = createCountedLog()
  send(log, 40, 'here')
  log.append(start, writer => writer.unitHour(1, new Date(start), others, start))
  expect(send(log, 1, 'here')).toEqual([verdict])
})

test('says which units had paid views in the hour, once', () => {
  const log = createCountedLog()
  send(log, 45, 'here')
  send(log, 3, 'there')
  expect(log.judge.takeUnitHours()).toEqual([{ unit: 1, hour: new Date(start), paid: 43 }])
  expect(log.judge.takeUnitHours()).toEqual([])
})

test("counts no crowds inside the operator's network, where all visitors have the same address", () => {
  const log = createCountedLog()
  const views = Array.from({ length: 60 }, (_, index) =>
    viewBy(`${index}`, start, decidedFor(`${index}`, start - 1000))
  )
  log.send(start, ...views)
  expect(log.sums()).toMatchObject({ billable: 60n })
})
