import { createApi } from '@mille/api/client.ts'
import { expect, test, vi } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleCampaign, sampleCampaignDocument } from '../shared/sample-documents.ts'
import { createCampaignStores } from './campaign.ts'
import { isWithinHours } from './campaign-view.ts'
import { createCampaignsStores } from './campaigns.ts'

function list(ids: string[], records: number) {
  const samples = ids.map(id => sampleCampaign(id))
  return {
    data: samples.map(it => it.campaign),
    included: samples.flatMap(it => it.included),
    meta: { pagination: { records } }
  }
}

test('joins a campaign with its creative, banners and payment', () => {
  const { transport } = createFakeTransport(() => jsonResponse({}))
  const [campaign] = createCampaignsStores(
    createApi({ transport }),
    list(['1'], 1)
  ).$campaigns.get()
  expect(campaign).toMatchObject({
    balance: 100_000n,
    creative: { link_text: 'Headline 1', banners: [{ id: '5' }] },
    payment: { dailyBudget: 5000n, maxCpm: null }
  })
})

test('a campaign that is active is called scheduled before its start and ended after its end', () => {
  const { transport } = createFakeTransport(() => jsonResponse({}))
  const statusOf = (attributes: Parameters<typeof sampleCampaignDocument>[1]) =>
    createCampaignStores(
      createApi({ transport }),
      sampleCampaignDocument('1', attributes)
    ).$campaign.get().status
  expect(statusOf({ dates_state: 'not_started' })).toBe('not_started')
  expect(statusOf({ dates_state: 'ended' })).toBe('ended')
  expect(statusOf({ dates_state: 'open' })).toBe('active')
  expect(statusOf({ dates_state: 'ended', state: 'paused' })).toBe('paused')
})

const none = '0'.repeat(24)
const sundayFrom2to3 = [none, none, none, none, none, none, `001${'0'.repeat(21)}`]

test.each([
  ['Europe/Berlin', '2026-10-18T00:00Z', true],
  ['Europe/Berlin', '2026-10-18T00:59Z', true],
  ['Europe/Berlin', '2026-10-18T01:00Z', false],
  // An hour that is repeated by a clock change is open both times.
  ['Europe/Berlin', '2026-10-24T23:59Z', false],
  ['Europe/Berlin', '2026-10-25T00:30Z', true],
  ['Europe/Berlin', '2026-10-25T01:30Z', true],
  ['Europe/Berlin', '2026-10-25T02:00Z', false],
  // An hour that is skipped by a clock change is never open.
  ['Europe/Berlin', '2026-03-29T00:59Z', false],
  ['Europe/Berlin', '2026-03-29T01:00Z', false],
  // In these time zones, the local date differs from the UTC date.
  ['Pacific/Kiritimati', '2026-10-17T12:30Z', true],
  ['Pacific/Pago_Pago', '2026-10-18T13:30Z', true],
  ['Asia/Kathmandu', '2026-10-17T20:15Z', true],
  ['Asia/Kathmandu', '2026-10-17T20:14Z', false],
  // A time zone that the browser does not know, for example because the browser is older.
  ['Moon/Tranquility', '2026-10-17T12:30Z', true]
])('on Sundays from 2 to 3 in %s, %s is within the hours: %s', (hours_time_zone, at, isWithin) => {
  expect(isWithinHours({ hours: sundayFrom2to3, hours_time_zone }, Date.parse(at))).toBe(isWithin)
})

test('a campaign that would run now is called so when it is outside of its hours', () => {
  vi.useFakeTimers({ now: Date.parse('2026-10-18T01:00Z') })
  const { transport } = createFakeTransport(() => jsonResponse({}))
  const statusOf = (attributes: Parameters<typeof sampleCampaignDocument>[1]) =>
    createCampaignStores(
      createApi({ transport }),
      sampleCampaignDocument('1', {
        hours: sundayFrom2to3,
        hours_time_zone: 'Europe/Berlin',
        ...attributes
      })
    ).$campaign.get().status
  expect(statusOf({})).toBe('outside_hours')
  expect(statusOf({ dates_state: 'ended' })).toBe('ended')
  expect(statusOf({ state: 'out_of_funds' })).toBe('out_of_funds')
  expect(
    statusOf({ hours_time_zone: 'UTC', hours: sundayFrom2to3.with(6, `01${'0'.repeat(22)}`) })
  ).toBe('active')
  expect(statusOf({ hours: null, hours_time_zone: null })).toBe('active')
  vi.useRealTimers()
})

test('loads the next page behind the last, each campaign once', async () => {
  const { transport, calls } = createFakeTransport(() => jsonResponse(list(['2', '3'], 3)))
  const stores = createCampaignsStores(createApi({ transport }), list(['1', '2'], 3))
  expect(stores.$hasMore.get()).toBe(true)
  await Promise.all([stores.loadMore(), stores.loadMore()])
  expect(calls.map(call => decodeURIComponent(call.path))).toEqual([
    '/api/v1/campaigns?page[offset]=2'
  ])
  expect(stores.$campaigns.get().map(it => it.id)).toEqual(['1', '2', '3'])
  expect(stores.$hasMore.get()).toBe(false)
})

test('what was loaded stays when the next page fails', async () => {
  const { transport } = createFakeTransport(() => errorResponse(503, 'unavailable'))
  const stores = createCampaignsStores(createApi({ transport }), list(['1'], 3))
  await stores.loadMore()
  expect(stores.$problem.get()?.code).toBe('unavailable')
  expect(stores.$campaigns.get()).toHaveLength(1)
})

test('pauses a running campaign and shows what the server made of it', async () => {
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse(sampleCampaignDocument('1', { state: 'paused' }))
  )
  const stores = createCampaignStores(createApi({ transport }), sampleCampaignDocument('1'))
  expect(stores.$can.get()).toMatchObject({ pause: true, resume: false })
  await stores.pause()
  expect(attributesOf(calls[0])).toEqual({ state: 'paused' })
  expect(stores.$can.get()).toMatchObject({ pause: false, resume: true })
})

test('a refused change leaves the campaign as it is and says why', async () => {
  const { transport } = createFakeTransport(() =>
    errorResponse(422, 'state_not_allowed', 'Not now.')
  )
  const stores = createCampaignStores(createApi({ transport }), sampleCampaignDocument('1'))
  await stores.pause()
  expect(stores.$campaign.get().state).toBe('active')
  expect(stores.$problem.get()).toEqual({ code: 'state_not_allowed', detail: 'Not now.' })
  expect(stores.$work.get()).toBe(null)
})

test('moves an amount as units, under an idempotency key', async () => {
  const { transport, calls } = createFakeTransport(({ method }) =>
    method === 'POST'
      ? jsonResponse({}, 201)
      : jsonResponse(sampleCampaignDocument('1', { balance: '200000' }))
  )
  const stores = createCampaignStores(createApi({ transport }), sampleCampaignDocument('1'))
  expect(await stores.fund('0.001')).toBe(true)
  expect(attributesOf(calls[0])).toEqual({ amount: '100000' })
  expect(calls[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
  expect(stores.$campaign.get().balance).toBe(200_000n)
})

test.each(['', '0', '-1', 'ten', '0.000000001'])(
  'asks the server nothing about the amount %j',
  async text => {
    const { transport, calls } = createFakeTransport(() => jsonResponse({}))
    const stores = createCampaignStores(createApi({ transport }), sampleCampaignDocument('1'))
    expect(await stores.fund(text)).toBe(false)
    expect(stores.$fundingError.get()?.code).toBe('amount_invalid')
    expect(calls).toEqual([])
  }
)
