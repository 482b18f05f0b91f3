import type { Reason } from '@mille/api/diagnosis/endpoints.ts'
import { expect, test } from 'vitest'
import {
  anybody,
  banner,
  makeCampaign,
  makeCreative,
  makeSite,
  makeUnit,
  targets
} from '../testing/inventory.ts'
import { fittingForm, whyNot } from './eligibility.ts'
import { roomIn } from './room.ts'

const room = { width: 300, height: 250 }

type Case = [
  name: string,
  reason: Reason | null,
  campaign: Parameters<typeof makeCampaign>[0],
  unit?: Parameters<typeof makeUnit>[0]
]

/** Every hour except the current one, Monday from 10 to 11. */
const closed = { hours: '0'.padStart(11, '1').padEnd(168, '1'), timeZone: 'UTC' }

const only = (...codes: string[]) => ({ isIncluded: true, codes: new Set(codes) })
const allBut = (...codes: string[]) => ({ isIncluded: false, codes: new Set(codes) })

const setOf = (text: string) => new Set(text.split(' ').filter(Boolean))
const words = (included: string, excluded = '') => ({
  included: setOf(included),
  excluded: setOf(excluded)
})
const saying = (text: string) => ({ site: makeSite({ words: setOf(text) }) })

const cases: Case[] = [
  ['a campaign that fits', null, {}],
  [
    'an affiliate unit shows only its invitation',
    'affiliate_unit',
    {},
    { kind: 'affiliate', site: null }
  ],
  ['a campaign that is not active', 'not_active', { state: 'paused' }],
  ['a campaign before its start', 'not_started', { startsAt: new Date(anybody.nowMs + 1) }],
  ['a campaign from its end on', 'ended', { endsAt: new Date(anybody.nowMs) }],
  ['a campaign outside of its hours', 'outside_hours', { schedule: closed }],
  ['a campaign without money', 'no_funds', { balance: 0n }],
  [
    'a CPM campaign that cannot pay for one more impression',
    'no_funds',
    { trafficType: 'cpm', maxCpm: 5000n, balance: 14n, countedToday: 1n, countedBefore: 1n }
  ],
  [
    'a CPM campaign that has spent its day',
    'day_budget',
    { trafficType: 'cpm', maxCpm: 5000n, dailyBudget: 99n, spentToday: 80n, countedToday: 3n }
  ],
  [
    'a CPM campaign whose counted impressions were of yesterday',
    null,
    { trafficType: 'cpm', maxCpm: 5000n, dailyBudget: 15n, countedBefore: 3n }
  ],
  ['a campaign that has spent all it may', 'total_budget', { totalBudget: 70n, spent: 70n }],
  [
    'a site that took its share of the day',
    'site_share',
    {
      siteShare: {
        percent: 50,
        settled: new Map([['site 1', 500_000n]]),
        counted: new Map()
      }
    }
  ],
  ['an advertiser on the own unit', 'own_traffic', { owner: 1 }],
  ['another language', 'language', { creative: { language: 'de' } }],
  [
    'the language of the site',
    null,
    { creative: { language: 'de' } },
    { site: makeSite({ id: 1, language: 'de' }) }
  ],
  [
    'a page that was not read, where words are included',
    'page_keywords',
    { keywords: words('coin*') }
  ],
  ['a page that was not read, where words are excluded', null, { keywords: words('', 'coin*') }],
  [
    'a unit without a page, where words are included',
    'page_keywords',
    { keywords: words('coin') },
    { kind: 'app', site: null }
  ],
  ['a page with an included word', null, { keywords: words('coin gold') }, saying('gold')],
  [
    'a page with a longer word than the included one',
    'page_keywords',
    { keywords: words('coin') },
    saying('coins')
  ],
  [
    'a page with a word that begins as an included one',
    null,
    { keywords: words('coin*') },
    saying('coins')
  ],
  [
    'a page with an included and an excluded word',
    'page_keywords',
    { keywords: words('coin', 'fa*') },
    saying('coin fake')
  ],
  ['a page in a language that is left out', 'page_language', { pageLanguages: allBut('de', 'en') }],
  ['a page in another language than those chosen', 'page_language', { pageLanguages: only('de') }],
  ['a page in a chosen language', null, { pageLanguages: only('de', 'en') }],
  ['a page in none of the languages that are left out', null, { pageLanguages: allBut('de') }],
  [
    'a unit without a page, where some languages are chosen',
    'page_language',
    { pageLanguages: only('en') },
    { kind: 'app', site: null }
  ],
  [
    'a unit without a page, where some languages are left out',
    null,
    { pageLanguages: allBut('en') },
    { kind: 'app', site: null }
  ],
  [
    'a chosen language that is not the ad’s',
    'language',
    { pageLanguages: only('en'), creative: { language: 'de' } }
  ],
  [
    'an ad that is not in English, on pages in its language that are left out',
    'page_language',
    { pageLanguages: allBut('de'), creative: { language: 'de' } },
    { site: makeSite({ id: 1, language: 'de' }) }
  ],
  ['English everywhere', null, {}, { site: makeSite({ id: 1, language: 'ja' }) }],
  [
    'another language than English where the language is unknown',
    'language',
    { creative: { language: 'de' } },
    { kind: 'app', site: null }
  ],
  [
    'a rating that the publisher disallows',
    'rating',
    { creative: { rating: 'gambling' } },
    { disallowedRatings: new Set(['gambling']) }
  ],
  [
    'a rating that the publisher takes',
    null,
    { creative: { rating: 'risky' } },
    { disallowedRatings: new Set(['gambling']) }
  ],
  [
    'a domain that the publisher blocks',
    'refused',
    { creative: { link: 'https://www.shop.example/welcome' } },
    { refused: new Set(['domain shop.example']) }
  ],
  [
    'a name below a blocked domain',
    'refused',
    { creative: { link: 'https://de.shop.example:8443/' } },
    { refused: new Set(['domain shop.example']) }
  ],
  [
    'a domain that only ends like a blocked one',
    null,
    { creative: { link: 'https://workshop.example/' } },
    { refused: new Set(['domain shop.example']) }
  ],
  [
    'an advertiser whom the publisher refuses',
    'refused',
    { owner: 7 },
    { refused: new Set(['advertiser 7']) }
  ],
  [
    'an ad that the publisher refuses',
    'refused',
    { creative: { id: 7 } },
    { refused: new Set(['creative 7']) }
  ],
  [
    'an ad that sells what the publisher refuses',
    'refused',
    { creative: { productCategory: 'vpn' } },
    { refused: new Set(['category vpn']) }
  ],
  [
    'an ad that sells something else, and one that does not say what',
    null,
    { creatives: [makeCreative({ productCategory: 'games' }), makeCreative({ id: 2 })] },
    { refused: new Set(['category vpn']) }
  ],
  [
    'other advertisers and ads than the refused ones',
    null,
    { id: 7, owner: 8, creative: { id: 9 } },
    { refused: new Set(['advertiser 7', 'advertiser 9', 'creative 7', 'creative 8']) }
  ],
  [
    'an ad that waits for the publisher’s approval',
    'not_approved',
    { owner: 7, creative: { id: 8 } },
    { approved: new Set(['advertiser 8', 'creative 7']) }
  ],
  ['any ad where none is approved', 'not_approved', {}, { approved: new Set() }],
  ['an approved ad', null, { creative: { id: 7 } }, { approved: new Set(['creative 7']) }],
  ['an ad of a trusted advertiser', null, { owner: 7 }, { approved: new Set(['advertiser 7']) }],
  [
    'an ad of a trusted advertiser that a rule keeps out',
    'refused',
    { owner: 7, creative: { id: 7 } },
    { approved: new Set(['advertiser 7']), refused: new Set(['creative 7']) }
  ],
  [
    'an ad that waits for its approval, in another language',
    'language',
    { creative: { language: 'de' } },
    { approved: new Set() }
  ],
  ['text in a unit for banners', 'no_fitting_creative', {}, { adType: 'banners' }],
  [
    'only a banner of another size',
    'no_fitting_creative',
    { creative: { isBannersOnly: true, banners: [banner('728x90')] } }
  ],
  [
    'only banners in a unit for text',
    'no_fitting_creative',
    { creative: { isBannersOnly: true, banners: [banner('300x250')] } },
    { adType: 'text' }
  ],
  [
    'a banner of the size',
    null,
    { creative: { isBannersOnly: true, banners: [banner('300x250')] } },
    { adType: 'banners' }
  ],
  ['an excluded unit', 'excluded_unit', { excluded: targets({ units: [1] }) }],
  ['a unit of an excluded site', 'excluded_site', { excluded: targets({ sites: [1] }) }],
  ['a blocked unit', 'blocked', { blocked: targets({ units: [1] }) }],
  ['a blocked site', 'blocked', { blocked: targets({ sites: [1] }) }],
  ['a blocked category', 'blocked', { blocked: targets({ categories: [10] }) }],
  ['the root category blocks all', 'blocked', { blocked: targets({ categories: [1] }) }],
  [
    'blocked wins over allowed',
    'blocked',
    { allowed: targets({ units: [1] }), blocked: targets({ sites: [1] }) }
  ],
  [
    'a selection without the unit',
    'not_selected',
    { allowed: targets({ units: [9], sites: [9], categories: [9] }) }
  ],
  ['a selected unit', null, { allowed: targets({ units: [1], sites: [9] }) }],
  ['a selected site', null, { allowed: targets({ sites: [1], units: [9] }) }],
  ['a selected category', null, { allowed: targets({ categories: [10], units: [9] }) }],
  ['the root category selects all', null, { allowed: targets({ categories: [1] }) }],
  [
    'a site that happens to have the id of a selected unit',
    'not_selected',
    { allowed: targets({ units: [5] }) },
    { site: makeSite({ id: 5, language: 'en' }) }
  ]
]

test.each(cases)('%s: %s', (_name, reason, campaign, unit) => {
  expect(whyNot(makeCampaign(campaign), makeUnit(unit), room, anybody.nowMs)).toBe(reason)
})

test.each<[string, Reason | null, Parameters<typeof makeCreative>[0][]]>([
  ['one of which may be shown', null, [{ language: 'de' }, { id: 2 }, { id: 3, rating: 'nsfw' }]],
  ['in other languages', 'language', [{ language: 'de' }, { id: 2, language: 'ja' }]],
  ['the second of which gets furthest', 'rating', [{ language: 'de' }, { id: 2, rating: 'nsfw' }]],
  [
    'the first of which waits for its approval',
    'not_approved',
    [{ id: 7 }, { id: 2, rating: 'nsfw' }, { id: 3, language: 'de' }]
  ]
])('several creatives %s: %s', (_name, reason, all) => {
  const [first, ...others] = all.map(makeCreative)
  if (!first) throw new Error('no creative')
  const campaign = makeCampaign({ creatives: [first, ...others] })
  const unit = makeUnit({ disallowedRatings: new Set(['nsfw']), approved: new Set(['creative 2']) })
  expect(whyNot(campaign, unit, room, anybody.nowMs)).toBe(reason)
  // What excludes the whole campaign comes before the approval and after the language.
  const elsewhere = { ...campaign, excluded: targets({ units: [1] }) }
  const other = reason === 'language' || reason === 'rating' ? reason : 'excluded_unit'
  expect(whyNot(elsewhere, unit, room, anybody.nowMs)).toBe(other)
})

test('a banner made for the place comes before the text', () => {
  const creative = makeCreative({ banners: [banner('300x250'), banner('728x90')] })
  expect(fittingForm(creative, makeUnit(), room)).toEqual([banner('300x250')])
  expect(fittingForm(creative, makeUnit({ size: '468x60' }), room)).toBe('text')
})

const mixed = ['120x60', '160x600', '300x250', '300x600', '320x50', '728x90', '970x250']

test.each([
  { room: [320, 50], form: '320x50' },
  { room: [300, 250], form: '300x250' },
  // 270 of 300 pixels are exactly nine tenths, the smallest scale; 269 are too few.
  { room: [270, 250], form: '300x250' },
  { room: [269, 250], form: 'text' },
  { room: [360, 120], form: '320x50' },
  { room: [728, 90], form: '728x90' },
  { room: [656, 90], form: '728x90' },
  { room: [655, 90], form: 'text' },
  { room: [728, 80], form: 'text' },
  { room: [970, 250], form: '970x250' },
  { room: [860, 250], form: '300x250' },
  { room: [160, 600], form: '160x600' },
  { room: [2000, 1500], form: 'text' }
])('an Adaptive unit of $room draws $form', ({ room: [width = 0, height = 0], form }) => {
  const creative = { banners: mixed.map(banner) }
  const unit = makeUnit({ size: 'Adaptive' })
  const found = fittingForm(makeCreative(creative), unit, { width, height })
  expect(found === 'text' ? found : found?.map(it => it.size).join()).toBe(form)
})

test('without words a small banner is better than nothing, and none that would be shrunk', () => {
  const creative = { isBannersOnly: true, banners: [banner('120x60'), banner('300x600')] }
  const unit = makeUnit({ size: 'Adaptive' })
  const form = (width: number, height: number) =>
    fittingForm(makeCreative(creative), unit, { width, height })
  expect(form(970, 250)).toEqual([banner('120x60')])
  expect(form(120, 50)).toBeNull()
})

test('a unit of one size draws its banner where there is room, and words elsewhere', () => {
  const creative = { banners: [banner('728x90')] }
  const unit = makeUnit({ size: '728x90' })
  const form = (width: number) =>
    fittingForm(makeCreative(creative), unit, roomIn(unit, { width, height: 90, screen: 800 }))
  expect(form(728)).toEqual([banner('728x90')])
  expect(form(0)).toEqual([banner('728x90')])
  expect(form(656)).toEqual([banner('728x90')])
  expect(form(655)).toBe('text')
})
