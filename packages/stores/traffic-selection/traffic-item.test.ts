import { createApi } from '@mille/api/client.ts'
import { addUnit, addVerifiedSite } from '@mille/testing/supply.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeTransport, errorResponse } from '../shared/fake-transport.ts'
import { createTrafficItemStores } from './traffic-item.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function findSite() {
  const { userId } = await app.signIn()
  const domainName = `site-${userId}.example`
  const siteId = await addVerifiedSite(app.context, { userId, domainName })
  const unitId = await addUnit(app.context, { userId, siteId })
  const found = await app.open().api.trafficSelection.search({
    'filter[type]': 'sites',
    'filter[query]': domainName
  })
  const site = found.ok ? found.value.data[0] : undefined
  if (!site) throw new Error('the site is not found')
  return { site, unitId }
}

test('has the units of a site with their ratings', async () => {
  const { site, unitId } = await findSite()
  const { $item, load } = createTrafficItemStores(app.open().api)
  await load(site)
  expect($item.get()).toMatchObject({
    status: 'loaded',
    units: [{ unit: { id: unitId }, rating: { rating: 0.25, is_new: true } }]
  })
})

test('says what went wrong', async () => {
  const { site } = await findSite()
  const { transport } = createFakeTransport(() => errorResponse(429, 'too_many_requests'))
  const { $item, load } = createTrafficItemStores(createApi({ transport }))
  await load(site)
  expect($item.get()).toMatchObject({ status: 'error', problem: { code: 'too_many_requests' } })
})
