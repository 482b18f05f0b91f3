import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { makeCall, sampleRequest } from '@mille/testing/contract/request.ts'
import { createReceiptedNetwork, type ReceiptedNetwork } from '@mille/testing/receipted-network.ts'
import type { Browser, SignedInBrowser } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** This name occurs in no other text, so any response that contains it has disclosed it. */
const name = 'Zanzibar plan 4711'
const told = /zanzibar/i

let network: ReceiptedNetwork
let advertiser: SignedInBrowser
let publisher: SignedInBrowser
let receipt: string
let visitors = 0
const visitor = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' }

beforeAll(async () => {
  network = await createReceiptedNetwork()
  const { app, campaign, unit } = network
  advertiser = await app.signIn()
  publisher = await app.signIn()
  const { db } = app.context
  await db
    .updateTable('campaigns')
    .set({ name, user_id: Number(advertiser.userId) })
    .where('id', '=', campaign)
    .execute()
  await db
    .insertInto('campaign_activity')
    .values({ campaign_id: campaign, started_at: '2026-03-02T10:00:00Z' })
    .execute()
  const publisherId = Number(publisher.userId)
  await db.updateTable('sites').set({ user_id: publisherId }).execute()
  await db.updateTable('ad_units').set({ user_id: publisherId }).where('id', '=', unit).execute()
  // Once a click leads to this link, delivery has loaded the campaign and with it the private name.
  await db
    .updateTable('creatives')
    .set({ creative_link: 'https://www.wallet.example/named' })
    .where('campaign_id', '=', campaign)
    .execute()
  await vi.waitFor(
    async () =>
      expect((await press()).headers.get('location')).toBe('https://www.wallet.example/named'),
    { timeout: 10_000 }
  )
  receipt = await network.see()
  for (let nth = 0; nth < 5; nth++) await network.see()
  await sql`
    insert into delivery_heartbeats (minute)
    select generate_series(timestamptz '2026-03-02T10:00Z', timestamptz '2026-03-02T11:59Z', interval '1 minute')
    on conflict do nothing`.execute(db)
  await network.settleAt('2026-03-02T14:00:02Z')
  const { charged } = await db
    .selectFrom('settlements')
    .select(eb => eb.fn.sum<bigint>('charged').as('charged'))
    .executeTakeFirstOrThrow()
  expect(charged).toBeGreaterThan(0n)
}, 60_000)
afterAll(() => network.close())

test('the name of a campaign is in no ad, click, receipt, or file of the public log', async () => {
  const { app } = network
  const decision = await serve(`/serve/units/${network.unit}?width=300`)
  const shown = await decision.text()
  expect(shown).toContain('Own your coins')
  const clicked = await press()
  const log = (path: string) => app.fetch(new Request(`http://localhost:3000/log/${path}`))
  const texts = [
    ['decision', shown],
    ['frame', await (await serve(`/serve/frame/${network.unit}`)).text()],
    ['click', JSON.stringify([...clicked.headers]) + (await clicked.text())],
    ['receipt', receipt],
    ['checkpoint', await (await log('checkpoint')).text()],
    ['entries', await (await log(`tile/entries/000.p/${await logSize()}`)).text()]
  ] as const
  expect(texts.filter(([, text]) => text === '' || told.test(text))).toEqual([])
})

test('the name of a campaign is in no answer to a publisher or a stranger, and in its owner’s', async () => {
  const stranger = await network.app.signIn()
  const asked = {
    anonymous: await askAll(network.app.open(), '1'),
    stranger: await askAll(stranger, stranger.userId),
    publisher: await askAll(publisher, publisher.userId),
    advertiser: await askAll(advertiser, advertiser.userId)
  }
  const naming = Object.entries(asked).map(([who, { naming }]) => [who, naming])
  expect(Object.fromEntries(naming)).toEqual({
    anonymous: [],
    stranger: [],
    publisher: [],
    advertiser: [
      '/api/v1/campaigns',
      '/api/v1/campaigns.csv',
      '/api/v1/campaigns/{id}',
      '/api/v1/campaigns/{id}/statements.csv',
      '/api/v1/user/export',
      '/api/v1/users/{userId}/finances/history',
      '/api/v1/users/{userId}/finances/history.csv'
    ]
  })
  // The calls most likely to disclose the name were answered and not refused.
  expect(asked.anonymous.answered).toContain('/api/v1/shown_creatives/{id}')
  for (const file of ['bill', 'statements', 'statements.csv', 'statistics'])
    expect(asked.publisher.answered).toContain(`/api/v1/ad_units/{id}/${file}`)
}, 60_000)

/**
 * Makes every call that reads about the campaign or the ad unit. Returns the calls that answered and the ones that
 * disclosed the name.
 */
async function askAll(browser: Browser, userId: string) {
  const naming: string[] = []
  const answered: string[] = []
  for (const one of network.app.served) {
    const { endpoint } = one
    if (endpoint.method !== 'GET' || endpoint.eventStream) continue
    const path = pathOf(endpoint, userId) + sampleRequest(one).query
    const answer = await makeCall(network.app, { browser }, endpoint, path, null)
    if (answer.ok) answered.push(endpoint.path)
    if (told.test(await answer.text())) naming.push(endpoint.path)
  }
  return { answered, naming: naming.toSorted() }
}

function pathOf({ path }: AnyEndpoint, userId: string): string {
  const ids: Record<string, string> = {
    campaigns: String(network.campaign),
    ad_units: String(network.unit),
    users: userId
  }
  return path.replaceAll(/([a-z_]+)\/\{\w+\}/g, (_, kind: string) => `${kind}/${ids[kind] ?? '1'}`)
}

function serve(path: string): Response | Promise<Response> {
  // Each request comes from a new visitor, because the frequency cap would hide the ad from the same one.
  const from = { incoming: { socket: { remoteAddress: `203.0.113.${++visitors}` } } }
  return network.delivery.app.request(path, { headers: visitor }, from)
}

async function press(): Promise<Response> {
  const { clickUrl = '' } = await (await serve(`/serve/units/${network.unit}?width=300`)).json()
  return serve(new URL(clickUrl, 'http://localhost').pathname)
}

async function logSize(): Promise<string> {
  const checkpoint = await network.app.fetch(new Request('http://localhost:3000/log/checkpoint'))
  return (await checkpoint.text()).split('\n')[1] ?? ''
}
