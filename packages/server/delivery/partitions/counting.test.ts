import { slice } from '@mille/testing/slice.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../db/connect.ts'
import { ReportsUnavailable } from '../appending/appender.ts'
import { openEventLog } from '../event-log/open-event-log.ts'
import {
  countAll,
  createTestAppender,
  makeDecided,
  readSums,
  type TestAppender,
  viewable
} from '../testing/counting.ts'
import { readEvents } from '../testing/events.ts'
import { type LogStore, logStores } from '../testing/log-stores.ts'
import type { VisitorName } from '../visitors/visitor.ts'
import type { CountedEvent } from '../what-counts.ts'
import { closeCounting } from './close-windows.ts'

let context: TestContext
let counting: TestAppender

/** Counts everything reported and returns the sums of the counters. */
async function sums() {
  await countAll(context)
  return readSums(context.db)
}

/**
 * Returns a visitor's names, one per day; charges are kept under those of the `kept` days. The first byte determines
 * the partition.
 */
function namesOf(visitor: number, days: string[], kept: string[]): VisitorName[] {
  return days.map(day => ({
    day,
    visitor: Buffer.concat([Buffer.from([visitor]), Buffer.alloc(7, `${visitor} ${day}`)]),
    isKept: kept.includes(day)
  }))
}

/** Returns a decision for the visitor, under the name of the day on which it was issued. */
function decidedFor(names: readonly VisitorName[], issuedAtMs: number) {
  const day = new Date(issuedAtMs).toISOString().slice(0, 10)
  const visitor = names.find(it => it.day === day)?.visitor
  return makeDecided({ issuedAtMs, ...(visitor && { visitor }) })
}

/** Tests one of the two stores in `npm test`, and both in `npm run prove`. */
describe.each(slice(Object.entries(logStores), 2))('counting from a log on %s', (_, startStore) => {
  let store: LogStore

  beforeAll(async () => {
    store = await startStore()
    context = store.context
    counting = createTestAppender(context)
  })
  beforeEach(() => {
    context.clock.set('2026-03-02T10:00:00Z')
    return store.clear()
  })
  afterAll(async () => {
    await counting.stop()
    await store.close()
  })

  test('counts a view and makes the first of a visitor billable', async () => {
    const decided = makeDecided({ banner: 5 })
    await counting.count({ kind: 'rendered', decided })
    await counting.count(viewable(decided))
    expect(await sums()).toEqual({ served: 1n, rendered: 1n, viewable: 1n, billable: 1n })
    const rows = await context.db
      .selectFrom('delivery_counters')
      .selectAll()
      .where('kind', '=', 'billable')
      .execute()
    expect(rows).toEqual([
      {
        bucket: new Date('2026-03-02T10:00:00Z'),
        unit_id: 1,
        campaign_id: 1,
        banner_id: 5,
        kind: 'billable',
        count: 1n
      }
    ])
  })

  test('counts a decision once however many copies arrive', async () => {
    const decided = makeDecided()
    await Promise.all(Array.from({ length: 1000 }, () => counting.count(viewable(decided))))
    await counting.count(viewable(decided))
    expect(await sums()).toEqual({
      viewable: 1n,
      billable: 1n,
      rejected_repeated: 1000n
    })
  })

  test('charges a campaign for a visitor once, in one batch as in many', async () => {
    const visitor = Buffer.alloc(8, 1)
    const views = Array.from({ length: 20 }, () => makeDecided({ visitor }))
    await Promise.all(views.map(decided => counting.count(viewable(decided))))
    await counting.count(viewable(makeDecided({ visitor })))
    await counting.count(viewable(makeDecided({ visitor, campaign: 2 })))
    expect(await sums()).toEqual({
      viewable: 22n,
      billable: 2n,
      rejected_seen_today: 20n
    })
  })

  test('charges for a visitor again after 24 hours, and not at midnight', async () => {
    const see = async (at: string, days: string[]) => {
      context.clock.set(at)
      const names = namesOf(1, days, days.slice(1))
      await counting.count(viewable(decidedFor(names, Date.parse(at) - 1000), names))
      return (await sums()).billable
    }
    expect(await see('2026-03-02T22:00:00Z', ['2026-03-01', '2026-03-02'])).toBe(1n)
    expect(await see('2026-03-03T00:30:00Z', ['2026-03-02', '2026-03-03'])).toBe(1n)
    expect(await see('2026-03-03T21:59:59Z', ['2026-03-02', '2026-03-03'])).toBe(1n)
    expect(await see('2026-03-03T22:00:00Z', ['2026-03-02', '2026-03-03'])).toBe(2n)
    expect(await see('2026-03-04T09:00:00Z', ['2026-03-03', '2026-03-04'])).toBe(2n)
    expect(await see('2026-03-04T22:00:00Z', ['2026-03-03', '2026-03-04'])).toBe(3n)
  })

  test('charges once around midnight, whatever day each process has', async () => {
    const second = await connect(context.connection, 4)
    const ahead = createTestAppender({
      ...context,
      db: second.db,
      pool: second.pool,
      now: () => new Date(context.now().getTime() + 2000)
    })
    const days = ['2026-03-01', '2026-03-02', '2026-03-03']
    context.clock.set('2026-03-02T23:59:59Z')
    const visitors = Array.from({ length: 200 }, (_, index) => index)
    await Promise.all(
      visitors.flatMap(visitor => {
        const here = namesOf(visitor, days, days.slice(1))
        const there = namesOf(visitor, days.slice(1), days.slice(1))
        const decided = () => decidedFor(here, Date.parse('2026-03-02T23:59:00Z'))
        return [counting.count(viewable(decided(), here)), ahead.count(viewable(decided(), there))]
      })
    )
    await ahead.stop()
    await second.close()
    expect(await sums()).toEqual({
      viewable: 400n,
      billable: 200n,
      rejected_seen_today: 200n
    })
  })

  test('a copy that comes when the visitor is new again takes no charge', async () => {
    const days = ['2026-03-01', '2026-03-02', '2026-03-03']
    const before = namesOf(1, days.slice(0, 2), ['2026-03-02'])
    context.clock.set('2026-03-02T10:00:30Z')
    const charged = decidedFor(before, Date.parse('2026-03-02T10:00:10Z'))
    await counting.count(viewable(charged, before))
    expect(await sums()).toEqual({ viewable: 1n, billable: 1n })
    const names = namesOf(1, days.slice(1), ['2026-03-03'])
    const decided = decidedFor(names, Date.parse('2026-03-03T10:00:00Z'))
    context.clock.set('2026-03-03T10:00:20Z')
    await counting.count(viewable(decided, names))
    context.clock.set('2026-03-03T10:00:40Z')
    await counting.count(viewable(decided, names))
    expect(await sums()).toEqual({
      viewable: 2n,
      billable: 1n,
      rejected_seen_today: 1n,
      rejected_repeated: 1n
    })
    await counting.count(viewable(decidedFor(names, Date.parse('2026-03-03T10:00:00Z')), names))
    expect((await sums()).billable).toBe(2n)
  })

  test('counts 60 views and 10 clicks of a visitor in a minute, over all processes', async () => {
    const second = await connect(context.connection, 4)
    const other = createTestAppender({ ...context, db: second.db, pool: second.pool })
    const visitor = Buffer.alloc(8, 3)
    const views = Array.from({ length: 100 }, () => makeDecided({ visitor }))
    const nodes = [counting, other]
    const count = (index: number, event: CountedEvent) => nodes[index % 2]?.count(event)
    await Promise.all(views.map((decided, index) => count(index, viewable(decided))))
    expect(await sums()).toEqual({
      viewable: 60n,
      billable: 1n,
      rejected_seen_today: 59n,
      rejected_rate: 40n
    })
    const isSeen = new Set((await readEvents(context)).map(it => it.decision.replaceAll('-', '')))
    const clicks = views.filter(it => isSeen.has(it.decision.toString('hex')))
    await Promise.all(clicks.map((decided, index) => count(index, { kind: 'clicked', decided })))
    expect(await sums()).toMatchObject({ clicked: 10n, rejected_rate: 90n })
    // A copy of a counted click is rejected as a copy, even if the visitor also exceeds the rate.
    await Promise.all(clicks.map((decided, index) => count(index, viewable(decided))))
    expect(await sums()).toMatchObject({ viewable: 60n, rejected_repeated: 60n })
    context.clock.advance(60_000)
    await counting.count(viewable(makeDecided({ visitor })))
    expect(await sums()).toMatchObject({ viewable: 61n, rejected_rate: 90n })
    await other.stop()
    await second.close()
  })

  test('adds nothing to a closed window, however slow its clock is', async () => {
    await closeCounting(context, new Date('2026-03-02T12:00:00Z'))
    await closeCounting(context, new Date('2026-03-02T10:00:00Z'))
    context.clock.set('2026-03-02T11:30:00Z')
    await counting.count(viewable(makeDecided()))
    context.clock.set('2026-03-02T13:10:00Z')
    await counting.count({
      kind: 'rendered',
      decided: makeDecided({ issuedAtMs: Date.parse('2026-03-02T13:00:00Z') })
    })
    await countAll(context)
    const rows = await context.db
      .selectFrom('delivery_counters')
      .select(['bucket', 'kind'])
      .orderBy('bucket')
      .orderBy('kind')
      .execute()
    expect(rows.map(row => `${row.bucket.toISOString()} ${row.kind}`)).toEqual([
      '2026-03-02T12:00:00.000Z billable',
      '2026-03-02T12:00:00.000Z viewable',
      '2026-03-02T13:00:00.000Z rendered',
      '2026-03-02T13:00:00.000Z served'
    ])
  })

  test('what was refused is not counted twice when the word of an append is lost', async () => {
    const events = openEventLog(context)
    let isWhole = true
    const other = createTestAppender(context, {
      events: {
        ...events,
        async append(bodies, at) {
          const positions = await events.append(bodies, at)
          if (!isWhole) return positions
          isWhole = false
          throw new Error('Connection terminated unexpectedly')
        }
      }
    })
    other.addRefused(1, 'mismatched_site')
    await expect(other.flush()).rejects.toThrow(ReportsUnavailable)
    await other.stop()
    expect(await sums()).toEqual({ rejected_mismatched_site: 1n })
  })

  test('counts a click once, and only after a view of its decision', async () => {
    const decided = makeDecided()
    await counting.count({ kind: 'clicked', decided })
    expect(await sums()).toEqual({ rejected_no_view: 1n })
    // The click that came too early does not block a later valid one.
    await counting.count({ kind: 'rendered', decided })
    await Promise.all(
      Array.from({ length: 10 }, () => counting.count({ kind: 'clicked', decided }))
    )
    await counting.count({ kind: 'clicked', decided })
    expect(await sums()).toEqual({
      rejected_no_view: 1n,
      rendered: 1n,
      served: 1n,
      clicked: 1n,
      rejected_repeated: 10n
    })
  })

  test('counts a click that comes in one batch with its view', async () => {
    const decided = makeDecided()
    await Promise.all([
      counting.count({ kind: 'clicked', decided }),
      counting.count(viewable(decided))
    ])
    expect(await sums()).toEqual({ viewable: 1n, billable: 1n, clicked: 1n })
  })

  test('counts what is rejected under its reason, for the unit and campaign when they are known', async () => {
    await counting.count({ kind: 'rejected', reason: 'forged', decided: null })
    await counting.count({
      kind: 'rejected',
      reason: 'expired',
      decided: makeDecided({ unit: 8, campaign: 9 })
    })
    await countAll(context)
    const rows = await context.db
      .selectFrom('delivery_counters')
      .select(['unit_id', 'campaign_id', 'kind'])
      .orderBy('unit_id')
      .execute()
    expect(rows).toEqual([
      { unit_id: 0, campaign_id: 0, kind: 'rejected_forged' },
      { unit_id: 8, campaign_id: 9, kind: 'rejected_expired' }
    ])
  })

  test('adds what was refused with the next batch, or after a second', async () => {
    counting.addRefused(1, 'mismatched_site')
    counting.addRefused(1, 'mismatched_site')
    await expect.poll(sums, { timeout: 3000 }).toEqual({ rejected_mismatched_site: 2n })
  })

  test('two processes count each event once between them and never deadlock', async () => {
    const second = await connect(context.connection, 4)
    const other = createTestAppender({ ...context, db: second.db, pool: second.pool })
    // Each visitor sends ten views and their copies, fewer than the limit per minute.
    const visitors = Array.from({ length: 200 }, (_, index) => Buffer.alloc(8, index))
    const views = Array.from({ length: 2000 }, (_, index) => {
      const visitor = visitors[index % visitors.length] ?? Buffer.alloc(8)
      return makeDecided({ unit: index % 7, campaign: index % 5, visitor })
    })
    await Promise.all([
      ...views.map(decided => counting.count(viewable(decided))),
      ...views.toReversed().map(decided => other.count(viewable(decided))),
      ...views.map(decided => other.count({ kind: 'rendered', decided })),
      ...views.toReversed().map(decided => counting.count({ kind: 'rendered', decided }))
    ])
    await other.stop()
    await second.close()
    // 200 is a multiple of 5, so each visitor sees only one campaign.
    expect(await sums()).toEqual({
      rendered: 2000n,
      served: 2000n,
      viewable: 2000n,
      billable: 200n,
      rejected_seen_today: 1800n,
      rejected_repeated: 4000n
    })
  })

  test('refuses while the log is away, keeps what was refused, and counts again when it is back', async () => {
    const [events, away] = [openEventLog(context), await store.openAway()]
    let isAway = true
    const other = createTestAppender(context, {
      events: { ...events, append: (bodies, at) => (isAway ? away : events).append(bodies, at) }
    })
    other.addRefused(1, 'mismatched_site')
    const decided = makeDecided()
    await expect(other.count(viewable(decided))).rejects.toThrow(ReportsUnavailable)
    isAway = false
    await other.count(viewable(decided))
    expect(await sums()).toEqual({ viewable: 1n, billable: 1n, rejected_mismatched_site: 1n })
    await other.stop()
    await away.close()
    await expect(other.count(viewable(decided))).rejects.toThrow(ReportsUnavailable)
  })

  test('makes no request wait for a log that does not answer, and refuses more than it can hold', async () => {
    const other = createTestAppender(context, { patienceMs: 200 })
    const release = await store.hold()
    const views = Array.from({ length: 60_000 }, () => other.count(viewable(makeDecided())))
    const states = (await Promise.allSettled(views)).map(it => it.status)
    expect(new Set(states)).toEqual(new Set(['rejected']))
    await release()
    // A batch that was already sent may be written late; its copy then counts nothing.
    await expect
      .poll(() =>
        other.flush().then(
          () => true,
          () => false
        )
      )
      .toBe(true)
    const { viewable: late = 0n } = await sums()
    expect(late).toBeLessThanOrEqual(1000n)
    await other.stop()
  })
})

test('the window of a report is that of its append, however long it waits for PostgreSQL', async () => {
  context = await createTestContext()
  counting = createTestAppender(context)
  const client = await context.pool.connect()
  await client.query('begin')
  await client.query('select from event_log_heads for update')
  context.clock.set('2026-03-02T11:59:59Z')
  const counted = counting.count(viewable(makeDecided()))
  await expect.poll(async () => (await waitingForHeads()).length).toBe(1)
  // Settlement advances the log's time first.
  await client.query("update event_log_heads set at = '2026-03-02T12:00:00Z'")
  await client.query('commit')
  client.release()
  await counted
  await countAll(context)
  const rows = await context.db
    .selectFrom('delivery_counters')
    .select('bucket')
    .distinct()
    .execute()
  expect(rows).toEqual([{ bucket: new Date('2026-03-02T12:00:00Z') }])
  await counting.stop()
  await context.close()
})

async function waitingForHeads() {
  const { rows } = await context.pool.query(
    `select pid from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%event_log_heads%'`
  )
  return rows
}
