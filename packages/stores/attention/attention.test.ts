import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import type { Campaign } from '@mille/api/campaigns/endpoints.ts'
import type { ConsentKind } from '@mille/api/constants.ts'
import type { AccountBalance } from '@mille/api/finances/endpoints.ts'
import type { LegalConsent } from '@mille/api/legal/endpoints.ts'
import type { Order } from '@mille/api/marketplace/endpoints.ts'
import type { Site } from '@mille/api/sites/endpoints.ts'
import { expect, test } from 'vitest'
import { sampleAdUnit, sampleCampaign, sampleSite } from '../shared/sample-documents.ts'
import { type AttentionFacts, findAttention } from './attention.ts'

const none: AttentionFacts = {
  consents: [],
  campaigns: { data: [], included: [], meta: { pagination: { records: 0 } } },
  sites: [],
  adUnits: [],
  orders: [],
  balances: [],
  viewed: { campaigns: new Set(), adUnits: new Set() }
}
const viewed = { campaigns: new Set(['1']), adUnits: new Set(['1']) }

function withCampaign(attributes: Partial<Campaign['attributes']>, more = {}) {
  const { campaign, included } = sampleCampaign('1', attributes)
  const campaigns = { data: [campaign], included, meta: { pagination: { records: 1 } } }
  return findAttention({ ...none, campaigns, ...more })
}

function withUnit(
  unit: Partial<AdUnit['attributes']>,
  site: Partial<Site['attributes']> = {},
  more = {}
) {
  const [adUnit, itsSite] = [sampleAdUnit('1'), sampleSite('1')]
  return findAttention({
    ...none,
    adUnits: [{ ...adUnit, attributes: { ...adUnit.attributes, ...unit } }],
    sites: [{ ...itsSite, attributes: { ...itsSite.attributes, ...site } }],
    ...more
  })
}

const nothing = { consents: [], needs: [], notes: [] }
const due = '2026-11-30T00:00:00.000Z'

const consent = (kind: ConsentKind, version: number, agreed: number | null) => ({
  type: 'legal_consents' as const,
  id: kind,
  attributes: {
    ...{ kind, version, published_at: due },
    ...{ agreed_version: agreed, agreed_at: agreed === null ? null : due }
  }
})

test('a legal page needs attention if its version is newer than what the account agreed to', () => {
  const terms = consent('terms', 2, 1)
  const privacy = consent('privacy', 1, null)
  const dueOf = (...consents: LegalConsent[]) => findAttention({ ...none, consents }).consents
  expect(dueOf(terms, privacy)).toEqual([terms, privacy])
  expect(dueOf(terms, consent('privacy', 1, 1))).toEqual([terms])
  expect(dueOf(consent('terms', 2, 2), consent('privacy', 1, 1))).toEqual([])
})
const withOrder = (attributes: Partial<Order['attributes']>) =>
  findAttention({
    ...none,
    orders: [
      {
        id: '4',
        attributes: { name: 'An article', due_at: due, proof_lost_at: null, ...attributes }
      } as Order
    ]
  })

const balance = (available: string, promotion = '0') =>
  [{ attributes: { currency: 'BTC', available, promotion } }] as AccountBalance[]

const kinds = ({ needs, notes }: ReturnType<typeof findAttention>) =>
  [...needs, ...notes].map(it => it.kind)

test('an account that has nothing needs nothing, and nothing runs', () => {
  expect(findAttention(none)).toEqual({ ...nothing, isRunning: false })
})

test('everything runs normally only when ads of the account, or on its pages, were seen', () => {
  expect(withCampaign({}, { viewed })).toEqual({ ...nothing, isRunning: true })
  expect(withUnit({}, {}, { viewed })).toEqual({ ...nothing, isRunning: true })
  expect(withCampaign({ state: 'archived' }, { viewed }).isRunning).toBe(false)
  expect(withUnit({ state: 'archived' }, {}, { viewed })).toMatchObject({
    needs: [],
    isRunning: false
  })
})

test.each([
  ['draft', {}, 'campaign_draft', '/campaigns/1/edit'],
  ['rejected', {}, 'campaign_rejected', '/campaigns/1'],
  ['out_of_funds', {}, 'campaign_out_of_funds', '/campaigns/1/money'],
  ['active', {}, 'campaign_without_views', '/campaigns/1'],
  ['active', { dates_state: 'ended' }, 'campaign_ended', '/campaigns/1']
] as const)('a campaign that is %s with %j needs its owner', (state, more, kind, href) => {
  expect(withCampaign({ state, ...more })).toEqual({
    ...nothing,
    needs: [{ kind, id: '1', name: 'Headline 1', href, at: null }],
    isRunning: false
  })
})

test('a campaign in review needs money until it has some, or may take some from the account', () => {
  const inReview = { state: 'pending', balance: '0' } as const
  expect(withCampaign(inReview).needs).toMatchObject([
    { kind: 'campaign_review_unfunded', href: '/campaigns/1/money' }
  ])
  expect(kinds(withCampaign({ ...inReview, balance: '1' }))).toEqual(['campaign_in_review'])
  const drawing = { ...inReview, auto_fund: true }
  expect(kinds(withCampaign(drawing, { balances: balance('0') }))).toEqual([
    'campaign_review_unfunded'
  ])
  for (const balances of [balance('1'), balance('0', '1')])
    expect(kinds(withCampaign(drawing, { balances }))).toEqual(['campaign_in_review'])
  // A balance that the campaign may not take from does not start it.
  expect(kinds(withCampaign(inReview, { balances: balance('1') }))).toEqual([
    'campaign_review_unfunded'
  ])
})

test('a campaign that its owner stopped or scheduled is mentioned, but needs nothing', () => {
  expect(withCampaign({ state: 'paused' })).toMatchObject({
    needs: [],
    notes: [{ kind: 'campaign_paused' }]
  })
  expect(withCampaign({ dates_state: 'not_started', starts_at: due })).toMatchObject({
    needs: [],
    notes: [{ kind: 'campaign_not_started', at: due }]
  })
  expect(kinds(withCampaign({ dates_state: 'ended', balance: '0' }))).toEqual([])
})

test('a site that shows no ads is mentioned once, with the place to change that', () => {
  expect(withUnit({}, { state: 'unverified' }).needs).toMatchObject([
    { kind: 'site_unverified', name: 'blog.example', href: '/ad-units/1/placement' }
  ])
  expect(withUnit({ state: 'archived' }, { state: 'rejected' }).needs).toMatchObject([
    { kind: 'site_rejected', href: '/ad-units' }
  ])
})

test('an ad unit without a view is mentioned, unless it shows invitations only', () => {
  expect(withUnit({}).needs).toEqual([
    { kind: 'unit_without_views', id: '1', name: 'Unit 1', href: '/ad-units/1/placement', at: null }
  ])
  expect(kinds(withUnit({ kind: 'affiliate' }))).toEqual([])
})

test.each([
  ['publisher', 'placed', 'order_to_answer'],
  ['publisher', 'accepted', 'order_to_publish'],
  ['advertiser', 'published', 'order_to_confirm']
] as const)('an order is due for the %s when it is %s', (side, state, kind) => {
  expect(withOrder({ side, state }).needs).toEqual([
    { kind, id: '4', name: 'An article', href: '/publication_orders/4', at: due }
  ])
})

test('an order whose link is gone needs both parties', () => {
  for (const side of ['publisher', 'advertiser'] as const) {
    expect(kinds(withOrder({ side, state: 'confirmed', proof_lost_at: due }))).toEqual([
      'order_link_lost'
    ])
    expect(kinds(withOrder({ side, state: 'confirmed' }))).toEqual([])
  }
})

test('an order that waits for the other party or an operator is mentioned', () => {
  expect(withOrder({ side: 'advertiser', state: 'placed' }).notes).toMatchObject([
    { kind: 'order_unanswered' }
  ])
  expect(withOrder({ side: 'publisher', state: 'disputed' }).notes).toMatchObject([
    { kind: 'order_disputed' }
  ])
  expect(kinds(withOrder({ side: 'advertiser', state: 'accepted' }))).toEqual([])
  expect(kinds(withOrder({ side: 'publisher', state: 'published' }))).toEqual([])
})
