import { dayMs } from '@mille/api/durations.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDeliveryNode, type Taken } from './delivery-node.ts'
import { recordKinds } from './event-log/record.ts'
import { verdict } from './judge/verdicts.ts'
import { kindName } from './partitions/describe-record.ts'
import { rebuildCounters } from './partitions/rebuild-counters.ts'
import { findWrongCount } from './partitions/verify-counts.ts'
import { visitCounted } from './partitions/visit-counted.ts'
import { clearCounts, countAll, readSums } from './testing/counting.ts'
import { addCampaign, addUnit } from './testing/network.ts'
import { crowdInHour } from './what-counts.ts'

let context: TestContext
let node: ReturnType<typeof createDeliveryNode>
let units: number[]
let onSite: number
let unpaidInMinute: number
/** Each test uses a different hour and network, because the counts of the minute before belong to other tests. */
let hour = 0
beforeAll(async () => {
  context = await createTestContext()
  unpaidInMinute = context.config.unpaidPerMinute
  units = []
  for (let nth = 0; nth < 4; nth++) units.push((await addUnit(context.db, { kind: 'app' })).id)
  onSite = (await addUnit(context.db)).id
  await addCampaign(context.db)
  node = createDeliveryNode(context)
  await node.start()
})
beforeEach(async () => {
  await clearCounts(context.db)
  context.clock.set(new Date(Date.parse('2026-03-02T00:00:00Z') + ++hour * 3_600_000))
})
afterAll(async () => {
  await node.stop()
  await context.close()
})

/** A visitor. The browser is a version of Chrome or a whole user agent string. */
type Visitor = { address: string; browser: number | string }
type Shown = { token: string; visitor: Visitor }

const place = { width: 300, height: 250, screen: 0 }

function senderOf({ address, browser }: Visitor) {
  const userAgent =
    typeof browser === 'string'
      ? browser
      : `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.${browser}.0 Safari/537.36`
  return {
    address,
    userAgent,
    host: null,
    saysHow: true,
    lacksOrigin: false,
    brands: null,
    mobile: null,
    platform: null,
    forwardedFor: null
  }
}

function show(visitors: readonly Visitor[], unit = units[0] ?? 0): Shown[] {
  return visitors.map(visitor => {
    const asked = { unit: String(unit), place, sender: senderOf(visitor) }
    const { decision } = node.serveUnit(asked, true)
    if (!decision.filled) throw new Error(decision.reason)
    return { token: decision.token, visitor }
  })
}

async function report(all: readonly Shown[], kind: 'rendered' | 'viewable'): Promise<void> {
  const taken = all.map(
    ({ token, visitor }) =>
      new Promise<Taken>(resolve =>
        node.takeReport(JSON.stringify({ token, kind }), senderOf(visitor), resolve)
      )
  )
  expect(new Set(await Promise.all(taken))).toEqual(new Set(['taken']))
}

/** Shows ads to visitors who view them for a second and report that. */
async function look(visitors: readonly Visitor[], unit?: number): Promise<void> {
  const shown = show(visitors, unit)
  await report(shown, 'rendered')
  context.clock.advance(1000)
  await report(shown, 'viewable')
}

const people = (count: number, addressOf: (nth: number) => string): Visitor[] =>
  Array.from({ length: count }, (_, nth) => ({ address: addressOf(nth), browser: nth }))

/** Returns the number of reports of each kind in the log, and the number of sums. */
async function readRecords(): Promise<Record<string, number>> {
  await node.flush()
  await countAll(context)
  const found: Record<string, number> = {}
  const always = { from: new Date(0), until: new Date('2100-01-01T00:00:00Z') }
  await visitCounted(context, always, (record, code) => {
    if (record.kind > recordKinds.sum) return
    const name = code === verdict.billable ? 'billable' : kindName(record)
    found[name] = (found[name] ?? 0) + 1
  })
  return found
}

async function expectLogToExplainCounters(): Promise<void> {
  expect(await findWrongCount(context)).toBe(null)
  const from = new Date('2026-03-02T00:00:00Z')
  const rebuilt = await rebuildCounters(context, from, new Date(from.getTime() + dayMs))
  expect(rebuilt).toMatchObject({ ok: true, changed: 0n })
}

test('a flood of renderings from one neighborhood fills no log, and is counted to the last', async () => {
  await report(show(people(3000, nth => `203.0.113.${nth % 256}`)), 'rendered')
  expect(await readRecords()).toEqual({ rendered: unpaidInMinute, sum: 1 })
  const rest = BigInt(3000 - unpaidInMinute)
  const limit = BigInt(unpaidInMinute)
  expect(await readSums(context.db)).toEqual({
    rendered: limit,
    served: limit,
    rejected_rate: rest
  })
  await expectLogToExplainCounters()
})

test('copies of one report are records of the flood like any other', async () => {
  const [shown] = show(people(1, () => '203.0.114.1'))
  if (!shown) throw new Error('Nothing was shown')
  await report(
    Array.from({ length: 3000 }, () => shown),
    'rendered'
  )
  expect((await readRecords()).rendered).toBe(unpaidInMinute)
  await expectLogToExplainCounters()
})

test('what is rejected at once is no way around it, however many units it names', async () => {
  const shown = units.map(unit =>
    show(
      people(300, () => '203.0.121.1'),
      unit
    )
  )
  const browser = 'Googlebot/2.1 (+http://www.google.com/bot.html)'
  for (let nth = 0; nth < 300; nth++) {
    const ofEachUnit = shown.flatMap(all => all.slice(nth, nth + 1))
    const nonsense = { token: 'AAAA', visitor: { address: '203.0.121.1', browser } }
    const bots = ofEachUnit.map(({ token }) => ({ ...nonsense, token }))
    await report([...bots, nonsense], 'rendered')
  }
  const { sum = 0, ...records } = await readRecords()
  expect(records).toEqual({})
  expect(sum).toBeGreaterThanOrEqual(unpaidInMinute)
  // Two more records are allowed for each second that the test took.
  expect(sum).toBeLessThan(unpaidInMinute + 100)
  expect(await readSums(context.db)).toEqual({ rejected_bot: 1200n, rejected_forged: 300n })
  await expectLogToExplainCounters()
})

test('counts in the same way what is not a report, and requests from places where the unit may not be shown', async () => {
  const elsewhere = { ...senderOf({ address: '203.0.122.1', browser: 1 }), host: 'other.example' }
  for (let nth = 0; nth < unpaidInMinute; nth++)
    node.serveUnit({ unit: String(onSite), place, sender: elsewhere }, true)
  const answers = Array.from(
    { length: 600 },
    () => new Promise(resolve => node.takeReport('nonsense', elsewhere, resolve))
  )
  await Promise.all(answers)
  node.serveUnit({ unit: String(onSite), place, sender: elsewhere }, true)
  await node.flush()
  await countAll(context)
  const { rows } =
    await sql`select unit_id, kind, count from delivery_counters order by 1, 2`.execute(context.db)
  expect(rows).toEqual([
    { unit_id: 0, kind: 'rejected_forged', count: 600n },
    { unit_id: 0, kind: 'rejected_mismatched_site', count: 1n },
    { unit_id: onSite, kind: 'rejected_mismatched_site', count: BigInt(unpaidInMinute) }
  ])
  await expectLogToExplainCounters()
})

test('a /48 of IPv6 is one neighborhood', async () => {
  await report(show(people(800, nth => `2001:db8:7:${nth.toString(16)}::1`)), 'rendered')
  expect((await readRecords()).rendered).toBe(unpaidInMinute)
})

test('views that are not paid for fill no log either, and none that is paid for is lost', async () => {
  const shown = show(people(3000, () => '203.0.115.1'))
  context.clock.advance(1000)
  await report(shown, 'viewable')
  const { sum, ...records } = await readRecords()
  expect(records).toEqual({
    billable: crowdInHour.views,
    viewable: unpaidInMinute - crowdInHour.views
  })
  await expectLogToExplainCounters()
})

test('the neighbors of a flood are not touched, and it has a minute like any other', async () => {
  await report(show(people(1000, () => '203.0.116.1')), 'rendered')
  await report(show(people(unpaidInMinute, nth => `203.0.117.${nth % 256}`)), 'rendered')
  expect((await readRecords()).rendered).toBe(2 * unpaidInMinute)
  context.clock.advance(60_000)
  await report(show(people(100, nth => `203.0.116.${nth}`)), 'rendered')
  expect((await readRecords()).rendered).toBe(2 * unpaidInMinute + 100)
})

test('a flood of renderings takes no view from those who share its addresses', async () => {
  await report(show(people(1000, () => '203.0.118.1')), 'rendered')
  await look(people(30, nth => `203.0.118.${nth + 2}`))
  expect((await readRecords()).billable).toBe(30)
})

test('all that a carrier is paid for at a unit in an hour has room in a minute, also while counting is away', async () => {
  await look(people(crowdInHour.viewsOfBlock, nth => `203.0.119.${nth % 256}`))
  expect(await readRecords()).toEqual({
    billable: crowdInHour.viewsOfBlock,
    rendered: crowdInHour.viewsOfBlock
  })
})

test('what is paid for has no limit: each of its views and renderings is a record', async () => {
  for (const [nth, unit] of units.entries()) {
    const many = people(crowdInHour.viewsOfBlock, it => `203.0.120.${it % 256}`)
    await look(
      many.map(({ address }, it) => ({ address, browser: it + nth * 1000 })),
      unit
    )
    await countAll(context)
    await node.followVerdicts()
  }
  const all = units.length * crowdInHour.viewsOfBlock
  expect(await readRecords()).toEqual({ billable: all, rendered: all })
  await expectLogToExplainCounters()
})
