import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { compareClock, realTimeMs } from '../../db/check-clock.ts'
import type { Tx } from '../../db/connect.ts'
import { settlementLock } from '../../settlement/index.ts'
import { dayOf } from '../days.ts'
import type { Decided } from '../visitors/token.ts'
import { type Click, countClicks } from './clicks.ts'
import { withoutExcluded } from './exclusions.ts'
import { type BucketFor, bucketOf, type CountedEvent, type Tallies } from './rules.ts'
import { type CountedView, countViews, type View } from './views.ts'

/**
 * Writes events and their sums. Whatever is counted is an event first, and an event that is there already is a copy:
 * its sum is `rejected_repeated`. Keys are inserted in their order, and tables in theirs, so that two processes never
 * wait for each other in a circle. Gives the views that are counted.
 *
 * The lock is shared by all counting; settlement takes it for itself while it closes a window. What is closed is read
 * after the lock is held, so nothing is added to a window that is being settled or has been, however slow a clock is.
 */
export async function writeBatch(
  tx: Tx,
  events: readonly CountedEvent[],
  sums: Tallies,
  clock: Pick<Context, 'now' | 'clockOffsetMs'> & { settlementWindowSeconds: number }
): Promise<CountedView[]> {
  await sql`select pg_advisory_xact_lock_shared(${settlementLock})`.execute(tx)
  const at = clock.now()
  const [own, closed] = [realTimeMs(clock), await readClosed(tx)]
  // A clock that is wrong would count into a window that is not the one of now.
  compareClock(own, closed.now)
  const bucket = later(bucketOf(at, clock.settlementWindowSeconds), closed.until)
  const cuts = await readCuts(tx, bucket, at)
  const bucketFor = (campaign: number) => cuts.get(campaign) ?? bucket
  for (const event of events) {
    if (event.kind === 'rejected') sums.reject(event.decided ?? nobody, event.reason)
  }
  const views = await withoutExcluded(tx, firstOfEach(events.flatMap(readView), sums), sums)
  const counted = views.length > 0 ? await countViews(tx, views, sums, { at, bucketFor }) : []
  const clicks = await withoutExcluded(tx, firstOfEach(events.flatMap(readClick), sums), sums)
  if (clicks.length > 0) await countClicks(tx, clicks, sums, { at, bucketFor })
  if (!sums.isEmpty) await addToCounters(tx, bucketFor, sums)
  return counted
}

const nobody = { unit: 0, campaign: 0, banner: 0 }

function later(bucket: Date, closedUntil: Date | null): Date {
  return closedUntil && closedUntil > bucket ? closedUntil : bucket
}

/** In a statement of its own: one that also takes the lock would see the table as it was before. */
async function readClosed(tx: Tx): Promise<{ until: Date | null; now: Date }> {
  const { rows } = await sql<{ until: Date | null; now: Date }>`
    select (select closed_until from counting_closed limit 1) as until, clock_timestamp() as now`.execute(
    tx
  )
  const [row] = rows
  if (!row) throw new Error('a select without a table gives one row')
  return row
}

/** Within a bucket, campaigns whose terms have changed begin a new one: what came before is charged by those of before. */
async function readCuts(tx: Tx, bucket: Date, at: Date): Promise<Map<number, Date>> {
  const { rows } = await sql<{ id: number; cut: Date }>`
    select campaign_id as id, max(valid_from) as cut from campaign_terms
    where valid_from > ${bucket} and valid_from <= ${at} group by campaign_id`.execute(tx)
  return new Map(rows.map(row => [row.id, row.cut]))
}

function readView(event: CountedEvent): View[] {
  if (event.kind !== 'rendered' && event.kind !== 'viewable') return []
  return [{ ...event, day: dayOfDecision(event.decided) }]
}

function readClick(event: CountedEvent): Click[] {
  return event.kind === 'clicked' ? [{ ...event, day: dayOfDecision(event.decided) }] : []
}

function dayOfDecision(decided: Decided): string {
  return dayOf(new Date(decided.issuedAtMs))
}

/** In the order of their keys and without the copies, which are counted as such. */
function firstOfEach<Event extends { kind: string; day: string; decided: Decided }>(
  events: Event[],
  sums: Tallies
): Event[] {
  const first = new Map<string, Event>()
  for (const event of events) {
    const key = `${event.day} ${event.decided.decision} ${event.kind}`
    if (first.has(key)) sums.reject(event.decided, 'repeated')
    else first.set(key, event)
  }
  return [...first].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, event]) => event)
}

async function addToCounters(tx: Tx, bucketFor: BucketFor, sums: Tallies): Promise<void> {
  const rows = sums.sorted()
  await sql`
    insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    select bucket, unit_id, campaign_id, banner_id, kind, count
    from unnest(
      ${rows.map(it => bucketFor(it.campaign))}::timestamptz[],
      ${rows.map(it => it.unit)}::int[], ${rows.map(it => it.campaign)}::int[], ${rows.map(it => it.banner)}::int[],
      ${rows.map(it => it.kind)}::text[], ${rows.map(it => it.count)}::bigint[]
    ) as sum (bucket, unit_id, campaign_id, banner_id, kind, count)
    on conflict (bucket, unit_id, campaign_id, banner_id, kind)
    do update set count = delivery_counters.count + excluded.count`.execute(tx)
}
