import { createApi } from '@mille/api/client.ts'
import { createCampaign } from '@mille/testing/campaigns.ts'
import { addUnit } from '@mille/testing/supply.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeTransport, errorResponse } from '../shared/fake-transport.ts'
import { noTraffic, select } from '../traffic-selection/selection-rules.ts'
import {
  createCampaignStatisticStores,
  createTrafficStatisticsStores,
  type StatisticsQuestion
} from './traffic-statistics.ts'

let app: TestApp
let unitId: string
beforeAll(async () => {
  app = await createTestApp()
  const { userId } = await app.signIn()
  unitId = await addUnit(app.context, { userId })
  await addUnit(app.context, { userId })
})
afterAll(() => app.close())

const question: StatisticsQuestion = {
  traffic: noTraffic,
  language: 'en',
  page_languages: null,
  page_keywords: null,
  rating: null,
  coupon_code: null,
  banners_only: false,
  banner_sizes: [],
  budget: { currency: 'usd', traffic_type: 'cpd', daily_budget: null, max_cpm: null }
}

test('is loading, then success with data and meta', async () => {
  const stores = createTrafficStatisticsStores(app.open().api)
  expect(stores.$statistics.get()).toEqual({ status: 'idle' })
  const loading = stores.load(question)
  expect(stores.$statistics.get()).toEqual({ status: 'loading' })
  await loading
  expect(stores.$statistics.get()).toMatchObject({
    status: 'success',
    value: {
      data: { attributes: { ad_units_count: 2, forecast: { asset: 'USD' } } },
      meta: { traffic_sources: { total: 2 }, selected_category_ids: [] }
    }
  })
  await stores.load({
    ...question,
    traffic: select(noTraffic, 'ad_unit', { id: unitId, name: 'one' })
  })
  expect(stores.$statistics.get()).toMatchObject({
    value: { data: { attributes: { ad_units_count: 1 } } }
  })
})

test('asks for the sites whose pages have the keywords', async () => {
  const stores = createTrafficStatisticsStores(app.open().api)
  const keywords = (include: string[], exclude: string[]) =>
    stores.load({ ...question, page_keywords: { include, exclude } })
  const units = () => {
    const statistics = stores.$statistics.get()
    return statistics.status === 'success' && statistics.value.data.attributes.ad_units_count
  }
  await keywords(['wallet'], [])
  expect(units()).toBe(0)
  await keywords([], ['casino'])
  expect(units()).toBe(2)
})

test('is an error for every status but 200', async () => {
  for (const answer of [new Response('{}', { status: 201 }), errorResponse(500, 'internal')]) {
    const { transport } = createFakeTransport(() => answer)
    const stores = createTrafficStatisticsStores(createApi({ transport }))
    await stores.load(question)
    expect(stores.$statistics.get().status).toBe('error')
  }
})

test('shows the answer to the newest question only', async () => {
  const stores = createTrafficStatisticsStores(app.open().api)
  const older = stores.load(question)
  await stores.load({
    ...question,
    traffic: select(noTraffic, 'ad_unit', { id: unitId, name: 'one' })
  })
  await older
  expect(stores.$statistics.get()).toMatchObject({
    value: { data: { attributes: { ad_units_count: 1 } } }
  })
})

test('of a campaign: success, and the first error’s detail with loading over', async () => {
  const { api } = await app.signIn()
  const { data } = await createCampaign(api)
  const stores = createCampaignStatisticStores(api, data.id)
  await stores.load('btc', '100000', null)
  expect(stores.$statistic.get()).toMatchObject({
    status: 'success',
    value: { data: { attributes: { ad_units_count: 2, banner_sizes: [{ size: '300x250' }] } } }
  })
  await stores.load('btc', '0', '1')
  expect(stores.$statistic.get()).toMatchObject({
    status: 'error',
    problem: {
      code: 'amount_invalid',
      detail: 'data[attributes][daily_budget] must be greater than zero.'
    }
  })
})
