import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEventLog } from '../event-log/open-event-log.ts'
import { setUnitExcluded } from '../invalid-traffic/exclusions.ts'
import {
  clearCounts,
  countAll,
  createTestAppender,
  makeDecided,
  readSums,
  viewable
} from '../testing/counting.ts'
import { addCampaign, addUnit, setTerms } from '../testing/network.ts'
import { readPartitions } from './leases.ts'
import { relayDecisions, relayRules } from './relay-rules.ts'

let context: TestContext
let unit: number
let userId: number
beforeAll(async () => {
  context = await createTestContext()
  const added = await addUnit(context.db)
  unit = added.id
  userId = added.owner
})
beforeEach(async () => {
  context.clock.set('2026-03-02T10:00:00Z')
  await sql`delete from counting_rules`.execute(context.db)
  await clearCounts(context.db)
})
afterAll(() => context.close())

const exclude = (isExcluded: boolean) =>
  context.db
    .transaction()
    .execute(tx => setUnitExcluded(tx, unit, { isExcluded, userId, at: context.now() }))

async function see(count: number): Promise<void> {
  const appender = createTestAppender(context)
  for (let index = 0; index < count; index++) await appender.count(viewable(makeDecided({ unit })))
  await appender.stop()
}

test('an exclusion counts for what is reported after it, and not for what was before', async () => {
  await see(3)
  await exclude(true)
  await relayDecisions(context)
  await see(4)
  await exclude(false)
  await relayDecisions(context)
  await see(5)
  await countAll(context)
  expect(await readSums(context.db)).toMatchObject({ viewable: 8n, rejected_excluded: 4n })
})

test('many who exclude a unit and let it in again leave the counters with what is in the table', async () => {
  for (const last of [true, false]) {
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await exclude(index % 2 === 0)
        await relayDecisions(context)
      })
    )
    await exclude(last)
    await relayDecisions(context)
    const before = (await readSums(context.db)).rejected_excluded ?? 0n
    await see(32)
    await countAll(context)
    const after = (await readSums(context.db)).rejected_excluded ?? 0n
    expect(after - before).toBe(last ? 32n : 0n)
  }
})

test('what was appended by a process that died before it said so is appended again, and changes nothing', async () => {
  await exclude(true)
  const { rows } = await sql<{ id: bigint }>`select id from counting_rules`.execute(context.db)
  await relayDecisions(context)
  await sql`
    insert into counting_rules (id, kind, unit_id, is_excluded) overriding system value
    values (${rows[0]?.id}, 'unit', ${unit}, true)`.execute(context.db)
  await see(2)
  await countAll(context)
  await see(2)
  await countAll(context)
  expect(await readSums(context.db)).toEqual({ rejected_excluded: 4n })
  await exclude(false)
})

test('a process that slept before its append, and so appends an old rule last, sets it right', async () => {
  await exclude(true)
  const log = openEventLog(context)
  let isAwake = false
  await relayRules({
    ...context,
    checkClock: async () => {},
    log: {
      partitions: log.partitions,
      async append(bodies, at) {
        if (!isAwake) {
          isAwake = true
          await sql`update counting_rules_turn set taken_until = '-infinity'`.execute(context.db)
          await relayDecisions(context)
          await exclude(false)
          await relayDecisions(context)
        }
        return log.append(bodies, at)
      }
    }
  })
  await relayDecisions(context)
  await see(4)
  await countAll(context)
  expect(await readSums(context.db)).toEqual({ viewable: 4n, billable: 4n })
})

test('a change of terms begins a bucket of its own in every partition', async () => {
  const campaign = await addCampaign(context.db)
  await countAll(context)
  await setTerms(context.db, campaign.id, { validFrom: new Date('2026-03-02T10:20:00Z') })
  await relayDecisions(context)
  const appender = createTestAppender(context)
  for (const at of ['2026-03-02T10:19:59.999Z', '2026-03-02T10:20:00Z']) {
    context.clock.set(at)
    for (let partition = 0; partition < 16; partition++) {
      const visitor = Buffer.from([partition, ...context.randomBytes(7)])
      await appender.count(viewable(makeDecided({ campaign: campaign.id, visitor })))
    }
  }
  await appender.stop()
  await countAll(context)
  const rows = await context.db
    .selectFrom('delivery_counters')
    .select(['bucket', 'count'])
    .where('kind', '=', 'billable')
    .where('campaign_id', '=', campaign.id)
    .orderBy('bucket')
    .execute()
  expect(rows).toEqual([
    { bucket: new Date('2026-03-02T10:00:00Z'), count: 16n },
    { bucket: new Date('2026-03-02T10:20:00Z'), count: 16n }
  ])
  const saved = await context.db.selectFrom('counter_partitions').select('rules').execute()
  expect(new Set(saved.map(it => it.rules.length)).size).toBe(1)
})

test('every partition has every rule, and the log nothing else', async () => {
  await exclude(true)
  await relayDecisions(context)
  const heads = await openEventLog(context).heads()
  const counted = new Map((await readPartitions(context.db)).map(it => [it.partition, it]))
  for (const { partition, position } of heads)
    expect(position - (counted.get(partition)?.position ?? 0n)).toBe(1n)
  await exclude(false)
})
