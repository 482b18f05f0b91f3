import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { type Appender, createAppender } from '../appending/appender.ts'
import { dayOf } from '../days.ts'
import type { EventLog } from '../event-log/event-log.ts'
import { createNameKeyOf } from '../event-log/name-mask.ts'
import { openEventLog } from '../event-log/open-event-log.ts'
import { unknownFrom } from '../event-log/write-records.ts'
import { countedSince } from '../partitions/behind.ts'
import { type Counting, createCounting } from '../partitions/counting.ts'
import type { Decided } from '../visitors/token.ts'
import { createVisitors, nameKey, type VisitorName } from '../visitors/visitor.ts'
import type { CountedEvent } from '../what-counts.ts'
import { emptyLog } from './counted-log.ts'

/** Makes an ad decision of 2 March 2026, 10:00, for a new visitor. */
export function makeDecided(values: Partial<Decided> = {}): Decided {
  return {
    decision: randomBytes(16),
    unit: 1,
    campaign: 1,
    creative: 1,
    banner: 0,
    issuedAtMs: Date.parse('2026-03-02T10:00:00Z'),
    visitor: randomBytes(8),
    ...values
  }
}

/** Makes a view by a visitor who still has the same name as when the ad was chosen. */
export function viewable(decided: Decided, names?: readonly VisitorName[]): CountedEvent {
  const day = dayOf(new Date(decided.issuedAtMs))
  return {
    kind: 'viewable',
    decided,
    names: names ?? [{ day, visitor: decided.visitor, isKept: true }],
    called: [nameKey(decided.visitor)],
    block: null,
    isCovered: false,
    isShrunken: false,
    isContradictory: false
  }
}

/**
 * Appends events like a delivery node. Tests have no addresses: by default the visitor's name takes the place of the
 * address.
 */
export type TestAppender = Omit<Appender, 'append'> & {
  count: (event: CountedEvent, address?: Buffer) => Promise<void>
}

type Options = Parameters<typeof createAppender>[1] & { events?: EventLog }

export function createTestAppender(
  context: Context,
  { events = openEventLog(context), ...options }: Options = {}
): TestAppender {
  const visitors = createVisitors(context, { neededSince: () => countedSince(context) })
  const parts = { ...context, events, nameKeyOf: createNameKeyOf(visitors.keyOf) }
  const appender = createAppender(parts, options)
  let known: { day: string; keys: Promise<unknown> } = { day: '', keys: Promise.resolve() }

  return {
    ...appender,
    async count(event, address = event.decided?.visitor) {
      const moment = context.now()
      const day = dayOf(moment)
      if (known.day !== day) known = { day, keys: visitors.refresh() }
      await known.keys
      const partition = (address?.[0] ?? 0) % events.partitions
      return new Promise((resolve, reject) => {
        const receivedAtMs = moment.getTime()
        const report = { event, partition, neighborhood: null, from: unknownFrom, receivedAtMs }
        appender.append(report, failure => (failure ? reject(failure) : resolve()))
      })
    }
  }
}

/** Counts everything that is in the log, as the counting process does within a second. */
export async function countAll(context: Context): Promise<void> {
  const counting: Counting = createCounting(context)
  try {
    await counting.catchUp()
  } finally {
    await counting.stop()
  }
}

/** Returns the totals of all counters by kind. */
export async function readSums(db: Database): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ kind: string; count: bigint }>`
    select kind, sum(count) as count from delivery_counters group by kind order by kind limit 100`.execute(
    db
  )
  return Object.fromEntries(rows.map(row => [row.kind, row.count]))
}

/** Empties the log, so that its time may begin anywhere, and deletes all counters and sums. */
export async function clearCounts(db: Database): Promise<void> {
  await sql`
    truncate delivery_counters, campaign_sums, unit_sums, advertiser_unit_sums, account_sums, campaign_unit_sums, campaign_language_sums, campaign_day_places, unit_day_places,
      campaign_place_sums, unit_place_sums, account_day_places, campaign_day_systems, unit_day_systems, campaign_day_creatives, unit_day_creatives, counter_unit_hours, event_retention`.execute(
    db
  )
  await sql`update counter_sums_until set until = '2000-01-01 00:00:00+00'`.execute(db)
  await sql`update place_sums_until set until = '2000-01-01'`.execute(db)
  await emptyLog(db)
}
