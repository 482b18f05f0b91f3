import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { dayAfter, dayOf } from '../days.ts'
import { withEventLog } from '../event-log/open-event-log.ts'
import type { CounterSum } from '../judge/sums.ts'
import { addToCounters } from './commit-counts.ts'
import { sumAgain } from './counter-sums.ts'
import { replacePlaces } from './day-places.ts'
import { sumPlacesAgain } from './place-sums.ts'
import { createReplay } from './replay.ts'
import { forgetViewDays } from './view-days.ts'

export type Rebuilt =
  /** `changed` is the number of counters that did not match their events. */
  | { ok: true; counters: bigint; changed: bigint }
  /** The events before the day `possibleFrom` have been deleted. */
  | { ok: false; code: 'events_gone'; possibleFrom: string }

/**
 * Maximum number of rounds. Counting goes on during a rebuild, so each round adds the records that were counted since.
 */
const mostRounds = 100

/**
 * Computes the counters of the buckets from `from` until before `to` again, from the log and the stored verdicts on its
 * records.
 */
export async function rebuildCounters(
  context: Pick<Context, 'db' | 'pool' | 'config'>,
  from: Date,
  to: Date
): Promise<Rebuilt> {
  const { db } = context
  const possibleFrom = await rebuildableFrom(db)
  if (possibleFrom !== null && dayOf(from) < possibleFrom)
    return { ok: false, code: 'events_gone', possibleFrom }
  return withEventLog(context, async log => {
    const replay = createReplay({ ...context, log })
    for (let round = 0; round < mostRounds; round++) {
      const { sums, places } = await replay.add({ from, to })
      const done = await db.transaction().execute(async tx => {
        if (!(await replay.isStill(tx, 'lock'))) return null
        await replacePlaces(tx, places, { from, to })
        await sumPlacesAgain(tx, { from, to })
        return replace(tx, sums, from, to)
      })
      if (done) return { ok: true, ...done }
    }
    throw new Error('Counting was never still for long enough to replace the counters')
  })
}

/** Returns the first day whose counters can be rebuilt from the log; null when every day's can. */
export async function rebuildableFrom(db: Database | Tx): Promise<string | null> {
  const retention = await db
    .selectFrom('event_retention')
    .select('kept_from')
    .limit(1)
    .executeTakeFirst()
  // The day after the first kept one: the records of the day before are needed for the terms then in force.
  return retention ? dayAfter(retention.kept_from, 1) : null
}

async function replace(tx: Tx, sums: readonly CounterSum[], from: Date, to: Date) {
  const inTime = sql`bucket >= ${from} and bucket < ${to}`
  await sql`
    create temporary table rebuilt on commit drop as
    select * from unnest(
      ${sums.map(it => it.bucket)}::timestamptz[], ${sums.map(it => it.unit)}::int[],
      ${sums.map(it => it.campaign)}::int[], ${sums.map(it => it.banner)}::int[],
      ${sums.map(it => it.kind)}::text[], ${sums.map(it => it.count)}::bigint[]
    ) as sum (bucket, unit_id, campaign_id, banner_id, kind, count)`.execute(tx)
  const { rows } = await sql<{ counters: bigint; changed: bigint }>`
    select count(rebuilt.count) as counters,
      count(*) filter (where rebuilt.count is distinct from counter.count) as changed
    from rebuilt full join (select * from delivery_counters where ${inTime}) as counter
    using (bucket, unit_id, campaign_id, banner_id, kind)`.execute(tx)
  await sql`delete from delivery_counters where ${inTime}`.execute(tx)
  await sql`drop table rebuilt`.execute(tx)
  await addToCounters(tx, sums)
  await sumAgain(tx, from, to)
  await forgetViewDays(tx, from, to)
  const [{ counters, changed } = { counters: 0n, changed: 0n }] = rows
  return { counters, changed }
}
