import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { possibleCodes } from '../requests/possible-codes.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const get = (path: string) => app.open().transport(path, { method: 'GET' })

test('the reference page names every call and each code that it answers, with nothing from elsewhere', async () => {
  const response = await get('/api/v1/reference')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = await response.text()
  for (const { endpoint } of app.served) {
    const title = `<b>${endpoint.method}</b> <code>${endpoint.path}</code>`
    const section = page.split(title)[1]?.split('</article>')[0]
    for (const code of possibleCodes(endpoint)) expect(section, title).toContain(` ${code}`)
  }
  expect(page).not.toMatch(/<script|style=|https?:\/\//)
  const ids = [...page.matchAll(/<article id="(.*?)"/g)].map(match => match[1])
  expect(new Set(ids).size).toBe(ids.length)
  for (const path of ['/api/v1/reference', '/api/v1/openapi.json']) {
    const { headers } = await get(path)
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    const known = { 'If-None-Match': headers.get('etag') ?? '' }
    expect((await app.open().transport(path, { method: 'GET', headers: known })).status).toBe(304)
  }
  const style = await get('/api/v1/reference.css')
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
})

test.each(['/api/v1/openapi.json', '/api/v1/reference', '/sitemap.xml'])(
  '%s is made and compressed once, not for each request',
  async path => {
    const fresh = await createTestApp()
    const headers = { 'Accept-Encoding': 'gzip, br' }
    const cpuMicroseconds = async (times: number) => {
      const before = process.threadCpuUsage()
      for (let nth = 0; nth < times; nth++)
        await (await fresh.open().transport(path, { method: 'GET', headers })).arrayBuffer()
      return process.threadCpuUsage(before).user / times
    }
    const first = await cpuMicroseconds(1)
    const known = await cpuMicroseconds(10)
    await fresh.close()
    expect(known).toBeLessThan(Math.min(first / 2, 5_000))
  }
)

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', null]
])('the document for %s is sent as %s', async (accepted, encoding) => {
  const headers = { 'Accept-Encoding': accepted }
  const path = '/api/v1/openapi.json'
  const response = await app.open().transport(path, { method: 'GET', headers })
  expect(response.headers.get('content-encoding')).toBe(encoding)
  expect(response.headers.get('vary')).toBe('Accept-Encoding')
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = { br: brotliDecompressSync, gzip: gunzipSync, '': (it: Buffer) => it }
  const read = text[(encoding ?? '') as keyof typeof text](bytes)
  expect(JSON.parse(read.toString())).toMatchObject({ openapi: '3.1.0' })
})
