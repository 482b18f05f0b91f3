import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { linkMacros } from '@mille/api/campaigns/link-macros.ts'
import type { Decision, Empty, Filled } from '@mille/api/delivery/protocol.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql, type Updateable } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { AdUnits, Campaigns, Creatives } from '../db/schema.generated.ts'
import { createListener } from '../http/listener.ts'
import { createUnitListener } from './requests/unit-listener.ts'
import { deliveryRoutes } from './routes.ts'
import { countAll, readSums } from './testing/counting.ts'
import { askFrom, chrome, startDelivery, type TestDelivery } from './testing/delivery.ts'
import { addBanner, addCampaign, addUnit } from './testing/network.ts'
import { createNodes } from './testing/node.ts'
import { createTokens } from './visitors/token.ts'

const publicUrl = 'https://ads.example'
const allMacros = linkMacros.map(name => `${name}={${name}}`).join('&')

let context: TestContext
let delivery: TestDelivery
let unit: Awaited<ReturnType<typeof addUnit>>
let campaign: Awaited<ReturnType<typeof addCampaign>>
let visitors = 0

beforeAll(async () => {
  context = await createTestContext({ publicUrl })
  unit = await addUnit(context.db)
  campaign = await addCampaign(context.db, { title: 'Own <your> coins', text: 'A "wallet" & more' })
  delivery = await startDelivery(context)
})
beforeEach(() => delivery.clear())
afterAll(() => delivery.close())

type Visitor = { address?: string; userAgent?: string; page?: Record<string, string> }

function ask(
  path: string,
  { address = '203.0.113.7', userAgent = chrome, page = {} }: Visitor = {},
  init: RequestInit = {}
) {
  const headers = { 'user-agent': userAgent, ...page, ...init.headers }
  return askFrom(delivery, address, path, { ...init, headers })
}

const tokensOf = ({ config }: TestContext) => createTokens(config.secret)

const newVisitor = () => ({ address: `198.51.${visitors++}.1` })

async function decide(id: number | string = unit.id, visitor: Visitor = {}): Promise<Decision> {
  return (
    await ask(`/serve/units/${id}?width=1000&height=250&screen=800`, visitor)
  ).json() as Promise<Decision>
}

/** Requests an ad that must be filled, and views it for a second. */
async function decideFilled(visitor: Visitor = {}, id = unit.id): Promise<Filled> {
  const decision = await decide(id, visitor)
  if (!decision.filled) throw new Error(decision.reason)
  context.clock.advance(1000)
  return decision
}

const send = (body: string, visitor: Visitor = {}) =>
  ask('/serve/view', visitor, { method: 'POST', body })
const view = (token: string, visitor: Visitor = {}, kind = 'viewable') =>
  send(JSON.stringify({ token, kind }), visitor)

/** Counts everything reported so far and returns the counters by kind. */
async function sums() {
  await delivery.flush()
  await countAll(context)
  return readSums(context.db)
}

test('decides, signed, for every origin and for no cache', async () => {
  const response = await ask(`/serve/units/${unit.id}?width=300`)
  expect(response.status).toBe(200)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('timing-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.has('set-cookie')).toBe(false)
  const { token, ...decision } = (await response.json()) as Filled
  expect(decision).toEqual({
    filled: true,
    unit: String(unit.id),
    size: '300x250',
    position: 'fixed',
    stickySide: 'header',
    colors: {},
    look: 'card',
    font: 'own',
    label: 'Ad',
    creative: {
      kind: 'text',
      title: 'Own <your> coins',
      text: 'A "wallet" & more',
      domain: 'wallet.example',
      action: 'Learn more',
      lang: 'en'
    },
    css: expect.objectContaining({ title_size: '34px', body_size: '22px', action: 'block' }),
    clickUrl: `${publicUrl}/serve/click/${token}`,
    aboutUrl: `${publicUrl}/about-ad?creative=${campaign.creative}&unit=${unit.id}`,
    detail: {
      size: '300x250',
      creative: String(campaign.creative),
      campaign: String(campaign.id)
    }
  })
  // An ad counts as served only when it is reported as rendered.
  expect(await sums()).toEqual({})
})

test('a HEAD request answers the same and counts nothing; a preflight is let through', async () => {
  const head = await ask(`/serve/units/${unit.id}`, {}, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const preflight = await ask('/serve/view', {}, { method: 'OPTIONS' })
  expect(preflight.headers.get('access-control-allow-headers')).toBe('*')
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
    204,
    'GET, HEAD, POST'
  ])
  expect(await sums()).toEqual({})
})

test.each(['999999', '0', '-1', '01', 'abc', '99999999999999', '1%00', '..%2f1', '💰'])(
  'unit %s is unknown',
  async id => {
    const response = await ask(`/serve/units/${encodeURI(id)}`)
    expect(response.status).toBe(404)
    const decision = await response.json()
    expect(decision).toMatchObject({ filled: false, reason: 'unit_unknown', label: 'Ad' })
    expect(decision).not.toHaveProperty('clickUrl')
  }
)

test.each(['/serve/', '/serve/unit/1', '/serve/units/', '/serve/units/1/', '/media/banners/1'])(
  '%s is not found, which a page of any origin can see',
  async path => {
    const response = await ask(path, { page: { origin: 'https://blog.example' } })
    expect(response.status).toBe(404)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
)

test('says why a unit stays empty', async () => {
  const unverified = await addUnit(context.db, { siteState: 'unverified' })
  const archived = await addUnit(context.db)
  await context.db
    .updateTable('ad_units')
    .set({ state: 'archived' })
    .where('id', '=', archived.id)
    .execute()
  const affiliate = await addUnit(context.db, {
    kind: 'affiliate',
    settings: { invitation_link: 'external' }
  })
  const picky = await addUnit(context.db, { adType: 'banners' })
  await expect
    .poll(() => decide(picky.id), { timeout: 10_000 })
    .toMatchObject({ reason: 'no_campaign' })
  for (const [id, reason] of [
    [unverified.id, 'site_unverified'],
    [archived.id, 'unit_archived']
  ] as const) {
    const decision = await decide(id)
    expect(decision).toMatchObject({ filled: false, reason })
    expect(decision).not.toHaveProperty('clickUrl')
  }
  expect(await decide(affiliate.id)).toMatchObject({
    filled: false,
    reason: 'no_campaign',
    clickUrl: expect.stringContaining(`source_id=${affiliate.id}`)
  })
})

test('without a campaign a unit shows a house ad of its publisher, or takes no room', async () => {
  const own = await addUnit(context.db, { adType: 'banners' })
  const collapsed = await addUnit(context.db, { adType: 'banners' })
  const set = (id: number, values: Updateable<AdUnits>) =>
    context.db.updateTable('ad_units').set(values).where('id', '=', id).execute()
  const words = { text: 'Our <own> shop', link: 'https://blog.example/shop' }
  await context.db
    .insertInto('house_ads')
    .values({ unit_id: own.id, ...words, weight: 10, created_at: context.now() })
    .execute()
  for (const { id } of [own, collapsed]) await set(id, { fallback: 'collapse' })
  await expect
    .poll(() => decide(own.id), { timeout: 10_000 })
    .toMatchObject({
      reason: 'no_campaign',
      creative: { title: words.text, text: '', domain: 'blog.example', action: '' },
      clickUrl: words.link
    })
  await expect
    .poll(() => decide(collapsed.id), { timeout: 10_000 })
    .toMatchObject({
      reason: 'no_campaign',
      collapse: true
    })
  const frame = await (await ask(`/serve/frame/${own.id}`)).text()
  expect(frame).toContain('href="https://blog.example/shop"')
  expect(frame).toContain('Our &lt;own&gt; shop')
})

test('without a campaign a unit shows another network’s page within a second, in a sandboxed frame', async () => {
  const own = await addUnit(context.db, { adType: 'banners' })
  await expect.poll(() => decide(own.id), { timeout: 10_000 }).toMatchObject({ filled: false })
  const frame = { fallback: 'frame', fallback_url: 'https://other.example/tag?a=1&b=2' }
  await context.db.updateTable('ad_units').set(frame).where('id', '=', own.id).execute()
  await expect
    .poll(() => decide(own.id), { timeout: 1_000 })
    .toMatchObject({ reason: 'no_campaign', fallbackUrl: frame.fallback_url })
  const answer = await ask(`/serve/frame/${own.id}`)
  expect(answer.headers.get('Content-Security-Policy')).toContain(
    "img-src 'self'; frame-src https:;"
  )
  expect(await answer.text()).toContain(
    '<iframe title="Ad: other.example" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" loading="lazy" src="https://other.example/tag?a=1&amp;b=2"></iframe>'
  )
})

test('without a campaign a unit shows the banner of a house ad, which is never counted', async () => {
  const own = await addUnit(context.db, { adType: 'banners', size: '728x90' })
  const banner_id = await addBanner(context.db, own.owner, '728x90')
  await context.db.transaction().execute(async tx => {
    const words = { text: 'Our <own> shop', link: 'https://blog.example/shop' }
    const { id: house_ad_id } = await tx
      .insertInto('house_ads')
      .values({ unit_id: own.id, ...words, weight: 10, created_at: context.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('house_ad_banners').values({ house_ad_id, banner_id }).execute()
  })
  await expect
    .poll(() => decide(own.id), { timeout: 10_000 })
    .toMatchObject({
      reason: 'no_campaign',
      creative: { kind: 'banner', title: 'Our <own> shop', width: 728, height: 90 },
      clickUrl: 'https://blog.example/shop'
    })
  const { creative } = await decide(own.id)
  const { pathname } = new URL(creative?.kind === 'banner' ? creative.source : '')
  expect((await ask(pathname)).status).toBe(200)
  const frame = await (await ask(`/serve/frame/${own.id}?width=728&height=90`)).text()
  expect(frame).toContain(
    `<img src="${pathname}" width="728" height="90" alt="Our &lt;own&gt; shop">`
  )
  expect(frame).toContain('href="https://blog.example/shop"')
  expect(await sums()).toEqual({})
})

test('shows a banner of the size and serves its picture as immutable', async () => {
  const wide = await addUnit(context.db, { size: '728x90', adType: 'banners' })
  const { banners } = await addCampaign(context.db, { bannerSizes: ['728x90', '300x250'] })
  const drawing = { width: 728, height: 90, channels: 3, background: 'navy' } as const
  const stored = await sharp({ create: drawing }).png().toBuffer()
  await context.db
    .updateTable('banners')
    .set({ bytes: stored })
    .where('id', '=', Number(banners[0]))
    .execute()
  await expect.poll(() => decide(wide.id), { timeout: 10_000 }).toMatchObject({ filled: true })
  const { creative, aboutUrl } = await decideFilled({}, wide.id)
  expect(creative).not.toHaveProperty('picture')
  expect(new URL(aboutUrl).searchParams.get('banner')).toBe(String(banners[0]))
  expect(creative).toMatchObject({
    kind: 'banner',
    width: 728,
    height: 90,
    source: expect.stringContaining(`/media/banners/${banners[0]}/`)
  })
  const path = new URL(creative.kind === 'banner' ? creative.source : '').pathname
  const picture = await ask(path)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(picture.headers.get('cache-control')).toContain('immutable')
  expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
  const bytes = Buffer.from(await picture.arrayBuffer())
  expect(bytes).toEqual(stored)
  // The picture is now in memory, and small enough to be inlined in the ad response.
  const again = await decideFilled({}, wide.id)
  expect(again.creative).toEqual({ ...creative, picture: bytes.toString('base64') })
  expect((await ask(`${path}0`)).status).toBe(404)
  expect((await ask('/media/banners/99999999999/x')).status).toBe(404)
  await context.db
    .updateTable('campaigns')
    .set({ state: 'paused' })
    .where('id', '!=', campaign.id)
    .execute()
})

test('counts a view of the visitor it was decided for', async () => {
  const visitor = newVisitor()
  const { token } = await decideFilled(visitor)
  expect((await view(token, visitor, 'rendered')).status).toBe(204)
  expect((await view(token, visitor)).status).toBe(204)
  expect(await sums()).toEqual({ served: 1n, rendered: 1n, viewable: 1n, billable: 1n })
})

test('what a page asks for beforehand is served only if it is rendered, once', async () => {
  const visitor = newVisitor()
  // The first response is a preload that is never used; the second is what the element requests after a reload, or when
  // a browser sends the request twice.
  const [unused, used] = [await decideFilled(visitor), await decideFilled(visitor)]
  expect(unused.token).not.toBe(used.token)
  expect(await sums()).toEqual({})
  await view(used.token, visitor, 'rendered')
  expect(await sums()).toEqual({ served: 1n, rendered: 1n })
  await view(used.token, visitor, 'rendered')
  expect(await sums()).toEqual({ served: 1n, rendered: 1n, rejected_repeated: 1n })
})

test('a rendering that does not count serves nothing', async () => {
  const visitor = newVisitor()
  const { token } = await decideFilled(visitor)
  await view(token, { ...visitor, userAgent: 'Mozilla/5.0 Firefox/140.0' }, 'rendered')
  expect(await sums()).toEqual({ rejected_foreign: 1n })
})

test('counts one view however many copies arrive at once', async () => {
  const visitor = newVisitor()
  const { token } = await decideFilled(visitor)
  const statuses = await Promise.all(
    Array.from({ length: 1000 }, async () => (await view(token, visitor)).status)
  )
  expect(new Set(statuses)).toEqual(new Set([204]))
  expect(await sums()).toEqual({
    viewable: 1n,
    billable: 1n,
    rejected_repeated: BigInt(context.config.unpaidPerMinute - 1),
    rejected_rate: BigInt(1000 - context.config.unpaidPerMinute)
  })
})

test('counts one view however many copies arrive at two server processes', async () => {
  const startNode = createNodes(context.connection)
  const nodes = await Promise.all([startNode(), startNode()])
  // Stops the nodes even if the test fails: child processes that remain would keep the test worker from exiting.
  onTestFinished(async () => {
    await Promise.all(nodes.map(node => node.kill()))
  })
  const [first, second] = nodes.map(node => node.origin)
  const headers = { 'user-agent': chrome }
  const decided = await fetch(`${first}/serve/units/${unit.id}`, { headers })
  const { token } = (await decided.json()) as Filled
  const body = JSON.stringify({ token, kind: 'viewable' })
  await sleep(1000)
  const copies = Array.from({ length: 1000 }, (_, index) =>
    fetch(`${index % 2 === 0 ? first : second}/serve/view`, { method: 'POST', body, headers })
  )
  expect(new Set((await Promise.all(copies)).map(it => it.status))).toEqual(new Set([204]))
  expect(await sums()).toEqual({ viewable: 1n, billable: 1n, rejected_repeated: 999n })
})

test('a second view of the visitor in the day is a view, but not billable', async () => {
  const visitor = newVisitor()
  const tokens = [await decideFilled(visitor), await decideFilled(visitor)].map(it => it.token)
  for (const token of tokens) await view(token, visitor)
  expect(await sums()).toEqual({ viewable: 2n, billable: 1n, rejected_seen_today: 1n })
})

test('a visitor who was charged for gets another campaign for 24 hours, and then none', async () => {
  const visitor = newVisitor()
  await view((await decideFilled(visitor)).token, visitor)
  expect(await decide(unit.id, visitor)).toMatchObject({ filled: false, reason: 'no_campaign' })
  expect(await decide(unit.id, newVisitor())).toMatchObject({ filled: true })
  // Passes midnight, after which the visitor has another name.
  context.clock.advance(23 * 3_600_000)
  expect(await decide(unit.id, visitor)).toMatchObject({ filled: false })
  context.clock.advance(3_600_000)
  expect(await decide(unit.id, visitor)).toMatchObject({ filled: true })
})

test('counts nothing for another browser, a bot, or after two hours', async () => {
  const visitor = newVisitor()
  const { token } = await decideFilled(visitor)
  await view(token, { ...newVisitor(), userAgent: `${chrome} Other` })
  await view(token, { ...visitor, userAgent: `${chrome} Other` })
  await view(token, { ...visitor, userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  await view(token, { ...visitor, userAgent: '' })
  context.clock.advance(7_201_000)
  await view(token, visitor)
  expect(await sums()).toEqual({
    rejected_foreign: 2n,
    rejected_bot: 2n,
    rejected_expired: 1n
  })
})

test('counts no view sooner than a second after the ad was chosen', async () => {
  const visitor = newVisitor()
  const decision = await decide(unit.id, visitor)
  if (!decision.filled) throw new Error(decision.reason)
  await view(decision.token, visitor, 'rendered')
  context.clock.advance(999)
  await view(decision.token, visitor)
  expect(await sums()).toEqual({ served: 1n, rendered: 1n, rejected_too_early: 1n })
  context.clock.advance(1)
  await view(decision.token, visitor)
  expect(await sums()).toMatchObject({ viewable: 1n, billable: 1n })
})

test('shows nothing and counts nothing on a page that is not of the unit’s site', async () => {
  const { domain_name: domain } = await context.db
    .selectFrom('sites')
    .select('domain_name')
    .where('id', '=', unit.site ?? 0)
    .executeTakeFirstOrThrow()
  const on = (page: Record<string, string>) => ({ ...newVisitor(), page })
  for (const page of [
    { origin: `https://${domain}` },
    { origin: `https://shop.${domain}:8443` },
    { origin: 'null' },
    { referer: `https://${domain}/an/article` }
  ]) {
    const visitor = on(page)
    const { token } = await decideFilled(visitor)
    await view(token, visitor)
  }
  expect(await sums()).toEqual({ viewable: 4n, billable: 4n })

  const elsewhere = on({ origin: 'https://copied.example' })
  const refused = { filled: false, reason: 'mismatched_site', size: '300x250' }
  expect(await decide(unit.id, elsewhere)).toMatchObject(refused)
  const frame = on({ referer: `https://${domain}.evil.example/` })
  const empty = await ask(`/serve/frame/${unit.id}`, frame)
  expect(empty.status).toBe(403)
  expect(await empty.text()).not.toContain('href')
  const visitor = newVisitor()
  const { token } = await decideFilled(visitor)
  await view(token, { ...visitor, page: { origin: 'https://copied.example' } })
  expect(await sums()).toMatchObject({ viewable: 4n, rejected_mismatched_site: 3n })
  const rows = await context.db
    .selectFrom('delivery_counters')
    .select(['unit_id', 'campaign_id', 'count'])
    .where('kind', '=', 'rejected_mismatched_site')
    .orderBy('campaign_id')
    .execute()
  expect(rows).toEqual([
    { unit_id: unit.id, campaign_id: 0, count: 2n },
    { unit_id: unit.id, campaign_id: campaign.id, count: 1n }
  ])
})

test('the operator’s lists count from the moment they are written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mille-lists-'))
  const dataCentreFile = join(folder, 'data-centres.txt')
  const blockedReferrersFile = join(folder, 'blocked-referrers.txt')
  const config = { ...context.config, dataCentreFile, blockedReferrersFile }
  const other = deliveryRoutes({ ...context, config })
  await other.start()
  const app = await addUnit(context.db, { kind: 'app' })
  const askOther = (path: string, address: string, init: RequestInit = {}) =>
    askFrom(other, address, path, {
      ...init,
      headers: { 'user-agent': chrome, ...init.headers }
    })
  const see = async (address: string) => {
    const decided = await askOther(`/serve/units/${unit.id}`, address)
    const { token } = (await decided.json()) as Filled
    context.clock.advance(1000)
    const body = JSON.stringify({ token, kind: 'viewable' })
    await askOther('/serve/view', address, { method: 'POST', body })
    await other.flush()
    await countAll(context)
    return readSums(context.db)
  }
  // The address is in the list of data centers that comes with Mille.
  expect(await see('116.203.4.5')).toMatchObject({ rejected_data_centre: 1n })
  expect(await see('198.18.4.5')).toMatchObject({ billable: 1n, rejected_data_centre: 1n })
  writeFileSync(dataCentreFile, '198.18.0.0/15 # a laboratory\n')
  writeFileSync(blockedReferrersFile, 'Casino.example\n')
  const decideOn = async (host: string) => {
    const headers = { origin: `https://${host}` }
    return (await askOther(`/serve/units/${app.id}`, '198.51.100.1', { headers })).json()
  }
  await expect
    .poll(() => decideOn('www.casino.example'), { timeout: 6000 })
    .toMatchObject({ filled: false, reason: 'blocked_referrer' })
  expect(await decideOn('notcasino.example')).toMatchObject({ filled: true })
  let last = 5
  await expect
    .poll(async () => (await see(`198.18.${++last}.5`)).rejected_data_centre, { timeout: 6000 })
    .toBe(2n)
  await other.stop()
  rmSync(folder, { recursive: true })
})

test('does not count what a campaign shows on its owner’s unit', async () => {
  const own = await addUnit(context.db)
  await context.db
    .updateTable('ad_units')
    .set({ user_id: campaign.owner })
    .where('id', '=', own.id)
    .execute()
  await expect
    .poll(() => decide(own.id), { timeout: 10_000 })
    .toMatchObject({ reason: 'no_campaign' })
  const visitor = newVisitor()
  const decided = tokensOf(context).read((await decideFilled(visitor)).token, context.now())
  if (!decided.ok) throw new Error(decided.reason)
  await view(tokensOf(context).sign({ ...decided.value, unit: own.id }), visitor)
  expect(await sums()).toEqual({ rejected_own: 1n })
})

test('keeps knowing a visitor over midnight, whichever node chose the ad', async () => {
  context.clock.set('2026-03-02T23:59:30Z')
  const [counting, deciding] = [deliveryRoutes(context), deliveryRoutes(context)]
  await counting.start()
  await deciding.start()
  const visitor = { incoming: { socket: { remoteAddress: newVisitor().address } } }
  const headers = { 'user-agent': chrome }
  const decide = async () => {
    const response = await deciding.app.request(`/serve/units/${unit.id}`, { headers }, visitor)
    return ((await response.json()) as Filled).token
  }
  const view = async (token: string) => {
    const body = JSON.stringify({ token, kind: 'viewable' })
    await counting.app.request('/serve/view', { method: 'POST', headers, body }, visitor)
  }
  const first = await decide()
  context.clock.advance(60_000)
  await view(first)
  expect(await sums()).toMatchObject({ viewable: 1n, billable: 1n })
  // On the next day the visitor has another name, but is recognized anyway.
  for (const moment of ['2026-03-03T00:01:00Z', '2026-03-03T23:59:00Z']) {
    context.clock.set(moment)
    const token = await decide()
    context.clock.advance(1000)
    await view(token)
  }
  await deciding.flush()
  expect(await sums()).toEqual({ viewable: 3n, billable: 1n, rejected_seen_today: 2n })
  await counting.stop()
  await deciding.stop()
})

test('whatever is wrong with a body, it is counted as forged', async () => {
  const { token } = await decideFilled()
  const other = createTokens(Buffer.alloc(32)).sign({
    decision: Buffer.alloc(16),
    unit: 1,
    campaign: 1,
    creative: 1,
    banner: 0,
    issuedAtMs: 0,
    visitor: Buffer.alloc(8)
  })
  const bodies = [
    '',
    'null',
    '[]',
    '7',
    '{',
    '{}',
    JSON.stringify({ token }),
    JSON.stringify({ token, kind: 'billable' }),
    JSON.stringify({ token: 7, kind: 'viewable' }),
    JSON.stringify({ token: other, kind: 'viewable' }),
    JSON.stringify({ token, kind: 'viewable', more: 'x'.repeat(5000) }),
    '\u0000\uffff'
  ]
  for (const body of bodies) expect((await send(body)).status, body).toBe(204)
  expect(await sums()).toEqual({ rejected_forged: BigInt(bodies.length) })
})

test('a click is counted after a view and leads to the advertiser, once or often', async () => {
  const visitor = newVisitor()
  const { token, clickUrl } = await decideFilled(visitor)
  await view(token, visitor)
  for (let count = 0; count < 3; count++) {
    const response = await ask(new URL(clickUrl).pathname, visitor)
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      'https://www.wallet.example/start'
    ])
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  }
  expect(await sums()).toEqual({
    viewable: 1n,
    billable: 1n,
    clicked: 1n,
    rejected_repeated: 2n
  })
})

test.each([
  { 'sec-fetch-dest': 'image' },
  { 'sec-fetch-dest': 'iframe' },
  { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' }
])('does not count a click whose address a browser loads with %j', async says => {
  const visitor = newVisitor()
  const { token, clickUrl } = await decideFilled(visitor)
  await view(token, visitor)
  const path = new URL(clickUrl).pathname
  expect((await ask(path, visitor, { headers: says })).status).toBe(302)
  expect(await sums()).toMatchObject({ viewable: 1n })
  expect(await sums()).not.toHaveProperty('clicked')
  await ask(path, visitor, { headers: { 'sec-fetch-dest': 'document' } })
  expect(await sums()).toMatchObject({ clicked: 1n })
})

test('a click without a view is not counted, an expired one neither, and both still lead on', async () => {
  const visitor = newVisitor()
  const { clickUrl } = await decideFilled(visitor)
  const path = new URL(clickUrl).pathname
  expect((await ask(path, visitor)).status).toBe(302)
  context.clock.advance(9_000_000)
  expect((await ask(path, visitor)).status).toBe(302)
  expect(await sums()).toEqual({ rejected_no_view: 1n, rejected_expired: 1n })
})

test('a forged click leads nowhere, and no address can be given from outside', async () => {
  const { token } = await decideFilled()
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  for (const path of [
    forged,
    `${forged}?url=https://evil.example`,
    'https%3A%2F%2Fevil.example',
    `${token}%2f..`
  ]) {
    const response = await ask(`/serve/click/${path}`)
    expect([response.status, response.headers.get('location')]).toEqual([204, null])
  }
  const real = await ask(`/serve/click/${token}?url=https://evil.example`)
  expect(real.headers.get('location')).toBe('https://www.wallet.example/start')
})

test('a link says where a click came from, before and after the ad is replaced', async () => {
  const values = { creative_link: `https://www.wallet.example/start?${allMacros}` }
  const setLink = (it: Updateable<Creatives>) =>
    context.db.updateTable('creatives').set(it).where('id', '=', campaign.creative).execute()
  const setUtm = (it: Updateable<Campaigns>) =>
    context.db.updateTable('campaigns').set(it).where('id', '=', campaign.id).execute()
  await setLink(values)
  const visitor = newVisitor()
  const { clickUrl } = await decideFilled(visitor)
  const press = async () => {
    const answer = await ask(new URL(clickUrl).pathname, visitor)
    return new URL(answer.headers.get('location') ?? '')
  }
  await expect.poll(async () => (await press()).search, { timeout: 10_000 }).toContain('unit=')
  const first = await press()
  expect([first.host, first.pathname]).toEqual(['www.wallet.example', '/start'])
  expect(Object.fromEntries(first.searchParams)).toEqual({
    campaign: String(campaign.id),
    campaign_name: 'Own <your> coins',
    creative: String(campaign.creative),
    banner: '',
    unit: String(unit.id),
    site: expect.stringMatching(/^[a-z\d.-]+\.example$/),
    language: 'en',
    click: expect.stringMatching(/^[\da-f]{32}$/),
    timestamp: String(Math.floor(context.clock.now().getTime() / 1000))
  })
  await setUtm({ utm_source: 'Mille', utm_campaign: '{campaign_name}', utm_content: '{banner}' })
  const added = '&utm_source=Mille&utm_campaign=Own%20%3Cyour%3E%20coins'
  await expect
    .poll(async () => (await press()).search.endsWith(added), { timeout: 10_000 })
    .toBe(true)
  await setLink({ state: 'superseded' })
  await expect.poll(() => decide(), { timeout: 10_000 }).toMatchObject({ filled: false })
  const second = await press()
  const [{ click, ...before }, { click: other, ...after }] = [first, second].map(it =>
    Object.fromEntries(it.searchParams)
  ) as [Record<string, string>, Record<string, string>]
  expect(second.search.endsWith(added)).toBe(true)
  expect(after).toEqual({
    ...before,
    utm_source: 'Mille',
    utm_campaign: 'Own <your> coins'
  })
  expect(other).not.toBe(click)
  await setUtm({ utm_source: null, utm_campaign: null, utm_content: null })
  await setLink({ state: 'live', creative_link: 'https://www.wallet.example/start' })
  await expect.poll(() => decide(), { timeout: 10_000 }).toMatchObject({ filled: true })
})

test('a click on an ad that has been replaced since leads to where it said; on a rejected one nowhere', async () => {
  const visitor = newVisitor()
  const { clickUrl } = await decideFilled(visitor)
  const path = new URL(clickUrl).pathname
  const setState = (state: string) =>
    context.db.updateTable('creatives').set({ state }).where('id', '=', campaign.creative).execute()
  await setState('superseded')
  await expect.poll(() => decide(), { timeout: 10_000 }).toMatchObject({ filled: false })
  expect((await ask(path, visitor)).status).toBe(302)
  await setState('rejected')
  expect((await ask(path, visitor)).status).toBe(204)
  await setState('live')
  await expect.poll(() => decide(), { timeout: 10_000 }).toMatchObject({ filled: true })
})

test('the frame is a page without scripts that shows and counts the ad', async () => {
  const visitor = newVisitor()
  const response = await ask(`/serve/frame/${unit.id}`, visitor)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8'
  ])
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; img-src 'self'; style-src 'nonce-")
  const page = await response.text()
  expect(page).toContain('<html lang="en"')
  expect(page).toContain('<title>Advertisement: Own &lt;your&gt; coins</title>')
  expect(page).toContain('A &quot;wallet&quot; &amp; more')
  expect(page).not.toContain('<script')
  const click = /href="(\/serve\/click\/[\w-]+)"/.exec(page)?.[1] ?? ''
  expect(await sums()).toEqual({ served: 1n, rendered: 1n })
  expect((await ask(click, visitor)).headers.get('location')).toBe(
    'https://www.wallet.example/start'
  )
  expect(await sums()).toEqual({ served: 1n, rendered: 1n, clicked: 1n })
})

test('the frame of an unknown unit is an empty page', async () => {
  const response = await ask('/serve/frame/999999')
  expect(response.status).toBe(404)
  expect(await response.text()).not.toContain('href')
})

test('while the database is away ads are chosen, and views have to be sent again', async () => {
  const other = await createTestContext({ publicUrl })
  const blog = await addUnit(other.db)
  await addCampaign(other.db)
  const alone = deliveryRoutes(other)
  await alone.start()
  await other.pool.end()
  const env = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }
  const headers = { 'user-agent': chrome }
  const decided = await alone.app.request(`/serve/units/${blog.id}`, { headers }, env)
  expect(decided.status).toBe(200)
  const { token, clickUrl } = (await decided.json()) as Filled
  const body = JSON.stringify({ token, kind: 'viewable' })
  const refused = await alone.app.request('/serve/view', { method: 'POST', body, headers }, env)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(refused.headers.get('access-control-expose-headers')).toBe('Retry-After')
  const click = await alone.app.request(new URL(clickUrl).pathname, { headers }, env)
  expect(click.status).toBe(302)
  // The outage of the database is noticed by the next query, after two seconds at most.
  const reasonAfter = async (ms: number) => {
    other.clock.set(new Date(Date.parse('2026-03-02T10:00:00Z') + ms))
    const answer = await alone.app.request(`/serve/units/${blog.id}`, { headers }, env)
    return answer.status === 200 ? 'filled' : ((await answer.json()) as Empty).reason
  }
  await sleep(2500)
  expect(await reasonAfter(600_000)).toBe('filled')
  expect(await reasonAfter(600_001)).toBe('unavailable')
  await alone.stop()
})

test('is unavailable until it has read its inventory', async () => {
  const response = await deliveryRoutes(context).app.request(`/serve/units/${unit.id}`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.json()).toMatchObject({ filled: false, reason: 'unavailable' })
})

test('keeps no address and no user agent', async () => {
  const visitor = { address: '198.51.100.77' }
  await view((await decideFilled(visitor)).token, visitor)
  await sums()
  const { rows } = await sql<{ row: string }>`
    select batch::text as row from event_log_batches as batch
    union all select seen::text from event_log_verdicts as seen
    union all select counted::text from counter_partitions as counted limit 100`.execute(context.db)
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.filter(({ row }) => /198\.51|c63364|Mozilla/.test(row))).toEqual([])
})

test('Node’s own server answers as the app does, and neither counts what is only asked for', async () => {
  const server = createListener(delivery.app, delivery.listen()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const read = async (response: Response) => {
    const { token, clickUrl, ...decision } = (await response.json()) as Partial<Filled>
    const headers = [...response.headers].filter(
      ([name]) => !/^(date|connection|keep-alive|content-length|strict-transport)/.test(name)
    )
    return { status: response.status, headers: headers.sort(), decision, isSigned: token?.length }
  }
  try {
    for (const path of [
      `${unit.id}?width=300&height=250&screen=800`,
      `${unit.id}?width=300`,
      `${unit.id}`,
      '999999',
      '0',
      'abc'
    ]) {
      const own = await fetch(`${origin}/serve/units/${path}`, {
        headers: { 'user-agent': chrome }
      })
      expect(await read(own)).toEqual(await read(await ask(`/serve/units/${path}`)))
    }
    expect(await sums()).toEqual({})
    // A URL in another form, or another method, is answered by the app's router.
    for (const path of [
      `%${(0x30 + unit.id).toString(16)}`,
      `${unit.id}?a=1&width=300`,
      `${unit.id}?width=3e2`,
      `${unit.id}?height=250&width=300`
    ])
      expect((await fetch(`${origin}/serve/units/${path}`)).status).toBe(200)
    const head = await fetch(`${origin}/serve/units/${unit.id}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const posted = await fetch(`${origin}/serve/units/${unit.id}`, { method: 'POST' })
    expect(posted.status).toBe(404)
  } finally {
    server.close()
    server.closeAllConnections()
  }
})

test('Node’s own server takes reports as the app does', async () => {
  const server = createListener(delivery.app, delivery.listen()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = async (body: RequestInit['body'], path = '/serve/view') => {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { 'user-agent': chrome, 'content-type': 'text/plain' },
      body: body ?? null,
      ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {})
    })
    return [
      response.status,
      await response.text(),
      response.headers.get('access-control-allow-origin')
    ]
  }
  const streamed = (text: string) => new Blob([text]).stream()
  try {
    const { token } = (await (
      await fetch(`${origin}/serve/units/${unit.id}`, { headers: { 'user-agent': chrome } })
    ).json()) as Filled
    const report = JSON.stringify({ token, kind: 'rendered' })
    expect(await send(report)).toEqual([204, '', '*'])
    // A body of unknown length, or a URL with a question mark, is handled by the app's router.
    expect(await send(streamed(report))).toEqual([204, '', '*'])
    expect(await send(report, '/serve/view?')).toEqual([204, '', '*'])
    for (const odd of [
      '',
      '{',
      'null',
      '{"token":1,"kind":"rendered"}',
      'x'.repeat(4096),
      'x'.repeat(9000)
    ])
      expect(await send(odd)).toEqual([204, '', '*'])
    expect(await send(streamed('x'.repeat(9000)))).toEqual([204, '', '*'])
    expect(await sums()).toMatchObject({
      served: 1n,
      rendered: 1n,
      rejected_repeated: 2n,
      rejected_forged: 7n
    })
  } finally {
    server.close()
    server.closeAllConnections()
  }
})

test('trusts as many proxies as are configured', async () => {
  const asked: string[] = []
  const listener = createUnitListener(
    { trustedProxies: 1, publicUrl: 'https://ads.example' },
    ({ sender }) => {
      asked.push(sender.address)
      return { status: 200, body: '{}', headers: {} }
    }
  )
  const server = createListener(delivery.app, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/serve/units/1`, {
    headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' }
  })
  expect(response.headers.get('strict-transport-security')).toBe(
    'max-age=31536000; includeSubDomains'
  )
  expect(asked).toEqual(['203.0.113.9'])
  server.close()
  server.closeAllConnections()
})
