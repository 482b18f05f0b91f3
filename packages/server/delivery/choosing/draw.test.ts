import { createHash } from 'node:crypto'
import { deviceSystems, deviceTypes, maxVariants, ratings } from '@mille/api/constants.ts'
import { unitSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { categories } from '@mille/api/reference-data/categories.ts'
import { isOpenByClock, someSchedule } from '@mille/testing/schedules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  anybody,
  banner,
  inventoryOf,
  makeCampaign,
  makeCreative,
  makeSite,
  makeUnit,
  targets
} from '../testing/inventory.ts'
import { type Audience, isFor, type Visitor } from './audience.ts'
import { refusal, whyNot, whyNotCreativeHere } from './eligibility.ts'
import { type Campaign, type Creative, place, type Unit } from './inventory.ts'
import { type KeywordChoice, Keywords } from './keywords.ts'
import { createRandomness, type Randomness } from './randomness.ts'
import { roomIn } from './room.ts'

const room = { width: 300, height: 250 }

/** Returns pseudorandom numbers that are the same in every run. */
function seeded() {
  let block = 0
  return createRandomness({
    randomBytes: size => {
      const blocks = Array.from({ length: size / 32 }, () =>
        createHash('sha256').update(`${block++}`).digest()
      )
      return Buffer.concat(blocks)
    }
  })
}

/** Returns the given fractions over and over. */
function fractions(...row: number[]): Randomness {
  let next = 0
  return { bytes: size => Buffer.alloc(size), fraction: () => row[next++ % row.length] ?? 0 }
}

function drawMany(campaigns: Campaign[], times: number): Map<number, number> {
  const inventory = inventoryOf(campaigns)
  const random = seeded()
  const counts = new Map<number, number>()
  for (let index = 0; index < times; index++) {
    const id = inventory.draw(place(makeUnit()), room, random, anybody)?.campaign.id ?? 0
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

test('draws in proportion to what the campaigns may spend, whatever their currency', () => {
  const counts = drawMany(
    [
      // 1,000 satoshis are 0.5 USD at the rate of this test.
      makeCampaign({ id: 1, asset: 'BTC', dailyBudget: 1000n }),
      makeCampaign({ id: 2, asset: 'USD', dailyBudget: 50_000_000n, balance: 10n ** 12n }),
      makeCampaign({ id: 3, asset: 'USD', dailyBudget: 300_000_000n, balance: 10n ** 12n }),
      makeCampaign({ id: 4, state: 'paused' })
    ],
    40_000
  )
  // One eighth of 40,000 draws is 5,000; five standard deviations are 331.
  expect(Math.abs((counts.get(1) ?? 0) - 5000)).toBeLessThan(331)
  expect(Math.abs((counts.get(2) ?? 0) - 5000)).toBeLessThan(331)
  expect(Math.abs((counts.get(3) ?? 0) - 30_000)).toBeLessThan(433)
  expect(counts.has(4)).toBe(false)
})

test('gives a campaign that is nearly out of money no more than what it has', () => {
  const usd = { asset: 'USD' as const, dailyBudget: 1_000_000n }
  const counts = drawMany(
    [
      makeCampaign({ ...usd, id: 1, balance: 250_000n }),
      makeCampaign({ ...usd, id: 2, totalBudget: 750_000n })
    ],
    10_000
  )
  // A quarter of 10,000 draws is 2,500; five standard deviations are 217.
  expect(Math.abs((counts.get(1) ?? 0) - 2500)).toBeLessThan(217)
})

test('draws nothing where nothing may be shown', () => {
  const inventory = inventoryOf([makeCampaign({ owner: 1 })])
  expect(inventory.draw(place(makeUnit()), room, seeded(), anybody)).toBeNull()
  const affiliate = makeUnit({ kind: 'affiliate', site: null, owner: 9 })
  expect(inventory.draw(place(affiliate), room, seeded(), anybody)).toBeNull()
})

test('can draw each of many campaigns, the first and the last included', () => {
  const counts = drawMany(
    Array.from({ length: 637 }, (_, index) => makeCampaign({ id: index + 1 })),
    40_000
  )
  expect(counts.size).toBe(637)
})

test('draws among the banners of the same size', () => {
  const banners = [banner('300x250'), { ...banner('300x250'), id: 7 }, banner('120x60')]
  const inventory = inventoryOf([makeCampaign({ creative: { banners } })])
  const random = seeded()
  const unit = makeUnit({ size: 'Adaptive' })
  const drawn = Array.from(
    { length: 50 },
    () => inventory.draw(place(unit), { width: 400, height: 300 }, random, anybody)?.banner?.id
  )
  expect(new Set(drawn)).toEqual(new Set([banner('300x250').id, 7]))
})

test('takes a campaign out once it was drawn as often as it may be', () => {
  const inventory = inventoryOf([])
  inventory.putCampaign(makeCampaign(), { weight: 1, allowance: 2 })
  const drawn = () => inventory.draw(place(makeUnit()), room, fractions(0.5), anybody)?.campaign.id
  expect([drawn(), drawn(), drawn()]).toEqual([1, 1, undefined])
  inventory.putCampaign(makeCampaign(), { weight: 1, allowance: 1 })
  expect([drawn(), drawn()]).toEqual([1, undefined])
})

test('draws a campaign from its start up to its end, with nothing read again', () => {
  const at = (ms: number) => new Date(anybody.nowMs + ms)
  const inventory = inventoryOf([
    makeCampaign({ id: 1, startsAt: at(1000), endsAt: at(2000) }),
    makeCampaign({ id: 2, startsAt: at(2000) })
  ])
  const drawnAt = (ms: number) => {
    const nowMs = anybody.nowMs + ms
    return inventory.draw(place(makeUnit()), room, fractions(0.5), { ...anybody, nowMs })?.campaign
      .id
  }
  expect([0, 999, 1000, 1999, 2000, 9000].map(drawnAt)).toEqual([undefined, undefined, 1, 1, 2, 2])
  expect([1999, 999].map(drawnAt)).toEqual([1, undefined])
})

test('draws a campaign in its hours alone, on whichever day clocks are set, with nothing read again', () => {
  const sometimes = fc.constantFrom('2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-07-01T00:00Z')
  const steps = fc.array(fc.integer({ min: -1000, max: 40_000_000 }), { maxLength: 40 })
  fc.assert(
    fc.property(fc.array(someSchedule, { maxLength: 5 }), sometimes, steps, (some, middle, all) => {
      const campaigns = some.map((schedule, id) => makeCampaign({ id, schedule }))
      const inventory = inventoryOf(campaigns)
      let nowMs = Date.parse(middle) - 86_400_000
      // The exact boundaries of hours are tested too.
      const moments = all.flatMap(step => {
        nowMs += step
        const next = Math.ceil(nowMs / 3_600_000) * 3_600_000
        return [nowMs, next - 1, next]
      })
      for (const at of moments) {
        const found = campaignsDrawn(
          campaigns.length,
          random =>
            inventory.draw(place(makeUnit()), room, random, { ...anybody, nowMs: at })?.campaign.id
        )
        const wanted = campaigns.filter(it => it.schedule && isOpenByClock(it.schedule, at))
        expect(found).toEqual(new Set(wanted.map(it => it.id)))
      }
    })
  )
})

test('what was drawn as often as it may be stays out when a date passes', () => {
  const inventory = inventoryOf([])
  const endsAt = new Date(anybody.nowMs + 2000)
  inventory.putCampaign(makeCampaign({ endsAt }), { weight: 1, allowance: 1 })
  const other = { id: 2, startsAt: new Date(anybody.nowMs + 1000), owner: 1 }
  inventory.putCampaign(makeCampaign(other), { weight: 1, allowance: 1 })
  const drawnAt = (ms: number) =>
    inventory.draw(place(makeUnit()), room, fractions(0.5), {
      ...anybody,
      nowMs: anybody.nowMs + ms
    })?.campaign.id
  expect([0, 1, 1500].map(drawnAt)).toEqual([1, undefined, undefined])
})

test('takes each change into account at once, in every table', () => {
  const units = [makeUnit(), makeUnit({ id: 2, disallowedRatings: new Set(['nsfw']) })]
  const inventory = inventoryOf([makeCampaign()], units)
  const drawn = () =>
    units.map(
      unit => inventory.draw(place(unit), room, fractions(0.99), anybody)?.campaign.id ?? null
    )
  const put = (campaign: Campaign) =>
    inventory.putCampaign(campaign, { weight: 1e6, allowance: Number.POSITIVE_INFINITY })
  expect(drawn()).toEqual([1, 1])
  put(makeCampaign({ id: 2, creative: { rating: 'nsfw' } }))
  expect(drawn()).toEqual([2, 1])
  put(makeCampaign({ id: 2 }))
  expect(drawn()).toEqual([2, 2])
  // No campaign has excluded that unit before, so the draw needs a new set.
  put(makeCampaign({ id: 2, excluded: targets({ units: [1] }) }))
  expect(drawn()).toEqual([1, 2])
  const chosen = makeCampaign({ id: 2 })
  put(chosen)
  expect(drawn()).toEqual([2, 2])
  put({ ...chosen, pageLanguages: { isIncluded: false, codes: new Set(['en']) } })
  expect(drawn()).toEqual([1, 1])
  put({ ...chosen, pageLanguages: { isIncluded: false, codes: new Set(['de']) } })
  expect(drawn()).toEqual([2, 2])
  // No keywords have been read from the page.
  put({ ...chosen, keywords: keywordChoice(['gold'], []) })
  expect(drawn()).toEqual([1, 1])
  put({ ...chosen, keywords: keywordChoice([], ['gold']) })
  expect(drawn()).toEqual([2, 2])
  put(makeCampaign({ id: 2, state: 'paused' }))
  expect(drawn()).toEqual([1, 1])
  inventory.dropCampaign(1)
  expect(drawn()).toEqual([null, null])
  put(makeCampaign({ id: 3, owner: 7 }))
  expect(drawn()).toEqual([3, 3])
  units[0] = makeUnit({ owner: 7 })
  inventory.putUnit(units[0])
  expect(drawn()).toEqual([null, 3])
})

const few = <Value>(values: readonly Value[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 })
const someTargets = fc
  .record({
    categories: few([1, 10, 101]),
    sites: few([1, 2, 3]),
    units: few([1, 2, 3])
  })
  .map(targets)
const maybe = <Value>(value: Value, other: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, other)
const someDate = fc.constantFrom(-1, 0, 1).map(ms => new Date(anybody.nowMs + ms))
const codes = ['DE', 'FR', 'US']
const someOf = (codes: readonly string[]) =>
  fc.option(fc.record({ isIncluded: fc.boolean(), codes: few(codes).map(it => new Set(it)) }))
const keywords = ['bit', 'bit*', 'b*', 'bitcoin', 'bitcoins*', 'gold', 'silver']
const someAudience: fc.Arbitrary<Audience> = fc.record({
  countries: someOf(codes),
  devices: fc.option(few(deviceTypes).map(it => new Set(it))),
  systems: fc.option(few(deviceSystems).map(it => new Set(it)))
})
const someVisitor: fc.Arbitrary<Visitor> = fc.record({
  country: fc.constantFrom(null, ...codes, 'JP'),
  device: fc.constantFrom(...deviceTypes),
  system: fc.constantFrom(...deviceSystems)
})
const someKeywords: fc.Arbitrary<KeywordChoice> = fc
  .tuple(few(keywords), few(keywords))
  .map(([included, excluded]) => ({ included: new Set(included), excluded: new Set(excluded) }))
const someCreative = fc.record({
  id: fc.constantFrom(1, 2, 3),
  share: fc.constantFrom(0.1, 1, 3),
  language: fc.constantFrom('en', 'de', 'ja'),
  rating: fc.constantFrom(null, ...ratings),
  productCategory: fc.constantFrom(null, 'games', 'vpn', 'gambling'),
  link: fc.constantFrom(
    'https://wallet.example/',
    'https://www.shop.example/',
    'https://de.shop.example/'
  ),
  isBannersOnly: fc.boolean(),
  banners: fc
    .uniqueArray(fc.constantFrom(...unitSizes.filter(it => it !== 'Adaptive')), {
      maxLength: 3
    })
    .map(sizes => sizes.map(banner))
})
const someCreatives = (maxLength: number) => fc.array(someCreative, { minLength: 1, maxLength })
const someCampaign = fc
  .record({
    owner: fc.constantFrom(1, 2, 3, 4),
    state: maybe('active', fc.constant('paused')),
    balance: maybe(10n ** 9n, fc.constant(0n)),
    startsAt: maybe(null, someDate),
    endsAt: maybe(null, someDate),
    allowed: maybe(targets(), someTargets),
    blocked: maybe(targets(), someTargets),
    excluded: maybe(targets(), someTargets),
    audience: maybe(null, someAudience),
    pageLanguages: fc.oneof(fc.constant(null), someOf(['en', 'de'])),
    keywords: fc.oneof(fc.constant(null), someKeywords),
    creatives: fc
      .oneof(someCreatives(1), someCreatives(1), someCreatives(maxVariants))
      .map(all => all.map(makeCreative) as [Creative, ...Creative[]])
  })
  .map(makeCampaign)
const someRefusals = [
  ...['shop.example', 'de.shop.example', 'other.example'].map(refusal.domain),
  refusal.advertiser(5),
  refusal.creative(3),
  ...['games', 'vpn', 'travel'].map(refusal.category)
]
const someUnit: fc.Arbitrary<Unit> = fc
  .record({
    owner: fc.constantFrom(1, 2, 3, 4),
    position: fc.constantFrom('fixed' as const, 'sticky' as const),
    stickySide: fc.constantFrom('header' as const, 'left' as const),
    kind: fc.constantFrom('site' as const, 'site' as const, 'app' as const, 'affiliate' as const),
    size: fc.constantFrom(...unitSizes, 'Adaptive' as const),
    adType: fc.constantFrom('mixed', 'banners', 'text'),
    disallowedRatings: fc.uniqueArray(fc.constantFrom(...ratings)).map(it => new Set(it)),
    approved: fc.option(
      fc
        .uniqueArray(
          fc.constantFrom(
            refusal.advertiser(5),
            refusal.advertiser(6),
            refusal.creative(3),
            refusal.creative(4)
          )
        )
        .map(it => new Set(it)),
      { nil: null, freq: 2 }
    ),
    refused: fc
      .uniqueArray(fc.constantFrom(...someRefusals), { maxLength: 2 })
      .map(it => new Set(it)),
    site: fc.record({
      id: fc.constantFrom(1, 2, 3),
      domain: fc.constant('blog.example'),
      isVerified: fc.constant(true),
      language: fc.constantFrom('en', 'de', 'fr'),
      words: few(['bit', 'bits', 'bitcoin', 'gold']).map(it => new Set(it))
    }),
    categories: few(categories.map(it => it.id))
  })
  .map(it => makeUnit(it.kind === 'site' ? it : { ...it, site: null, categories: [] }))

const somePlace = fc.record({
  width: fc.constantFrom(0, 130, 290, 320, 1000),
  height: fc.constantFrom(0, 50, 90, 250, 600),
  screen: fc.constantFrom(0, 360, 800)
})

test('can draw exactly those campaigns that nothing speaks against, before and after changes', () => {
  const changes = fc.array(fc.tuple(fc.nat({ max: 79 }), someCampaign), { maxLength: 40 })
  fc.assert(
    fc.property(
      fc.array(someCampaign, { maxLength: 80 }),
      changes,
      fc.array(fc.tuple(someUnit, somePlace), {
        minLength: 1,
        maxLength: 5
      }),
      someVisitor,
      (first, changes, places, visitor) => {
        const campaigns = new Map(first.map((it, index) => [index, { ...it, id: index }]))
        const units = places.map(([unit], index) => ({ ...unit, id: index + 1 }))
        const inventory = inventoryOf([...campaigns.values()], units)
        const check = (nowMs: number) => {
          for (const [index, unit] of units.entries()) {
            const room = roomIn(unit, places[index]?.[1] ?? { width: 0, height: 0, screen: 0 })
            const found = campaignsDrawn(campaigns.size, random => {
              const occasion = { ...anybody, visitor, nowMs }
              const drawn = inventory.draw(place(unit), room, random, occasion)
              if (!drawn) return undefined
              const { campaign, creative } = drawn
              expect(whyNotCreativeHere(campaign, creative, unit, room)).toBeNull()
              return campaign.id
            })
            const wanted = [...campaigns.values()].filter(
              it =>
                whyNot(it, unit, room, nowMs) === null &&
                (it.audience === null || isFor(it.audience, visitor))
            )
            expect(found).toEqual(new Set(wanted.map(it => it.id)))
          }
        }
        check(anybody.nowMs)
        for (const [id, change] of changes) {
          const campaign = { ...change, id }
          campaigns.set(id, campaign)
          inventory.putCampaign(campaign, { weight: 1, allowance: Number.POSITIVE_INFINITY })
        }
        for (const [id, campaign] of campaigns)
          inventory.putCampaign(campaign, {
            weight: id % 2 ? 1 : 2,
            allowance: Number.POSITIVE_INFINITY
          })
        // The clock may be set back.
        for (const ms of [0, 1, -2, 2, -1]) check(anybody.nowMs + ms)
      }
    ),
    { numRuns: 150 }
  )
})

const [german, japanese] = ['de', 'ja'].map((language, index) =>
  makeCreative({ id: index + 1, language })
) as [Creative, Creative]
const several = (first: Creative, ...others: Creative[]) =>
  makeCampaign({ creatives: [first, ...others] })

test('draws among the creatives that fit the unit, in proportion to their shares', () => {
  const unit = makeUnit({ disallowedRatings: new Set(['nsfw']), refused: new Set(['creative 6']) })
  const inventory = inventoryOf([
    several(
      { ...german, share: 50 },
      makeCreative({ id: 3, share: 0.5 }),
      makeCreative({ id: 4, share: 1.5, banners: [banner('300x250')] }),
      makeCreative({ id: 5, share: 50, rating: 'nsfw' }),
      makeCreative({ id: 6, share: 50 }),
      makeCreative({ id: 7, share: 50, isBannersOnly: true, banners: [banner('728x90')] })
    )
  ])
  const random = seeded()
  const counts = new Map<number, number>()
  for (let index = 0; index < 10_000; index++) {
    const drawn = inventory.draw(place(unit), room, random, anybody)
    const id = drawn?.creative.id ?? 0
    expect(drawn?.banner?.size).toBe(id === 4 ? '300x250' : undefined)
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  expect([...counts.keys()].sort()).toEqual([3, 4])
  // A quarter of 10,000 draws is 2,500; five standard deviations are 217.
  expect(Math.abs((counts.get(3) ?? 0) - 2500)).toBeLessThan(217)
})

test.each([
  ['a campaign with one creative', [makeCreative()], 1],
  ['one creative that fits', [german, makeCreative({ id: 3 }), japanese], 1],
  ['two creatives that fit', [makeCreative(), makeCreative({ id: 3 })], 2]
])('%s needs as few random numbers as possible', (_name, creatives, wanted) => {
  const [first = german, ...others] = creatives
  const inventory = inventoryOf([several(first, ...others)])
  let taken = 0
  const fraction = () => {
    taken++
    return 0.5
  }
  const random = { bytes: Buffer.alloc, fraction }
  expect(inventory.draw(place(makeUnit()), room, random, anybody)?.creative.language).toBe('en')
  expect(taken).toBe(wanted)
})

test('a creative that is added, removed and added again counts at once, in every table', () => {
  const english = makeCreative({ id: 3 })
  const inventory = inventoryOf([])
  const drawn = () =>
    inventory.draw(place(makeUnit()), room, fractions(0.5), anybody)?.creative.id ?? null
  const put = (campaign: Campaign) =>
    inventory.putCampaign(campaign, { weight: 1, allowance: Number.POSITIVE_INFINITY })
  const found = [[german], [german, english], [german], [german, japanese, english], [english]].map(
    ([first = german, ...others]) => {
      put(several(first, ...others))
      return drawn()
    }
  )
  expect(found).toEqual([null, 3, null, 3, 3])
  put(several(german, english))
  expect(drawn()).toBe(3)
  inventory.dropCampaign(1)
  expect(drawn()).toBeNull()
  put(several(german, english))
  expect(drawn()).toBe(3)
})

/** Returns all campaigns that can be drawn. The steps are smaller than the share of any campaign, so none is missed. */
function campaignsDrawn(count: number, draw: (random: Randomness) => number | undefined) {
  const steps = count * 8 + 8
  const found = new Set<number>()
  for (let step = 0; step < steps; step++) {
    const id = draw(fractions((step + 0.5) / steps))
    if (id !== undefined) found.add(id)
  }
  return found
}

test('passes over what a visitor has seen, and keeps the proportions of the rest', () => {
  const campaigns = [1, 2, 3, 4].map(id => makeCampaign({ id, dailyBudget: BigInt(id) * 1000n }))
  const inventory = inventoryOf(campaigns)
  const random = seeded()
  const drawn = (seen: number[], times: number) => {
    const counts = new Map<number | null, number>()
    for (let index = 0; index < times; index++) {
      const found = inventory.draw(place(makeUnit()), room, random, {
        ...anybody,
        hasSeen: id => seen.includes(id)
      })
      const id = found?.campaign.id ?? null
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    return counts
  }
  const counts = drawn([4, 2], 10_000)
  expect([...counts.keys()].sort()).toEqual([1, 3])
  // A quarter of 10,000 draws is 2,500; five standard deviations are 217.
  expect(Math.abs((counts.get(1) ?? 0) - 2500)).toBeLessThan(217)
  expect(drawn([1, 2, 3, 4], 5)).toEqual(new Map([[null, 5]]))
})

test('finds the one of many campaigns that a visitor has not seen', () => {
  const campaigns = Array.from({ length: 700 }, (_, index) => makeCampaign({ id: index + 1 }))
  const inventory = inventoryOf(campaigns)
  const found = inventory.draw(place(makeUnit()), room, seeded(), {
    ...anybody,
    hasSeen: id => id !== 650
  })
  expect(found?.campaign.id).toBe(650)
})

test('prefers what was not drawn for the visitor lately, and otherwise what was drawn the longest ago', () => {
  const campaigns = [1, 2, 3, 4].map(id => makeCampaign({ id, dailyBudget: BigInt(id) * 1000n }))
  const inventory = inventoryOf(campaigns)
  const random = seeded()
  const drawn = (lately: number[], seen: number[] = []) => {
    const hasSeen = (id: number) => seen.includes(id)
    const found = Array.from({ length: 200 }, () =>
      inventory.draw(place(makeUnit()), room, random, { ...anybody, hasSeen, lately })
    )
    return [...new Set(found.map(it => it?.campaign.id ?? null))].sort()
  }
  expect(drawn([4, 2])).toEqual([1, 3])
  expect(drawn([4, 3, 2, 1])).toEqual([1])
  expect(drawn([4, 3, 2], [1])).toEqual([2])
  expect(drawn([4, 3, 2, 1], [1, 2, 3, 4])).toEqual([null])
})

const audience = (values: Partial<Audience>): Audience => ({
  countries: null,
  devices: null,
  systems: null,
  ...values
})
const only = (...codes: string[]) => ({ isIncluded: true, codes: new Set(codes) })
const allBut = (...codes: string[]) => ({ isIncluded: false, codes: new Set(codes) })

test.each<[string, Visitor, number[]]>([
  ['a phone in Germany', { country: 'DE', device: 'phone', system: 'ios' }, [1, 2, 4, 5, 7]],
  ['a computer in Germany', { country: 'DE', device: 'computer', system: 'linux' }, [1, 2]],
  ['a phone in France', { country: 'FR', device: 'phone', system: 'android' }, [1, 3, 4, 7, 8]],
  [
    'a television nobody knows where',
    { country: null, device: 'other', system: 'other' },
    [1, 3, 6]
  ]
])('%s is shown what is for it', (_who, visitor, wanted) => {
  const campaigns = [
    null,
    audience({ countries: only('AT', 'DE') }),
    audience({ countries: allBut('AT', 'DE') }),
    audience({ devices: new Set(['phone', 'tablet']) }),
    audience({ countries: only('DE'), devices: new Set(['phone']) }),
    audience({ countries: allBut('FR', 'DE'), devices: new Set(['other']) }),
    audience({ systems: new Set(['android', 'ios']) }),
    audience({
      countries: only('DE', 'FR'),
      systems: new Set(['android', 'linux']),
      devices: new Set(['phone'])
    })
  ].map((it, index) => makeCampaign({ id: index + 1, audience: it }))
  const inventory = inventoryOf(campaigns)
  const random = seeded()
  const drawn = Array.from(
    { length: 300 },
    () => inventory.draw(place(makeUnit()), room, random, { ...anybody, visitor })?.campaign.id
  )
  expect([...new Set(drawn)].sort()).toEqual(wanted)
})

test.each<[string | null, number[]]>([
  ['en', [1, 2, 5]],
  ['de', [1, 2, 3, 6]],
  ['ja', [1, 3, 5]],
  [null, [1, 3, 5]]
])('a page in the language %s is shown what chooses it', (language, wanted) => {
  const german = { language: 'de' }
  const campaigns = [
    {},
    { pageLanguages: only('de', 'en') },
    { pageLanguages: allBut('en') },
    { pageLanguages: allBut('de', 'en', 'ja'), creative: german },
    { pageLanguages: allBut('de') },
    { pageLanguages: only('de'), creative: german }
  ].map((it, index) => makeCampaign({ ...it, id: index + 1 }))
  const unit = makeUnit(language ? { site: makeSite({ language }) } : { kind: 'app', site: null })
  const inventory = inventoryOf(campaigns)
  const found = campaignsDrawn(
    campaigns.length,
    random => inventory.draw(place(unit), room, random, anybody)?.campaign.id
  )
  expect([...found].sort()).toEqual(wanted)
})

const keywordChoice = (included: string[], excluded: string[]): KeywordChoice => ({
  included: new Set(included),
  excluded: new Set(excluded)
})

test.each<[string[] | null, number[]]>([
  [
    ['gold', 'ore'],
    [1, 2, 3, 6]
  ],
  [
    ['golden', 'ore'],
    [1, 3, 5, 6]
  ],
  [['marigold'], [1, 5]],
  [
    ['golden', 'silver'],
    [1, 3]
  ],
  [[], [1, 5]],
  [null, [1, 5]]
])('a page that says %j is shown what chooses its words', (words, wanted) => {
  const campaigns = [
    null,
    keywordChoice(['gold', 'tin'], []),
    keywordChoice(['gold*'], []),
    keywordChoice(['silver*'], ['gold*']),
    keywordChoice([], ['gold', 'silver']),
    keywordChoice(['gold*', 'tin'], ['silver'])
  ].map((it, index) => makeCampaign({ id: index + 1, keywords: it }))
  const unit = makeUnit(
    words ? { site: makeSite({ words: new Set(words) }) } : { kind: 'app', site: null }
  )
  const inventory = inventoryOf(campaigns)
  const found = campaignsDrawn(
    campaigns.length,
    random => inventory.draw(place(unit), room, random, anybody)?.campaign.id
  )
  expect([...found].sort()).toEqual(wanted)
})

test('a keyword that no campaign had before counts at once, in every table', () => {
  const unit = place(makeUnit({ site: makeSite({ words: new Set(['gold', 'ore']) }) }))
  const inventory = inventoryOf([makeCampaign({ keywords: keywordChoice(['tin'], []) })])
  const drawn = () => inventory.draw(unit, room, fractions(0.5), anybody)?.campaign.id
  const put = (included: string[], excluded: string[]) =>
    inventory.putCampaign(makeCampaign({ keywords: keywordChoice(included, excluded) }), {
      weight: 1,
      allowance: Number.POSITIVE_INFINITY
    })
  expect(drawn()).toBeUndefined()
  put(['or*'], [])
  expect(drawn()).toBe(1)
  put(['or*'], ['gol*'])
  expect(drawn()).toBeUndefined()
})

test('keywords that no campaign has any longer are forgotten before they are too many', () => {
  const unit = place(makeUnit({ site: makeSite({ words: new Set(['gold', 'ore']) }) }))
  const kept = makeCampaign({ id: 2, keywords: keywordChoice(['or*'], []) })
  const changing = (keyword: string) =>
    makeCampaign({ keywords: keywordChoice([keyword, 'tin'], []) })
  const inventory = inventoryOf([changing('lead'), kept])
  const drawn = () => inventory.draw(unit, room, fractions(0.5), anybody)?.campaign.id
  const choices = new Keywords(4)
  for (let index = 0; index < 10_100; index++) {
    const campaign = changing(`w${index}*`)
    inventory.putCampaign(campaign, { weight: 1, allowance: Number.POSITIVE_INFINITY })
    choices.remove(0)
    choices.add(0, campaign.keywords)
    if (index % 1_000 === 0) expect(drawn()).toBe(2)
  }
  expect(drawn()).toBe(2)
  inventory.putCampaign(changing('gold'), { weight: 1e9, allowance: Number.POSITIVE_INFINITY })
  expect(drawn()).toBe(1)
  expect(choices.isFull).toBe(true)
  choices.forget()
  expect(choices.isFull).toBe(false)
  const wanted = choices.find(new Set(['w10099x']))
  expect(wanted?.bits[0]).toBe(0)
  expect(choices.find(new Set(['w1x']))?.bits[0]).toBe(1)
})

test.each([2, 700])('keeps the proportions of what is for the visitor among %i others', others => {
  const campaigns = Array.from({ length: 2 + others }, (_, index) =>
    makeCampaign({
      id: index + 1,
      dailyBudget: BigInt(index === 1 ? 3000 : 1000),
      audience: audience({ countries: only(index < 2 ? 'DE' : 'US') })
    })
  )
  const inventory = inventoryOf(campaigns)
  const random = seeded()
  const drawnIn = (country: string) =>
    inventory.draw(place(makeUnit()), room, random, {
      ...anybody,
      visitor: { country, device: 'phone', system: 'android' }
    })?.campaign.id
  const counts = new Map<number | undefined, number>()
  for (let index = 0; index < 10_000; index++) {
    const id = drawnIn('DE')
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  expect([...counts.keys()].sort()).toEqual([1, 2])
  // A quarter of 10,000 draws is 2,500; five standard deviations are 217.
  expect(Math.abs((counts.get(1) ?? 0) - 2500)).toBeLessThan(217)
  expect(drawnIn('JP')).toBe(undefined)
})

test('looks for the country only while a campaign asks for it', () => {
  const inventory = inventoryOf([makeCampaign()])
  let looked = 0
  const visitor: Visitor = {
    get country() {
      looked++
      return 'DE'
    },
    device: 'phone',
    system: 'android'
  }
  const draw = () => inventory.draw(place(makeUnit()), room, seeded(), { ...anybody, visitor })
  const standing = { weight: 1, allowance: Number.POSITIVE_INFINITY }
  const put = (id: number, it: Audience | null) =>
    inventory.putCampaign(makeCampaign({ id, audience: it }), standing)
  draw()
  put(1, audience({ devices: new Set(['phone']), systems: new Set(['android']) }))
  draw()
  expect(looked).toBe(0)
  put(1, audience({ countries: only('DE') }))
  expect(draw()?.campaign.id).toBe(1)
  expect(looked).toBe(1)
  put(1, null)
  put(2, audience({ countries: only('DE') }))
  inventory.dropCampaign(2)
  draw()
  expect(looked).toBe(1)
})
