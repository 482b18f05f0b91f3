import type { Reason } from '@mille/api/diagnosis/endpoints.ts'
import { expect, test } from 'vitest'
import { banner, makeCampaign, makeUnit, targets } from '../testing/inventory.ts'
import { fittingForm, whyNot } from './eligibility.ts'

type Case = [
  name: string,
  reason: Reason | null,
  campaign: Parameters<typeof makeCampaign>[0],
  unit?: Parameters<typeof makeUnit>[0]
]

const cases: Case[] = [
  ['a campaign that fits', null, {}],
  [
    'an affiliate unit shows only its invitation',
    'affiliate_unit',
    {},
    { kind: 'affiliate', site: null }
  ],
  ['a campaign that is not active', 'not_active', { state: 'paused' }],
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
  ['an advertiser on the own unit', 'own_traffic', { owner: 1 }],
  ['another language', 'language', { creative: { language: 'de' } }],
  [
    'the language of the site',
    null,
    { creative: { language: 'de' } },
    { site: { id: 1, domain: 'blog.example', isVerified: true, language: 'de' } }
  ],
  [
    'English everywhere',
    null,
    {},
    { site: { id: 1, domain: 'blog.example', isVerified: true, language: 'ja' } }
  ],
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
    { site: { id: 5, domain: 'blog.example', isVerified: true, language: 'en' } }
  ]
]

test.each(cases)('%s: %s', (_name, reason, campaign, unit) => {
  expect(whyNot(makeCampaign(campaign), makeUnit(unit), 300)).toBe(reason)
})

test('a banner made for the place comes before the text', () => {
  const { creative } = makeCampaign({
    creative: { banners: [banner('300x250'), banner('728x90')] }
  })
  expect(fittingForm(creative, makeUnit(), 0)).toEqual([banner('300x250')])
  expect(fittingForm(creative, makeUnit({ size: '468x60' }), 0)).toBe('text')
})

test('an Adaptive unit takes the widest banners that its container has room for', () => {
  const { creative } = makeCampaign({
    creative: { banners: ['120x60', '300x250', '300x600', '728x90'].map(banner) }
  })
  const unit = makeUnit({ size: 'Adaptive' })
  expect(fittingForm(creative, unit, 727)).toEqual([banner('300x250'), banner('300x600')])
  expect(fittingForm(creative, unit, 728)).toEqual([banner('728x90')])
  expect(fittingForm(creative, unit, 0)).toEqual([banner('120x60')])
})
