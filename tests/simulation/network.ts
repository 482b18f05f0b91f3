import type { Campaign, Unit } from '@mille/server/delivery/choosing/inventory.ts'
import {
  banner,
  makeCampaign,
  makeUnit,
  targets
} from '@mille/server/delivery/testing/inventory.ts'
import { dayMs } from './books.ts'

const usd = (dollars: number) => BigInt(Math.round(dollars * 1e8))
const btc = (dollars: number) => usd(dollars / 50_000)

/** Returns twelve ad units with different rules. */
export function simulatedUnits(): Unit[] {
  return Array.from({ length: 12 }, (_, index) =>
    makeUnit({
      id: index + 1,
      owner: 100 + Math.floor(index / 3),
      size: index % 4 === 0 ? 'Adaptive' : '300x250',
      site: {
        id: 1 + Math.floor(index / 2),
        domain: 'blog.example',
        isVerified: true,
        language: 'en',
        words: new Set()
      },
      categories: [index < 6 ? 10 : 101],
      disallowedRatings: new Set(index % 6 === 3 ? ['gambling'] : [])
    })
  )
}

/** Returns CPD campaigns with all kinds of targeting, and CPM campaigns that together want `views` of a day's views. */
export function simulatedCampaigns(requests: number): Campaign[] {
  const base = { owner: 1, balance: usd(10_000) }
  const cpm = (id: number, budget: number, part: number, changes: Partial<Campaign> = {}) => {
    const wanted = requests * part
    const asset = changes.asset ?? 'USD'
    const dailyBudget = asset === 'USD' ? usd(budget) : btc(budget)
    const maxCpm = BigInt(Math.max(1, Math.floor((Number(dailyBudget) * 1000) / wanted)))
    return makeCampaign({ ...base, id, asset, trafficType: 'cpm', dailyBudget, maxCpm, ...changes })
  }
  const cpd = (id: number, dollars: number, changes: Parameters<typeof makeCampaign>[0] = {}) =>
    makeCampaign({ ...base, id, asset: 'USD', dailyBudget: usd(dollars), ...changes })
  return [
    cpd(1, 120, { creative: { banners: [banner('300x250')] } }),
    // Has a maximum price below what its share of the views would cost.
    cpd(2, 100, { maxCpm: usd(1_500_000 / requests) }),
    cpd(3, 0, { asset: 'BTC', dailyBudget: btc(200), balance: btc(10_000) }),
    cpd(4, 150, { allowed: targets({ categories: [10] }) }),
    cpd(5, 100, { blocked: targets({ units: [3] }) }),
    cpd(6, 100, { creative: { rating: 'gambling' } }),
    // Campaigns that want more than their weight, less than their weight, and only some of the ad units.
    cpm(7, 60, 0.06),
    cpm(8, 5, 0.002),
    cpm(9, 30, 0.02, {
      asset: 'BTC',
      balance: btc(10_000),
      allowed: targets({ categories: [101] })
    })
  ]
}

/**
 * Returns when each of the day's requests comes: more in the evening than in the morning, and none for two hours, as in
 * a network outage. The next day repeats the pattern.
 */
export function createTraffic(start: number, requests: number): (index: number) => number {
  const minutes = Array.from({ length: 1440 }, (_, minute) => {
    const hour = minute / 60
    return hour >= 9 && hour < 11 ? 0 : 1 - 0.6 * Math.cos(((hour - 3) / 24) * 2 * Math.PI)
  })
  const whole = minutes.reduce((sum, it) => sum + it, 0)
  const sums: number[] = []
  minutes.reduce((sum, it) => {
    sums.push(sum + it / whole)
    return sum + it / whole
  }, 0)
  return index => {
    const day = Math.floor(index / requests)
    const part = (index % requests) / requests
    let low = 0
    let high = 1439
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sums[middle] ?? 1) > part) high = middle
      else low = middle + 1
    }
    const before = sums[low - 1] ?? 0
    const within = (part - before) / ((sums[low] ?? 1) - before)
    return start + day * dayMs + (low + within) * 60_000
  }
}
