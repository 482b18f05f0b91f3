import { dayMs } from '@mille/api/durations.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPacer } from '../loading/pacer.ts'
import {
  anybody,
  inventoryOf,
  makeCampaign,
  makeSite,
  makeUnit,
  testRates
} from '../testing/inventory.ts'
import { whyNot } from './eligibility.ts'
import { type Campaign, createInventory, place, type Unit } from './inventory.ts'
import type { Randomness } from './randomness.ts'
import { placeName, type SiteShare, viewsLeftAt } from './site-share.ts'

const room = { width: 300, height: 250 }
const { nowMs } = anybody
const running = { weight: 1, allowance: Number.POSITIVE_INFINITY }
const first: Randomness = { bytes: size => Buffer.alloc(size), fraction: () => 0 }

function share(percent: number, counted: Record<string, [bigint, number]> = {}): SiteShare {
  const counts = Object.entries(counted).map(
    ([name, [views, dayShare]]) => [name, { views, dayShare }] as const
  )
  return { percent, settled: new Map(), counted: new Map(counts) }
}

/** A campaign whose view costs one unit. */
function cpm(siteShare: SiteShare | null, values: Partial<Campaign> = {}): Campaign {
  const money = { trafficType: 'cpm', maxCpm: 1000n, dailyBudget: 100n } as const
  return makeCampaign({ ...money, siteShare, ...values } as Parameters<typeof makeCampaign>[0])
}

const onSite = (id: number, values: Partial<Unit> = {}) =>
  place(makeUnit({ id: id * 10, site: makeSite({ id }), ...values }))

test.each([
  ['nothing taken', 20, [0n, 0], 20],
  ['some taken', 20, [19n, 0], 1],
  ['all taken', 20, [20n, 0], 0],
  ['more taken', 20, [23n, 0], 0],
  ['the whole budget', 100, [40n, 0], 60]
] as const)(
  'of a CPM campaign, %s: %d%% of 100 after %s leave %d views',
  (_, percent, taken, left) => {
    const siteShare = share(percent, { 'site 1': [...taken] })
    expect(viewsLeftAt({ ...cpm(null), siteShare }, 'site 1')).toBe(left)
    expect(viewsLeftAt({ ...cpm(null), siteShare }, 'site 2')).toBe(percent)
  }
)

test('what was settled today counts as it was charged, whatever a view costs now', () => {
  const siteShare = { ...share(20, { 'site 1': [3n, 0] }), settled: new Map([['site 1', 15n]]) }
  expect(viewsLeftAt({ ...cpm(null), siteShare }, 'site 1')).toBe(2)
  expect(viewsLeftAt({ ...cpm(null, { maxCpm: 2000n }), siteShare }, 'site 1')).toBe(0)
})

test('a site has its part of each period of a CPD campaign', () => {
  const left = (dayShare: number) =>
    viewsLeftAt({ ...makeCampaign(), siteShare: share(25, { 'site 1': [7n, dayShare] }) }, 'site 1')
  expect([left(0.249), left(0.25), left(0.3)]).toEqual([Number.POSITIVE_INFINITY, 0, 0])
})

test('a unit of a site that took its share is skipped, and says why', () => {
  const campaign = cpm(share(20, { 'site 1': [20n, 0], 'unit 70': [20n, 0] }))
  const app = { kind: 'app', site: null } as const
  const cases = [
    [onSite(1), 'site_share'],
    [onSite(1, { id: 11 }), 'site_share'],
    [onSite(2), null],
    [onSite(7, app), 'site_share'],
    [onSite(8, app), null]
  ] as const
  const inventory = inventoryOf([campaign])
  for (const [unit, reason] of cases) {
    expect(whyNot(campaign, unit, room, nowMs)).toBe(reason)
    expect(inventory.draw(unit, room, first, anybody) === null).toBe(reason !== null)
  }
})

test('draws that are not counted yet are reserved, until a minute or two have passed', () => {
  const inventory = createInventory()
  const pacer = createPacer()
  const put = (ms: number, views: bigint) => {
    const campaign = cpm(share(3, { 'site 1': [views, 0] }), { countedToday: views })
    inventory.putCampaign(campaign, { ...pacer.standing(campaign, ms, testRates), ...running })
  }
  const drawAll = () => {
    let drawn = 0
    while (inventory.draw(onSite(1), room, first, anybody)) drawn++
    return drawn
  }
  put(nowMs, 0n)
  expect(drawAll()).toBe(3)
  expect(inventory.draw(onSite(2), room, first, anybody)).not.toBeNull()
  put(nowMs + 59_000, 1n)
  expect(drawAll()).toBe(0)
  put(nowMs + 120_000, 1n)
  expect(drawAll()).toBe(2)
})

test('a share that pays for no view leaves a campaign nowhere', () => {
  const campaign = cpm(share(1), { maxCpm: 1001n })
  expect(whyNot(campaign, onSite(1), room, nowMs)).toBe('site_share')
  expect(inventoryOf([campaign]).draw(onSite(1), room, first, anybody)).toBeNull()
})

test('a share that is lifted lets every site in again', () => {
  const inventory = createInventory()
  const pacer = createPacer()
  const put = (campaign: Campaign) =>
    inventory.putCampaign(campaign, { ...pacer.standing(campaign, nowMs, testRates), ...running })
  put(cpm(share(20, { 'site 1': [20n, 0] })))
  expect(inventory.draw(onSite(1), room, first, anybody)).toBeNull()
  put(cpm(null))
  expect(inventory.draw(onSite(1), room, first, anybody)).not.toBeNull()
})

/** A view that was drawn on one of several nodes, and when it is counted; null if it is never seen. */
type View = { place: string; node: number; at: number; countedAt: number | null }

/** A visit: how long after the one before, on which node and site, and when its view is counted. */
const visits = fc.array(
  fc.record({
    afterMs: fc.oneof(
      { weight: 30, arbitrary: fc.integer({ min: 10, max: 2000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 4_000_000 }) }
    ),
    node: fc.nat(2),
    site: fc.oneof(
      { weight: 4, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: 4 }) }
    ),
    countedAfterMs: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 500, max: 30_000 }) },
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: 30_000, max: 600_000 }) }
    )
  }),
  { minLength: 1500, maxLength: 1500 }
)

test('in a day no site takes more than its share and what the drawing node cannot know yet', () => {
  let reached = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 60 }),
      visits,
      (nodes, percent, all) => {
        const limit = Math.floor((500 * percent) / 100)
        const views = simulateDay(nodes, percent, all)
        for (const [name, drawn] of Map.groupBy(views, it => it.place)) {
          const paid = drawn.filter(it => it.countedAt !== null)
          const last = paid.at(-1)
          if (paid.length >= limit * 0.9) reached++
          if (!last || paid.length <= limit) continue
          // The others' views that the node had not read, and its own whose reservation had ended.
          const unknown = paid.filter(
            it =>
              it !== last &&
              (it.countedAt ?? 0) > last.at - 1000 &&
              (it.node !== last.node || last.at - it.at >= 60_000)
          )
          expect([name, paid.length - limit <= unknown.length]).toEqual([name, true])
        }
      }
    ),
    { seed: 281, numRuns: 12 }
  )
  expect(reached).toBeGreaterThan(10)
})

type Visit = typeof visits extends fc.Arbitrary<(infer One)[]> ? One : never

/** Plays a day of a campaign with a budget of 500 views on nodes that read what is counted once a second. */
function simulateDay(nodes: number, percent: number, all: readonly Visit[]): View[] {
  const fleet = Array.from({ length: nodes }, () => ({
    inventory: createInventory(),
    pacer: createPacer(),
    readAt: 0
  }))
  const views: View[] = []
  const midnight = nowMs - (nowMs % dayMs)
  let at = midnight
  for (const visit of all) {
    at += visit.afterMs
    if (at >= midnight + dayMs) break
    const node = fleet[visit.node % nodes]
    if (!node) continue
    if (at - node.readAt >= 1000) {
      const campaign = campaignAt(views, percent, at)
      const { sites } = node.pacer.standing(campaign, at, testRates)
      node.inventory.putCampaign(campaign, { ...running, sites })
      node.readAt = at
    }
    const unit = onSite(visit.site)
    if (!node.inventory.draw(unit, room, first, { ...anybody, nowMs: at })) continue
    const countedAt = visit.countedAfterMs === null ? null : at + visit.countedAfterMs
    views.push({ place: placeName(unit), node: visit.node % nodes, at, countedAt })
  }
  return views
}

function campaignAt(views: readonly View[], percent: number, at: number): Campaign {
  const counted = views.filter(it => it.countedAt !== null && it.countedAt <= at)
  const bySite = Map.groupBy(counted, it => it.place)
  const counts = [...bySite].map(([name, its]) => [name, [BigInt(its.length), 0]] as const)
  const siteShare = share(percent, Object.fromEntries(counts) as Record<string, [bigint, number]>)
  return cpm(siteShare, { dailyBudget: 500n, countedToday: BigInt(counted.length) })
}
