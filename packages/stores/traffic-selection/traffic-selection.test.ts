import { createApi } from '@mille/api/client.ts'
import { addTrafficPack, addUnit, addVerifiedSite, addViews } from '@mille/testing/supply.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createFakeClock } from '../shared/fake-clock.ts'
import { createFakeTransport, errorResponse } from '../shared/fake-transport.ts'
import { createTrafficSelectionStores } from './traffic-selection.ts'

let app: TestApp
let siteIds: string[]
let unitId: string

beforeAll(async () => {
  app = await createTestApp()
  const { userId } = await app.signIn()
  siteIds = []
  for (let index = 0; index < 9; index++) {
    const domainName = `site-${index}.example`
    const siteId = await addVerifiedSite(app.context, { userId, domainName, categoryIds: [10] })
    siteIds.push(siteId)
    unitId = await addUnit(app.context, { userId, siteId })
    await addViews(app.context, unitId, 30 * (index + 1), '2026-02-20T00:00:00Z')
  }
})
afterAll(() => app.close())

const domains = ({ $table }: ReturnType<typeof createTrafficSelectionStores>) =>
  $table.get().sites.map(site => site.attributes.domain_name)

test('is loading, then loaded with seven of the sites that have most traffic', async () => {
  const stores = createTrafficSelectionStores(app.open().api)
  expect(stores.$table.get().status).toBe('idle')
  const loading = stores.load()
  expect(stores.$table.get().status).toBe('loading')
  await loading
  expect(stores.$table.get()).toMatchObject({ status: 'loaded', records: 9, totalRecords: 9 })
  expect(domains(stores)).toEqual([8, 7, 6, 5, 4, 3, 2].map(it => `site-${it}.example`))
  await stores.setPage(2)
  expect(domains(stores)).toEqual(['site-1.example', 'site-0.example'])
})

test('another order, category or text begins at the first page', async () => {
  const clock = createFakeClock()
  const stores = createTrafficSelectionStores(app.open().api, { clock })
  await stores.setPage(2)
  await stores.setSort('domain_name')
  expect(stores.$query.get().page).toBe(1)
  expect(domains(stores)[0]).toBe('site-0.example')
  await stores.setCategories(['101'])
  expect(domains(stores)).toEqual([])
  await stores.setCategories([])

  stores.setQuery('site')
  stores.setQuery('site-4')
  clock.advance(499)
  expect(stores.$table.get().status).toBe('loaded')
  clock.advance(1)
  expect(stores.$table.get().status).toBe('loading')
  await vi.waitFor(() => expect(domains(stores)).toEqual(['site-4.example']))
})

test('a failure is shown, and no units are shown under a filter that they were not found by', async () => {
  let isDown = false
  const { transport } = createFakeTransport(({ path }) =>
    isDown ? errorResponse(500, 'internal', 'No.') : app.open().transport(path, { method: 'GET' })
  )
  const stores = createTrafficSelectionStores(createApi({ transport }))
  await stores.load()
  expect(domains(stores)).toHaveLength(7)
  isDown = true
  await stores.setPage(2)
  expect(stores.$table.get()).toMatchObject({
    status: 'error',
    problem: { code: 'internal', detail: 'No.' }
  })
  expect(domains(stores)).toEqual([])
  isDown = false
  await stores.load()
  expect(domains(stores)).toHaveLength(2)
})

test('a pack is loading, then loaded: what it allows is selected, the rest is blocked', async () => {
  const pack = await addTrafficPack(app.context, 'Pack', [
    { type: 'site', id: siteIds[0]!, allowed: true },
    { type: 'site', id: '2000000000', allowed: true },
    { type: 'ad_unit', id: unitId, allowed: false },
    { type: 'category', id: '10', allowed: true }
  ])
  const stores = createTrafficSelectionStores(app.open().api)
  stores.block('site', { id: siteIds[0]!, name: 'before' })
  const applying = stores.applyPack(pack)
  expect(stores.$pack.get().status).toBe('loading')
  await applying
  expect(stores.$pack.get().status).toBe('loaded')
  expect(stores.$traffic.get()).toEqual({
    selectedSites: [{ id: siteIds[0], name: 'site-0.example' }],
    blockedSites: [],
    selectedAdUnits: [],
    blockedAdUnits: [{ id: unitId, name: 'site-8.example' }],
    selectedCategories: [{ id: '10', name: 'bitcoin' }],
    blockedCategories: []
  })
  expect(stores.$hasSelection.get()).toBe(true)
  await stores.applyPack('2000000000')
  expect(stores.$pack.get()).toMatchObject({ status: 'error', problem: { code: 'not_found' } })
})
