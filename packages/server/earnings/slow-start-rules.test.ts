import { dayMs, hourMs } from '@mille/api/durations.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Count, countDay, splitByLimit } from './slow-start-rules.ts'

const start = Date.parse('2026-03-02T10:00:00Z')
const fresh: Count = { goodDays: 0, countedUntil: null, countedFrom: new Date(start) }

/** Adds the score of one hour, which covers the 24 hours before it. */
function score(count: Count, hour: number, points: number, canBeGood = true): Count {
  const until = new Date(start + hour * hourMs)
  const span = { from: new Date(until.getTime() - dayMs), until }
  return countDay(count, { score: points, isOnHold: points >= 60, canBeGood }, span)
}

function live(hours: number, pointsAt: (hour: number) => number): Count {
  let count = fresh
  for (let hour = 0; hour < hours; hour++) count = score(count, hour, pointsAt(hour))
  return count
}

test('a good day counts once, however often it is scored', () => {
  expect(live(24, () => 0).goodDays).toBe(1)
  expect(live(25, () => 0).goodDays).toBe(2)
  expect(live(7 * 24, () => 49).goodDays).toBe(7)
})

test('a day of which an operator has decided about a part is not a good day, and speaks against the unit as others do', () => {
  expect(score(fresh, 24, 0, false)).toEqual(fresh)
  expect(
    score(
      live(30, () => 0),
      31,
      60,
      false
    ).goodDays
  ).toBe(0)
})

test('a day that looks a little strange counts for nothing, and one that is held restarts the count', () => {
  expect(live(7 * 24, () => 50).goodDays).toBe(0)
  const count = live(5 * 24 + 1, hour => (hour === 5 * 24 ? 60 : 0))
  expect(count).toEqual({
    goodDays: 0,
    countedUntil: new Date(start + 5 * dayMs),
    countedFrom: new Date(start + 5 * dayMs)
  })
  // That day's traffic is part of the next 24 spans too, so none of them counts as good.
  expect(score(count, 5 * 24 + 23, 0).goodDays).toBe(0)
  expect(score(count, 6 * 24, 0).goodDays).toBe(1)
})

test('all units of an account that are not believed share its limit, currency by currency', () => {
  const owners = new Map([
    [1, 7],
    [2, 7],
    [3, 8]
  ])
  const earned = [
    { unitId: 1, asset: 'BTC', amount: 60n },
    { unitId: 2, asset: 'BTC', amount: 60n },
    { unitId: 2, asset: 'USD', amount: 60n },
    { unitId: 3, asset: 'BTC', amount: 60n },
    { unitId: 4, asset: 'BTC', amount: 1000n }
  ] as const
  const used = [{ owner: 8, asset: 'BTC', amount: 70n }] as const
  const limits = { BTC: 100n, USD: 50n }
  expect(splitByLimit(earned, owners, limits, used)).toEqual([0n, 20n, 10n, 30n, 0n])
})

test('nothing is lost, and no more than the limit is free, whatever comes', () => {
  const amounts = fc.array(
    fc.record({
      unitId: fc.nat(4),
      asset: fc.constant('BTC' as const),
      amount: fc.bigInt(0n, 500n)
    })
  )
  const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
  fc.assert(
    fc.property(amounts, fc.bigInt(0n, 900n), fc.bigInt(0n, 900n), (earned, limit, before) => {
      const owners = new Map([0, 1, 2, 3].map(unit => [unit, unit % 2]))
      const used = [{ owner: 0, asset: 'BTC' as const, amount: before }]
      const waiting = splitByLimit(earned, owners, { BTC: limit, USD: 0n }, used)
      const free = [before, 0n]
      for (const [index, { unitId, amount }] of earned.entries()) {
        const waits = waiting[index] ?? -1n
        expect(waits >= 0n && waits <= amount).toBe(true)
        const owner = owners.get(unitId)
        if (owner === undefined) expect(waits).toBe(0n)
        else free[owner] = (free[owner] ?? 0n) + amount - waits
        // An amount waits only when the day's limit is used up.
        if (owner !== undefined && waits > 0n) expect((free[owner] ?? 0n) >= limit).toBe(true)
      }
      expect((free[0] ?? 0n) <= limit || free[0] === before).toBe(true)
      expect((free[1] ?? 0n) <= limit).toBe(true)
    }),
    { seed }
  )
})
