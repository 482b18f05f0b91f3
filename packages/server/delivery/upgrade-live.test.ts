import { setTimeout as sleep } from 'node:timers/promises'
import type { TestContext } from '@mille/testing/test-context.ts'
import { createContextBefore } from '@mille/testing/version-before.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect, type Tx } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { addressBlock } from '../http/client-address.ts'
import { findWrongCount } from './counting/verify-counts.ts'
import { type Delivery, deliveryRoutes } from './routes.ts'
import { countAll, makeDecided, readSums } from './testing/counting.ts'
import { askFrom, chrome } from './testing/delivery.ts'
import { addCampaign, addUnit } from './testing/network.ts'
import { createHmacSha256 } from './visitors/hmac.ts'
import { createTokens, type Decided, formatUuid } from './visitors/token.ts'

/** Processes of the version before the event log go on while the database is migrated under them. */
const day = '2026-03-02'
const upgradedAt = Date.parse(`${day}T10:30:00Z`)
const key = Buffer.alloc(32, 1)
/** The lock that all counting of that version shared, and settlement took for itself. */
const settlementLock = 7_230_002
const writers = 6
const missingTable = '42P01'
/** How fast the writers are depends on what else the machine does. */
const atMost = { timeout: 20_000 }

type View = { decided: Decided; address: string }

let context: TestContext
let before: Connection
let delivery: Delivery
let unit: number
let campaign: number
let creative: number
let visitors = 0

beforeAll(async () => {
  context = await createContextBefore('0215')
  before = await connect(context.connection, writers + 1)
  context.clock.set(new Date(upgradedAt))
  unit = (await addUnit(context.db, { kind: 'app' })).id
  const added = await addCampaign(context.db)
  campaign = added.id
  creative = added.creative
  await context.pool.query('insert into visitor_keys (day, key) values ($1, $2)', [day, key])
})
afterAll(async () => {
  await delivery.stop()
  await before.close()
  await context.close()
})

/** Chosen a minute ago for somebody whom nobody has seen, from a neighborhood of their own. */
function newView(): View {
  const nth = visitors++
  const address = `${nth < 250 ? '198.51' : '203.0'}.${nth % 250}.1`
  const visitor = createHmacSha256(key)(`${addressBlock(address)}\n${chrome}`).subarray(0, 8)
  const issuedAtMs = upgradedAt - 60_000
  return { decided: makeDecided({ unit, campaign, creative, issuedAtMs, visitor }), address }
}

/** As that version counted a view: what `meanwhile` does happens before its commit. */
async function countBefore(
  { decided }: View,
  meanwhile: () => Promise<unknown> = async () => {}
): Promise<void> {
  const { visitor } = decided
  await before.db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock_shared(${settlementLock})`.execute(tx)
    await sql`select closed_until from counting_closed limit 1`.execute(tx)
    await sql`
      insert into campaign_visitors (day, campaign_id, visitor, charged_at)
      values (${day}, ${campaign}, ${visitor}, ${context.now()})`.execute(tx)
    await sql`
      insert into delivery_events (day, decision, kind, at, bucket, unit_id, campaign_id, banner_id, visitor)
      values (${day}, ${formatUuid(decided.decision)}, 'viewable', ${context.now()}, '2026-03-02T10:00:00Z', ${unit},
        ${campaign}, 0, ${visitor})`.execute(tx)
    await addCounter(tx, 'viewable')
    await addCounter(tx, 'billable')
    await meanwhile()
  })
}

async function addCounter(tx: Tx, kind: string): Promise<void> {
  await sql`
    insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    values ('2026-03-02T10:00:00Z', ${unit}, ${campaign}, 0, ${kind}, 1)
    on conflict (bucket, unit_id, campaign_id, banner_id, kind)
    do update set count = delivery_counters.count + 1`.execute(tx)
}

/** As this version takes one. */
async function countNow({ decided, address }: View): Promise<number> {
  const body = JSON.stringify({
    token: createTokens(context.config.secret).sign(decided),
    kind: 'viewable'
  })
  const { status } = await askFrom(delivery, address, '/serve/view', {
    method: 'POST',
    body,
    headers: { 'user-agent': chrome }
  })
  return status
}

test('loses and doubles no view when it is migrated under processes of the version before', async () => {
  const acknowledged: View[] = []
  const refused: View[] = []
  const errors = new Set<string | undefined>()
  let isOver = false
  const writing = Array.from({ length: writers }, async () => {
    while (!isOver) {
      const view = newView()
      try {
        await countBefore(view)
        acknowledged.push(view)
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error
        errors.add(error.code)
        // It answers 503, and the page asks again later.
        refused.push(view)
        await sleep(50)
      }
      await sleep(20)
    }
  })
  await expect.poll(() => acknowledged.length, atMost).toBeGreaterThan(writers)

  // One of them is in the middle of its transaction.
  const slow = newView()
  let isCommitted = false
  let migrating: Promise<unknown> = Promise.resolve()
  await countBefore(slow, async () => {
    migrating = migrate(context.pool).then(() => expect(isCommitted).toBe(true))
    await sleep(500)
    isCommitted = true
  })
  await migrating
  acknowledged.push(slow)
  await expect.poll(() => refused.length, atMost).toBeGreaterThan(writers)
  isOver = true
  await Promise.all(writing)
  // From then on that version counts nothing, and says so.
  expect([...errors]).toEqual([missingTable])
  expect(await readSums(context.db)).toMatchObject({ viewable: BigInt(acknowledged.length) })

  delivery = deliveryRoutes(context)
  await delivery.start()
  for (const view of refused) expect(await countNow(view)).toBe(204)
  // An answer may have been lost on the way: the page asks again.
  for (const view of acknowledged) expect(await countNow(view)).toBe(204)
  await delivery.flush()
  await countAll(context)
  const all = BigInt(acknowledged.length + refused.length)
  expect(await readSums(context.db)).toEqual({
    viewable: all,
    billable: all,
    rejected_repeated: BigInt(acknowledged.length)
  })
  expect(await findWrongCount(context)).toBe(null)
})
