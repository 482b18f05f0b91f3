import { expect, test } from 'vitest'
import { changeSchedule, stateOf } from './rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 10, minute))

test('it is current from its start up to its end', () => {
  const schedule = { starts_at: at(10), ends_at: at(20) }
  expect([9, 10, 19, 20].map(minute => stateOf(schedule, at(minute)))).toEqual([
    'scheduled',
    'current',
    'current',
    'ended'
  ])
  expect(stateOf({ starts_at: at(10), ends_at: null }, at(59))).toBe('current')
})

test('ended before its start it has ended, whenever that start would be', () => {
  expect(stateOf({ starts_at: at(30), ends_at: at(30) }, at(10))).toBe('ended')
})

test('a start that is over means now', () => {
  const planned = { starts_at: at(30), ends_at: null }
  expect(changeSchedule(planned, { starts_at: at(5) }, at(10))).toEqual({
    ok: true,
    schedule: { starts_at: at(10), ends_at: null }
  })
})

test('the end of a current one can be moved and removed, but not into the past', () => {
  const current = { starts_at: at(0), ends_at: at(20) }
  expect(changeSchedule(current, { ends_at: null }, at(10))).toMatchObject({
    schedule: { ends_at: null }
  })
  expect(changeSchedule(current, { ends_at: at(5) }, at(10))).toMatchObject({
    code: 'invalid',
    pointer: 'ends_at'
  })
})

test('what has ended can be ended again, and nothing else', () => {
  const ended = { starts_at: at(0), ends_at: at(5) }
  expect(changeSchedule(ended, { state: 'ended' }, at(10))).toEqual({ ok: true, schedule: ended })
  expect(changeSchedule(ended, { ends_at: null }, at(10))).toMatchObject({
    code: 'state_not_allowed'
  })
})
