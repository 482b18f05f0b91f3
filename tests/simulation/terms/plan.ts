import type { DeviceSystem, DeviceType } from '@mille/api/constants.ts'
import { dayMs } from '@mille/api/durations.ts'
import type { Asset } from '@mille/money/amount.ts'
import type { CountryOf } from '@mille/server/delivery/requests/countries.ts'
import type { Random } from '@mille/testing/random.ts'

/** A Monday. The clocks of the United States change on the 8th, within two weeks. */
export const start = Date.parse('2026-03-02T00:00:00Z')

/** Length of a settlement period. */
const periodMs = 7_200_000

type Codes = { mode: 'include' | 'exclude'; codes: string[] }

/** What an advertiser asks for; null means no limit. Amounts are in units of 1e-8 of the asset. */
export type Terms = {
  asset: Asset
  trafficType: 'cpd' | 'cpm'
  dailyBudget: bigint
  maxCpm: bigint | null
  totalBudget: bigint | null
  schedule: { hours: string; timeZone: string } | null
  startsAt: Date | null
  endsAt: Date | null
  countries: Codes | null
  devices: string[] | null
  systems: string[] | null
  /** Language of the first variant: an ad is shown on pages in its language, and everywhere if it is English. */
  language: string
  pageLanguages: Codes | null
  keywords: { included: string[]; excluded: string[] } | null
  siteSharePercent: number | null
  selfFunding: { dailyMax: bigint | null; totalMax: bigint | null } | null
  /** What the campaign is funded with by hand. */
  balance: bigint
  /** Whether that is more than the campaign can ever spend. */
  isRich: boolean
  /** What the advertiser changes from a midnight in UTC on. */
  later: { from: Date; dailyBudget: bigint; maxCpm: bigint | null } | null
  /** How the campaign's variants are chosen, if it has several. The first one is live from the beginning to the end. */
  variantChoice: 'weights' | 'best'
  variants: VariantPlan[]
}

/** A variant of a campaign. It goes live and is rejected at the end of a settlement period; null means never. */
export type VariantPlan = {
  weight: number
  language: string
  liveFrom: Date | null
  liveUntil: Date | null
}

/** Returns whether a variant is live at a moment, in milliseconds since 1970. */
export function isVariantLive({ liveFrom, liveUntil }: VariantPlan, ms: number): boolean {
  return liveFrom !== null && ms >= liveFrom.getTime() && (!liveUntil || ms < liveUntil.getTime())
}

/** Returns the daily budget and the price that are in force at a moment. */
export function termsOn(terms: Terms, ms: number): Pick<Terms, 'dailyBudget' | 'maxCpm'> {
  return terms.later && ms >= terms.later.from.getTime() ? terms.later : terms
}

/** A site with its ad units; the language is null for an app, which has no site and so no language or words. */
export type Place = { language: string | null; words: string[]; units: number }

export type Person = {
  address: string
  userAgent: string
  country: string | null
  device: DeviceType
  system: DeviceSystem
}

const countries = ['DE', 'US', 'JP', 'BR', 'FR', 'IN']
const languages = ['en', 'de', 'fr', 'es', 'ja']
const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'],
  ...['Australia/Lord_Howe', 'Pacific/Chatham', 'America/Los_Angeles']
]
const vocabulary = [
  ...['bitcoin', 'bits', 'wallet', 'garden', 'gardening', 'kitchen', 'music', 'guitar', 'travel'],
  ...['casino', 'news', 'election', 'football', 'rust', 'linux', 'camera', 'yoga', 'recipes']
]
const keywords = [...vocabulary, 'bit*', 'garden*', 'nowhere']
const browsers: { device: DeviceType; system: DeviceSystem; userAgent: string }[] = [
  {
    device: 'computer',
    system: 'linux',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  },
  {
    device: 'computer',
    system: 'windows',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
  },
  {
    device: 'phone',
    system: 'android',
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
  },
  {
    device: 'phone',
    system: 'ios',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
  },
  {
    device: 'tablet',
    system: 'android',
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
  }
]

export function planPlaces(random: Random, count: number): Place[] {
  return Array.from({ length: count }, (_, index) => ({
    language: index % 10 === 9 ? null : random.pick(languages),
    words: some(random, vocabulary, 4),
    units: 1 + random.below(3)
  }))
}

/** Plans visitors from the wanted countries, and some from elsewhere and from nowhere that is known. */
export function planPeople(random: Random, count: number, countryOf: CountryOf): Person[] {
  const people: Person[] = []
  const wanted: (string | null)[] = [...countries, null]
  while (people.length < count) {
    const address = `${1 + random.below(223)}.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`
    const country = countryOf(address)
    // Addresses in other countries are rarer than in life, so that each wanted country has visitors.
    if (!wanted.includes(country) && !random.chance(0.1)) continue
    people.push({ ...random.pick(browsers), address, country })
  }
  return people
}

/**
 * Plans a campaign of a network that has `views` for each of its campaigns a day. Each term is there for some of the
 * campaigns, whatever the others are.
 */
export function planCampaign(
  random: Random,
  { days, views }: { days: number; views: number }
): Terms {
  const has = (probability: number) => random.chance(probability)
  const asset = has(0.5) ? 'BTC' : 'USD'
  const trafficType = has(0.6) ? 'cpm' : 'cpd'
  // An odd price, so that fractions of a unit are carried over from one period to the next.
  const price = BigInt(
    asset === 'BTC' ? 20_000 + random.below(90_000) : 10_000_000 + random.below(90_000_000)
  )
  const wanted = BigInt(Math.ceil(views * (0.2 + random.fraction())))
  const dailyBudget = (price * wanted) / 1000n + BigInt(random.below(500))
  const maxCpm = trafficType === 'cpm' || has(0.3) ? price : null
  const later = days > 1 && has(0.25) ? planLater(random, days, { dailyBudget, maxCpm }) : null
  const most = 2n * dailyBudget * BigInt(days + 1)
  const isSelfFunding = has(0.3)
  const isRich = !isSelfFunding && has(0.8)
  const language = has(0.8) ? 'en' : random.pick(languages)
  return {
    asset,
    trafficType,
    dailyBudget,
    maxCpm,
    totalBudget: has(0.3) ? (dailyBudget * BigInt(50 + random.below(100 * days))) / 100n : null,
    schedule: has(0.4) ? { hours: planHours(random), timeZone: random.pick(zones) } : null,
    ...planDates(random, days),
    countries: has(0.25) ? planCodes(random, countries) : null,
    devices: has(0.2) ? some(random, ['phone', 'tablet', 'computer'], 2) : null,
    systems: has(0.2) ? some(random, ['android', 'ios', 'windows', 'linux'], 2) : null,
    language,
    pageLanguages: has(0.2) ? planCodes(random, languages) : null,
    keywords: has(0.25) ? planKeywords(random) : null,
    siteSharePercent: has(0.35) ? 5 + random.below(50) : null,
    selfFunding: isSelfFunding ? planSelfFunding(random, dailyBudget) : null,
    balance: isRich ? most : isSelfFunding ? 0n : dailyBudget / 2n + 1n,
    isRich,
    later,
    variantChoice: has(0.4) ? 'best' : 'weights',
    variants: planVariants(random, days, language)
  }
}

/** Plans variants for a third of the campaigns, some of which go live later, are rejected, or never go live. */
function planVariants(random: Random, days: number, language: string): VariantPlan[] {
  const first = { weight: 1, language, liveFrom: new Date(start), liveUntil: null }
  const periods = (days * dayMs) / periodMs
  const others = Array.from({ length: random.chance(0.35) ? 1 + random.below(2) : 0 }, () => {
    const [one, other] = [random.below(periods), random.below(periods)]
    const at = (period: number) => new Date(start + period * periodMs)
    const isLater = random.chance(0.4)
    return {
      weight: 1 + random.below(4),
      language: random.chance(0.7) ? language : random.pick(languages),
      liveFrom: random.chance(0.1) ? null : at(isLater ? Math.min(one, other) : 0),
      liveUntil: random.chance(0.4) ? at(Math.max(one, other) + 1) : null
    }
  })
  return [first, ...others]
}

/** Plans a lower or higher daily budget and price, of at most twice as much. */
function planLater(
  random: Random,
  days: number,
  { dailyBudget, maxCpm }: Pick<Terms, 'dailyBudget' | 'maxCpm'>
): Terms['later'] {
  const part = (amount: bigint) => (amount * BigInt(60 + random.below(100))) / 100n + 1n
  return {
    from: new Date(start + (1 + random.below(days - 1)) * dayMs),
    dailyBudget: part(dailyBudget),
    maxCpm: maxCpm === null ? null : part(maxCpm)
  }
}

function planHours(random: Random): string {
  const [first, length] = [random.below(24), 4 + random.below(16)]
  const days = Array.from({ length: 7 }, () => random.chance(0.8))
  const isOpen = (day: number, hour: number) => days[day] && (hour - first + 24) % 24 < length
  const hours = Array.from({ length: 168 }, (_, at) =>
    isOpen(Math.floor(at / 24), at % 24) ? '1' : '0'
  )
  // A schedule without an open hour is refused.
  return hours.includes('1') ? hours.join('') : '1'.repeat(168)
}

/** Dates to the second, anywhere in the simulated time. */
function planDates(random: Random, days: number): Pick<Terms, 'startsAt' | 'endsAt'> {
  const seconds = (days * dayMs) / 1000
  const [one, other] = [random.below(seconds), random.below(seconds)]
  const at = (second: number) => new Date(start + second * 1000)
  return {
    startsAt: random.chance(0.25) ? at(Math.min(one, other)) : null,
    endsAt: random.chance(0.25) ? at(Math.max(one, other) + 1) : null
  }
}

function planCodes(random: Random, codes: readonly string[]): Codes {
  return { mode: random.chance(0.7) ? 'include' : 'exclude', codes: some(random, codes, 3) }
}

function planKeywords(random: Random): Terms['keywords'] {
  const included = random.chance(0.6) ? some(random, keywords, 5) : []
  const others = keywords.filter(it => !included.includes(it))
  const excluded = included.length === 0 || random.chance(0.5) ? some(random, others, 3) : []
  return { included, excluded }
}

function planSelfFunding(random: Random, dailyBudget: bigint): Terms['selfFunding'] {
  const percent = (least: number, most: number) =>
    random.chance(0.5)
      ? (dailyBudget * BigInt(least + random.below(most - least))) / 100n + 1n
      : null
  return { dailyMax: percent(20, 90), totalMax: percent(60, 400) }
}

/** Returns one to `most` of the values, each once. */
function some<Value>(random: Random, values: readonly Value[], most: number): Value[] {
  const count = 1 + random.below(most)
  return [...new Set(Array.from({ length: count }, () => random.pick(values)))]
}
