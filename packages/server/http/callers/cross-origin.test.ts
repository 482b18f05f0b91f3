import * as announcements from '@mille/api/announcements/endpoints.ts'
import * as brand from '@mille/api/brand/endpoints.ts'
import * as captcha from '@mille/api/captcha/endpoints.ts'
import { type AnyEndpoint, endpoint } from '@mille/api/endpoint.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import * as marketplace from '@mille/api/marketplace/endpoints.ts'
import * as support from '@mille/api/support/endpoints.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { letAnyOriginIn } from './cross-origin.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const reads = [
  announcements.readAnnouncement,
  brand.readBrand,
  marketplace.previewOffers,
  support.readChatConfiguration,
  captcha.readChallenge
]
/** Query strings without which a read would be invalid. */
const queries: Record<string, string> = { [captcha.readChallenge.path]: '?purpose=ad_report' }

test('what widgets read on other pages can be read with headers that the page adds', async () => {
  const { transport } = app.open()
  for (const { path } of reads) {
    const headers = {
      origin: 'https://blog.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'traceparent'
    }
    const preflight = await transport(path, { method: 'OPTIONS', headers })
    expect([path, preflight.status]).toEqual([path, 204])
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('*')
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD')
    const answer = await transport(`${path}${queries[path] ?? ''}`, {
      headers: { origin: 'https://blog.example', traceparent: '00-1-1-01' }
    })
    expect(answer.ok).toBe(true)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  }
})

test('a page of another origin is let into nothing else', async () => {
  const { transport } = app.open()
  const answer = await transport('/api/v1/announce/', {
    method: 'PUT',
    headers: { origin: 'https://blog.example' }
  })
  expect(answer.ok).toBe(false)
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

const write = endpoint({
  method: 'POST',
  path: '/api/v1/notes',
  statuses: [204],
  auth: 'public',
  type: 'notes',
  anyOrigin: true,
  errors: [],
  summary: 'Of this test'
})

test('a write for every origin is asked for first, and never with credentials', async () => {
  const small = new Hono()
  letAnyOriginIn(small, write)
  small.post(write.path, () => new Response('no', { status: 422 }))
  const origin = { origin: 'https://blog.example' }
  const preflight = await small.request(write.path, { method: 'OPTIONS', headers: origin })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-methods')).toBe('POST')
  const answer = await small.request(write.path, { method: 'POST', headers: origin })
  expect(answer.status).toBe(422)
  for (const { headers } of [preflight, answer]) {
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  }
})

test.each<[string, Record<string, unknown>]>([
  ['of an account', { auth: 'user' }],
  ['without a JSON body, which a page sends without asking', { type: undefined }],
  ['that changes what is there', { method: 'PATCH' }],
  ['that keeps its answer for whoever has the key', { idempotency: 'optional' }]
])('no write is for every origin %s', (_, change) => {
  const changed = { ...write, ...change } as AnyEndpoint
  expect(() => letAnyOriginIn(new Hono(), changed)).toThrow('/api/v1/notes')
})

test('pages of every origin may make these calls and no others', () => {
  const open = Object.values(endpoints)
    .flatMap((domain): AnyEndpoint[] => Object.values(domain))
    .filter(it => it.anyOrigin)
    .map(it => `${it.method} ${it.path}`)
  expect(open.sort()).toEqual([
    'GET /api/v1/announce/',
    'GET /api/v1/brand',
    'GET /api/v1/captcha_challenges',
    'GET /api/v1/chat/configuration',
    'GET /api/v1/publication_offers/preview',
    'POST /api/v1/chat/letters'
  ])
})
