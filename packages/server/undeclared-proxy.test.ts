import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Decision } from '@mille/api/delivery/protocol.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readHealth } from './admin/health.ts'
import type { Config } from './config.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { clearCounts, countAll, readSums } from './delivery/testing/counting.ts'
import { addCampaign, addUnit } from './delivery/testing/network.ts'
import { createListener } from './http/listener.ts'

let context: TestContext
let unit: number
beforeAll(async () => {
  context = await createTestContext()
  unit = (await addUnit(context.db, { kind: 'app' })).id
  await addCampaign(context.db)
})
const stops: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  await clearCounts(context.db)
  await context.pool.query('delete from inside_requests')
  context.clock.set('2026-03-02T10:00:00Z')
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(() => context.close())

/** The options of production, where nothing declares visitors from inside addresses. */
const production = { mode: 'production', insideVisitors: false } as const

/** Starts a process that serves ads, on the same machine as the proxy in front of it. */
async function startNode(config: Partial<Config>) {
  const delivery = deliveryRoutes({ ...context, config: { ...context.config, ...config } })
  await delivery.start()
  const server = createListener(delivery.app, delivery.listen()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(async () => {
    server.close()
    server.closeAllConnections()
    await delivery.stop()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Requests an ad as the nth invented browser, with the `X-Forwarded-For` entries that the proxies append. */
  async function choose(nth: number, forwardedFor: string | null): Promise<Decision> {
    const asked = await fetch(`${origin}/serve/units/${unit}`, {
      headers: headersOf(nth, forwardedFor)
    })
    return (await asked.json()) as Decision
  }

  async function report(nth: number, forwardedFor: string | null, token: string): Promise<void> {
    const body = JSON.stringify({ token, kind: 'viewable' })
    const headers = headersOf(nth, forwardedFor)
    const { status } = await fetch(`${origin}/serve/view`, { method: 'POST', headers, body })
    expect(status).toBe(204)
  }

  /**
   * Lets each visitor get an ad, view it for a second and report the view. Returns the counts, and why some visitors
   * got no ad.
   */
  async function look(count: number, forwardedFor: (nth: number) => string | null) {
    const decisions: Decision[] = []
    for (let nth = 0; nth < count; nth++) decisions.push(await choose(nth, forwardedFor(nth)))
    context.clock.advance(1000)
    for (const [nth, { token }] of decisions.entries())
      if (token !== undefined) await report(nth, forwardedFor(nth), token)
    await countReports()
    await delivery.keepUp()
    return {
      sums: await readSums(context.db),
      reasons: [...new Set(decisions.map(it => it.reason))]
    }
  }

  async function countReports(): Promise<void> {
    await delivery.flush()
    await countAll(context)
  }

  return { choose, report, look, countReports }
}

const headersOf = (nth: number, forwardedFor: string | null) => ({
  'user-agent': `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.${nth}.0 Safari/537.36`,
  origin: 'https://blog.example',
  ...(forwardedFor !== null && { 'x-forwarded-for': forwardedFor })
})

/** The outer proxy appends the visitor's address, and the inner proxy appends the outer proxy's address. */
const twoProxies = (nth: number) => `198.51.${nth}.7, 10.0.0.7`
const oneProxy = (nth: number) => `198.51.${nth}.7`

async function readProxies() {
  return (await readHealth(context)).find(it => it.name === 'Proxies')
}

test('with one proxy too few declared no views are paid for, and health says what to set', async () => {
  const node = await startNode({ ...production, trustedProxies: 1 })
  expect(await node.look(150, twoProxies)).toEqual({ sums: {}, reasons: ['inside_address'] })
  const proxies = await readProxies()
  expect(proxies).toMatchObject({ name: 'Proxies', state: 'alarm' })
  expect(proxies?.text).toContain('150 of 150 requests for ads in the last ten minutes')
  expect(proxies?.text).toContain(
    'TRUSTED_PROXIES is 1, and requests arrive with 2 X-Forwarded-For entries: set TRUSTED_PROXIES=2'
  )
  expect(proxies?.text).toContain('set INSIDE_VISITORS=true')
  context.clock.advance(10 * 60_000)
  expect(await readProxies()).toMatchObject({ state: 'ok' })
})

test('with as many as there are all visitors are paid for', async () => {
  const node = await startNode({ ...production, trustedProxies: 2 })
  expect(await node.look(150, twoProxies)).toMatchObject({ sums: { billable: 150n } })
  expect(await readProxies()).toMatchObject({ state: 'ok' })
})

test.each([
  ['a proxy that is not declared', 0, oneProxy, '1 X-Forwarded-For entry: set TRUSTED_PROXIES=1 '],
  ['fewer than are declared', 3, oneProxy, '1 X-Forwarded-For entry: set TRUSTED_PROXIES=1 '],
  [
    'one that makes up entries before its own',
    1,
    (nth: number) => `8.8.8.8, ${twoProxies(nth)}`,
    '3 X-Forwarded-For entries: set TRUSTED_PROXIES=2 '
  ],
  ['a proxy that appends nothing', 1, () => null, '0 X-Forwarded-For entries, none of which']
])('%s: health says so', async (_, trustedProxies, forwardedFor, said) => {
  const node = await startNode({ ...production, trustedProxies })
  expect((await node.look(2, forwardedFor)).reasons).toEqual(['inside_address'])
  expect(await readProxies()).toMatchObject({
    state: 'alarm',
    text: expect.stringContaining(said)
  })
})

test('a person who tries a production start out on the machine itself sees ads, which are not paid for', async () => {
  const node = await startNode({ ...production, trustedProxies: 0 })
  const { sums, reasons } = await node.look(20, () => null)
  expect({ sums, reasons }).toEqual({ sums: { rejected_data_centre: 20n }, reasons: [undefined] })
  expect(await readProxies()).toMatchObject({ state: 'alarm' })
})

test('an ad that was chosen outside is not paid for when it is reported from inside', async () => {
  const node = await startNode({ ...production, trustedProxies: 1 })
  const { token } = await node.choose(1, '198.51.100.7')
  context.clock.advance(1000)
  await node.report(1, '10.0.0.7', token ?? '')
  await node.countReports()
  expect(await readSums(context.db)).toEqual({ rejected_data_centre: 1n })
})

test('one visitor from the own network among many is a warning', async () => {
  const node = await startNode({ ...production, trustedProxies: 1 })
  const { sums } = await node.look(20, nth => (nth === 0 ? '192.168.1.5' : oneProxy(nth)))
  expect(sums).toMatchObject({ billable: 19n })
  expect(await readProxies()).toMatchObject({
    state: 'warning',
    text: expect.stringMatching(/^1 of 20 requests(?!.*TRUSTED_PROXIES)/)
  })
})

test.each([
  ['an intranet that the operator has allowed', { mode: 'production', insideVisitors: true }],
  ['development', { mode: 'development' }]
] as const)('%s has visitors inside', async (_, config) => {
  const node = await startNode({ ...config, trustedProxies: 0 })
  expect(await node.look(150, () => null)).toMatchObject({ sums: { billable: 150n } })
  expect(await readProxies()).toMatchObject({ state: 'ok' })
})
