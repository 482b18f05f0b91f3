import { emptySelection } from '@mille/api/campaigns/selection-names.ts'
import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { viewCampaign } from '../campaigns/campaign-view.ts'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  type FakeCall,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleCampaignDocument } from '../shared/sample-documents.ts'
import { noTraffic } from '../traffic-selection/selection-rules.ts'
import { createCampaignDraftStores } from './campaign-draft.ts'
import { draftOfCampaign, loadTraffic } from './edited-campaign.ts'
import { hourPresets } from './week-hours.ts'

type Sample = Parameters<typeof sampleCampaignDocument>[1]

function edit(answer: (call: FakeCall) => Response, sample: Sample = {}) {
  const { transport, calls } = createFakeTransport(answer)
  const view = viewCampaign(sampleCampaignDocument('12', { name: 'Autumn', ...sample }))
  const draft = draftOfCampaign(view, noTraffic)
  const edited = { id: '12', paymentModelId: view.payment?.id ?? '', draft }
  return { stores: createCampaignDraftStores(createApi({ transport }), edited), calls }
}

const done = ({ method }: FakeCall) =>
  method === 'PUT'
    ? new Response(null, { status: 204 })
    : jsonResponse(sampleCampaignDocument('12'))

test('begins with the campaign as it is, every step open', () => {
  const { stores } = edit(done)
  expect(stores.$draft.get()).toMatchObject({
    link_text: 'Headline 12',
    daily_budget: '0.00005',
    max_cpm: '',
    reached: 4
  })
})

test('sends only what was changed: a price leaves the creative as it was decided on', async () => {
  const { stores, calls } = edit(done)
  stores.change({ daily_budget: '0.0001' })
  expect(await stores.submit()).toEqual({ state: 'saved', id: '12' })
  expect(calls.map(it => it.method)).toEqual(['PUT'])
  expect(attributesOf(calls[0])).toMatchObject({ daily_budget: '10000', currency: 'btc' })
})

test('sends a new name alone, and null for one that was cleared', async () => {
  for (const [typed, name] of [
    ['Winter', 'Winter'],
    [' ', null]
  ] as const) {
    const { stores, calls } = edit(done)
    expect(stores.$draft.get().name).toBe('Autumn')
    stores.change({ name: typed })
    await stores.submit()
    expect(calls.map(attributesOf)).toEqual([{ name }])
  }
})

test('sends changed dates alone, in UTC, and null for one that was cleared', async () => {
  const { stores, calls } = edit(done)
  stores.change({ starts_at: '2026-12-04T17:00', ends_at: '2026-12-06T23:00' })
  await stores.submit()
  expect(calls.map(attributesOf)).toEqual([
    { starts_at: '2026-12-04T17:00:00Z', ends_at: '2026-12-06T23:00:00Z' }
  ])
  const dated = edit(done, { ends_at: '2026-12-06T23:00:00.000Z' })
  dated.stores.change({ ends_at: '' })
  await dated.stores.submit()
  expect(dated.calls.map(attributesOf)).toEqual([{ ends_at: null }])
})

test('sends changed visitors alone, and null for all of them', async () => {
  const { stores, calls } = edit(done)
  stores.change({
    countries: { mode: 'include', codes: ['DE'] },
    devices: ['phone'],
    systems: ['ios'],
    page_languages: { mode: 'include', codes: ['de'] }
  })
  await stores.submit()
  const visitors = {
    countries: { mode: 'include' as const, codes: ['DE'] },
    devices: ['phone' as const],
    systems: ['ios' as const],
    page_languages: { mode: 'include' as const, codes: ['de' as const] }
  }
  expect(calls.map(attributesOf)).toEqual([visitors])
  const narrowed = edit(done, visitors)
  narrowed.stores.change({
    countries: { mode: 'all', codes: ['DE'] },
    devices: null,
    systems: null,
    page_languages: { mode: 'all', codes: ['de'] }
  })
  await narrowed.stores.submit()
  expect(narrowed.calls.map(attributesOf)).toEqual([
    { countries: null, devices: null, systems: null, page_languages: null }
  ])
})

test('sends changed keywords alone with those still in the field, and null for none', async () => {
  const { stores, calls } = edit(done)
  stores.change({
    page_keywords: { include: ['wallet'], exclude: [] },
    typed_include: 'Bitcoin, WALLET',
    typed_exclude: 'casino*'
  })
  await stores.submit()
  const page_keywords = { include: ['wallet', 'bitcoin'], exclude: ['casino*'] }
  expect(calls.map(attributesOf)).toEqual([{ page_keywords }])
  const narrowed = edit(done, { page_keywords })
  expect(narrowed.stores.$draft.get()).toMatchObject({ page_keywords, typed_include: '' })
  narrowed.stores.change({ page_keywords: { include: [], exclude: [] } })
  await narrowed.stores.submit()
  expect(narrowed.calls.map(attributesOf)).toEqual([{ page_keywords: null }])
})

test('an invalid keyword in a field is refused there before anything is sent', async () => {
  const { stores, calls } = edit(done)
  stores.change({ typed_include: 'bitcoin', typed_exclude: 'online casino' })
  expect(await stores.submit()).toEqual({ state: 'refused', step: 'traffic' })
  expect(stores.$problems.get().fields).toEqual({
    typed_exclude: expect.stringContaining('Please change “online casino”')
  })
  stores.change({ typed_exclude: '' })
  expect(stores.$problems.get().fields).toEqual({})
  expect(calls).toEqual([])
})

test('sends a changed share of one site alone, and null for no limit', async () => {
  const { stores, calls } = edit(done)
  expect(stores.$draft.get().site_share_percent).toBe('')
  stores.change({ site_share_percent: ' 20 ' })
  await stores.submit()
  expect(calls.map(attributesOf)).toEqual([{ site_share_percent: 20 }])
  const limited = edit(done, { site_share_percent: 20 })
  expect(limited.stores.$draft.get().site_share_percent).toBe('20')
  limited.stores.change({ site_share_percent: '' })
  await limited.stores.submit()
  expect(limited.calls.map(attributesOf)).toEqual([{ site_share_percent: null }])
})

test.each(['0', '101', '12.5', '-1', 'half', '1e1', '9'.repeat(60)])(
  'a share of “%s” is refused at its field before anything is sent',
  async site_share_percent => {
    const { stores, calls } = edit(done)
    stores.change({ site_share_percent })
    expect(await stores.submit()).toEqual({ state: 'refused', step: 'traffic' })
    expect(stores.$problems.get().fields).toEqual({
      site_share_percent: 'must be a whole number from 1 to 100'
    })
    expect(calls).toEqual([])
  }
)

test('sends changed hours alone, and null for always', async () => {
  const { stores, calls } = edit(done)
  stores.change({ hours: hourPresets.weekdays, hours_zone: '' })
  await stores.submit()
  expect(calls.map(attributesOf)).toEqual([{ hours: hourPresets.weekdays }])
  const limited = edit(done, { hours: hourPresets.weekdays, hours_time_zone: 'Europe/Berlin' })
  limited.stores.change({ hours: [], hours_zone: '' })
  await limited.stores.submit()
  expect(limited.calls.map(attributesOf)).toEqual([{ hours: null }])
})

test('hours that are kept stay in their time zone, and the same ones are sent for another', async () => {
  const limited = { hours: hourPresets.weekdays, hours_time_zone: 'Europe/Berlin' }
  const { stores, calls } = edit(done, limited)
  expect(stores.$draft.get()).toMatchObject({
    hours: hourPresets.weekdays,
    hours_zone: 'Europe/Berlin'
  })
  stores.change({ name: 'Winter' })
  await stores.submit()
  expect(calls.map(attributesOf)).toEqual([{ name: 'Winter' }])
  const moved = edit(done, limited)
  moved.stores.change({ hours_zone: '' })
  await moved.stores.submit()
  expect(moved.calls.map(attributesOf)).toEqual([{ hours: hourPresets.weekdays }])
})

test('a copy is created with the hours of the campaign that it is a copy of', async () => {
  const { transport, calls } = createFakeTransport(done)
  const stores = createCampaignDraftStores(createApi({ transport }))
  const hours = hourPresets.evenings
  const view = viewCampaign(sampleCampaignDocument('12', { hours, hours_time_zone: 'Asia/Tokyo' }))
  stores.change({ ...draftOfCampaign(view, noTraffic), hours_zone: '' })
  await stores.submit()
  expect(calls.map(it => it.method)).toEqual(['POST'])
  expect(attributesOf(calls[0])).toMatchObject({ hours })
})

test('without an hour, nothing is sent, and the hours are said to be wrong', async () => {
  const { stores, calls } = edit(done)
  stores.change({ hours: Array.from({ length: 7 }, () => '0'.repeat(24)) })
  expect(await stores.submit()).toEqual({ state: 'refused', step: 'traffic' })
  expect(stores.$problems.get().fields).toEqual({ hours: 'must have at least one hour' })
  expect(calls).toEqual([])
})

test('begins with the UTM parameters of the campaign, and sends the changed ones alone', async () => {
  const { stores, calls } = edit(done, { utm_source: 'mille', utm_medium: 'cpm' })
  expect(stores.$draft.get()).toMatchObject({ utm_source: 'mille', utm_term: '' })
  stores.change({ utm_source: '', utm_term: '{site}' })
  await stores.submit()
  expect(calls.map(attributesOf)).toEqual([{ utm_source: null, utm_term: '{site}' }])
})

test('a date with seconds, which the field does not show, is left as it is', () => {
  const dates = { starts_at: '2026-12-04T17:00:30.000Z' }
  const view = viewCampaign(sampleCampaignDocument('12', dates))
  expect(draftOfCampaign(view, noTraffic)).toMatchObject({
    starts_at: '2026-12-04T17:00',
    ends_at: ''
  })
})

test('sends a changed selection without the words', async () => {
  const { stores, calls } = edit(done)
  stores.change({ traffic: { ...noTraffic, selectedCategories: [{ id: '10', name: 'bitcoin' }] } })
  await stores.submit()
  expect(calls.map(it => it.method)).toEqual(['PATCH'])
  expect(attributesOf(calls[0])).toEqual({ selected_category_ids: ['10'] })
})

test('what the server took already is not sent again after a failure', async () => {
  let isBroken = true
  const { stores, calls } = edit(call =>
    call.method === 'PUT' && isBroken
      ? errorResponse(422, 'amount_invalid', 'is too much', '/data/attributes/daily_budget')
      : done(call)
  )
  stores.change({ link_text: 'Another', daily_budget: '1' })
  expect(await stores.submit()).toEqual({ state: 'refused', step: 'payment' })
  isBroken = false
  expect(await stores.submit()).toEqual({ state: 'saved', id: '12' })
  expect(calls.map(it => it.method)).toEqual(['PATCH', 'PUT', 'PUT'])
})

test('names the sources of a campaign; one that has gone is called by its id', async () => {
  const category = { name: 'bitcoin', ad_units_count: 1, avg_all_cpm: null, avg_all_impressions: 0 }
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({ data: [{ type: 'categories', id: '10', attributes: category }], included: [] })
  )
  const api = createApi({ transport })
  expect(await loadTraffic(api, emptySelection)).toEqual(noTraffic)
  expect(calls).toEqual([])
  const ids = { ...emptySelection, selected_category_ids: ['10'], blocked_category_ids: ['7'] }
  expect(await loadTraffic(api, ids)).toEqual({
    ...noTraffic,
    selectedCategories: [{ id: '10', name: 'bitcoin' }],
    blockedCategories: [{ id: '7', name: '7' }]
  })
})
