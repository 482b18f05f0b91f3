import { dayMs } from '@mille/api/durations.ts'
import type { Verdict } from '@mille/verifier/testing/verify-both.ts'
import { expect, test } from 'vitest'
import { checkBill } from './check-bill.ts'
import { checkCap } from './check-cap.ts'
import { checkMoney } from './check-money.ts'
import { checkShares } from './check-shares.ts'
import { checkVariants } from './check-variants.ts'
import { type CountedView, countedViews, type Observed } from './observed.ts'
import { whyOutside } from './outside.ts'
import { type Person, start, type Terms, type VariantPlan } from './plan.ts'

/**
 * Each test makes one difference in what the simulation of terms observes, as a fault of the product would, and expects
 * its checks to name it. Without the difference, the checks pass.
 */
const windowMs = 7_200_000
const minuteMs = 60_000
const variant: VariantPlan = {
  weight: 1,
  language: 'en',
  liveFrom: new Date(start),
  liveUntil: null
}
const anyTerms: Terms = {
  asset: 'BTC',
  trafficType: 'cpm',
  dailyBudget: 1000n,
  maxCpm: 100_000n,
  totalBudget: null,
  schedule: null,
  startsAt: null,
  endsAt: null,
  countries: null,
  devices: null,
  systems: null,
  language: 'en',
  pageLanguages: null,
  keywords: null,
  siteSharePercent: null,
  selfFunding: null,
  balance: 100_000n,
  isRich: true,
  later: null,
  variantChoice: 'weights',
  variants: [variant]
}
const page = { language: 'en', words: ['garden', 'casino'] }
const person: Person = {
  address: '192.0.2.1',
  userAgent: 'Firefox',
  country: 'DE',
  device: 'phone',
  system: 'android'
}
const why = (terms: Partial<Terms>, atMs = start) =>
  whyOutside({ ...anyTerms, ...terms }, variant, page, person, atMs)

test('finds an ad that is drawn outside of the hours of its schedule', () => {
  // The simulation starts on a Monday at midnight in UTC.
  const schedule = { hours: `0${'1'.repeat(167)}`, timeZone: 'UTC' }
  expect(why({ schedule }, start + 60 * minuteMs)).toBe(null)
  expect(why({ schedule }, start + 60 * minuteMs - 1)).toBe('it is outside of its hours')
})

test('finds an ad that is drawn one minute before its start, or at its end', () => {
  const startsAt = new Date(start + 5 * minuteMs)
  expect(why({ startsAt }, start + 5 * minuteMs)).toBe(null)
  expect(why({ startsAt }, start + 4 * minuteMs)).toBe('it has not started')
  expect(why({ endsAt: startsAt }, start + 5 * minuteMs - 1)).toBe(null)
  expect(why({ endsAt: startsAt }, start + 5 * minuteMs)).toBe('it has ended')
})

test('finds an ad that is drawn for a country, device or system that it excludes', () => {
  expect(why({ countries: { mode: 'exclude', codes: ['FR'] } })).toBe(null)
  expect(why({ countries: { mode: 'exclude', codes: ['DE'] } })).toBe('of visitors in DE')
  expect(why({ countries: { mode: 'include', codes: ['FR'] } })).toBe('of visitors in DE')
  expect(why({ devices: ['computer'] })).toBe('of a phone')
  expect(why({ systems: ['ios'] })).toBe('of android')
})

test('finds an ad that is drawn on a page with a keyword that it excludes', () => {
  expect(why({ keywords: { included: ['gard*'], excluded: ['news'] } })).toBe(null)
  const outside = 'of the words garden,casino'
  expect(why({ keywords: { included: ['gard*'], excluded: ['casino'] } })).toBe(outside)
  expect(why({ keywords: { included: ['gard'], excluded: [] } })).toBe(outside)
  expect(why({ pageLanguages: { mode: 'exclude', codes: ['en'] } })).toBe('of pages in en')
})

/** Returns a view that counts at a moment and was drawn a minute before, by a process that was informed about no view. */
function view(at: number, changes: Partial<CountedView> = {}): CountedView {
  const [drawnAt, readAt] = [at - minuteMs, at - 2 * minuteMs]
  const reported = { process: 1, reportedTo: 2, countedAt: at, isBillable: true }
  return {
    campaign: 1,
    creative: 1,
    unit: 1,
    person: 1,
    drawnAt,
    readAt,
    at,
    ...reported,
    ...changes
  }
}

test('finds a visitor who is paid for again a moment too soon', () => {
  const first = view(start)
  expect(checkCap({ views: [first, view(start + dayMs)] })).toEqual({ repeated: 0, seenAgain: 1 })
  expect(() => checkCap({ views: [first, view(start + dayMs - 1)] })).toThrow(
    'campaign 1 and visitor 1: views at 2026-03-02T00:00:00.000Z and 2026-03-02T23:59:59.999Z are both paid for'
  )
})

test('finds a view that should have been paid for', () => {
  const first = view(start)
  const unpaid = { isBillable: false }
  const repeated = view(start + dayMs - 1, unpaid)
  expect(checkCap({ views: [first, repeated] })).toEqual({ repeated: 1, seenAgain: 0 })
  expect(() => checkCap({ views: [first, view(start + dayMs, unpaid)] })).toThrow(
    'campaign 1 and visitor 1: the view at 2026-03-03T00:00:00.000Z is not paid for, and none was before'
  )
})

test('finds a process that draws what it knows to be paid for', () => {
  const [first, known] = [view(start), { isBillable: false, process: 2 }]
  const at = start + 3 * minuteMs
  expect(() => checkCap({ views: [first, view(at, known)] })).toThrow(
    'campaign 1 and visitor 1: drawn at 2026-03-02T00:02:00.000Z by process 2, which knows the view at 2026-03-02T00:00:00.000Z'
  )
})

const campaignWith = (terms: Partial<Terms>) => ({
  id: 1,
  owner: 7,
  terms: { ...anyTerms, ...terms },
  creatives: [1, 2]
})

/** Ten views of the first period, which use up the daily budget of 1,000 at 100 each. */
function observed(terms: Partial<Terms> = {}, changes: Partial<Observed> = {}): Observed {
  const views = Array.from({ length: 10 }, (_, nth) => view(start + nth * minuteMs))
  const campaign = campaignWith(terms)
  const charge = { campaign: 1, startMs: start, charged: 1000n, billable: 10n }
  return {
    campaigns: [campaign],
    placeOf: new Map([[1, 'site 1']]),
    languageOf: new Map([[1, 'en']]),
    creatives: [{ campaign: 1, creative: 1, billable: 10n }],
    views,
    charges: [charge],
    taken: [{ campaign: 1, unit: 1, startMs: start, gross: 1000n }],
    draws: [],
    balances: new Map([['campaign 1 BTC', campaign.terms.balance - 1000n]]),
    credited: new Map(),
    ...changes
  }
}

test('finds a daily budget that is overdrawn by one view', () => {
  expect(checkMoney(observed())).toMatchObject({ recomputed: 1, fullDays: 1 })
  const charged = { campaign: 1, startMs: start + windowMs, charged: 100n, billable: 1n }
  const views = [...observed().views, view(start + windowMs)]
  const over = observed({}, { views, charges: [...observed().charges, charged] })
  expect(() => checkMoney(over)).toThrow(
    'campaign 1 was charged 1100 on 2026-03-02, and its daily budget is 1000'
  )
  expect(() => checkMoney(observed({ totalBudget: 999n }))).toThrow(
    'campaign 1 was charged 1000, and its total budget is 999'
  )
})

test('finds a settlement that charges a view twice', () => {
  const charges = [{ campaign: 1, startMs: start, charged: 1000n, billable: 10n }]
  const views = observed().views.slice(1)
  expect(() => checkMoney(observed({}, { views, charges }))).toThrow(
    'campaign 1 was charged for 10 views at 2026-03-02T00:00:00.000Z, and 9 were seen'
  )
  const uncounted = charges.map(it => ({ ...it, billable: 9n }))
  for (const isRich of [true, false])
    expect(() => checkMoney(observed({ isRich }, { views, charges: uncounted }))).toThrow(
      'campaign 1 was charged 1000 instead of 900 at 2026-03-02T00:00:00.000Z'
    )
  expect(() => checkMoney(observed({}, { charges: [] }))).toThrow(
    'campaign 1 was not charged at 2026-03-02T00:00:00.000Z, and 10 views were seen'
  )
})

test('finds a view that is counted twice, is missing or was never drawn', () => {
  const views = new Map([['a', view(start)]])
  const event = { decision: 'a', isBillable: true, at: new Date(start) }
  expect(countedViews([event], views)).toHaveLength(1)
  expect(() => countedViews([event, event], views)).toThrow(
    'the view of decision a is counted twice'
  )
  expect(() => countedViews([], views)).toThrow('1 views were reported, and 0 are counted')
  expect(() => countedViews([{ ...event, decision: 'b' }], views)).toThrow(
    'there was no decision b, but a view of it is counted'
  )
})

test('finds a charge by the price and daily budget before a change', () => {
  const later = { from: new Date(start), dailyBudget: 1000n, maxCpm: 90_000n }
  expect(() => checkMoney(observed({ later }))).toThrow(
    'campaign 1 was charged 1000 instead of 900 at 2026-03-02T00:00:00.000Z'
  )
})

test('finds a campaign that draws twice, draws too much, or draws without being told to', () => {
  const selfFunding = { dailyMax: 1500n, totalMax: 1500n }
  const draw = { campaign: 1, startMs: start, amount: 1000n }
  const drawing = (draws: Observed['draws'], terms: Partial<Terms> = {}) =>
    observed(
      { selfFunding, balance: 0n, isRich: false, ...terms },
      {
        draws,
        credited: new Map([['7 BTC', 2000n]]),
        balances: new Map([['user 7 BTC', 1000n]])
      }
    )
  expect(checkMoney(drawing([draw]))).toMatchObject({ draws: 1 })
  const unlimited = { selfFunding: { dailyMax: null, totalMax: null } }
  expect(() => checkMoney(drawing([draw, draw], unlimited))).toThrow(
    'campaign 1 drew 2 times for the period at 2026-03-02T00:00:00.000Z'
  )
  const second = { ...draw, startMs: start + windowMs }
  expect(() => checkMoney(drawing([draw, second]))).toThrow(
    'campaign 1 drew 2000 on 2026-03-02, and may draw 1500'
  )
  const nextDay = { ...draw, startMs: start + dayMs }
  expect(() => checkMoney(drawing([draw, nextDay]))).toThrow(
    'campaign 1 drew 2000, and may draw 1500'
  )
  // The money of the second draw is not on the campaign.
  expect(() => checkMoney(drawing([draw, second], unlimited))).toThrow(
    'campaign 1 was given 0, drew 2000, was charged 1000 and has 0'
  )
  expect(() => checkMoney(drawing([draw], { selfFunding: null }))).toThrow(
    'campaign 1 drew without being told to'
  )
})

test('finds an account that lacks more than what campaigns drew', () => {
  const credited = new Map([['7 BTC', 2000n]])
  const balances = new Map([...observed().balances, ['user 7 BTC', 1000n] as const])
  expect(() => checkMoney(observed({}, { credited, balances }))).toThrow(
    'account 7 BTC was given 2000, 0 were drawn, and it has 1000'
  )
})

test('finds a site share that is not applied', () => {
  const at = start + 20 * minuteMs
  const views = [...observed().views.slice(0, 8), view(at, { readAt: at - 2 * minuteMs })]
  const taking = (siteSharePercent: number) =>
    observed(
      { siteSharePercent },
      { views, taken: [{ campaign: 1, unit: 1, startMs: start, gross: 900n }] }
    )
  expect(checkShares(taking(90))).toMatchObject({ siteDays: 1, fullSiteDays: 1, aboveByViews: 0 })
  // The process that drew the last view had read all others, so none of them excuses what is above the share.
  expect(() => checkShares(taking(50))).toThrow(
    'site 1 on 2026-03-02: took 399 more of campaign 1 than its share of 500, by 0 unknown views'
  )
  expect(() => checkShares({ ...taking(50), views: [] })).toThrow(
    'campaign 1 paid 900 to site 1 on 2026-03-02 without a view'
  )
})

test('finds a site share that is not applied to a daily price', () => {
  const cpd = { trafficType: 'cpd', maxCpm: null, siteSharePercent: 50 } as const
  expect(() => checkShares(observed(cpd))).toThrow(
    'site 1 on 2026-03-02: took 499 more of campaign 1 than its share of 500, in 1 periods'
  )
})

test('finds a variant that is drawn before it is live, or after it is rejected', () => {
  const [liveFrom, liveUntil] = [new Date(start + windowMs), new Date(start + 2 * windowMs)]
  const at = (ms: number) =>
    whyOutside(anyTerms, { ...variant, liveFrom, liveUntil }, page, person, ms)
  expect(at(start + windowMs)).toBe(null)
  expect(at(start + windowMs - 1)).toBe('its variant is not live')
  expect(at(start + 2 * windowMs)).toBe('its variant is not live')
  const german = { ...variant, language: 'de' }
  expect(whyOutside(anyTerms, german, page, person, start)).toBe('of the ad’s language')
})

test('finds variants that are not chosen by their weights', () => {
  // The second variant has three quarters of the views by its weight.
  const variants = [variant, { ...variant, weight: 3 }]
  const seen = (others: number, changes: Partial<Terms> = {}) =>
    observed(
      { variants, ...changes },
      {
        views: Array.from({ length: 400 }, (_, nth) =>
          view(start + minuteMs, { creative: nth < others ? 2 : 1 })
        ),
        creatives: [
          { campaign: 1, creative: 1, billable: BigInt(400 - others) },
          { campaign: 1, creative: 2, billable: BigInt(others) }
        ]
      }
    )
  expect(checkVariants(seen(310))).toMatchObject({ choices: 400, otherVariants: 310 })
  expect(() => checkVariants(seen(200))).toThrow(
    'variant 1 of campaign 1 has 200 views instead of 100'
  )
  expect(checkVariants(seen(200, { variantChoice: 'best' }))).toMatchObject({ choices: 400 })
})

test('finds a billable view that is counted for another creative', () => {
  const billable = (one: bigint, other: bigint) =>
    observed(
      {},
      {
        creatives: [
          { campaign: 1, creative: 1, billable: one },
          { campaign: 1, creative: 2, billable: other }
        ]
      }
    )
  expect(checkVariants(billable(10n, 0n))).toMatchObject({ choices: 0 })
  expect(() => checkVariants(billable(9n, 1n))).toThrow(
    'creative 1 of campaign 1 has 9 billable views, and 10 were seen'
  )
})

const right: Pick<Verdict, 'problem' | 'said'> = {
  problem: null,
  said: ['10 of 10 views included.', 'The sum is right, difference 0.']
}
const schedule = { hours: '1'.repeat(168), timeZone: 'UTC' }
const billed = { trafficType: 'cpm', dailyBudget: '1000', maxCpm: '100000', totalBudget: null }
const inHours = { ...billed, hours: schedule.hours, timeZone: 'UTC' }

function billOf(details: object): string {
  const window = [new Date(start).toISOString(), new Date(start + windowMs).toISOString()]
  const lines = [{ kind: 'bill' }, { kind: 'charge', charge: { window }, details }, { kind: 'end' }]
  return lines.map(it => `${JSON.stringify(it)}\n`).join('')
}

test('finds a line of a bill with another version of the terms', () => {
  const later = { from: new Date(start + dayMs), dailyBudget: 1200n, maxCpm: 90_000n }
  const campaign = campaignWith({ schedule, later })
  expect(checkBill(campaign, billOf(inHours), right)).toBe(10)
  expect(() =>
    checkBill(campaign, billOf({ ...inHours, dailyBudget: '1200', maxCpm: '90000' }), right)
  ).toThrow(
    'the bill of campaign 1 says dailyBudget 1200 at 2026-03-02T00:00:00.000Z, and 1000 was in force'
  )
  expect(() => checkBill(campaign, billOf(billed), right)).toThrow(
    /^the bill of campaign 1 says hours null at .*, and 1+ was in force$/
  )
})

test('finds a bill that the verifier refuses, or that lacks a view', () => {
  const check = (changes: Partial<typeof right>) => () =>
    checkBill(campaignWith({ schedule }), billOf(inHours), { ...right, ...changes })
  expect(check({})()).toBe(10)
  const [views = '', sum = ''] = right.said
  expect(check({ said: [views.replaceAll('10', '1,210'), sum] })()).toBe(1210)
  expect(check({ said: [sum] })).toThrow('difference 0.')
  expect(check({ problem: 'The charge is wrong.' })).toThrow('The charge is wrong.')
  expect(check({ said: ['9 of 10 views included.', 'difference 0.'] })).toThrow('9 of 10')
  expect(check({ said: ['10 of 10 views included.', 'difference 1.'] })).toThrow('difference 1.')
})
