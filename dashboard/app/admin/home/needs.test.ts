import { expect, test } from 'vitest'
import { queuePlaces } from '../queue-places.ts'
import { needsOf } from './needs.ts'

const at = '2026-11-28T12:00:00.000Z'
const names = Object.keys(queuePlaces) as (keyof typeof queuePlaces)[]
const check = (name: string, state: 'ok' | 'warning' | 'alarm') => ({ name, state, text: 'Text' })

test('what harms most is first, reviews go by age, and warnings are last', () => {
  const ages: Partial<Record<(typeof names)[number], string>> = {
    creatives: '2026-11-28T09:00:00.000Z',
    sites: '2026-11-25T12:00:00.000Z',
    letters: '2026-11-28T11:59:30.000Z'
  }
  const needs = needsOf({
    at,
    queues: names.toReversed().map(name => ({ name, waiting: 2, oldest_at: ages[name] ?? null })),
    checks: [
      check('Jobs', 'warning'),
      check('Mail', 'alarm'),
      check('Disk', 'ok'),
      check('Queues', 'warning')
    ]
  })
  const keys = needs.map(it => it.key)
  expect(new Set(keys.slice(0, 3))).toEqual(new Set(['payout_stops', 'deposits', 'withdrawals']))
  expect(keys[3]).toBe('check Mail')
  expect(new Set(keys.slice(4, 7))).toEqual(
    new Set(['adjustments', 'disputes', 'reported_creatives'])
  )
  expect(keys.slice(7, 10)).toEqual(['sites', 'creatives', 'letters'])
  expect(keys.at(-1)).toBe('check Jobs')
  expect(keys).toHaveLength(names.length + 2)
  const ageOf = (key: string) => needs.find(it => it.key === key)?.age
  expect(ageOf('sites')).toBe('3 days')
  expect(ageOf('creatives')).toBe('3 hours')
  expect(ageOf('letters')).toBe('1 minute')
  expect(ageOf('offers')).toBeNull()
})

test('nothing is needed where nothing waits and every check is fine', () => {
  const queues = names.map(name => ({ name, waiting: 0, oldest_at: null }))
  expect(needsOf({ at, queues, checks: [check('Jobs', 'ok')] })).toEqual([])
})
