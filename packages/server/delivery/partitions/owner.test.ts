import { slice } from '@mille/testing/slice.ts'
import type { TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database, Tx } from '../../db/connect.ts'
import { openEventLog } from '../event-log/open-event-log.ts'
import { recordBytes } from '../event-log/record.ts'
import {
  countAll,
  createTestAppender,
  makeDecided,
  readSums,
  type TestAppender,
  viewable
} from '../testing/counting.ts'
import { type LogStore, logStores } from '../testing/log-stores.ts'
import { formatUuid } from '../visitors/token.ts'
import { createVisitors } from '../visitors/visitor.ts'
import { countedSince } from './behind.ts'
import { createCounting } from './counting.ts'
import { readPartitions, renewLeases } from './leases.ts'
import { Owner } from './owner.ts'
import { rebuildableFrom, rebuildCounters } from './rebuild-counters.ts'
import { forgetOldEvents } from './retention.ts'
import { findWrongCount } from './verify-counts.ts'

let context: TestContext
let appender: TestAppender

const createUuid = () => formatUuid(context.randomBytes(16))

/** Creates a counting process whose steps the test takes one by one. */
async function createOwner(db: Database = context.db): Promise<Owner> {
  const process = createUuid()
  const events = openEventLog(context)
  const owner = new Owner({ ...context, db, events, process })
  await owner.renew()
  while (owner.isCold) await owner.warm()
  return owner
}

const rebuildDay = () =>
  rebuildCounters(context, new Date('2026-03-02T00:00:00Z'), new Date('2026-03-03T00:00:00Z'))

/** Passed to `count` so that it never stops early and counts the whole log. */
const never = () => false

/** Expires all leases, as happens after some seconds to a process that stops renewing them. */
async function letLeasesEnd(): Promise<void> {
  await sql`update counter_partitions set leased_until = '-infinity' where owner is not null`.execute(
    context.db
  )
  await sql`update counter_processes set alive_until = '-infinity'`.execute(context.db)
}

/**
 * Returns the total views by country and device, of campaigns and of ad units, and checks that the totals by operating
 * system are equal.
 */
async function readPlaces(): Promise<[bigint, bigint]> {
  const read = async (kind: 'places' | 'systems'): Promise<[bigint, bigint]> => {
    const { rows } = await sql<{ campaigns: bigint; units: bigint }>`
      select coalesce((select sum(viewable)::bigint from ${sql.table(`campaign_day_${kind}`)}), 0) as campaigns,
        coalesce((select sum(viewable)::bigint from ${sql.table(`unit_day_${kind}`)}), 0) as units`.execute(
      context.db
    )
    return [rows[0]?.campaigns ?? 0n, rows[0]?.units ?? 0n]
  }
  const places = await read('places')
  expect(await read('systems')).toEqual(places)
  return places
}

const viewsOf = (count: number) => Array.from({ length: count }, () => makeDecided())

async function report(views: ReturnType<typeof viewsOf>): Promise<void> {
  await Promise.all(views.map(decided => appender.count(viewable(decided))))
}

/**
 * Breaks the connection in the second transaction: either after its commit but before the reply, or before the commit.
 */
function failOnce(db: Database, afterCommit: boolean): Database {
  return createSecond(db, async run => {
    if (afterCommit) await db.transaction().execute(run)
    throw new Error('Connection terminated unexpectedly')
  })
}

/** Pauses the second transaction after it has written everything, until `wakeUp` is called. */
function sleepInCommit(db: Database) {
  const asleep = Promise.withResolvers<void>()
  const awake = Promise.withResolvers<void>()
  const inSecond = createSecond(db, run =>
    db.transaction().execute(async tx => {
      const result = await run(tx)
      asleep.resolve()
      await awake.promise
      return result
    })
  )
  return { db: inSecond, fallenAsleep: asleep.promise, wakeUp: awake.resolve }
}

/**
 * Saves the log and the counts as a standby has them that misses all later commits. The returned function promotes it
 * by restoring them.
 */
async function keepCounts(db: Database): Promise<() => Promise<void>> {
  const tables = [
    'delivery_counters',
    'campaign_day_places',
    'unit_day_places',
    'campaign_day_systems',
    'unit_day_systems',
    'campaign_day_creatives',
    'unit_day_creatives',
    'counter_unit_hours',
    'counter_partitions',
    'event_log_starts',
    'event_log_verdicts',
    'event_log_heads',
    'event_log_batches'
  ].map(name => ({ table: sql.table(name), kept: sql.table(`kept_${name}`) }))
  for (const { table, kept } of tables)
    await sql`create table ${kept} as select * from ${table}`.execute(db)
  return async () => {
    for (const { table, kept } of tables) {
      await db.transaction().execute(async tx => {
        await sql`delete from ${table}`.execute(tx)
        await sql`insert into ${table} select * from ${kept}`.execute(tx)
        await sql`drop table ${kept}`.execute(tx)
      })
    }
  }
}

/**
 * Wraps a database so that its second transaction runs in `second`. The first takes the partitions; the second is the
 * first commit.
 */
function createSecond(
  db: Database,
  second: (run: (tx: Tx) => Promise<unknown>) => Promise<unknown>
): Database {
  let count = 0
  const transaction = () => ({
    execute: (run: (tx: Tx) => Promise<unknown>) =>
      ++count === 2 ? second(run) : db.transaction().execute(run)
  })
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    }
  })
}

/** `npm test` runs one of the two log stores; `npm run prove` runs both. */
describe.each(slice(Object.entries(logStores), 2))('counting a log on %s', (_, startStore) => {
  let store: LogStore

  beforeAll(async () => {
    store = await startStore()
    context = store.context
    appender = createTestAppender(context)
  })
  beforeEach(async () => {
    context.clock.set('2026-03-02T10:00:00Z')
    await store.clear()
    await sql`delete from counter_processes`.execute(context.db)
  })
  afterAll(async () => {
    await appender.stop()
    await store.close()
  })

  test('what a process has counted and not committed when it dies is counted by the next, once', async () => {
    const views = viewsOf(200)
    await report(views)
    const dead = await createOwner()
    await dead.count(never)
    await dead.commit()
    await report([...views, ...viewsOf(100)])
    await dead.count(never)
    await letLeasesEnd()
    await countAll(context)
    expect(await readSums(context.db)).toEqual({
      viewable: 300n,
      billable: 300n,
      rejected_repeated: 200n
    })
  })

  test('countries and devices wait for some commits, and are counted once by the next owner', async () => {
    await report(viewsOf(200))
    const dead = await createOwner()
    await dead.count(never)
    await dead.commit()
    expect(await readPlaces()).toEqual([0n, 0n])
    expect(await findWrongCount(context)).toBe(null)
    await report(viewsOf(50))
    await dead.count(never)
    await dead.commit(true)
    expect(await readPlaces()).toEqual([250n, 250n])
    await report(viewsOf(30))
    await dead.count(never)
    await dead.commit()
    await report(viewsOf(7))
    await dead.count(never)
    await letLeasesEnd()
    const next = await createOwner()
    await dead.commit(true)
    expect(await readPlaces()).toEqual([250n, 250n])
    await next.count(never)
    await next.commit()
    expect(await rebuildDay()).toMatchObject({ ok: true, changed: 0n })
    expect(await findWrongCount(context)).toBe(null)
    await next.commit(true)
    expect(await readPlaces()).toEqual([287n, 287n])
    expect(await findWrongCount(context)).toBe(null)
    await next.leave()
  })

  test('countries and devices are counted once when the word of their commit is lost, or when it failed', async () => {
    for (const after of [true, false]) {
      await store.clear()
      await report(viewsOf(100))
      const first = await createOwner()
      await first.count(never)
      await first.commit()
      await letLeasesEnd()
      // No record is new for this owner, except the countries and devices that the previous owner did not write.
      const owner = await createOwner(failOnce(context.db, after))
      await expect(owner.commit(true)).rejects.toThrow('Connection terminated unexpectedly')
      await report(viewsOf(10))
      await owner.count(never)
      await owner.commit(true)
      expect(await readPlaces()).toEqual([110n, 110n])
      expect(await findWrongCount(context)).toBe(null)
      await owner.leave()
    }
  })

  test('countries and devices that waited for a day are counted before the log forgets them', async () => {
    await report(viewsOf(20))
    const dead = await createOwner()
    await dead.count(never)
    await dead.commit()
    await letLeasesEnd()
    const events = openEventLog(context)
    await forgetOldEvents(context, events, '2026-03-09')
    await countAll(context)
    expect(await readPlaces()).toEqual([20n, 20n])
    await forgetOldEvents(context, events, '2026-03-09')
    expect(await rebuildableFrom(context.db)).toBe('2026-03-10')
    await events.close()
  })

  test('a process that slept while another one took its partitions can commit nothing', async () => {
    await report(viewsOf(200))
    const asleep = await createOwner()
    await asleep.count(never)
    await letLeasesEnd()
    const awake = await createOwner()
    await awake.count(never)
    await awake.commit()
    await report(viewsOf(50))
    await awake.count(never)
    // The sleeping process may commit at any moment, even in the middle of the other process's work.
    await asleep.commit()
    expect(asleep.partitions).toEqual([])
    await awake.commit()
    expect(await readSums(context.db)).toEqual({ viewable: 250n, billable: 250n })
    expect(await findWrongCount(context)).toBe(null)
  })

  test('two processes that commit at the same moment count everything once', async () => {
    await report(viewsOf(300))
    const [one, other] = [await createOwner(), await letLeasesEnd().then(() => createOwner())]
    await Promise.all([one.count(never), other.count(never)])
    await Promise.all([one.commit(), other.commit()])
    await countAll(context)
    expect(await readSums(context.db)).toEqual({ viewable: 300n, billable: 300n })
  })

  test('a commit whose word is lost is not counted twice, and one that failed not lost', async () => {
    for (const after of [true, false]) {
      await store.clear()
      const owner = await createOwner(failOnce(context.db, after))
      await report(viewsOf(100))
      await owner.count(never)
      await expect(owner.commit()).rejects.toThrow('Connection terminated unexpectedly')
      await report(viewsOf(10))
      await owner.count(never)
      await owner.commit()
      expect(await readSums(context.db)).toEqual({ viewable: 110n, billable: 110n })
      expect(await findWrongCount(context)).toBe(null)
      await owner.leave()
    }
  })

  test('what a database that lost the last commits has not counted is counted, also when little is new there', async () => {
    await report(viewsOf(100))
    const owner = await createOwner()
    await owner.count(never)
    await owner.commit()
    const promote = await keepCounts(context.db)
    await report(viewsOf(50))
    await owner.count(never)
    await owner.commit()
    await promote()
    await report(viewsOf(10))
    const takeAll = async () => {
      await owner.renew()
      while (owner.isCold) await owner.warm()
      await owner.count(never)
      await owner.commit()
      return countedSince(context)
    }
    await expect.poll(takeAll, { timeout: 5000 }).toBe(null)
    expect(owner.partitions).toHaveLength(16)
    // A log that is kept in the database has lost its last batches too.
    const kept = context.config.eventLogUrl === null ? 110n : 160n
    expect(await readSums(context.db)).toEqual({ viewable: kept, billable: kept })
    expect(await findWrongCount(context)).toBe(null)
    await owner.leave()
  })

  test('a log that lost its end, and has grown past it, is counted as it is now', async () => {
    await report(viewsOf(100))
    const owner = await createOwner()
    await owner.count(never)
    await owner.commit()
    const promote = await keepCounts(context.db)
    await report(viewsOf(50))
    await owner.count(never)
    await promote()
    context.clock.advance(1000)
    // Appends more batches than were lost, so that unread batches have the positions of batches that the owner has
    // already read.
    const views = viewsOf(40)
    await report(views)
    await report(views)
    const takeAll = async () => {
      await owner.count(never)
      await owner.commit()
      await owner.renew()
      while (owner.isCold) await owner.warm()
      return countedSince(context)
    }
    await expect.poll(takeAll, { timeout: 5000 }).toBe(null)
    const kept = context.config.eventLogUrl === null ? 140n : 190n
    expect(await readSums(context.db)).toMatchObject({ viewable: kept, billable: kept })
    expect(await findWrongCount(context)).toBe(null)
    await owner.leave()
  })

  test('partitions that were taken without a word of it are counted too', async () => {
    await report(viewsOf(100))
    const events = openEventLog(context)
    const db = failOnce(context.db, true)
    // Uses up the first transaction, so that the second is the one that takes the partitions.
    await db.transaction().execute(async () => {})
    const owner = new Owner({ ...context, db, events, process: createUuid() })
    await expect(owner.renew()).rejects.toThrow('Connection terminated unexpectedly')
    await expect.poll(() => owner.renew().then(() => owner.isCold)).toBe(true)
    while (owner.isCold) await owner.warm()
    expect(owner.partitions).toHaveLength(16)
    await owner.count(never)
    await owner.commit()
    expect(await readSums(context.db)).toEqual({ viewable: 100n, billable: 100n })
    await owner.leave()
    await events.close()
  })

  test('a process that falls asleep in the middle of its commit does not block its partitions', async () => {
    await report(viewsOf(100))
    const sleeper = sleepInCommit(context.db)
    const asleep = await createOwner(sleeper.db)
    await asleep.count(never)
    await letLeasesEnd()
    const committing = asleep.commit()
    await sleeper.fallenAsleep
    const awake = await createOwner()
    const takeAll = async () => {
      await awake.renew()
      while (awake.isCold) await awake.warm()
      return awake.partitions.length
    }
    await expect.poll(takeAll, { timeout: 15_000 }).toBe(16)
    sleeper.wakeUp()
    await expect(committing).rejects.toThrow()
    await awake.count(never)
    await awake.commit()
    expect(await readSums(context.db)).toEqual({ viewable: 100n, billable: 100n })
  })

  test('two processes that come back at the same moment do not wait for each other', async () => {
    const ids = [createUuid(), createUuid()]
    for (let round = 0; round < 20; round++) {
      await Promise.all(ids.map(id => renewLeases(context.db, id)))
      await sql`update counter_processes set alive_until = '-infinity'`.execute(context.db)
    }
  })

  test('processes share the partitions, and one that stops gives its own away at once', async () => {
    const first = await createOwner()
    expect(first.partitions).toHaveLength(16)
    const second = await createOwner()
    expect(second.partitions).toHaveLength(0)
    for (let round = 0; round < 8; round++) {
      await first.renew()
      await first.giveSpare()
      await second.renew()
      while (second.isCold) await second.warm()
    }
    expect([first.partitions.length, second.partitions.length]).toEqual([8, 8])
    await report(viewsOf(200))
    for (const owner of [first, second]) {
      await owner.count(never)
      await owner.commit()
    }
    expect(await readSums(context.db)).toEqual({ viewable: 200n, billable: 200n })
    await first.leave()
    await second.renew()
    while (second.isCold) await second.warm()
    expect(second.partitions).toHaveLength(16)
  })

  test('counts by itself within two seconds, and stops without leaving anything uncounted', async () => {
    const counting = createCounting(context)
    counting.start()
    await report(viewsOf(20))
    await expect
      .poll(() => readSums(context.db), { timeout: 4000 })
      .toMatchObject({ viewable: 20n })
    await report(viewsOf(5))
    await new Promise(resolve => setTimeout(resolve, 300))
    await counting.stop()
    expect(await readSums(context.db)).toMatchObject({ viewable: 25n })
    const { rows } = await sql`select from counter_partitions where owner is not null`.execute(
      context.db
    )
    expect(rows).toEqual([])
  })

  test('a partition that cannot be read keeps no other from being counted, and is not passed over', async () => {
    const log = openEventLog(context)
    const visitors = Array.from({ length: 16 }, (_, partition) => Buffer.alloc(8, partition))
    const [broken = 0n] = await log.append(
      [{ partition: 3, body: Buffer.alloc(recordBytes, 9) }],
      context.now()
    )
    for (const visitor of visitors) await appender.count(viewable(makeDecided({ visitor })))
    const counting = createCounting(context)
    await expect(counting.catchUp()).rejects.toThrow(`Record 0 of position ${broken}`)
    await counting.stop()
    expect(await readSums(context.db)).toEqual({ viewable: 15n, billable: 15n })
    const third = (await readPartitions(context.db)).find(it => it.partition === 3)
    expect(third?.position).toBe(broken - 1n)
  })

  test('the keys of a day are kept until everything of that day is counted', async () => {
    const days = async () =>
      (await context.db.selectFrom('visitor_keys').select('day').orderBy('day').execute()).map(
        row => row.day
      )
    const visitors = createVisitors(context, { neededSince: () => countedSince(context) })
    await report(viewsOf(20))
    context.clock.set('2026-03-05T10:00:00Z')
    await visitors.refresh()
    expect(await days()).toContain('2026-03-02')
    await countAll(context)
    await visitors.refresh()
    expect(await days()).toEqual(['2026-03-04', '2026-03-05', '2026-03-06'])
  })
})
