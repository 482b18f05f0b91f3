import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertChange } from '../brand/queries.ts'
import { serveDocs } from './docs-site.ts'

let folder: string
let context: TestContext
const app = new Hono()
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mille-docs-'))
  context = await createTestContext()
  serveDocs(app, context, folder)
  app.get('*', c => c.text('the dashboard', 404))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await context.close()
})

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

/** The parts of a built page that name the program, as VitePress writes them. */
const built = (title: string) => `<title>${title}Mille</title>
<meta name="application-name" content="Mille"><script>1</script>
<a class="title" href="/docs/" data-v-1><!----><span data-v-1>Mille</span></a>
<p>Mille is one process.</p><p>Powered by Mille 0.1.0</p>`

test('has the name of the network in titles and headers', async () => {
  writeFileSync(join(folder, 'operating/start.html'), built('Start | '))
  writeFileSync(join(folder, 'operating/index.html'), built(''))
  writeFileSync(join(folder, 'plain.html'), 'Mille')
  const { id: userId } = await context.db
    .insertInto('users')
    .values({ email: 'operator@mille.test', created_at: context.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const brand = { name: 'A&B $& Ads', accent: null, supportAddress: null, logo: null }
  await insertChange(context.db, brand, { userId, at: context.now() })
  const named = (title: string) =>
    built(title)
      .replace('Mille</title>', () => 'A&amp;B $&amp; Ads</title>')
      .replace('content="Mille"', () => 'content="A&amp;B $&amp; Ads"')
      .replace('Mille</span>', () => 'A&amp;B $&amp; Ads</span>')
  for (const [path, title] of [
    ['operating/start', 'Start | '],
    ['operating/start.html', 'Start | '],
    ['operating/', '']
  ] as const)
    expect(await (await app.request(`/docs/${path}`)).text()).toBe(named(title))
  expect(await (await app.request('/docs/plain')).text()).toBe('Mille')
  expect((await app.request('/docs/%2e%2e/package.html')).status).toBe(404)
})

test('can be read while the database does not answer', async () => {
  const broken = new Hono()
  const db = {
    selectFrom: () => {
      throw new Error('the database is down')
    }
  }
  serveDocs(broken, { db } as unknown as TestContext, folder)
  const answer = await broken.request('/docs/operating/start')
  expect([answer.status, await answer.text()]).toEqual([200, built('Start | ')])
})
