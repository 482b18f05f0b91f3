import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveAssets, serveEmbed } from './files.ts'

let outside: string
let folder: string
const app = new Hono()

beforeAll(() => {
  outside = mkdtempSync(join(tmpdir(), 'mille-files-'))
  writeFileSync(join(outside, 'secret.txt'), 'a secret')
  folder = join(outside, 'embed')
  mkdirSync(folder)
  for (const version of ['v1', '1.2.3']) {
    mkdirSync(join(folder, version))
    for (const name of ['ad.js', 'runtime-a1B2_c3-.js'])
      writeFileSync(join(folder, version, name), `// ${version}`)
  }
  writeFileSync(join(folder, 'v1/manifest.json'), '{}')
  writeFileSync(join(folder, 'v1/ad.js.br'), brotliCompressSync('// v1'))
  serveEmbed(app, folder)
  // As in production, a later route (the dashboard) answers all remaining paths.
  app.all('*', () => new Response('a page', { status: 404 }))
})
afterAll(() => rmSync(outside, { recursive: true }))

const year = 'public, max-age=31536000, immutable'
const minutes = 'public, max-age=300, stale-while-revalidate=86400'

test.each([
  ['/embed/v1/ad.js', minutes],
  ['/embed/v1/manifest.json', minutes],
  ['/embed/v1/runtime-a1B2_c3-.js', year],
  ['/embed/1.2.3/ad.js', year],
  ['/embed/1.2.3/runtime-a1B2_c3-.js', year]
])('%s may be kept as %s, by a page of any origin', async (path, expected) => {
  const response = await app.request(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe(expected)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})

test('a browser that has the file is not sent it again', async () => {
  const first = await app.request('/embed/v1/ad.js')
  const known = { 'If-None-Match': first.headers.get('etag') ?? '' }
  const again = await app.request('/embed/v1/ad.js', { headers: known })
  expect([again.status, await again.text()]).toEqual([304, ''])
  for (const name of ['cache-control', 'access-control-allow-origin', 'timing-allow-origin'])
    expect(again.headers.get(name), name).toBe(first.headers.get(name))
  const other = await app.request('/embed/1.2.3/ad.js', { headers: known })
  expect(other.status).toBe(200)
})

test('the words of a language that there are none for are empty, and not kept for long', async () => {
  const response = await app.request('/embed/v1/mille-chat-words-sw-a1B2_c3-.js')
  expect([response.status, await response.text()]).toEqual([200, ''])
  expect(response.headers.get('content-type')).toContain('text/javascript')
  expect(response.headers.get('cache-control')).toBe(minutes)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test('what is not there is not kept, and a page of any origin can see that it is not there', async () => {
  const response = await app.request('/embed/9.9.9/ad.js')
  expect(response.status).toBe(404)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBeNull()
})

test.each([
  '/embed/',
  '/embed/v1/',
  '/embed/v1',
  '/embed/../secret.txt',
  '/embed/..%2fsecret.txt',
  '/embed/%2e%2e/secret.txt',
  '/embed/v1/..%5c..%5csecret.txt',
  '/embed/v1/%00',
  '/embed/.git/config',
  '/.git/config'
])('%s shows no folder and nothing outside of one', async path => {
  const response = await app.request(path)
  expect(response.status).toBe(404)
  expect(await response.text()).not.toMatch(/secret|ad\.js/)
})

test('a browser that reads brotli gets what the build has compressed', async () => {
  const response = await app.request('/embed/v1/ad.js', {
    headers: { 'Accept-Encoding': 'gzip, br' }
  })
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('content-type')).toContain('text/javascript')
  expect(response.headers.get('vary')).toContain('Accept-Encoding')
})

test('the manifest names icons that are there, in the sizes that it says', async () => {
  const site = new Hono()
  serveAssets(site, resolve(import.meta.dirname, '../../../../dashboard/public'))
  const response = await site.request('/manifest.webmanifest')
  expect(response.headers.get('content-type')).toContain('application/manifest+json')
  const { name, start_url, theme_color, icons } = await response.json()
  expect({ name, start_url }).toEqual({ name: 'Mille', start_url: '/overview' })
  expect(theme_color).toMatch(/^#[\da-f]{6}$/)
  expect(icons.map((it: { sizes: string }) => it.sizes)).toEqual(['192x192', '512x512'])
  for (const { src, sizes, type } of icons) {
    const icon = await site.request(src)
    expect(icon.headers.get('content-type')).toBe(type)
    const { width, height } = await sharp(await icon.arrayBuffer()).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
})
