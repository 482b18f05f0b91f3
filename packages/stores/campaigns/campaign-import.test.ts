import { createApi } from '@mille/api/client.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { changesIn, createCampaignImportStores } from './campaign-import.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const heading = 'id,name,link_text,creative_link,creative_text,daily_budget'
const row = (id: string, name: string) =>
  `${id},${name},Bread at seven,https://bread.example/,Baked at four.,0.001`
const fileOf = (...rows: string[]) => new File([[heading, ...rows].join('\n')], 'campaigns.csv')

test('makes another plan where the campaigns changed after the first, and then imports that', async () => {
  const { api } = await app.signIn()
  const stores = createCampaignImportStores(api)
  await stores.choose(fileOf(row('', 'Spring')))
  expect(stores.$plan.get()?.meta).toMatchObject({ created: 1, dry_run: true })
  expect(await stores.importAll()).toMatchObject({ created: 1, dry_run: false })
  const listed = await api.campaigns.listCampaigns()
  const id = listed.ok ? (listed.value.data[0]?.id ?? '') : ''
  const later = createCampaignImportStores(api)
  await later.choose(fileOf(row(id, 'Summer')))
  await api.campaigns.updateCampaign({ id, name: 'Autumn' })
  expect(await later.importAll()).toBe(null)
  expect([later.$isChanged.get(), later.$problem.get()]).toEqual([true, null])
  expect(later.$plan.get()?.data[0]?.attributes.changes).toEqual([
    { column: 'name', before: 'Autumn', after: 'Summer' }
  ])
  expect(await later.importAll()).toMatchObject({ changed: 1 })
})

test('a refused row lets nothing be imported', async () => {
  const { api } = await app.signIn()
  const stores = createCampaignImportStores(api)
  await stores.choose(fileOf(row('', 'Spring'), row('77', 'Not mine')))
  const plan = stores.$plan.get()
  expect(plan?.meta).toMatchObject({ created: 1, refused: 1 })
  expect(plan && changesIn(plan)).toBe(0)
  expect(await stores.importAll()).toBe(null)
  expect(await api.campaigns.listCampaigns()).toMatchObject({ value: { data: [] } })
})

test('keeps the file and the plan while the network is away, and is the same import afterwards', async () => {
  const meta = { dry_run: true, plan: 'a'.repeat(64), created: 1, changed: 0, unchanged: 0 }
  const plan = { data: [], meta: { ...meta, refused: 0, ignored_columns: [] } }
  const answers = [
    () => errorResponse(503, 'unavailable'),
    () => jsonResponse(plan),
    () => errorResponse(503, 'unavailable'),
    () => jsonResponse(plan)
  ]
  const { transport, calls } = createFakeTransport(() =>
    (answers.shift() ?? (() => errorResponse(500, 'internal')))()
  )
  const stores = createCampaignImportStores(createApi({ transport }))
  await stores.choose(fileOf(row('', 'Spring')))
  expect(stores.$problem.get()).toMatchObject({ work: 'read', isOfFile: false })
  await stores.readAgain()
  expect(await stores.importAll()).toBe(null)
  expect(stores.$problem.get()).toMatchObject({ work: 'import', code: 'unavailable' })
  expect(await stores.importAll()).toMatchObject({ created: 1 })
  const [, , first, second] = calls
  expect(attributesOf(second)).toEqual(attributesOf(first))
  const keyOf = (call = first) => call?.headers.get('Idempotency-Key')
  expect(keyOf()).toMatch(/^[0-9a-f-]{36}$/)
  expect(keyOf(second)).toBe(keyOf())
})

test.each([
  ['another encoding', new Uint8Array([0x69, 0x64, 0x0a, 0xe9]), 'csv_unreadable'],
  ['too many bytes', 'x'.repeat(1_500_001), 'csv_too_large'],
  ['too many characters', 'x'.repeat(500_001), 'csv_too_large'],
  ['nothing', '', 'csv_invalid'],
  ['an unknown column', 'id,nmae\n1,x', 'csv_column_unknown']
])('refuses a file with %s as a whole', async (_, content, code) => {
  const stores = createCampaignImportStores((await app.signIn()).api)
  await stores.choose(new File([content], 'campaigns.csv'))
  expect(stores.$problem.get()).toMatchObject({ code, isOfFile: true })
  expect(stores.$file.get()?.name).toBe('campaigns.csv')
})
