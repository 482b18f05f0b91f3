import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { dayMs } from '@mille/api/durations.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inThread, stopThreads } from '../threads/in-thread.ts'
import { rest } from '../threads/testing/tasks.ts'
import { maxPageWords, readPageWords } from './read-page-words.ts'
import { readSiteWords } from './site-words.ts'

let app: TestApp
let body = ''
let status = 200
let requests = 0
const server = http.createServer((_request, response) => {
  requests++
  response.writeHead(status).end(body)
})
const hosts = ['127.0.0.1', '127.0.0.2', 'localhost']
const originOf = (host: string) => `http://${host}:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  app = await createTestApp()
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve))
})
beforeEach(async () => {
  ;[body, status, requests] = ['<title>Bitcoin News</title>', 200, 0]
  await app.context.db.deleteFrom('site_words').execute()
  await app.context.db.deleteFrom('sites').execute()
})
afterAll(async () => {
  server.close()
  await app.close()
})

async function addSite(host = hosts[0] ?? '', state = 'verified'): Promise<number> {
  const { userId } = await app.signIn()
  const site = await app.context.db
    .insertInto('sites')
    .values({
      user_id: Number(userId),
      domain_name: new URL(originOf(host)).host,
      origin: originOf(host),
      state,
      language: 'en',
      verification_token: 'token',
      created_at: app.context.now()
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return site.id
}

async function stored(id: number) {
  const row = await app.context.db
    .selectFrom('site_words')
    .select(['words', 'read_at'])
    .where('site_id', '=', id)
    .executeTakeFirst()
  return row && { words: row.words, isRead: row.read_at !== null }
}

const later = (ms: number) => ({
  ...app.context,
  now: () => new Date(app.context.now().getTime() + ms)
})

test('reads the home page of a verified site, and again after a week', async () => {
  const id = await addSite()
  const waiting = await addSite(hosts[1], 'unverified')
  await readSiteWords(app.context)
  expect(await stored(id)).toEqual({ words: ['bitcoin', 'news'], isRead: true })
  expect(await stored(waiting)).toBeUndefined()
  body = '<title>Gardening</title>'
  await readSiteWords(later(7 * dayMs - 1))
  expect([requests, (await stored(id))?.words]).toEqual([1, ['bitcoin', 'news']])
  await readSiteWords(later(7 * dayMs))
  expect([requests, (await stored(id))?.words]).toEqual([2, ['gardening']])
})

test('a page that cannot be read keeps its words, and waits for a week too', async () => {
  const [id, other] = [await addSite(), await addSite(hosts[1])]
  await readSiteWords(app.context)
  status = 503
  const never = await addSite(hosts[2])
  await readSiteWords(later(7 * dayMs))
  expect(await stored(id)).toEqual({ words: ['bitcoin', 'news'], isRead: true })
  expect(await stored(other)).toEqual({ words: ['bitcoin', 'news'], isRead: true })
  expect(await stored(never)).toEqual({ words: [], isRead: false })
  expect(requests).toBe(5)
  await readSiteWords(later(8 * dayMs))
  expect(requests).toBe(5)
})

test('comes back later when too many pages are read already', async () => {
  const id = await addSite()
  const module = new URL('../threads/testing/tasks.ts', import.meta.url)
  const held = Promise.all(Array.from({ length: 40 }, () => inThread(module, rest)(500)))
  await readSiteWords(app.context)
  expect(await stored(id)).toBeUndefined()
  await stopThreads()
  await held
  await readSiteWords(app.context)
  expect((await stored(id))?.words).toEqual(['bitcoin', 'news'])
})

test('tells delivery of words that changed, and of none that did not', async () => {
  const id = await addSite()
  const listener = await app.context.pool.connect()
  const told: (string | undefined)[] = []
  listener.on('notification', ({ payload }) => told.push(payload))
  await listener.query('listen inventory')
  const toldAfter = async (ms: number) => {
    told.length = 0
    await readSiteWords(later(ms))
    await listener.query('select 1')
    return [...told]
  }
  expect(await toldAfter(0)).toEqual([`site ${id}`])
  expect(await toldAfter(7 * dayMs)).toEqual([])
  body = '<title>Gardening</title>'
  expect(await toldAfter(14 * dayMs)).toEqual([`site ${id}`])
  await listener.query('unlisten *')
  listener.removeAllListeners('notification')
  listener.release()
})

test.each([
  ['<title>Own your <b></title><h1>Your <em>c</em>oins</h1>', 'own your b coins'],
  [
    '<meta name=Keywords content="Gold, gold,SILVER"><meta name=description content="Ore">',
    'gold silver ore'
  ],
  ['<h1>One<br>Two</h1><h2>Three</h2><p>Four</p><h1>Five</h1>', 'one two five'],
  ['<title>A</title><svg><title>Arrow</title></svg>', 'a'],
  ['<h1>Never closed <script>run()</script>', 'never closed'],
  ['<meta property="og:title" content="Cards">', ''],
  ['', '']
])('reads %s', (html, words) => {
  expect(readPageWords(html).join(' ')).toBe(words)
})

test('keeps the first of many words, and reads no more of a part than a page needs', () => {
  const many = Array.from({ length: 5_000 }, (_, nth) => `w${nth}`).join(' ')
  const words = readPageWords(`<meta name=description content="${many}"><title>Title</title>`)
  expect(words).toHaveLength(maxPageWords)
  expect(words.slice(0, 3)).toEqual(['title', 'w0', 'w1'])
  expect(readPageWords(`<h1>${'漢字'.repeat(400_000)} end`)).not.toContain('end')
})
