import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { createPageAnalysisStores } from './page-analysis.ts'

const attributes = { page_url: 'https://a.example/', reachable: true, category_ids: ['10'] }
const found = () => jsonResponse({ data: { type: 'page_analyses', id: '1', attributes } }, 201)

test('says what was found on the page', async () => {
  const { transport } = createFakeTransport(found)
  const { $analysis, analyse } = createPageAnalysisStores(createApi({ transport }))
  const running = analyse('https://a.example/')
  expect($analysis.get()).toEqual({ status: 'loading' })
  expect(await running).toEqual(attributes)
  expect($analysis.get()).toEqual({ status: 'success', analysis: attributes })
})

test('says why nothing was found', async () => {
  const { transport } = createFakeTransport(() => errorResponse(429, 'too_many_requests'))
  const { $analysis, analyse } = createPageAnalysisStores(createApi({ transport }))
  expect(await analyse('https://a.example/')).toBe(null)
  expect($analysis.get()).toMatchObject({ status: 'error' })
})

test('a canceled analysis has no result', async () => {
  const { transport } = createFakeTransport(found)
  const { $analysis, analyse, cancel } = createPageAnalysisStores(createApi({ transport }))
  const running = analyse('https://a.example/')
  cancel()
  expect(await running).toBe(null)
  expect($analysis.get()).toEqual({ status: 'idle' })
})
