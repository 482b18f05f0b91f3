import { createApi } from '@mille/api/client.ts'
import { addTrafficPack, addUnit, addVerifiedSite } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeTransport, errorResponse } from '../shared/fake-transport.ts'
import { noTraffic } from '../traffic-selection/selection-rules.ts'
import { createCampaignWizardStores } from './campaign-wizard.ts'
import { readTrafficSource, type TrafficSource } from './traffic-source.ts'

let app: TestApp
let owner: SignedInBrowser
let siteId: string
let unitId: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signIn()
  const { userId } = owner
  siteId = await addVerifiedSite(app.context, { userId, domainName: 'one.example' })
  unitId = await addUnit(app.context, { userId, siteId })
})
afterAll(() => app.close())

async function begin(source: TrafficSource) {
  const stores = createCampaignWizardStores(app.open().api, source)
  expect(stores.$wizard.get()).toEqual({ status: 'loading', source })
  await stores.initialize()
  return stores.$wizard.get()
}

test('begins with the source of the link: loading, then loaded', async () => {
  const one = { id: unitId, name: 'one.example' }
  expect(await begin({ type: 'ad_unit', ids: [unitId] })).toEqual({
    status: 'loaded',
    source: { type: 'ad_unit', ids: [unitId] },
    traffic: { ...noTraffic, selectedAdUnits: [one] },
    restarted: false
  })
  expect(await begin({ type: 'site', ids: [siteId] })).toMatchObject({
    traffic: { selectedSites: [{ id: siteId, name: 'one.example' }] }
  })
  expect(await begin({ type: 'category', ids: ['10', '101'] })).toMatchObject({
    traffic: { selectedCategories: [{ name: 'bitcoin' }, { name: 'news' }] }
  })
  const pack = await addTrafficPack(app.context, 'Begin', [
    { type: 'site', id: siteId, allowed: true },
    { type: 'category', id: '102', allowed: false }
  ])
  expect(await begin({ type: 'traffic_pack', ids: [pack] })).toMatchObject({
    traffic: { selectedSites: [{ id: siteId }], blockedCategories: [{ id: '102' }] }
  })
})

test('a source that is gone, or an affiliate unit, restarts with all categories', async () => {
  const affiliate = await addUnit(app.context, { userId: owner.userId, kind: 'affiliate' })
  for (const id of ['2000000000', affiliate]) {
    expect(await begin({ type: 'ad_unit', ids: [id] })).toEqual({
      status: 'loaded',
      source: { type: 'all-categories' },
      traffic: noTraffic,
      restarted: true
    })
  }
})

test('without a source it is loaded with nothing selected, which is everything', async () => {
  expect(await begin({ type: 'all-categories' })).toMatchObject({
    status: 'loaded',
    traffic: noTraffic,
    restarted: false
  })
})

test('a failure is shown, and can be tried again', async () => {
  let isDown = true
  const { transport } = createFakeTransport(({ path }) =>
    isDown ? errorResponse(503, 'unavailable') : app.open().transport(path, { method: 'GET' })
  )
  const stores = createCampaignWizardStores(createApi({ transport }))
  await stores.initialize()
  expect(stores.$wizard.get()).toMatchObject({ status: 'error', problem: { code: 'unavailable' } })
  isDown = false
  await stores.restart()
  expect(stores.$wizard.get()).toMatchObject({ status: 'loaded', restarted: true })
})

test.each([
  ['source_id=12&source_type=ad_unit&partner=3', { type: 'ad_unit', ids: ['12'] }],
  ['source_id=1&source_id=2&source_type=site', { type: 'site', ids: ['1', '2'] }],
  ['source_type=traffic_pack&source_id=x', { type: 'all-categories' }],
  ['source_type=moon&source_id=1', { type: 'all-categories' }],
  ['', { type: 'all-categories' }]
])('reads the source of ?%s', (query, source) => {
  expect(readTrafficSource(new URLSearchParams(query))).toEqual(source)
})
