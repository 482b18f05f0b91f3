import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { creativeLengths } from '@mille/api/constants.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inThread, stopThreads } from '../threads/in-thread.ts'
import { rest } from '../threads/testing/tasks.ts'
import { readPage } from './read-page.ts'
import { suggestCategories, suggestRating } from './suggest.ts'

const page = `<!doctype html><html lang="de-AT"><head><title> Kasten &amp; Co.
  </title><meta name="description" content="Bitcoin news"><style>casino poker</style></head>
  <body><h1>Bitcoin</h1><p>News of the Lightning network, bitcoin casino, poker and dice.</p>
  <script>const porn = 'porn porn'</script></body></html>`

/** A page that describes itself for people who share it, in more words than an ad has room for. */
const shared = `<html lang="de"><head><title>Start | Bäckerei Adam</title>
  <meta property="og:title" content="Brot &amp; Brötchen aus Ihrem Nachbardorf, jeden Morgen frisch geliefert">
  <meta property="og:title" content="Another"><meta name="description" content="">
  <meta name="description" content="${'Um vier gebacken, um sieben auf dem Tisch. '.repeat(9)}">`

/** A slow page for the parser, which searches all open elements at each closing tag. */
const hostile = Buffer.from(`${'<div>'.repeat(250)}${'</p>'.repeat(250_000)}`)

let app: TestApp
const server = http.createServer((request, response) => {
  if (request.url === '/page') response.end(page)
  else if (request.url === '/shared') response.end(shared)
  else if (request.url === '/picture')
    response.writeHead(200, { 'content-type': 'image/png; q=1' }).end(page)
  else if (request.url === '/hostile') response.end(hostile)
  else response.writeHead(503).end('no')
})
beforeAll(async () => {
  app = await createTestApp()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.close()
  await app.close()
})
const address = (path: string) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`

async function analyse(pageUrl: string, on = app) {
  const result = await on.open().api.pageAnalyses.analysePage({ page_url: pageUrl })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.value.data.attributes
}

test('says what a page is about', async () => {
  expect(await analyse(address('/page'))).toEqual({
    page_url: address('/page'),
    domain_name: new URL(address('/')).host,
    is_taken: false,
    reachable: true,
    problem: null,
    problem_code: null,
    title: 'Kasten & Co.',
    language: 'de',
    category_ids: ['10', '101'],
    rating: 'gambling',
    headline: 'Kasten & Co.',
    text: 'Bitcoin news'
  })
})

test('proposes a headline and a text that fit an ad', async () => {
  const { headline, text, language } = await analyse(address('/shared'))
  expect(headline).toBe('Brot & Brötchen aus Ihrem Nachbardorf, jeden Morgen frisch…')
  expect(text).toMatch(/^Um vier gebacken, um sieben auf dem Tisch\. Um .{100,}\p{L}…$/u)
  expect(text?.length).toBeLessThanOrEqual(creativeLengths.creative_text)
  expect(language).toBe('de')
})

test('a file can be reached, but nothing is read in it', async () => {
  expect(await analyse(address('/picture'))).toMatchObject({
    reachable: true,
    problem: null,
    problem_code: 'not_a_page',
    title: null,
    headline: null,
    category_ids: []
  })
})

test('says that a site is another account’s, to everyone but that account', async () => {
  const owner = await app.signIn()
  const page_url = address('/page')
  const site = await owner.api.sites.createSite({ page_url })
  expect((await analyse(page_url)).is_taken).toBe(false)
  await app.context.db
    .updateTable('sites')
    .set({ state: 'verified' })
    .where('id', '=', Number(site.ok && site.value.data.id))
    .execute()
  expect((await analyse(page_url)).is_taken).toBe(true)
  const own = await owner.api.pageAnalyses.analysePage({ page_url })
  expect(own.ok && own.value.data.attributes.is_taken).toBe(false)
  await app.context.db.updateTable('sites').set({ state: 'unverified' }).execute()
})

test.each([
  'https://nodebox',
  'https://not a url',
  'https://not%20a%20url',
  'https://.example.com',
  'https://example..com'
])('%s is not a page', async page_url => {
  const result = await app.open().api.pageAnalyses.analysePage({ page_url })
  expect(result).toMatchObject({
    ok: false,
    status: 422,
    errors: [{ source: { pointer: '/data/attributes/page_url' } }]
  })
})

test('suggests no category that is offered no more', async () => {
  const { settings } = (await app.signInAdmin()).api
  await settings.changeOffered({ id: 'category:10', is_offered: false })
  expect((await analyse(address('/page'))).category_ids).toEqual(['101'])
  await settings.changeOffered({ id: 'category:10', is_offered: true })
})

test('a page that does not answer well is not an error', async () => {
  expect(await analyse(address('/gone'))).toMatchObject({
    reachable: false,
    problem: 'responded with status 503',
    problem_code: 'error_status',
    headline: null,
    title: null,
    category_ids: []
  })
  expect(await analyse('http://127.0.0.1:1/')).toMatchObject({
    problem: 'refuses connections',
    problem_code: 'unreachable'
  })
})

test('a page is read by a thread, not by the event loop', async () => {
  await analyse(address('/page'))
  const before = process.threadCpuUsage()
  for (let nth = 0; nth < 5; nth++)
    expect(await analyse(address('/hostile'))).toMatchObject({
      reachable: true,
      title: null
    })
  const { user } = process.threadCpuUsage(before)
  expect(user / 5).toBeLessThan(50_000)
})

test('says to come again when too many pages are read already', async () => {
  // Occupies every thread and every place in the queue, as on a busy network.
  const module = new URL('../threads/testing/tasks.ts', import.meta.url)
  const held = Promise.all(Array.from({ length: 40 }, () => inThread(module, rest)(500)))
  const result = await app.open().api.pageAnalyses.analysePage({ page_url: address('/page') })
  expect(result).toMatchObject({ ok: false, status: 429, code: 'too_many_requests' })
  await stopThreads()
  expect((await held).some(it => !it.ok && it.code === 'busy')).toBe(true)
  expect((await analyse(address('/page'))).title).toBe('Kasten & Co.')
})

test('reaches nothing that only this machine can', async () => {
  const production = await createTestApp({ allowPrivateHosts: false })
  expect(await analyse(address('/page'), production)).toMatchObject({
    reachable: false,
    problem_code: 'blocked_address',
    headline: null
  })
  await production.close()
})

test('is limited, for each sends a request to a stranger', async () => {
  const { api } = app.open()
  const answers = await Promise.all(
    Array.from({ length: 31 }, () =>
      api.pageAnalyses.analysePage({ page_url: 'http://127.0.0.1:1/' })
    )
  )
  expect(answers.filter(it => it.status === 429)).toHaveLength(1)
})

test.each([
  '',
  '<html lang="">',
  '<title></title>',
  '<title>\u202e</title>',
  '<svg><title>x',
  '\0'
])('reads %j', html => {
  const { words } = readPage(html)
  expect(suggestCategories(words)).toEqual([])
  expect(suggestRating(words)).toBe(null)
})
