import { expect, test } from 'vitest'
import { pageReasons, scoreOnHold, scoreTraffic, type TrafficSignals } from './score.ts'

/** Signals of one day of an ad unit that people really look at. */
const honest: TrafficSignals = {
  paid: 700,
  clicked: 4,
  covered: 60,
  shrunken: 0,
  contradictory: 2,
  moved: 60,
  unplaced: 20,
  silent: 5,
  unrendered: 9,
  instant: 8,
  unseen: 300,
  placed: 700,
  largestBlock: 70,
  largestProvider: 150,
  invented: 20,
  inRows: 50,
  addressed: 500,
  sharedAddresses: 150
}
const network = { viewable: 0.7, clicked: 0.005 }
const scoreOf = (changed: Partial<TrafficSignals>) =>
  scoreTraffic({ ...honest, ...changed }, network)

test('the traffic of people has no reason at all', () => {
  expect(scoreOf({})).toEqual({ score: 0, reasons: [] })
})

test('too few paid views have no score', () => {
  expect(scoreOf({ paid: 59 })).toBeNull()
  expect(scoreOf({ paid: 60 })).not.toBeNull()
})

test('a reason says how many of how many, and what it adds', () => {
  expect(scoreOf({ unrendered: 280 })).toEqual({
    score: 80,
    reasons: [{ code: 'unrendered', points: 80, percent: 40, count: 280, of: 700 }]
  })
  expect(scoreOf({ unrendered: 70 })?.score).toBe(8)
})

test.each([
  ['unrendered', { unrendered: 300 }],
  ['instant', { instant: 300 }],
  ['invented', { invented: 420 }],
  ['contradictory', { contradictory: 210 }],
  ['shrunken', { shrunken: 350 }],
  ['moved', { moved: 665 }],
  ['unplaced', { unplaced: 560 }],
  ['silent', { silent: 280 }],
  ['one_provider', { largestProvider: 695 }],
  ['covered', { covered: 560 }],
  ['in_rows', { inRows: 280 }],
  ['shared_addresses', { sharedAddresses: 425 }]
])('what only programs do puts earnings on hold by itself: %s', (code, changed) => {
  const { score = 0, reasons } = scoreOf(changed) ?? {}
  expect(score).toBeGreaterThanOrEqual(scoreOnHold)
  expect(reasons?.map(it => it.code)).toEqual([code])
})

test.each([
  ['an office', { largestBlock: 700 }, 'concentrated'],
  ['an office over IPv6', { largestBlock: 700, largestProvider: 700 }, 'concentrated'],
  ['a dark mode, where two of three browsers are Chromium', { covered: 470 }, 'covered'],
  ['a reader app', { unplaced: 400 }, 'unplaced'],
  ['a gallery', { inRows: 220 }, 'in_rows'],
  ['two devices in nearly each home', { sharedAddresses: 350 }, 'shared_addresses'],
  ['commuters', { moved: 560 }, 'moved'],
  ['an ad where a button was', { clicked: 300 }, 'click_rate'],
  ['an ad that fills the first screen', { unseen: 0 }, 'viewable_rate']
])('what people may do leaves them paid: %s', (_, changed, code) => {
  const { score = 0, reasons } = scoreOf(changed) ?? {}
  expect(reasons?.map(it => it.code)).toEqual([code])
  expect(score).toBeGreaterThan(0)
  expect(score).toBeLessThan(scoreOnHold)
})

test('weak reasons together are strong, the heaviest first, and the score ends at 100', () => {
  const scored = scoreOf({ covered: 470, largestBlock: 700 })
  expect(scored?.score).toBe(77)
  expect(scored?.reasons.map(it => it.code)).toEqual(['concentrated', 'covered'])
  expect(scoreOf({ covered: 700, unrendered: 700, instant: 700, invented: 700 })?.score).toBe(100)
})

test('what an operator has accepted about a page has no points', () => {
  const both = { ...honest, covered: 700, unplaced: 700 }
  expect(scoreTraffic(both, network)?.score).toBe(100)
  expect(scoreTraffic(both, network, new Set(['covered', 'unplaced']))?.score).toBe(0)
  expect(scoreTraffic({ ...both, instant: 700 }, network, new Set(pageReasons))?.score).toBe(80)
})

test('rates are compared with those of the network', () => {
  expect(scoreTraffic({ ...honest, unseen: 0 }, { viewable: 0.95, clicked: 0.005 })?.score).toBe(0)
  expect(scoreTraffic({ ...honest, clicked: 60 }, { viewable: 0.7, clicked: 0.04 })?.score).toBe(0)
  expect(scoreTraffic({ ...honest, clicked: 60 }, network)?.reasons[0]?.code).toBe('click_rate')
})
