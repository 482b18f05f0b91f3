import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveDocs } from './docs-site.ts'

let folder: string
const app = new Hono()
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mille-docs-'))
  serveDocs(app, folder)
  app.get('*', c => c.text('the dashboard', 404))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('leaves its addresses to the dashboard until it is built', async () => {
  for (const path of ['/docs', '/docs/', '/docs/operating/start'])
    expect(await (await app.request(path)).text()).toBe('the dashboard')
})

test('serves pages under addresses without .html', async () => {
  mkdirSync(join(folder, 'operating'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'operating/start.html'), 'Start')
  writeFileSync(join(folder, 'operating/index.html'), 'Operating')
  writeFileSync(join(folder, 'assets/app.js'), 'run()')
  writeFileSync(join(folder, '404.html'), 'No such page')
  writeFileSync(join(folder, 'index.html'), '<script src="a.js"></script><script id="x">1</script>')

  expect((await app.request('/docs')).headers.get('location')).toBe('/docs/')
  const textOf = async (path: string) => (await app.request(path)).text()
  expect(await textOf('/docs/operating/start')).toBe('Start')
  expect(await textOf('/docs/operating/')).toBe('Operating')

  const missing = await app.request('/docs/operating/nothing')
  expect([missing.status, await missing.text()]).toEqual([404, 'No such page'])
  const outside = await app.request('/docs/../package.json')
  expect(outside.status).toBe(404)

  const script = await app.request('/docs/assets/app.js')
  expect(script.headers.get('cache-control')).toContain('immutable')
})

test('allows the inline scripts of its pages, and no others', async () => {
  const policy = (await app.request('/docs/')).headers.get('content-security-policy')
  // SHA-256 of "1".
  const hash = "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='"
  expect(policy).toContain(`script-src 'self' ${hash};`)
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types vue")
})
