import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Filled } from '@mille/api/delivery/protocol.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createListener } from '../http/listener.ts'
import { visitCounted } from './counting/visit-counted.ts'
import { type Device, recordKinds } from './log/record.ts'
import { countAll, readSums } from './testing/counting.ts'
import { askFrom, startDelivery, type TestDelivery } from './testing/delivery.ts'
import { addCampaign, addUnit } from './testing/network.ts'

/** Of Deutsche Telekom, and in hexadecimal digits. */
const address = '91.1.2.3'
const addressBytes = '5b010203'
const longAddress = '2003:e1:2:3::4'
const always = { from: new Date(0), until: new Date('2100-01-01T00:00:00Z') }
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
/** A tablet on which pages are asked for as computers see them, which Chromium says in its hints. */
const tablet = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Android"'
}

let context: TestContext
let delivery: TestDelivery
let unit: Awaited<ReturnType<typeof addUnit>>

beforeAll(async () => {
  context = await createTestContext({ trustedProxies: 1 })
  unit = await addUnit(context.db)
  await addCampaign(context.db)
  delivery = await startDelivery(context)
})
beforeEach(() => delivery.clear())
afterAll(() => delivery.close())

type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Sees an ad and clicks it; gives what is in the log about that. */
async function visit(ask: Ask) {
  const { token } = (await (await ask(`/serve/units/${unit.id}`)).json()) as Filled
  const report = async (kind: string) => {
    const body = JSON.stringify({ token, kind })
    expect((await ask('/serve/view', { method: 'POST', body })).status).toBe(204)
  }
  await report('rendered')
  context.clock.advance(1000)
  await report('viewable')
  expect((await ask(`/serve/click/${token}`, { redirect: 'manual' })).status).toBe(302)
  await delivery.flush()
  await countAll(context)
  expect(await readSums(context.db)).toMatchObject({ rendered: 1n, billable: 1n, clicked: 1n })
  const found: { kind: number; country: string | null; device: Device | null }[] = []
  await visitCounted(context, always, ({ kind, country, device }) => {
    if (kind <= recordKinds.clicked) found.push({ kind, country, device })
  })
  return found.sort((a, b) => a.kind - b.kind)
}

const ofEach = (said: { country: string | null; device: Device }) =>
  [recordKinds.rendered, recordKinds.viewable, recordKinds.clicked].map(kind => ({ kind, ...said }))

test('what a phone in Germany reports is in the log as such, and its address is not', async () => {
  const found = await visit(async (path, init) =>
    askFrom(delivery, address, path, { ...init, headers: { 'user-agent': iphone } })
  )
  expect(found).toEqual(ofEach({ country: 'DE', device: { type: 'phone', system: 'ios' } }))
  const { rows } = await sql<{ body: Buffer }>`select body from event_log_batches`.execute(
    context.db
  )
  const bytes = Buffer.concat(rows.map(it => it.body))
  expect(bytes.length).toBeGreaterThanOrEqual(3 * 84)
  expect(bytes.toString('hex')).not.toContain(addressBytes)
  expect(bytes.toString('latin1')).not.toContain(address)
})

test('Node’s own server reads hints as the app does', async () => {
  const server = createListener(delivery.app, delivery.listen()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const headers = { ...tablet, 'x-forwarded-for': longAddress }
  // A click goes through the app, which the middleware of the whole server tells the address.
  const found = await visit(async (path, init) =>
    path.startsWith('/serve/click/')
      ? askFrom(delivery, longAddress, path, { ...init, headers })
      : fetch(origin + path, { ...init, headers })
  )
  expect(found).toEqual(ofEach({ country: 'DE', device: { type: 'tablet', system: 'android' } }))
  server.close()
  server.closeAllConnections()
})

test('a visitor whose country nobody knows is counted all the same', async () => {
  const found = await visit(async (path, init) =>
    askFrom(delivery, '203.0.113.7', path, { ...init, headers: { 'user-agent': iphone } })
  )
  expect(found).toEqual(ofEach({ country: null, device: { type: 'phone', system: 'ios' } }))
})
