import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveryRoutes } from '../delivery/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp(
    { publicUrl: 'https://ads.example', mode: 'production' },
    context => deliveryRoutes(context).app
  )
})
afterAll(() => app.close())

const paths = [
  '/api/v1/categories',
  '/api/v1/current_user',
  '/api/v1/nothing',
  '/api/v1/openapi.json',
  '/api/v1/reference',
  '/api/v1/reference.css',
  '/robots.txt',
  '/healthz',
  '/serve/units/1',
  '/serve/view',
  '/serve/click/x',
  '/media/banners/1/x',
  '/media/brand/x/logo.webp',
  '/media/logos/x',
  '/unsubscribe'
]

test.each(paths)(
  '%s tells browsers to stay with TLS, to guess no type, and to frame nothing',
  async path => {
    const { headers } = await app.open().transport(path, { method: 'GET' })
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
)

test('the frame of an ad is for frames', async () => {
  const { headers } = await app.open().transport('/serve/frame/1', { method: 'GET' })
  expect(headers.get('content-security-policy')).not.toContain('frame-ancestors')
})

test('cookies are for this host, over TLS, and not for scripts', async () => {
  const { headers } = await app.open().transport('/api/v1/authenticity_token', { method: 'POST' })
  for (const cookie of headers.getSetCookie())
    expect(cookie).toMatch(/^__Host-\w+=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; /)
  expect(headers.getSetCookie()).not.toEqual([])
})

test('what is for one person is kept by no cache, a refusal neither', async () => {
  const user = await app.signIn()
  for (const browser of [user, app.open()]) {
    const { headers } = await browser.transport('/api/v1/current_user', { method: 'GET' })
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('production has nothing of what development tries out', async () => {
  for (const [method, path] of [
    ['GET', '/dev/outbox'],
    ['GET', '/dev/outbox.json'],
    ['POST', '/dev/clock'],
    ['GET', '/dev/faucet'],
    ['GET', '/storybook/']
  ] as const)
    expect((await app.open().transport(path, { method })).status, path).toBe(404)
})
