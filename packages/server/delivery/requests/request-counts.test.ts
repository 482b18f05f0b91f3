import type { Decision } from '@mille/api/delivery/protocol.ts'
import { hourMs } from '@mille/api/durations.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { verdictOf } from '../../ledger/index.ts'
import { createDeliveryNode } from '../delivery-node.ts'
import { chrome } from '../testing/delivery.ts'
import { addCampaign, addUnit } from '../testing/network.ts'
import { createNodes } from '../testing/node.ts'
import { createRequestCounts, requestSumChecks } from './request-counts.ts'

let context: TestContext
/** One ad unit for each way in which an ad request can end. */
let units: { filled: number; empty: number; archived: number; unverified: number }

beforeAll(async () => {
  context = await createTestContext()
  const { db } = context
  units = {
    filled: (await addUnit(db)).id,
    empty: (await addUnit(db, { kind: 'affiliate' })).id,
    archived: (await addUnit(db, { kind: 'app' })).id,
    unverified: (await addUnit(db, { siteState: 'unverified' })).id
  }
  await db
    .updateTable('ad_units')
    .set({ state: 'archived' })
    .where('id', '=', units.archived)
    .execute()
  await addCampaign(db)
})
const stops: (() => Promise<unknown>)[] = []
beforeEach(() => context.clock.set('2026-03-02T10:00:00Z'))
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  // Restores the table's name in case a test failed before it did so.
  await sql`alter table if exists away rename to ad_unit_request_hours`.execute(context.db)
  expect(await verdictOf(context.db, requestSumChecks)).toEqual({ ok: true })
  await sql`truncate ad_unit_request_hours, ad_unit_request_sums, account_request_sums`.execute(
    context.db
  )
})
afterAll(() => context.close())

type Counted = Record<string, number>

/** Returns the number of requests for each ad unit and outcome, with keys such as `12 filled`. */
async function readCounts(): Promise<Counted> {
  const rows = await context.db
    .selectFrom('ad_unit_request_hours')
    .select(['ad_unit_id', 'outcome', 'count'])
    .execute()
  const counts: Counted = {}
  for (const { ad_unit_id: unit, outcome, count } of rows)
    note(counts, unit, outcome, Number(count))
  return counts
}

function note(counts: Counted, unit: number | string, outcome: string, count = 1): void {
  const name = `${unit} ${outcome}`
  counts[name] = (counts[name] ?? 0) + count
}

const outcomeOf = (decision: Decision) => (decision.filled ? 'filled' : decision.reason)

async function startNode(overrides: Partial<TestContext> = {}) {
  const node = createDeliveryNode({ ...context, ...overrides })
  await node.start()
  stops.push(node.stop)
  return node
}

function ask(
  node: Pick<ReturnType<typeof createDeliveryNode>, 'serveUnit'>,
  unit: number | string,
  address = '203.0.113.1',
  isCounted = true
): string {
  const sender = {
    address,
    userAgent: chrome,
    host: null,
    saysHow: true,
    lacksOrigin: false,
    brands: null,
    mobile: null,
    platform: null,
    forwardedFor: null
  }
  const asked = { unit: String(unit), place: { width: 300, height: 250, screen: 0 }, sender }
  return outcomeOf(node.serveUnit(asked, isCounted).decision)
}

test('the sums of two processes are exact, also when one is stopped at once', async () => {
  const start = createNodes(context.connection)
  const nodes = await Promise.all([start(), start()])
  for (const node of nodes) stops.push(node.kill)
  const expected: Counted = {}
  const copied = { origin: 'https://copied.example' }
  const asked = Array.from({ length: 600 }, async (_, nth) => {
    const unit = [...Object.values(units), 999_999][nth % 5] ?? 0
    const headers = { 'user-agent': chrome, ...(nth % 3 === 0 && copied) }
    const response = await fetch(`${nodes[nth % 2]?.origin}/serve/units/${unit}`, { headers })
    const outcome = outcomeOf((await response.json()) as Decision)
    if (outcome !== 'unit_unknown') note(expected, unit, outcome)
  })
  await Promise.all(asked)
  await nodes[0]?.stop()
  expect(Object.keys(expected).sort()).toEqual(
    [
      `${units.filled} filled`,
      `${units.filled} mismatched_site`,
      `${units.empty} no_campaign`,
      `${units.archived} unit_archived`,
      `${units.unverified} site_unverified`
    ].sort()
  )
  // The other node still has counts, which it writes every few seconds.
  await expect.poll(readCounts, { timeout: 20_000 }).toEqual(expected)
  await nodes[1]?.stop()
  expect(await readCounts()).toEqual(expected)
})

test('nothing is lost or counted twice while the database is away', async () => {
  const node = await startNode()
  const warn = vi.spyOn(context.log, 'warn')
  ask(node, units.filled)
  await sql`alter table ad_unit_request_hours rename to away`.execute(context.db)
  for (let nth = 0; nth < 3; nth++) {
    await expect(node.flush()).rejects.toThrow('ad_unit_request_hours')
    context.clock.advance(hourMs)
    ask(node, units.filled)
    ask(node, units.empty)
  }
  expect(
    warn.mock.calls.filter(([, text]) => String(text).includes('wait in memory'))
  ).toHaveLength(1)
  await sql`alter table away rename to ad_unit_request_hours`.execute(context.db)
  await node.flush()
  await node.flush()
  expect(await readCounts()).toEqual({
    [`${units.filled} filled`]: 4,
    [`${units.empty} no_campaign`]: 3
  })
  const { rows } = await sql<{ hour: Date; count: bigint }>`
    select hour, count from ad_unit_request_hours where outcome = 'filled' order by hour limit 10`.execute(
    context.db
  )
  expect(rows.map(it => it.hour.toISOString().slice(11, 16))).toEqual([
    '10:00',
    '11:00',
    '12:00',
    '13:00'
  ])
})

test('sums whose commit was not confirmed are sent again and added once', async () => {
  let isAnswered = false
  const pool = Object.create(context.pool) as typeof context.pool
  pool.query = (async (query: never) => {
    const result = await context.pool.query(query)
    if (!isAnswered) throw new Error('the connection is gone')
    return result
  }) as never
  const counts = createRequestCounts({ ...context, pool }, { mostInBatch: 2 })
  for (const unit of [1, 2, 3, 3]) counts.add(unit, 'filled', context.now().getTime())
  await expect(counts.flush()).rejects.toThrow('the connection is gone')
  expect(await readCounts()).toEqual({ '1 filled': 1, '2 filled': 1 })
  counts.add(1, 'filled', context.now().getTime())
  isAnswered = true
  await counts.stop()
  expect(await readCounts()).toEqual({ '1 filled': 2, '2 filled': 1, '3 filled': 2 })
})

test('units that do not exist add no sum, however many are requested', async () => {
  const node = await startNode()
  for (let nth = 0; nth < 1000; nth++) ask(node, 1_000_000 + nth, `203.0.${nth % 200}.1`)
  for (const text of [`0${units.filled}`, `${units.filled}e0`, '', 'x', `${units.filled}.0`])
    ask(node, text)
  await node.flush()
  expect(await readCounts()).toEqual({})
  expect(node.figures().requests).toEqual({ unit_unknown: 1005 })
})

test('an address counts for a unit as often as it may in a minute', async () => {
  const { unpaidPerMinute } = context.config
  const node = await startNode()
  for (let nth = 0; nth < unpaidPerMinute + 100; nth++) {
    ask(node, units.empty)
    // All these addresses are in one /48 range.
    ask(node, units.archived, `2001:db8:1:${nth.toString(16)}::1`)
  }
  ask(node, units.empty, '203.0.113.2')
  await node.flush()
  expect(await readCounts()).toEqual({
    [`${units.empty} no_campaign`]: unpaidPerMinute + 1,
    [`${units.archived} unit_archived`]: unpaidPerMinute
  })
  context.clock.advance(60_000)
  ask(node, units.empty)
  await node.flush()
  expect(await readCounts()).toMatchObject({ [`${units.empty} no_campaign`]: unpaidPerMinute + 2 })
})

test('neither HEAD requests nor machines of the operator’s are counted', async () => {
  const config = { ...context.config, mode: 'production' as const, insideVisitors: false }
  const node = await startNode({ config })
  for (const address of ['10.0.0.7', '127.0.0.1']) ask(node, units.empty, address)
  ask(node, units.empty, '203.0.113.1', false)
  ask(node, units.empty)
  await node.flush()
  expect(await readCounts()).toEqual({ [`${units.empty} no_campaign`]: 1 })
})

test('there is a limit to what waits in memory, and the log says what is not counted', async () => {
  const warn = vi.spyOn(context.log, 'warn')
  const counts = createRequestCounts(context, { mostSums: 3 })
  for (const unit of [1, 2, 3, 4, 5, 1]) counts.add(unit, 'filled', context.now().getTime())
  await counts.flush()
  expect(await readCounts()).toEqual({ '1 filled': 2, '2 filled': 1, '3 filled': 1 })
  expect(warn).toHaveBeenCalledWith(
    { omitted: 2, mostSums: 3 },
    'requests for ads were not counted'
  )
  counts.add(4, 'filled', context.now().getTime())
  await counts.flush()
  expect(await readCounts()).toMatchObject({ '4 filled': 1 })
})
