import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dayMs, hourMs } from '@mille/api/durations.ts'
import { createActiveCampaign, createCampaign, credit } from '@mille/testing/campaigns.ts'
import { createRandom } from '@mille/testing/random.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inThread, stopThreads } from '../threads/in-thread.ts'
import { rest } from '../threads/testing/tasks.ts'
import { readLandingPage } from './landing-page.ts'
import { claimLandings } from './landing-queries.ts'
import { compareSketches, findSwap } from './landing-rules.ts'
import { createWriter, generateHonestPages } from './testing/honest-pages.ts'
import { watchLandings } from './watch-landings.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** What each path answers, and how often it was asked. */
const answers = new Map<string, Answer>()
const asked: string[] = []
const server = http.createServer((request, response) => {
  const path = (request.url ?? '').split('?')[0] ?? ''
  asked.push(path)
  const answer = answers.get(path)
  if (answer) answer(request, response)
  else response.writeHead(404).end()
})
const html =
  (text: string): Answer =>
  (_, response) =>
    void response.end(text)
const redirect =
  (to: string): Answer =>
  (_, response) =>
    void response.writeHead(302, { Location: to }).end()
const status =
  (code: number): Answer =>
  (_, response) =>
    void response.writeHead(code).end()

let app: TestApp
let advertiser: SignedInBrowser
let operator: SignedInBrowser
let port: number
const at = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`

beforeAll(async () => {
  app = await createTestApp()
  await new Promise<void>(done => server.listen(0, '0.0.0.0', done))
  port = (server.address() as AddressInfo).port
  advertiser = await app.signIn()
  operator = await app.signInAdmin()
})
afterEach(async () => {
  await app.context.db.deleteFrom('landing_pages').execute()
  asked.length = 0
})
afterAll(async () => {
  server.close()
  await app.close()
})

const say = createWriter(createRandom(1).fraction, 'en', 300)
const scam = createWriter(createRandom(2).fraction, 'en', 300)
const page = (title: string, text: string, more = '') =>
  `<!doctype html><title>${title}</title>${more}<h1>${title}</h1><p>${text}</p>`
const bread = page('Fresh bread every morning', say(150))
const pills = page('Win a fortune tonight', scam(150))

let paths = 0
const newPath = () => `/page-${paths++}`

/** Runs a campaign whose page was read while it was pending, and then approved. */
async function run(path: string, approved: Answer, link = at(path)) {
  answers.set(path, approved)
  const campaign = await createActiveCampaign(app.context, advertiser, operator, 10_000n, {
    creative_link: link
  })
  await lookAll()
  await lookAll()
  return campaign.data.id
}

/** Looks at everything that is due, in as many runs as the limits of one run make it take. */
async function lookAll() {
  for (;;) if ((await watchLandings(app.context)) === 0) return
}

async function nextDay(days = 1.5) {
  app.context.clock.advance(days * dayMs)
  await advertiser.api.accounts.readCurrentUser()
  await operator.api.accounts.readCurrentUser()
  await lookAll()
  app.context.clock.advance(hourMs / 2 + 1)
  await lookAll()
}

async function stateOf(id: string) {
  const read = await advertiser.api.campaigns.readCampaign({ id })
  if (!read.ok) throw new Error(read.code)
  return read.value.data.attributes.state
}

async function queued(campaignId: string) {
  const queue = await operator.api.admin.readReviewQueue({ 'page[limit]': 100 })
  if (!queue.ok) throw new Error(queue.code)
  const { campaigns, landing_pages } = queue.value.meta
  const id = Object.keys(campaigns).find(it => campaigns[it] === campaignId)
  return id === undefined ? undefined : { id, ...landing_pages[id] }
}

async function notices(campaignId: string) {
  const { rows } = await sql<{ user_id: number; data: unknown }>`
    select user_id, data from notifications
    where kind = 'campaign_page_changed' and data ->> 'campaignId' = ${campaignId}`.execute(
    app.context.db
  )
  return rows
}

const other = () => at('/other', '127.0.0.2')
const byHeader =
  (name: string, isTarget: (value: string) => boolean): Answer =>
  (request, response) =>
    isTarget(String(request.headers[name] ?? ''))
      ? redirect(other())(request, response)
      : html(bread)(request, response)

/** Ways of showing visitors something else than what was approved: what the page answers later. */
const swaps: Record<string, () => Answer> = {
  'redirect to another host': () => redirect(other()),
  'redirect with 301': () => (_, response) =>
    void response.writeHead(301, { Location: other() }).end(),
  'redirect to another host that answers an error': () => redirect(at('/gone', '127.0.0.2')),
  'two redirects, the first on the same host': () => redirect(at('/hop')),
  'redirect of browsers only': () =>
    byHeader('user-agent', it => !it.includes('MilleLandingCheck')),
  'redirect of the checker only': () =>
    byHeader('user-agent', it => it.includes('MilleLandingCheck')),
  'redirect by Accept-Language': () => byHeader('accept-language', it => it !== ''),
  'redirect by Upgrade-Insecure-Requests': () =>
    byHeader('upgrade-insecure-requests', it => it === '1'),
  'redirect by time': () => (request, response) =>
    (app.context.now() > swappedAt ? redirect(other()) : html(bread))(request, response),
  'other text by user agent': () => (request, response) =>
    void response.end(request.headers['user-agent']?.startsWith('Mozilla') ? pills : bread),
  'meta refresh': () =>
    html(bread.replace('<h1>', `<meta http-equiv="refresh" content="0; url=${other()}"><h1>`)),
  'meta refresh with quotes and a delay': () =>
    html(bread.replace('<h1>', `<META HTTP-EQUIV=Refresh CONTENT="3;URL='${other()}'"><h1>`)),
  'refresh header': () => (_, response) =>
    void response.writeHead(200, { Refresh: `0; url=${other()}` }).end(bread),
  'script with location.href': () =>
    html(`${bread}<script>setTimeout(() => { window.location.href = "${other()}" }, 1)</script>`),
  'script with location.replace': () =>
    html(`${bread}<script>location.replace('${other()}')</script>`),
  'script with escaped slashes': () =>
    html(`${bread}<script>top.location="${other().replaceAll('/', '\\/')}"</script>`),
  'script alone on an empty page': () =>
    html(`<script>eval(atob("bG9jYXRpb249Ii8vbGllLmV4YW1wbGUi"))</script>`),
  'other text under the same title': () => html(page('Fresh bread every morning', scam(150))),
  'other title and text': () => html(pills),
  'other text, with the old one hidden': () =>
    html(`${pills}<div style="display: none">${bread}</div>`),
  'other text, with the old one in noscript': () => html(`${pills}<noscript>${bread}</noscript>`),
  'text in another language': () =>
    html(page('Täglich frisches Brot', createWriter(createRandom(3).fraction, 'de', 300)(150))),
  'iframe of another host that fills the window': () =>
    html(`${bread}<iframe src="${other()}" style="position:fixed;inset:0"></iframe>`),
  'iframe of another host alone': () => html(`<iframe src="${other()}" height="100%"></iframe>`),
  frameset: () => html(`<frameset><frame src="${other()}"></frameset>`),
  'emptied page': () => html(''),
  'parked page': () =>
    html(page('This domain is for sale', 'Buy this domain today from its owner.')),
  'overlay over the old text': () =>
    html(`${bread}<div style="position:fixed;inset:0;background:#fff">${scam(60)}</div>`),
  'script that puts the address together': () =>
    html(`${bread}<script>location = ['http:', '', '127.0.0.2'].join('/')</script>`)
}
let swappedAt = new Date(8e15)
/** What can be seen only by running the page in a browser. */
const unseen = ['overlay over the old text', 'script that puts the address together']

test('catches ways of exchanging an approved page, and stops exactly those campaigns', async () => {
  answers.set('/other', html(pills))
  answers.set('/hop', redirect(other()))
  const running = new Map<string, { id: string; path: string }>()
  for (const [name] of Object.entries(swaps)) {
    const path = newPath()
    answers.set(path, html(bread))
    const { data } = await createActiveCampaign(app.context, advertiser, operator, 10_000n, {
      creative_link: at(path)
    })
    running.set(name, { id: data.id, path })
  }
  const bystander = await run(newPath(), html(bread))
  await lookAll()
  await nextDay()
  for (const { id } of running.values()) expect(await stateOf(id)).toBe('active')
  swappedAt = app.context.now()
  for (const [name, { path }] of running) answers.set(path, swaps[name]?.() ?? status(500))
  await nextDay()
  const missed: string[] = []
  for (const [name, { id }] of running) if ((await stateOf(id)) !== 'pending') missed.push(name)
  const count = running.size
  process.stdout.write(
    `caught ${count - missed.length} of ${count}; missed: ${missed.join(', ')}\n`
  )
  expect(missed).toEqual(unseen)
  expect(await stateOf(bystander)).toBe('active')
})

test('honest pages that change every day raise no alarm', async () => {
  const pages = generateHonestPages(500, 20_261_128)
  let day = 0
  for (const [index, { on }] of pages.entries())
    answers.set(`/honest/${index}`, (_, response) => void response.end(on(day)))
  const read = async (index: number) => {
    const found = await readLandingPage(app.context, at(`/honest/${index}`), 'en')
    if (!found.ok) throw new Error(JSON.stringify(found))
    return found.value
  }
  const alarms: string[] = []
  const similarities: number[] = []
  for (const [index, { kind }] of pages.entries()) {
    day = 0
    const approved = await read(index)
    day = 1 + (index % 30)
    const found = await read(index)
    const reasons = findSwap(approved, found)
    if (reasons.length > 0) alarms.push(`${kind} ${reasons}`)
    similarities.push(compareSketches(approved.sketch, found.sketch))
  }
  const strangers = pages.slice(1).map((_, index) => index)
  const apart: number[] = []
  for (const index of strangers.filter(it => it % 5 === 0)) {
    const [one, two] = [await read(index), await read((index + 55 * 4) % 500)]
    if (Math.max(one.sketch.length, two.sketch.length) >= 8)
      apart.push(compareSketches(one.sketch, two.sketch))
  }
  similarities.sort((a, b) => a - b)
  const shown = (values: number[]) => values.map(it => it.toFixed(2)).join(' ')
  process.stdout.write(
    `false alarms: ${alarms.length} of ${pages.length}; least similar days ${shown(similarities.slice(0, 8))}; other pages below 0.25: ${apart.filter(it => it < 0.25).length} of ${apart.length}\n`
  )
  expect(alarms.length).toBeLessThanOrEqual(5)
})

const checkOf = async () => {
  const health = await operator.api.admin.readHealth()
  return health.ok && health.value.data.attributes.checks.find(it => it.name === 'Landing pages')
}

test('shows both pages to operators, notifies the owner once, and stores the new page on approval', async () => {
  const path = newPath()
  const id = await run(path, html(bread))
  answers.set(path, html(pills))
  await nextDay()
  await nextDay()
  expect(await stateOf(id)).toBe('pending')
  const waiting = await queued(id)
  expect(waiting).toMatchObject({
    problem: null,
    found: { url: at(path), title: 'Win a fortune tonight', leads: [] },
    swap: { reasons: ['text'], approved: { url: at(path), title: 'Fresh bread every morning' } }
  })
  expect(waiting?.found?.text).toHaveLength(300)
  expect(JSON.stringify(waiting)).not.toContain('sketch')
  expect(await notices(id)).toMatchObject([
    {
      user_id: Number(advertiser.userId),
      data: { page: at(path), cause: { code: 'page_text' }, reason: /different text/ }
    }
  ])
  const history = await operator.api.admin.readPersonHistory({ id: advertiser.userId })
  if (!history.ok) throw new Error(history.code)
  expect(history.value.data.map(it => it.attributes)).toContainEqual(
    expect.objectContaining({
      kind: 'campaign_page_changed',
      by: null,
      text: expect.stringContaining(at(path))
    })
  )
  await operator.api.admin.decideCreative({ id: waiting?.id ?? '', decision: 'approve' })
  await nextDay()
  expect(await stateOf(id)).toBe('active')
  answers.set(path, html(bread))
  await nextDay()
  expect(await stateOf(id)).toBe('pending')
  expect(await notices(id)).toHaveLength(2)
})

test('a page that differs for less than half an hour does not stop its campaign', async () => {
  const path = newPath()
  const id = await run(path, html(bread))
  answers.set(path, html(page('We will be back soon', 'Our shop is being repaired. '.repeat(20))))
  app.context.clock.advance(1.5 * dayMs)
  await lookAll()
  answers.set(path, html(bread))
  await nextDay()
  expect(await stateOf(id)).toBe('active')
})

test('an edit of a stopped campaign still shows what was exchanged', async () => {
  const path = newPath()
  const id = await run(path, html(bread))
  answers.set(path, redirect(other()))
  await nextDay()
  await advertiser.api.campaigns.updateCampaign({ id, link_text: 'Bread and more' })
  expect(await queued(id)).toMatchObject({ swap: { reasons: ['host', 'text'] } })
})

test('a pending edit takes the place of the stopped ad', async () => {
  const path = newPath()
  const id = await run(path, html(bread))
  await advertiser.api.campaigns.updateCampaign({ id, link_text: 'Bread and more' })
  const edit = await queued(id)
  expect(edit?.swap).toBeNull()
  answers.set(path, html(pills))
  await nextDay()
  expect(await stateOf(id)).toBe('pending')
  expect(await queued(id)).toMatchObject({ id: edit?.id, swap: { reasons: ['text'] } })
})

test('compares with what was there before the approval, which a page cannot wait for', async () => {
  const path = newPath()
  answers.set(path, html(bread))
  const { data } = await createCampaign(advertiser.api, { creative_link: at(path) })
  await lookAll()
  const waiting = await queued(data.id)
  expect(waiting).toMatchObject({ swap: null, found: { title: 'Fresh bread every morning' } })
  await credit(app.context, advertiser.userId, 10_000n, data.attributes.asset)
  await advertiser.api.campaigns.fundCampaign({ id: data.id, amount: '10000' })
  answers.set(path, html(pills))
  await operator.api.admin.decideCreative({ id: waiting?.id ?? '', decision: 'approve' })
  expect(await stateOf(data.id)).toBe('active')
  await lookAll()
  app.context.clock.advance(hourMs / 2 + 1)
  await lookAll()
  expect(await stateOf(data.id)).toBe('pending')
})

test('a page that does not answer is not exchanged, and operators see it after three days', async () => {
  const path = newPath()
  const id = await run(path, html(bread))
  answers.set(path, status(503))
  await nextDay()
  await nextDay(1)
  expect(await checkOf()).toMatchObject({ state: 'ok' })
  await nextDay(2.2)
  expect(await stateOf(id)).toBe('active')
  expect(await notices(id)).toEqual([])
  expect(await checkOf()).toMatchObject({
    state: 'warning',
    text: expect.stringContaining(`campaign ${id} (responded with status 503)`)
  })
  answers.set(path, html(bread))
  await nextDay(0.5)
  expect(await checkOf()).toMatchObject({ state: 'ok' })
})

test('a paused campaign is not looked at until it continues', async () => {
  const path = newPath()
  const id = await run(path, html(bread))
  await advertiser.api.campaigns.updateCampaign({ id, state: 'paused' })
  answers.set(path, html(pills))
  asked.length = 0
  await nextDay()
  expect([await stateOf(id), asked]).toEqual(['paused', []])
  await advertiser.api.campaigns.updateCampaign({ id, state: 'active' })
  await nextDay()
  expect(await stateOf(id)).toBe('pending')
})

test('each look belongs to one process, and is repeated if that one ends', async () => {
  const path = newPath()
  await run(path, html(bread))
  app.context.clock.advance(1.5 * dayMs)
  asked.length = 0
  const looks = await Promise.all([watchLandings(app.context), watchLandings(app.context)])
  expect(looks.reduce((sum, it) => sum + it)).toBe(1)
  // Once as a browser, once as the checker.
  expect(asked).toEqual([path, path])
  app.context.clock.advance(1.5 * dayMs)
  const now = app.context.now()
  const lease = new Date(now.getTime() + hourMs)
  const claimed = await claimLandings(app.context.db, { now, lease, limit: 8, without: [] })
  expect(claimed).toHaveLength(1)
  expect(await watchLandings(app.context)).toBe(0)
  app.context.clock.advance(hourMs)
  expect(await watchLandings(app.context)).toBe(1)
})

test('one run asks a host for at most ten pages, one at a time', async () => {
  let [open, most] = [0, 0]
  for (let count = 0; count < 12; count++) {
    const path = newPath()
    answers.set(path, (_, response) => {
      most = Math.max(most, ++open)
      setTimeout(() => {
        open--
        response.end(bread)
      }, 5)
    })
    await createCampaign(advertiser.api, { creative_link: at(path) })
  }
  const far = newPath()
  answers.set(far, html(bread))
  await createCampaign(advertiser.api, { creative_link: at(far, 'localhost') })
  expect([await watchLandings(app.context), most]).toEqual([11, 1])
  expect(asked).toContain(far)
  expect([await watchLandings(app.context), await watchLandings(app.context)]).toEqual([2, 0])
})

test('a look that found the threads busy says nothing about the page', async () => {
  const path = newPath()
  const id = await run(path, html(bread))
  const module = new URL('../threads/testing/tasks.ts', import.meta.url)
  const held = Promise.all(Array.from({ length: 40 }, () => inThread(module, rest)(500)))
  app.context.clock.advance(1.5 * dayMs)
  await watchLandings(app.context)
  const row = await app.context.db
    .selectFrom('landing_pages')
    .select('failures')
    .executeTakeFirstOrThrow()
  expect(row.failures).toBe(0)
  await stopThreads()
  await held
  answers.set(path, html(pills))
  await nextDay(0.1)
  expect(await stateOf(id)).toBe('pending')
})
