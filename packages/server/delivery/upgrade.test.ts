import { hourMs } from '@mille/api/durations.ts'
import type { TestContext } from '@mille/testing/test-context.ts'
import { createContextBefore } from '@mille/testing/version-before.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { addressBlock } from '../http/client-address.ts'
import { settleDue } from '../settlement/index.ts'
import { rebuildCounters } from './counting/rebuild-counters.ts'
import { findWrongCount } from './counting/verify-counts.ts'
import { type Delivery, deliveryRoutes } from './routes.ts'
import { countAll, makeDecided, readSums } from './testing/counting.ts'
import { askFrom, chrome } from './testing/delivery.ts'
import { addCampaign, addUnit } from './testing/network.ts'
import { createHmacSha256 } from './visitors/hmac.ts'
import { createTokens, type Decided, formatUuid } from './visitors/token.ts'

const upgradedAt = Date.parse('2026-03-02T10:30:00Z')
const keys = new Map(
  ['2026-03-01', '2026-03-02', '2026-03-03'].map((day, index) => [day, Buffer.alloc(32, index + 1)])
)

let context: TestContext
let delivery: Delivery
let unit: number
let campaign: number
let creative: number
let before: Record<string, bigint>

beforeAll(async () => {
  context = await createContextBefore('0215')
  context.clock.set(new Date(upgradedAt))
  await liveBefore()
  await migrate(context.pool)
  delivery = deliveryRoutes(context)
  await delivery.start()
  before = await readSums(context.db)
})
afterAll(async () => {
  await delivery.stop()
  await context.close()
})

/** What somebody at that address is called on a day. */
function nameOf(address: string, day: string): Buffer {
  const key = keys.get(day) ?? Buffer.alloc(32)
  return createHmacSha256(key)(`${addressBlock(address)}\n${chrome}`).subarray(0, 8)
}

/** Chosen for somebody so many minutes before the upgrade. */
function decideFor(address: string, minutesBefore: number): Decided {
  const issuedAtMs = upgradedAt - minutesBefore * 60_000
  const day = new Date(issuedAtMs).toISOString().slice(0, 10)
  return makeDecided({ unit, campaign, creative, issuedAtMs, visitor: nameOf(address, day) })
}

const views = {
  counted: '198.51.100.1',
  yesterday: '198.51.101.1',
  drawn: '198.51.102.1',
  waiting: '198.51.103.1'
}
const decided: Partial<Record<keyof typeof views, Decided>> = {}

/** The network as the version before has left it, in its own tables. */
async function liveBefore(): Promise<void> {
  unit = (await addUnit(context.db, { kind: 'app' })).id
  const added = await addCampaign(context.db, { trafficType: 'cpm', maxCpm: 100_000n })
  campaign = added.id
  creative = added.creative
  for (const [day, key] of keys)
    await context.pool.query('insert into visitor_keys (day, key) values ($1, $2)', [day, key])
  await context.db
    .insertInto('campaign_activity')
    .values({ campaign_id: campaign, started_at: new Date(upgradedAt - 4 * hourMs) })
    .execute()
  await context.pool.query(
    "insert into delivery_heartbeats select generate_series($1::timestamptz - interval '4 hours', $1::timestamptz + interval '4 hours', interval '1 minute')",
    [new Date(upgradedAt)]
  )
  decided.counted = decideFor(views.counted, 20)
  decided.drawn = decideFor(views.drawn, 20)
  decided.waiting = decideFor(views.waiting, 20)
  decided.yesterday = decideFor(views.yesterday, 5)
  await countBefore('rendered', decided.counted, 20)
  await countBefore('viewable', decided.counted, 19)
  await countBefore('rendered', decided.drawn, 20)
  // Somebody whom the campaign was charged for eleven hours before, under the name of yesterday.
  await charge(views.yesterday, '2026-03-01', 11 * 60)
  await context.pool.query(
    "insert into counting_closed (closed_until) values ('2026-03-02T10:00:00Z')"
  )
  await context.pool.query('insert into visitor_rates values ($1, $2, $3, 59)', [
    Math.floor(upgradedAt / 60_000),
    nameOf(views.waiting, '2026-03-02'),
    'viewable'
  ])
}

async function countBefore(kind: string, { decision, visitor }: Decided, minutes: number) {
  const at = new Date(upgradedAt - minutes * 60_000)
  const bucket = '2026-03-02T10:00:00Z'
  await context.pool.query(
    `insert into delivery_events (day, decision, kind, at, bucket, unit_id, campaign_id, banner_id, visitor)
     values ('2026-03-02', $1, $2, $3, $4, $5, $6, 0, $7)`,
    [formatUuid(decision), kind, at, bucket, unit, campaign, visitor]
  )
  for (const counter of kind === 'viewable' ? [kind, 'billable'] : [kind])
    await context.pool.query(
      `insert into delivery_counters values ($1, $2, $3, 0, $4, 1)
       on conflict (bucket, unit_id, campaign_id, banner_id, kind) do update set count = delivery_counters.count + 1`,
      [bucket, unit, campaign, counter]
    )
  if (kind === 'viewable') await charge(views.counted, '2026-03-02', minutes)
}

async function charge(address: string, day: string, minutes: number): Promise<void> {
  const values = [day, campaign, nameOf(address, day), new Date(upgradedAt - minutes * 60_000)]
  await context.pool.query(
    'insert into campaign_visitors (day, campaign_id, visitor, charged_at) values ($1, $2, $3, $4)',
    values
  )
}

async function send(it: Decided | undefined, address: string, kind = 'viewable') {
  const token = createTokens(context.config.secret).sign(it ?? makeDecided())
  const path = kind === 'clicked' ? `/serve/click/${token}` : '/serve/view'
  const response = await askFrom(delivery, address, path, {
    headers: { 'user-agent': chrome },
    ...(kind === 'clicked' ? {} : { method: 'POST', body: JSON.stringify({ token, kind }) })
  })
  return response.status
}

/** What was added since the upgrade. */
async function added(): Promise<Record<string, bigint>> {
  await delivery.flush()
  await countAll(context)
  const now = await readSums(context.db)
  const kinds = Object.keys(now).filter(kind => now[kind] !== before[kind])
  return Object.fromEntries(kinds.map(kind => [kind, (now[kind] ?? 0n) - (before[kind] ?? 0n)]))
}

test('keeps what was counted, and counts nothing of it again', async () => {
  expect(before).toEqual({ rendered: 2n, viewable: 1n, billable: 1n })
  // The widget asks again for what it got no answer to.
  expect(await send(decided.counted, views.counted, 'rendered')).toBe(204)
  expect(await send(decided.counted, views.counted)).toBe(204)
  expect(await added()).toEqual({ rejected_repeated: 2n })
})

test('counts what was chosen before and is reported after', async () => {
  await send(decided.drawn, views.drawn)
  await send(decided.drawn, views.drawn, 'clicked')
  await send(decided.waiting, views.waiting, 'rendered')
  await send(decided.waiting, views.waiting)
  await send(decided.counted, views.counted, 'clicked')
  expect(await added()).toMatchObject({
    rendered: 1n,
    viewable: 2n,
    billable: 2n,
    clicked: 2n,
    rejected_repeated: 2n
  })
})

test('charges for nobody again whom a campaign was charged for in the last 24 hours', async () => {
  await send(decided.yesterday, views.yesterday)
  await send(decideFor(views.counted, 1), views.counted)
  expect(await added()).toMatchObject({ viewable: 4n, billable: 2n, rejected_seen_today: 2n })
  // The eleven hours become 24.
  context.clock.set(new Date(upgradedAt + 13 * hourMs + 1000))
  const late = { ...decideFor(views.yesterday, 0), issuedAtMs: context.now().getTime() - 2000 }
  await send(late, views.yesterday)
  expect(await added()).toMatchObject({ viewable: 5n, billable: 3n })
})

test('settles the window of the upgrade with what was counted on both sides of it', async () => {
  await added()
  await settleDue(context)
  const rows = await context.db
    .selectFrom('settlements')
    .select(['window_start', 'billable'])
    .where('billable', '>', 0n)
    .orderBy('window_start')
    .execute()
  expect(rows).toEqual([{ window_start: new Date('2026-03-02T10:00:00Z'), billable: 3n }])
})

test('verifies what the log explains, and rebuilds no day that it does not', async () => {
  expect(await findWrongCount(context)).toBe(null)
  const [from, to] = [new Date('2026-03-02T00:00:00Z'), new Date('2026-03-03T00:00:00Z')]
  expect(await rebuildCounters(context, from, to)).toEqual({
    ok: false,
    code: 'events_gone',
    possibleFrom: '2026-03-03'
  })
  const { rows } = await sql<{ found: string | null }>`
    select to_regclass(name)::text as found
    from unnest(array['delivery_events', 'campaign_visitors', 'visitor_rates', 'counting_closed']) as name
    where to_regclass(name) is not null`.execute(context.db)
  expect(rows).toEqual([])
})
