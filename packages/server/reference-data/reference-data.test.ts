import { bannerSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { categories } from '@mille/api/reference-data/categories.ts'
import { languages } from '@mille/api/reference-data/languages.ts'
import { productCategories } from '@mille/api/reference-data/product-categories.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('the constants are read by anybody, and kept for a minute', async () => {
  const { api, transport } = app.open()
  const lists = await Promise.all([
    api.referenceData.listCategories(),
    api.referenceData.listLanguages(),
    api.referenceData.listBannerSizes()
  ])
  const [found, spoken, sizes] = lists.map(list => (list.ok ? list.value.data : []))
  expect(found).toHaveLength(categories.length)
  expect(found).toContainEqual({
    type: 'categories',
    id: '10',
    attributes: { name: 'bitcoin', is_offered: true }
  })
  expect(spoken?.map(it => it.id)).toEqual([...languages])
  expect(spoken).toContainEqual({ type: 'languages', id: 'el', attributes: { name: 'Greek' } })
  expect(sizes?.map(it => it.id)).toEqual([...bannerSizes])
  const response = await transport('/api/v1/categories', { method: 'GET' })
  expect(response.headers.get('cache-control')).toBe('public, max-age=60')
})

test('what an ad can sell is read by anybody, each with an IAB category if one fits', async () => {
  const answer = await app.open().api.referenceData.listProductCategories()
  const found = answer.ok ? answer.value.data : []
  expect(found).toHaveLength(productCategories.length)
  expect(new Set(found.map(it => it.id)).size).toBe(found.length)
  expect(found).toContainEqual({
    type: 'product_categories',
    id: 'crypto_exchanges',
    attributes: { name: 'Crypto exchanges', iab_ad_product_id: '1449' }
  })
  expect(found.at(-1)).toMatchObject({ id: 'other', attributes: { iab_ad_product_id: null } })
})

test('the table of categories has the contract’s', async () => {
  const rows = await app.context.db.selectFrom('categories').select(['id', 'name']).execute()
  expect(rows.toSorted((a, b) => a.id - b.id)).toEqual([...categories].sort((a, b) => a.id - b.id))
})
