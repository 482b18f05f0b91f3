import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextCut, type Terms, type TermsVersion, termsAt } from '../window-holds/index.ts'
import { planDrawTerms, planTerms } from './terms-rules.ts'

const now = new Date('2026-03-02T11:30:00.700Z')
const window = new Date('2026-03-02T10:00:00Z')
const next = new Date('2026-03-02T12:00:00Z')
const used = { now, window, next, isUsed: true }
const atOnce = new Date('2026-03-02T11:30:00Z')
const cpm: Terms = { trafficType: 'cpm', dailyBudget: 1000n, maxCpm: 50n, totalBudget: null }

test('what is cheaper counts from the next window, what is dearer at once', () => {
  for (const cheaper of [{ maxCpm: 49n }, { dailyBudget: 999n }, { totalBudget: 1n }]) {
    const wanted = { ...cpm, ...cheaper }
    expect(planTerms(cpm, cpm, wanted, used)).toEqual([{ ...wanted, validFrom: next }])
  }
  for (const dearer of [{ maxCpm: 51n }, { dailyBudget: 1001n }]) {
    const wanted = { ...cpm, ...dearer }
    expect(planTerms(cpm, cpm, wanted, used)).toEqual([{ ...wanted, validFrom: atOnce }])
  }
  const limited = { ...cpm, totalBudget: 7n }
  expect(planTerms(limited, limited, cpm, used)).toEqual([{ ...cpm, validFrom: atOnce }])
})

test('a change that is both is two, and another way of charging waits', () => {
  const wanted = { ...cpm, maxCpm: 1n, dailyBudget: 2000n }
  expect(planTerms(cpm, cpm, wanted, used)).toEqual([
    { ...cpm, dailyBudget: 2000n, validFrom: atOnce },
    { ...wanted, validFrom: next }
  ])
  const cpd: Terms = { ...cpm, trafficType: 'cpd', maxCpm: null }
  expect(planTerms(cpm, cpm, cpd, used)).toEqual([{ ...cpd, validFrom: next }])
  expect(planTerms(cpd, cpd, cpm, used)).toEqual([{ ...cpm, validFrom: next }])
})

test('what was set and does not count yet is taken back, and what changes nothing is nothing', () => {
  const coming = { ...cpm, maxCpm: 1n }
  expect(planTerms(cpm, coming, cpm, used)).toEqual([{ ...cpm, validFrom: next }])
  expect(planTerms(cpm, coming, coming, used)).toEqual([])
  expect(planTerms(cpm, cpm, cpm, used)).toEqual([])
  const dearer = { ...cpm, maxCpm: 60n }
  expect(planTerms(cpm, coming, dearer, used)).toEqual([{ ...dearer, validFrom: atOnce }])
})

test('a campaign that was not shown changes at once', () => {
  const wanted: Terms = { ...cpm, trafficType: 'cpd', dailyBudget: 1n }
  expect(planTerms(cpm, cpm, wanted, { ...used, isUsed: false })).toEqual([
    { ...wanted, validFrom: window }
  ])
})

test('whatever is changed, nothing within a window is ever cheaper than before it', () => {
  const limit = fc.option(fc.bigInt({ min: 1n, max: 9n }))
  const price = fc.bigInt({ min: 1n, max: 9n })
  const terms = fc.oneof(
    fc.record({
      trafficType: fc.constant('cpd' as const),
      dailyBudget: price,
      maxCpm: limit,
      totalBudget: limit
    }),
    fc.record({
      trafficType: fc.constant('cpm' as const),
      dailyBudget: price,
      maxCpm: price,
      totalBudget: limit
    })
  )
  const min = (one: bigint | null, other: bigint | null) =>
    one === null || (other !== null && one >= other)
  fc.assert(
    fc.property(terms, fc.array(terms, { maxLength: 8 }), (first, changes) => {
      const versions: TermsVersion[] = [
        { ...first, id: 0n, validFrom: window, schedule: null, siteSharePercent: null }
      ]
      for (const [index, wanted] of changes.entries()) {
        const at = new Date(window.getTime() + (index + 1) * 60_000)
        const planned = planTerms(termsAt(versions, at), versions.at(-1) ?? first, wanted, {
          ...used,
          now: at
        })
        for (const it of planned)
          versions.push({
            ...it,
            id: BigInt(versions.length),
            schedule: null,
            siteSharePercent: null
          })
        expect(termsAt(versions, next)).toMatchObject(wanted)
      }
      let at: Date | null = window
      for (let cut = nextCut(versions, window, next); cut; cut = nextCut(versions, cut, next)) {
        const [before, after] = [termsAt(versions, at ?? window), termsAt(versions, cut)]
        expect(after.trafficType).toBe(before.trafficType)
        expect(after.dailyBudget).toBeGreaterThanOrEqual(before.dailyBudget)
        expect(min(after.maxCpm, before.maxCpm)).toBe(true)
        expect(min(after.totalBudget, before.totalBudget)).toBe(true)
        at = cut
      }
    })
  )
})

test('new hours and a new share for one site count at once, and leave what else is to change to its moment', () => {
  const first = { ...cpm, id: 1n, validFrom: window, schedule: null, siteSharePercent: null }
  const coming = { ...first, maxCpm: 1n, id: 2n, validFrom: next }
  const schedule = { hours: '1'.padStart(168, '0'), timeZone: 'Europe/Berlin' }
  const now = new Date(window.getTime() + 61_500)
  const second = new Date(window.getTime() + 61_000)
  const moments = { ...used, now }
  for (const wanted of [
    { schedule, siteSharePercent: null },
    { schedule: null, siteSharePercent: 20 }
  ]) {
    expect(planDrawTerms(first, first, wanted, moments)).toMatchObject([
      { ...cpm, ...wanted, validFrom: second }
    ])
    expect(planDrawTerms(first, coming, wanted, moments)).toMatchObject([
      { ...cpm, ...wanted, validFrom: second },
      { ...cpm, ...wanted, maxCpm: 1n, validFrom: next }
    ])
    expect(planDrawTerms(first, first, wanted, { ...moments, isUsed: false })).toMatchObject([
      { ...cpm, ...wanted, validFrom: window }
    ])
    expect(planDrawTerms(first, { ...first, ...wanted }, { ...wanted }, moments)).toEqual([])
  }
})
