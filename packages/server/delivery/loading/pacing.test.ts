import { expect, test } from 'vitest'
import { makeCampaign, testRates } from '../testing/inventory.ts'
import { nextPace, standingOf, startPace } from './pacing.ts'

const midnight = Date.parse('2026-03-02T00:00:00Z')
const hourMs = 3_600_000
/** 8,640 impressions a day at 1,000 units each. */
const cpm = {
  trafficType: 'cpm' as const,
  maxCpm: 1_000_000n,
  dailyBudget: 8_640_000n,
  balance: 10n ** 12n
}
const standing = (
  values: Parameters<typeof makeCampaign>[0],
  nowMs: number,
  startedMs = midnight
) =>
  standingOf(
    makeCampaign(values),
    startPace(makeCampaign({ ...values, countedToday: 0n }), startedMs),
    nowMs,
    testRates
  )

test('a CPD campaign weighs what it may spend in a second, in USD', () => {
  const { weight, allowance } = standing({ dailyBudget: 86_400n, balance: 10n ** 9n }, midnight)
  // One satoshi per second is 0.0005 USD at the rate of this test.
  expect(weight).toBeCloseTo(0.0005, 10)
  expect(allowance).toBe(Number.POSITIVE_INFINITY)
})

test('a CPD campaign that funds itself weighs by its day, with the money of one period', () => {
  const values = { dailyBudget: 86_400n, balance: 7_200n }
  expect(standing({ ...values, isSelfFunding: true }, midnight).weight).toBeCloseTo(0.0005, 10)
  expect(standing(values, midnight).weight).toBeCloseTo(0.0005 / 12, 10)
  expect(standing({ ...values, balance: 0n, isSelfFunding: true }, midnight).weight).toBe(0)
})

test('a CPM campaign weighs about the same as a CPD campaign of its budget at the start of a day', () => {
  const one = standing(cpm, midnight).weight
  const other = standing({ dailyBudget: cpm.dailyBudget, balance: cpm.balance }, midnight).weight
  expect(one / other).toBeCloseTo(1 / 0.98, 5)
})

test('what was missed is wanted for the rest of the day', () => {
  const campaign = makeCampaign(cpm)
  const early = startPace(campaign, midnight)
  const late = nextPace(early, campaign, midnight + 12 * hourMs, true)
  expect(late.perMs / early.perMs).toBeCloseTo(0.98 / 0.48, 5)
  expect(late.factor).toBe(1)
})

test('spends the budget of a day within the hours of that day', () => {
  // Mondays from 6 to 12 and from 18 to 24.
  const hours = `${'0'.repeat(6)}${'1'.repeat(6)}`.repeat(2).padEnd(168, '0')
  const campaign = makeCampaign({ ...cpm, schedule: { hours, timeZone: 'UTC' } })
  const pace = startPace(campaign, midnight)
  // The plan ends before the last 2 % of the 12 hours.
  expect(pace.doneAt).toBe(midnight + 24 * hourMs - 0.24 * hourMs)
  expect(pace.perMs * 11.76 * hourMs).toBeCloseTo(8640, 5)
  const allowanceAt = (hour: number) =>
    standingOf(campaign, pace, midnight + hour * hourMs, testRates).allowance
  const planned = (done: number) => Math.ceil(8640 * Math.min(1, done / 11.76 + 0.03))
  const plan = [0, 6, 9, 12, 15, 18, 21, 24].map(allowanceAt)
  expect(plan).toEqual([0, 0, 3, 6, 6, 6, 9, 12].map(planned))
})

test('spending is never far ahead of its plan', () => {
  const noon = midnight + 12 * hourMs
  // At noon, half of the day is 51 % of the planned 98 %, and spending may be 3 % ahead.
  const planned = Math.ceil(8640 * (0.5 / 0.98 + 0.03))
  expect(standing(cpm, noon).allowance).toBe(planned)
  expect(standing({ ...cpm, countedToday: 4000n }, noon).allowance).toBe(planned - 4000)
  expect(standing({ ...cpm, countedToday: 5000n }, noon).allowance).toBe(0)
})

test('spends the budget of its last day by its end, and that of its first from its start on', () => {
  const noon = midnight + 12 * hourMs
  const untilNoon = { ...cpm, endsAt: new Date(noon) }
  const fromNoon = { ...cpm, startsAt: new Date(noon) }
  const whole = standing(cpm, midnight).weight
  expect(standing(untilNoon, midnight).weight / whole).toBeCloseTo(2, 5)
  expect(standing(fromNoon, midnight).weight / whole).toBeCloseTo(2, 5)
  const halfway = Math.ceil(8640 * (0.5 / 0.98 + 0.03))
  expect(standing(untilNoon, midnight + 6 * hourMs).allowance).toBe(halfway)
  expect(standing(fromNoon, noon + 6 * hourMs).allowance).toBe(halfway)
  // The campaign can be drawn in the very moment it starts.
  expect(standing(fromNoon, midnight).allowance).toBe(Math.ceil(8640 * 0.03))
})

test('plans the day again when its end is moved', () => {
  const pace = startPace(makeCampaign(cpm), midnight)
  const sooner = makeCampaign({ ...cpm, endsAt: new Date(midnight + 12 * hourMs) })
  const next = nextPace(pace, sooner, midnight + 6 * hourMs, false)
  expect(next).toMatchObject({ startAt: midnight + 6 * hourMs })
  expect(next.perMs).toBeCloseTo(8640 / (12 * 0.98 - 6) / hourMs, 8)
})

test('never allows more than there is money for', () => {
  const evening = midnight + 23 * hourMs
  expect(standing({ ...cpm, countedToday: 8637n }, evening).allowance).toBe(3)
  expect(standing({ ...cpm, countedToday: 8640n }, evening)).toEqual({ weight: 0, allowance: 0 })
  expect(standing({ ...cpm, balance: 4_999n }, evening).allowance).toBe(4)
})

test('weighs less when more is counted than wanted, and more when less', () => {
  const after = (perMinute: bigint) => {
    let pace = startPace(makeCampaign(cpm), midnight)
    for (let minute = 1; minute <= 30; minute++) {
      const campaign = makeCampaign({ ...cpm, countedToday: perMinute * BigInt(minute) })
      pace = nextPace(pace, campaign, midnight + minute * 60_000, false)
    }
    return pace.factor
  }
  // About six impressions per minute are wanted.
  expect(after(6n)).toBeGreaterThan(0.9)
  expect(after(6n)).toBeLessThan(1.15)
  expect(after(60n)).toBeLessThan(0.1)
  expect(after(1n)).toBeGreaterThan(3)
})

test('plans again for a new day, and for another budget', () => {
  const campaign = makeCampaign({ ...cpm, countedToday: 100n })
  const pace = { ...startPace(campaign, midnight), factor: 3, wanted: 9 }
  const tomorrow = nextPace(pace, makeCampaign(cpm), midnight + 24 * hourMs, false)
  expect(tomorrow).toMatchObject({ startCost: 0, wanted: 0, factor: 3 })
  const richer = { ...campaign, dailyBudget: 10n ** 9n }
  expect(nextPace(pace, richer, midnight + hourMs, false)).toMatchObject({
    startAt: midnight + hourMs,
    startCost: 100_000,
    wanted: 0
  })
})
