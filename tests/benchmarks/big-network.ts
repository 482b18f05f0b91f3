import { deviceSystems, deviceTypes, ratings } from '@mille/api/constants.ts'
import { bannerSizes, dimensions } from '@mille/api/reference-data/banner-sizes.ts'
import { categories } from '@mille/api/reference-data/categories.ts'
import type { Campaign, Unit } from '@mille/server/delivery/choosing/inventory.ts'
import { makeCampaign, makeUnit, targets } from '@mille/server/delivery/testing/inventory.ts'
import { createRandom } from '@mille/testing/random.ts'

const languages = ['en', 'de', 'es', 'fr', 'ja', 'pt', 'ru', 'tr', 'uk', 'zh'] as const
const placeCategories = categories.filter(it => it.id !== 1).map(it => it.id)

/**
 * Builds ad units and campaigns as a network of that size might have them: every third campaign selects categories,
 * every tenth some sites, every fifth blocks some units, and every seventh is paid per impression.
 */
export function bigNetwork(campaignCount: number, unitCount: number) {
  const { below, pick, chance } = createRandom(1)
  const some = (count: number, draw: () => number) => Array.from({ length: 1 + below(count) }, draw)

  const units: Unit[] = Array.from({ length: unitCount }, (_, index) =>
    makeUnit({
      id: index + 1,
      owner: 1 + below(unitCount / 4),
      size: pick(['Adaptive', 'Adaptive', ...bannerSizes]),
      adType: pick(['mixed', 'mixed', 'banners', 'text']),
      disallowedRatings: new Set(ratings.filter(() => chance(0.3))),
      site: {
        id: 1 + below(unitCount / 3),
        domain: 'blog.example',
        isVerified: true,
        language: pick(languages),
        words: new Set()
      },
      categories: [...new Set(some(3, () => pick(placeCategories)))]
    })
  )
  const campaigns: Campaign[] = Array.from({ length: campaignCount }, (_, index) => {
    const id = index + 1
    const isCpm = id % 7 === 0
    return makeCampaign({
      id,
      owner: unitCount + 1 + below(campaignCount),
      balance: 10n ** 10n,
      dailyBudget: BigInt(1000 + below(1_000_000)),
      ...(isCpm ? { trafficType: 'cpm' as const, maxCpm: 20_000n } : {}),
      ...(id % 3 === 0
        ? { allowed: targets({ categories: some(4, () => pick(placeCategories)) }) }
        : {}),
      ...(id % 10 === 0
        ? { allowed: targets({ sites: some(20, () => 1 + below(unitCount / 3)) }) }
        : {}),
      ...(id % 5 === 0
        ? { blocked: targets({ units: some(10, () => 1 + below(unitCount)) }) }
        : {}),
      creative: {
        id,
        language: chance(0.7) ? 'en' : pick(languages),
        rating: chance(0.8) ? null : pick(ratings),
        banners: some(4, () => below(bannerSizes.length)).map((size, place) => {
          const name = bannerSizes[size] ?? '300x250'
          return { id: id * 10 + place, size: name, hash: 'a'.repeat(64), ...dimensions(name) }
        })
      }
    })
  })
  return { units, campaigns }
}

/** Returns the same campaigns, each with the creatives of the next two campaigns too. */
export function withThreeCreatives(campaigns: readonly Campaign[]): Campaign[] {
  return campaigns.map((campaign, index) => {
    const more = [1, 2].flatMap(next => campaigns[(index + next) % campaigns.length] ?? [])
    const creatives = more.map(({ creatives: [creative] }, nth) => {
      const id = (nth + 1) * campaigns.length + campaign.id
      const banners = creative.banners.map(it => ({ ...it, id: id * 10 + (it.id % 10) }))
      return { ...creative, id, share: nth + 2, banners }
    })
    return { ...campaign, creatives: [...campaign.creatives, ...creatives] }
  })
}

/**
 * Returns the same campaigns, with every second one limited to some countries, kinds of device, or operating systems.
 */
export function forSome(campaigns: readonly Campaign[], countries: readonly string[]): Campaign[] {
  const { below, pick, chance } = createRandom(2)
  return campaigns.map(campaign => {
    if (campaign.id % 2 === 1) return campaign
    const hasCountries = chance(0.8)
    const codes = new Set(Array.from({ length: 1 + below(5) }, () => pick(countries)))
    return {
      ...campaign,
      audience: {
        countries: hasCountries ? { isIncluded: chance(0.8), codes } : null,
        devices: hasCountries && chance(0.5) ? null : new Set([pick(deviceTypes), 'phone']),
        systems: chance(0.8) ? null : new Set([pick(deviceSystems), 'android'])
      }
    }
  })
}
