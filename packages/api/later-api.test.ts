import { expect, test, vi } from 'vitest'
import { createApi } from './client.ts'
import { createLaterApi } from './later-api.ts'

const answers = createApi({
  transport: async path => Response.json({ data: [], meta: { path } })
})

test('the code comes with the first call, once for all of them', async () => {
  const load = vi.fn(async () => answers)
  const api = createLaterApi(load)
  expect(load).not.toHaveBeenCalled()
  const [first, second] = await Promise.all([
    api.referenceData.listCategories(),
    api.marketplace.listOffers({ sort: 'relevance' })
  ])
  expect(first).toMatchObject({ ok: true, value: { meta: { path: '/api/v1/categories' } } })
  expect(second).toMatchObject({ ok: true })
  expect(load).toHaveBeenCalledOnce()
})

test('code that cannot be had is a server that cannot be reached, and is asked for again', async () => {
  const load = vi.fn(async () => answers)
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const api = createLaterApi(load)
  expect(await api.referenceData.listCategories()).toEqual({
    ok: false,
    status: -1,
    code: 'unreachable',
    errors: []
  })
  expect(await api.referenceData.listCategories()).toMatchObject({ ok: true })
})

test('a domain and its calls stay the same, and are not promises', async () => {
  const api = createLaterApi(async () => answers)
  expect(api.referenceData).toBe(api.referenceData)
  expect(api.referenceData.listCategories).toBe(api.referenceData.listCategories)
  expect(await api.referenceData).toBe(api.referenceData)
})
