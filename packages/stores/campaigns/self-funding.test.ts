import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleCampaignDocument } from '../shared/sample-documents.ts'
import { createSelfFundingStores, viewSelfFunding } from './self-funding.ts'

type Attributes = Parameters<typeof sampleCampaignDocument>[1]

const campaignWith = (attributes: Attributes) => sampleCampaignDocument('3', attributes).data

function formOver(before: Attributes, answer: () => Response | Promise<Response>) {
  const { transport, calls } = createFakeTransport(answer)
  const stores = createSelfFundingStores(createApi({ transport }), campaignWith(before))
  return { stores, calls }
}

test('saves limits as units of the asset, and an empty one as none', async () => {
  const saved = { auto_fund: true, auto_fund_daily_max: '100000', auto_fund_total_max: null }
  const { stores, calls } = formOver({ auto_fund_total_max: '5' }, () =>
    jsonResponse(sampleCampaignDocument('3', saved))
  )
  expect(stores.$form.get().auto_fund_total_max).toBe('0.00000005')
  stores.change({ auto_fund: true, auto_fund_daily_max: '0.0010', auto_fund_total_max: ' ' })
  expect(await stores.save()).toBe(true)
  expect(attributesOf(calls[0])).toEqual(saved)
  expect(stores.$form.get()).toEqual({
    auto_fund: true,
    auto_fund_daily_max: '0.001',
    auto_fund_total_max: ''
  })
  expect(stores.$isChanged.get()).toBe(false)
})

test('sends no limits when it is switched off, whatever is typed in them', async () => {
  const { stores, calls } = formOver({ auto_fund: true, auto_fund_daily_max: '7' }, () =>
    jsonResponse(sampleCampaignDocument('3', { auto_fund_daily_max: '7' }))
  )
  stores.change({ auto_fund: false, auto_fund_daily_max: 'much' })
  expect(await stores.save()).toBe(true)
  expect(attributesOf(calls[0])).toEqual({ auto_fund: false })
  expect(stores.$form.get().auto_fund_daily_max).toBe('0.00000007')
})

test('a limit that is typed while it is off does not count as a change', () => {
  const { stores } = formOver({}, () => jsonResponse({}))
  stores.change({ auto_fund: true, auto_fund_daily_max: '1' })
  expect(stores.$isChanged.get()).toBe(true)
  stores.change({ auto_fund: false })
  expect(stores.$isChanged.get()).toBe(false)
})

test.each(['0', '-1', 'much', '0.000000001', '92233720368547758.08'])(
  'keeps %j, names its field and asks the server nothing',
  async typed => {
    const { stores, calls } = formOver({}, () => jsonResponse({}))
    stores.change({ auto_fund: true, auto_fund_daily_max: typed, auto_fund_total_max: typed })
    expect(await stores.save()).toBe(false)
    const { fields, general } = stores.$problems.get()
    expect(Object.keys(fields)).toEqual(['auto_fund_daily_max', 'auto_fund_total_max'])
    expect(general).toEqual([])
    expect(stores.$form.get().auto_fund_total_max).toBe(typed)
    expect(calls).toEqual([])
  }
)

test('keeps what was typed when the server refuses a field, and when it is not reached', async () => {
  const answers = [
    () =>
      errorResponse(
        422,
        'amount_invalid',
        'auto_fund_total_max is too much',
        '/data/attributes/auto_fund_total_max'
      ),
    () => Promise.reject(new TypeError('offline'))
  ]
  const { stores } = formOver({}, () => answers.shift()?.() ?? jsonResponse({}))
  stores.change({ auto_fund: true, auto_fund_total_max: '2' })
  expect(await stores.save()).toBe(false)
  expect(stores.$problems.get().fields).toEqual({ auto_fund_total_max: 'is too much' })
  expect(await stores.save()).toBe(false)
  expect(stores.$problems.get()).toMatchObject({ fields: {}, general: [{ code: 'unreachable' }] })
  expect(stores.$form.get()).toMatchObject({ auto_fund: true, auto_fund_total_max: '2' })
})

test.each([
  ['daily', { auto_fund_daily_max: '5', auto_funded_today: '5', auto_funded: '9' }],
  [null, { auto_fund_daily_max: '5', auto_funded_today: '4', auto_funded: '9' }],
  ['total', { auto_fund_daily_max: '5', auto_fund_total_max: '9', auto_funded: '9' }],
  [
    'total',
    {
      auto_fund_daily_max: '5',
      auto_fund_total_max: '9',
      auto_funded_today: '5',
      auto_funded: '9'
    }
  ],
  [null, { auto_fund: false, auto_fund_total_max: '9', auto_funded: '9' }],
  [null, { auto_funded_today: '5', auto_funded: '9' }]
])('the limit that was reached is %j with %j', (reached, attributes) => {
  expect(viewSelfFunding(campaignWith({ auto_fund: true, ...attributes })).reached).toBe(reached)
})
