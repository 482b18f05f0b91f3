import * as announcements from '@mille/api/announcements/endpoints.ts'
import * as marketplace from '@mille/api/marketplace/endpoints.ts'
import * as support from '@mille/api/support/endpoints.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const reads = [
  announcements.readAnnouncement,
  marketplace.previewOffers,
  support.readChatConfiguration
]

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
    const answer = await transport(path, {
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
