import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Filled } from '@mille/api/delivery/protocol.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createListener } from '../http/listener.ts'
import { type Device, recordKinds } from './event-log/record.ts'
import { rebuildCounters } from './partitions/rebuild-counters.ts'
import { findWrongCount } from './partitions/verify-counts.ts'
import { visitCounted } from './partitions/visit-counted.ts'
import {
  countAll,
  createTestAppender,
  makeDecided,
  readSums,
  viewable
} from './testing/counting.ts'
import { askFrom, startDelivery, type TestDelivery } from './testing/delivery.ts'
import { addCampaign, addUnit } from './testing/network.ts'

/** An address of Deutsche Telekom, and the same address in hexadecimal digits. */
const address = '91.1.2.3'
const addressBytes = '5b010203'
const longAddress = '2003:e1:2:3::4'
const always = { from: new Date(0), until: new Date('2100-01-01T00:00:00Z') }
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
/** A tablet that requests desktop pages; only Chromium's client hints tell that it is a tablet. */
const tablet = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Android"'
}

let context: TestContext
let delivery: TestDelivery
let unit: Awaited<ReturnType<typeof addUnit>>
let campaign: Awaited<ReturnType<typeof addCampaign>>

beforeAll(async () => {
  context = await createTestContext({ trustedProxies: 1 })
  unit = await addUnit(context.db)
  campaign = await addCampaign(context.db)
  delivery = await startDelivery(context)
})
beforeEach(() => delivery.clear())
afterAll(() => delivery.close())

type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Views an ad and clicks it; returns the resulting records in the log. */
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
  // A click goes through the app, to which the whole server's middleware passes the address, so the test sends it
  // there.
  const found = await visit(async (path, init) =>
    path.startsWith('/serve/click/')
      ? askFrom(delivery, longAddress, path, { ...init, headers })
      : fetch(origin + path, { ...init, headers })
  )
  expect(found).toEqual(ofEach({ country: 'DE', device: { type: 'tablet', system: 'android' } }))
  server.close()
  server.closeAllConnections()
})

test('views and clicks are added up by day, country, device and system, which verify and a rebuild know', async () => {
  const day = new Date('2026-03-02T00:00:00Z')
  const nextDay = new Date('2026-03-03T00:00:00Z')
  await visit(async (path, init) =>
    askFrom(delivery, '91.7.8.9', path, { ...init, headers: { 'user-agent': iphone } })
  )
  const counted = [
    `campaign ${campaign.id} 2026-03-02 DE phone 1 1 1`,
    `campaign ${campaign.id} 2026-03-02 ios 1 1 1`,
    `unit ${unit.id} 2026-03-02 DE phone 1 1 1`,
    `unit ${unit.id} 2026-03-02 ios 1 1 1`
  ]
  expect(await readPlaces()).toEqual(counted)
  expect(await findWrongCount(context)).toBe(null)
  await sql`update campaign_day_places set clicked = 0`.execute(context.db)
  expect(await findWrongCount(context)).toBe(
    `campaign ${campaign.id} on 2026-03-02, DE, phone: 0 counted as clicked, and 1 in the log`
  )
  await sql`update unit_day_places set country = 'FR', billable = 0`.execute(context.db)
  await sql`update campaign_day_systems set system = 'macos'`.execute(context.db)
  await sql`delete from unit_day_systems`.execute(context.db)
  expect(await rebuildCounters(context, day, nextDay)).toMatchObject({ ok: true, changed: 0n })
  expect(await readPlaces()).toEqual(counted)
  expect(await findWrongCount(context)).toBe(null)
  // For the day on which an older version was replaced, only some places are known.
  await sql`update campaign_day_places set billable = 3`.execute(context.db)
  expect(await findWrongCount(context)).toContain('3 counted as billable')
  await sql`update day_places_since set day = '2026-03-03'`.execute(context.db)
  expect(await findWrongCount(context)).toBe(null)
  await sql`update unit_day_systems set viewable = 2`.execute(context.db)
  expect(await findWrongCount(context)).toBe(
    `unit ${unit.id} on 2026-03-02, ios: 2 counted as viewable, and 1 in the log`
  )
  await sql`update day_places_since set systems_day = '2026-03-03'`.execute(context.db)
  expect(await findWrongCount(context)).toBe(null)
})

/** Returns a line of text for each row of places. */
async function readPlaces(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', 'campaign', campaign_id, day, country, device, viewable, billable, clicked) as text from campaign_day_places
    union all
    select concat_ws(' ', 'unit', unit_id, day, country, device, viewable, billable, clicked) from unit_day_places
    union all
    select concat_ws(' ', 'campaign', campaign_id, day, system, viewable, billable, clicked) from campaign_day_systems
    union all
    select concat_ws(' ', 'unit', unit_id, day, system, viewable, billable, clicked) from unit_day_systems
    order by 1 limit 1000`.execute(context.db)
  return rows.map(row => row.text)
}

test('what each creative of a campaign counted is added up by day, which verify and a rebuild know', async () => {
  const day = new Date('2026-03-02T00:00:00Z')
  const nextDay = new Date('2026-03-03T00:00:00Z')
  const view = (creative: number) => ({
    ...{ campaign: campaign.id, unit: unit.id, creative },
    ...{ issuedAtMs: context.now().getTime() }
  })
  const appender = createTestAppender(context)
  // The same campaign shows one creative twice, of which one view is clicked, and then another one once.
  for (const creative of [7, 7, 8]) {
    const decided = makeDecided(view(creative))
    await appender.count({ kind: 'rendered', decided })
    if (creative === 8) continue
    await appender.count(viewable(decided))
  }
  const clicked = makeDecided(view(8))
  await appender.count({ kind: 'rendered', decided: clicked })
  await appender.count({ kind: 'clicked', decided: clicked })
  await appender.stop()
  await countAll(context)
  const counted = [`${campaign.id} 2026-03-02 7 2 2 2 0`, `${campaign.id} 2026-03-02 8 2 0 0 1`]
  expect(await readCreatives()).toEqual(counted)
  expect(await readSums(context.db)).toMatchObject({ served: 4n, billable: 2n, clicked: 1n })
  expect(await findWrongCount(context)).toBe(null)

  await sql`update campaign_day_creatives set served = 3 where creative_id = 7`.execute(context.db)
  expect(await findWrongCount(context)).toBe(
    `campaign ${campaign.id} on 2026-03-02, creative 7: 3 counted as served, and 2 in the log`
  )
  await sql`update campaign_day_creatives set creative_id = 9 where creative_id = 8`.execute(
    context.db
  )
  expect(await rebuildCounters(context, day, nextDay)).toMatchObject({ ok: true, changed: 0n })
  expect(await readCreatives()).toEqual(counted)
  expect(await findWrongCount(context)).toBe(null)
  // Only a part of the day on which an older version was replaced is known by creative.
  await sql`delete from campaign_day_creatives`.execute(context.db)
  expect(await findWrongCount(context)).toBe(
    `campaign ${campaign.id} on 2026-03-02, creative 7: 0 counted as billable, and 2 in the log`
  )
  await sql`update day_places_since set creatives_day = '2026-03-03'`.execute(context.db)
  expect(await findWrongCount(context)).toBe(null)
})

test('two ads of one campaign on two ad units each have their own counts, which verify and a rebuild know', async () => {
  const other = await addUnit(context.db)
  const appender = createTestAppender(context)
  const shown = [
    [unit, 7],
    [unit, 7],
    [unit, 8],
    [other, 8]
  ] as const
  for (const [{ id }, creative] of shown) {
    const issuedAtMs = context.now().getTime()
    const decided = makeDecided({ campaign: campaign.id, unit: id, creative, issuedAtMs })
    await appender.count({ kind: 'rendered', decided })
    await appender.count(viewable(decided))
  }
  await appender.stop()
  await countAll(context)
  const counted = [
    `${unit.id} 2026-03-02 7 2 2 2 0`,
    `${unit.id} 2026-03-02 8 1 1 1 0`,
    `${other.id} 2026-03-02 8 1 1 1 0`
  ]
  expect(await readUnitCreatives()).toEqual(counted)
  expect(await findWrongCount(context)).toBe(null)

  // The campaign's own rows still have the right sum of both units.
  await sql`update unit_day_creatives set viewable = viewable + 4 where creative_id = 8 and unit_id = ${other.id}`.execute(
    context.db
  )
  expect(await findWrongCount(context)).toBe(
    `unit ${other.id} on 2026-03-02, creative 8: 5 counted as viewable, and 1 in the log`
  )
  await sql`delete from unit_day_creatives where creative_id = 7`.execute(context.db)
  const days = [new Date('2026-03-02T00:00:00Z'), new Date('2026-03-03T00:00:00Z')] as const
  expect(await rebuildCounters(context, ...days)).toMatchObject({ ok: true, changed: 0n })
  expect(await readUnitCreatives()).toEqual(counted)
  expect(await findWrongCount(context)).toBe(null)
  // The day on which an older version was replaced is known by campaign and ad, but not by ad unit.
  await sql`delete from unit_day_creatives`.execute(context.db)
  expect(await findWrongCount(context)).toContain(`unit ${unit.id} on 2026-03-02, creative 7: 0`)
  await sql`update day_places_since set unit_creatives_day = '2026-03-03'`.execute(context.db)
  expect(await findWrongCount(context)).toBe(null)
})

async function readUnitCreatives(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', unit_id, day, creative_id, served, viewable, billable, clicked) as text
    from unit_day_creatives order by unit_id, creative_id limit 1000`.execute(context.db)
  return rows.map(row => row.text)
}

async function readCreatives(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', campaign_id, day, creative_id, served, viewable, billable, clicked) as text
    from campaign_day_creatives order by 1 limit 1000`.execute(context.db)
  return rows.map(row => row.text)
}

test('a visitor whose country is unknown is counted too', async () => {
  const found = await visit(async (path, init) =>
    askFrom(delivery, '203.0.113.7', path, { ...init, headers: { 'user-agent': iphone } })
  )
  expect(found).toEqual(ofEach({ country: null, device: { type: 'phone', system: 'ios' } }))
})
