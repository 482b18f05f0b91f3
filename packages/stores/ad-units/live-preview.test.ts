import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { createLivePreviewStores } from './live-preview.ts'

const attributes = { token: '1.empty.1764393144.abc', expires_at: '2026-03-02T10:30:00.000Z' }
const answer = () => jsonResponse({ data: { type: 'previews', id: '1', attributes } }, 201)

function storesWith(respond: () => Response) {
  const { transport, calls } = createFakeTransport(respond)
  const start = { id: '1', pageUrl: 'https://blog.example/' }
  return { calls, stores: createLivePreviewStores(createApi({ transport }), start) }
}

test('adds the token to the address of the page, which keeps its own parameters', async () => {
  const { stores, calls } = storesWith(answer)
  stores.changePage('blog.example/notes?page=2#end')
  const address = `https://blog.example/notes?page=2&mille-preview=${attributes.token}#end`
  expect(await stores.create({ state: 'empty' })).toBe(address)
  expect(attributesOf(calls[0])).toEqual({ state: 'empty' })
  expect(stores.$preview.get()).toEqual({
    status: 'success',
    address,
    expiresAt: attributes.expires_at
  })
  stores.forget()
  expect(stores.$preview.get()).toEqual({ status: 'idle' })
})

test('another unit is asked for with its own page, and the address of the first is forgotten', async () => {
  const { stores, calls } = storesWith(answer)
  await stores.create({ creative_id: '5' })
  stores.changeUnit({ id: '2', pageUrl: 'https://news.example/' })
  expect(stores.$preview.get()).toEqual({ status: 'idle' })
  expect(await stores.create({ creative_id: '5' })).toBe(
    `https://news.example/?mille-preview=${attributes.token}`
  )
  expect(calls.map(it => it.path)).toEqual([
    '/api/v1/ad_units/1/previews',
    '/api/v1/ad_units/2/previews'
  ])
})

test('an address that is not one is refused before anything is requested', async () => {
  const { stores, calls } = storesWith(answer)
  stores.changePage('javascript:alert(1)')
  expect(await stores.create({ state: 'empty' })).toBe(null)
  expect(stores.$preview.get()).toEqual({ status: 'address_invalid' })
  expect(calls).toEqual([])
})

test('keeps why the network refuses a preview', async () => {
  const { stores } = storesWith(() => errorResponse(422, 'preview_not_shown'))
  expect(await stores.create({ creative_id: '5' })).toBe(null)
  expect(stores.$preview.get()).toMatchObject({
    status: 'error',
    problem: { code: 'preview_not_shown' }
  })
})
