import { largestAmount } from '@mille/money/amount.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Funds, maxFor, type Part, type Terms } from '../window-holds/index.ts'
import { canGoOn, chargeFor, sharesOf } from './rules.ts'

const cpd: Terms = { trafficType: 'cpd', dailyBudget: 1000n, maxCpm: null, totalBudget: null }
const cpm: Terms = { ...cpd, trafficType: 'cpm', maxCpm: 5000n }
const part: Part = { index: 0, perDay: 12, seconds: 7200 }
const rich: Funds = { balance: 1_000_000n, spent: 0n, spentToday: 0n }
const whole = (billable: bigint) => ({ activeSeconds: 7200, billable })

const amount = fc.bigInt({ min: 0n, max: largestAmount })
const positive = fc.bigInt({ min: 1n, max: largestAmount })
const count = fc.bigInt({ min: 0n, max: 10n ** 12n })
const terms: fc.Arbitrary<Terms> = fc.oneof(
  fc.record({
    trafficType: fc.constant('cpd' as const),
    dailyBudget: positive,
    maxCpm: fc.option(amount),
    totalBudget: fc.option(amount)
  }),
  fc.record({
    trafficType: fc.constant('cpm' as const),
    dailyBudget: positive,
    maxCpm: positive,
    totalBudget: fc.option(amount)
  })
)

test('a whole CPD window costs its part of the day, and nothing without a billable view', () => {
  expect(chargeFor(cpd, part, whole(3n), rich)).toEqual({ due: 84n, charged: 84n, carriedOut: 0 })
  expect(chargeFor(cpd, { ...part, index: 11 }, whole(3n), rich)).toEqual({
    due: 83n,
    charged: 83n,
    carriedOut: 0
  })
  expect(chargeFor(cpd, part, whole(0n), rich)).toEqual({ due: 84n, charged: 0n, carriedOut: 0 })
})

test('a CPD window is charged pro rata for the seconds of activity, rounded down', () => {
  expect(chargeFor(cpd, part, { activeSeconds: 3600, billable: 1n }, rich).charged).toBe(42n)
  expect(chargeFor(cpd, part, { activeSeconds: 3599, billable: 1n }, rich).charged).toBe(41n)
  expect(chargeFor(cpd, part, { activeSeconds: 0, billable: 1n }, rich).charged).toBe(0n)
})

test('a highest price caps a CPD window, and zero is none', () => {
  expect(chargeFor({ ...cpd, maxCpm: 5999n }, part, whole(10n), rich).charged).toBe(59n)
  expect(chargeFor({ ...cpd, maxCpm: 0n }, part, whole(10n), rich).charged).toBe(84n)
})

test('a CPM window costs the price of its impressions up to what is left of the day', () => {
  expect(chargeFor(cpm, part, whole(11n), rich)).toEqual({ due: 55n, charged: 55n, carriedOut: 0 })
  expect(chargeFor(cpm, part, whole(400n), rich)).toEqual({
    due: 2000n,
    charged: 1000n,
    carriedOut: 0
  })
  expect(chargeFor(cpm, part, whole(11n), { ...rich, spentToday: 960n }).charged).toBe(40n)
})

test('the fraction of a CPM price is carried to the next window, and nothing is free', () => {
  const cheap = { ...cpm, maxCpm: 1n }
  let carried = 0
  let all = 0n
  for (let window = 0; window < 100; window++) {
    const usage = { ...whole(999n), carried }
    const { charged, carriedOut } = chargeFor(cheap, part, usage, rich)
    carried = carriedOut
    all += charged
  }
  expect([all, carried]).toEqual([99n, 900])
  // An amount that a limit cut off is not charged later.
  expect(chargeFor(cpm, part, whole(11_111n), rich)).toMatchObject({
    charged: 1000n,
    carriedOut: 0
  })
})

test('nothing is charged beyond the total budget or the balance', () => {
  expect(
    chargeFor({ ...cpd, totalBudget: 100n }, part, whole(1n), { ...rich, spent: 60n }).charged
  ).toBe(40n)
  expect(
    chargeFor({ ...cpd, totalBudget: 100n }, part, whole(1n), { ...rich, spent: 160n }).charged
  ).toBe(0n)
  expect(chargeFor(cpd, part, whole(1n), { ...rich, balance: 7n }).charged).toBe(7n)
})

test('no charge exceeds what is due, the balance, the daily or the total budget', () => {
  const funds = fc.record({ balance: amount, spent: amount, spentToday: amount })
  const usage = fc.record({ activeSeconds: fc.nat({ max: 7200 }), billable: count })
  fc.assert(
    fc.property(terms, fc.nat({ max: 11 }), usage, funds, (terms, index, usage, funds) => {
      const { due, charged } = chargeFor(terms, { ...part, index }, usage, funds)
      expect(charged).toBeGreaterThanOrEqual(0n)
      expect(charged).toBeLessThanOrEqual(due)
      expect(due).toBeLessThanOrEqual(largestAmount)
      expect(charged).toBeLessThanOrEqual(funds.balance)
      if (charged > 0n) {
        expect(funds.spentToday + charged).toBeLessThanOrEqual(terms.dailyBudget)
        if (terms.totalBudget !== null) {
          expect(funds.spent + charged).toBeLessThanOrEqual(terms.totalBudget)
        }
      }
    })
  )
})

test('the parts of a day that is seen and paid in full sum to exactly the daily budget', () => {
  const perDay = fc.constantFrom(1, 12, 24, 96, 1440, 8640)
  fc.assert(
    fc.property(positive, perDay, (dailyBudget, perDay) => {
      const terms = { ...cpd, dailyBudget }
      const seconds = 86_400 / perDay
      let spent = 0n
      for (let index = 0; index < perDay; index++) {
        const funds = { balance: largestAmount - spent, spent, spentToday: spent }
        const usage = { activeSeconds: seconds, billable: 1n }
        spent += chargeFor(terms, { index, perDay, seconds }, usage, funds).charged
      }
      expect(spent).toBe(dailyBudget)
    }),
    { numRuns: 30 }
  )
})

test('shares sum to the charge exactly, and each to its fee, its referral and its net', () => {
  const units = fc.array(fc.record({ unitId: fc.nat(), billable: count }), { minLength: 1 })
  const rate = fc.bigInt({ min: 0n, max: 10_000n })
  const sum = (values: bigint[]) => values.reduce((all, it) => all + it, 0n)
  fc.assert(
    fc.property(amount, rate, fc.boolean(), units, (charged, fee, hasPartner, units) => {
      fc.pre(units.some(it => it.billable > 0n))
      const shares = sharesOf(charged, { fee, hasPartner }, units)
      expect(sum(shares.map(it => it.fee + it.referral + it.net))).toBe(charged)
      const fees = sum(shares.map(it => it.fee + it.referral))
      const referral = sum(shares.map(it => it.referral))
      const [tenth, half] = [charged / 10n, fees / 2n]
      expect(referral).toBe(hasPartner ? (tenth < half ? tenth : half) : 0n)
      if (fees > 0n) expect(fees - referral).toBeGreaterThan(0n)
      for (const share of shares) {
        expect(share.gross).toBe(share.fee + share.referral + share.net)
        expect(share.fee + share.referral).toBe((share.gross * fee) / 10_000n)
        expect(share.fee).toBeGreaterThanOrEqual(0n)
        expect(share.referral).toBeGreaterThanOrEqual(0n)
        expect(share.net).toBeGreaterThanOrEqual(0n)
        if (share.billable === 0n) expect(share.gross).toBe(0n)
      }
    })
  )
})

test('a partner gets a tenth of the charge, taken from the fee, and no more than half of that', () => {
  const units = [
    { unitId: 1, billable: 1n },
    { unitId: 2, billable: 2n }
  ]
  expect(sharesOf(83n, { fee: 2000n, hasPartner: true }, units)).toMatchObject([
    { gross: 28n, fee: 2n, referral: 3n, net: 23n },
    { gross: 55n, fee: 6n, referral: 5n, net: 44n }
  ])
  // When the operator has lowered the fee or a coupon has halved it, the partner gets at most half of the fee.
  expect(sharesOf(100n, { fee: 500n, hasPartner: true }, units.slice(1))).toMatchObject([
    { fee: 3n, referral: 2n, net: 95n }
  ])
  const halved = { fee: 1000n, hasPartner: true }
  expect(sharesOf(1_000_000n, halved, units.slice(1))).toMatchObject([
    { fee: 50_000n, referral: 50_000n, net: 900_000n }
  ])
})

test('no charge exceeds the most that was foreseen for its window', () => {
  const funds = fc.record({ balance: amount, spent: amount, spentToday: amount })
  const seconds = fc.nat({ max: 7200 })
  fc.assert(
    fc.property(
      terms,
      fc.nat({ max: 11 }),
      seconds,
      seconds,
      count,
      funds,
      (terms, index, active, idle, billable, funds) => {
        fc.pre(active + idle <= 7200)
        const here = { ...part, index }
        const max = maxFor(terms, here, active + idle, funds)
        const { charged } = chargeFor(terms, here, { activeSeconds: active, billable }, funds)
        expect(charged).toBeLessThanOrEqual(max)
        expect(max).toBeLessThanOrEqual(funds.balance)
      }
    )
  )
})

test('what an earlier portion left is due beside the portion of the window', () => {
  const late = { activeSeconds: 0, billable: 2n, unpaid: 40n }
  expect(chargeFor(cpd, part, late, rich)).toEqual({ due: 40n, charged: 40n, carriedOut: 0 })
  expect(chargeFor({ ...cpd, maxCpm: 5000n }, part, late, rich).charged).toBe(10n)
})

test('the fraction of a fee stays with the publisher', () => {
  const [share] = sharesOf(9n, { fee: 2000n, hasPartner: false }, [{ unitId: 1, billable: 1n }])
  expect(share).toMatchObject({ gross: 9n, fee: 1n, net: 8n })
})

test('a campaign continues while it can pay its next part or one impression', () => {
  const left = (balance: bigint) => ({ balance, spent: 0n, spentToday: 0n })
  expect(canGoOn(cpd, { ...part, index: 3 }, left(83n))).toBe(true)
  expect(canGoOn(cpd, { ...part, index: 2 }, left(83n))).toBe(false)
  // The next day's first part follows the day's last part.
  expect(canGoOn(cpd, { ...part, index: 11 }, left(83n))).toBe(false)
  expect(canGoOn({ ...cpd, dailyBudget: 3n }, { ...part, index: 5 }, left(0n))).toBe(false)
  expect(canGoOn(cpm, part, left(5n))).toBe(true)
  expect(canGoOn(cpm, part, left(4n))).toBe(false)
  expect(
    canGoOn({ ...cpd, totalBudget: 90n }, part, { balance: 1000n, spent: 10n, spentToday: 0n })
  ).toBe(false)
})
