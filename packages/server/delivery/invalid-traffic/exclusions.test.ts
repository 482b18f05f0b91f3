import type { Decision } from '@mille/api/delivery/protocol.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countedSince } from '../partitions/behind.ts'
import { type Delivery, deliveryRoutes } from '../routes.ts'
import { countAll, readSums } from '../testing/counting.ts'
import { addCampaign, addUnit } from '../testing/network.ts'
import { createVisitors } from '../visitors/visitor.ts'

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

let app: TestApp
let admin: SignedInBrowser
let delivery: Delivery
beforeAll(async () => {
  app = await createTestApp({}, context => {
    delivery = deliveryRoutes(context)
    return delivery.app
  })
  app.context.clock.set('2026-03-02T10:00:00Z')
  admin = await app.signInAdmin()
  // Five campaigns are needed, because a visitor is shown a different one each time.
  for (let count = 0; count < 5; count++) await addCampaign(app.context.db)
  await delivery.start()
})
afterAll(async () => {
  await delivery.stop()
  await app.close()
})

function ask(path: string, address: string, init: RequestInit = {}) {
  const sent = { ...init, headers: { 'user-agent': userAgent } }
  return delivery.app.request(path, sent, { incoming: { socket: { remoteAddress: address } } })
}

async function decide(unit: number, address: string) {
  return (await (await ask(`/serve/units/${unit}?width=300`, address)).json()) as Decision
}

/** Shows an ad, waits a second, reports the view, and returns the sums of the counters. */
async function see(unit: number, address: string) {
  const decision = await decide(unit, address)
  if (!decision.filled) throw new Error(decision.reason)
  app.context.clock.advance(1000)
  await report(decision.token, address)
  return delivered()
}

const report = (token: string, address: string) =>
  ask('/serve/view', address, {
    method: 'POST',
    body: JSON.stringify({ token, kind: 'viewable' })
  })

async function delivered() {
  await delivery.flush()
  await countAll(app.context)
  return readSums(app.context.db)
}

async function readReport() {
  const answer = await admin.api.invalidTraffic.readInvalidTraffic()
  if (!answer.ok) throw new Error(answer.code)
  return answer.value.data.attributes
}

test('an excluded unit shows nothing, counts nothing of what it showed, and is let in again', async () => {
  const { id } = await addUnit(app.context.db)
  const exclude = (isExcluded: boolean) =>
    admin.api.invalidTraffic.excludeUnit({ id: String(id), is_excluded: isExcluded })
  await expect.poll(async () => (await decide(id, '198.51.100.1')).filled).toBe(true)
  const shown = await decide(id, '198.51.100.2')
  app.context.clock.advance(1000)

  expect(await exclude(true)).toMatchObject({ status: 204 })
  expect(await exclude(true)).toMatchObject({ status: 204 })
  await expect
    .poll(() => decide(id, '198.51.100.3'))
    .toMatchObject({ filled: false, reason: 'unit_excluded' })
  if (!shown.filled) throw new Error(shown.reason)
  await report(shown.token, '198.51.100.2')
  expect(await delivered()).toMatchObject({ rejected_excluded: 1n })
  const { units, reasons } = await readReport()
  expect(reasons).toMatchObject({ excluded: 1 })
  expect(units).toMatchObject([{ id: String(id), rejected: 1, reason: 'excluded', billable: 0 }])
  expect(units[0]?.excluded_at).not.toBe(null)

  expect(await exclude(false)).toMatchObject({ status: 204 })
  await expect.poll(async () => (await decide(id, '198.51.100.4')).filled).toBe(true)
  expect(await see(id, '198.51.100.5')).toMatchObject({ billable: 1n })
  expect((await readReport()).units).toMatchObject([{ id: String(id), excluded_at: null }])
})

test('an excluded visitor counts nowhere until let in again, and is forgotten with the key', async () => {
  const { id } = await addUnit(app.context.db)
  await expect.poll(async () => (await decide(id, '203.0.113.9')).filled).toBe(true)
  const before = await see(id, '203.0.113.7')
  const { visitors } = await readReport()
  const ids = visitors.map(it => it.id)
  expect(visitors).toMatchObject([{ viewable: 1, units: 1 }, { viewable: 1 }])
  expect(ids[0]).toMatch(/^2026-03-02\.[0-9a-f]{16}$/)
  const setAll = async (isExcluded: boolean) => {
    for (const one of ids)
      await admin.api.invalidTraffic.excludeVisitor({ id: one, is_excluded: isExcluded })
  }
  await setAll(true)
  expect(await see(id, '203.0.113.7')).toMatchObject({
    viewable: before.viewable,
    rejected_excluded: 2n
  })
  await setAll(false)
  expect(await see(id, '203.0.113.7')).toMatchObject({ viewable: (before.viewable ?? 0n) + 1n })

  await setAll(true)
  await delivered()
  app.context.clock.advance(3 * 86_400_000)
  await createVisitors(app.context, {
    neededSince: () => countedSince(app.context)
  }).refresh()
  const kept = await app.context.db.selectFrom('excluded_visitors').select('day').execute()
  expect(kept).toEqual([])
})

test.each([
  'nonsense',
  '2026-03-02.00',
  '2020-01-01.0123456789abcdef',
  '2026-99-99.0123456789abcdef'
])('there is no visitor %s to exclude', async id => {
  const answer = await admin.api.invalidTraffic.excludeVisitor({ id, is_excluded: true })
  expect(answer).toMatchObject({ ok: false, code: 'not_found' })
})

test('writes each exclusion to the audit log', async () => {
  const answer = await admin.api.invalidTraffic.excludeUnit({ id: '2000000000', is_excluded: true })
  expect(answer).toMatchObject({ ok: false, code: 'not_found' })
  const log = await admin.api.admin.readAuditLog()
  if (!log.ok) throw new Error(log.code)
  expect(log.value.data[0]?.attributes).toMatchObject({
    act: 'PATCH /api/v1/admin/invalid_traffic/ad_units/2000000000',
    input: { is_excluded: true },
    status: 404
  })
})
