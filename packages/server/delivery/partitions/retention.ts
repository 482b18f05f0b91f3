import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { dayOf } from '../days.ts'
import type { EventLog } from '../event-log/event-log.ts'
import type { LogPlace } from '../event-log/open-event-log.ts'
import { memoryMs } from '../judge/judge.ts'
import { countedSince } from './behind.ts'
import { placesSince } from './day-places.ts'
import { forgetStarts } from './starts.ts'
import { forgetVerdicts, hasVerdictsBefore } from './stored-verdicts.ts'

/**
 * Deletes the events before a day from the log, and records that they are gone. Their counters are kept forever. Events
 * that are not counted yet are kept, and so is the day before them, which is needed to warm up the counting.
 */
export async function forgetOldEvents(
  place: LogPlace,
  log: Pick<EventLog, 'dropBefore'>,
  wanted: string
): Promise<void> {
  const { db } = place
  const behind = await countedSince(place)
  const days = [wanted]
  if (behind !== null) days.push(dayOf(new Date(behind.getTime() - memoryMs)))
  const unwritten = await placesSince(db)
  if (unwritten !== null) days.push(dayOf(unwritten))
  const keptFrom = days.toSorted()[0] ?? wanted
  if (!(await hasVerdictsBefore(db, new Date(keptFrom)))) return
  // The deletion is recorded before it happens, so that no rebuild of the counters runs while events are missing.
  await sql`
    insert into event_retention (kept_from) values (${keptFrom})
    on conflict (one) do update
    set kept_from = greatest(event_retention.kept_from, excluded.kept_from)`.execute(db)
  await log.dropBefore(new Date(keptFrom))
  await forgetVerdicts(db, new Date(keptFrom))
  await forgetStarts(db, new Date(keptFrom))
}

/**
 * Returns for how many days events are kept: as configured, or longer while there are still events that were reported
 * under a longer promise. One day is added to cover the time until the log has a new day.
 */
export async function promisedDays({
  db,
  now,
  config
}: Pick<Context, 'db' | 'now' | 'config'>): Promise<number> {
  const { rows } = await sql<{ days: number | null }>`
    select max(retention_days) as days from retention_promises
    where coalesce(replaced_at, 'infinity') > ${now()}::timestamptz - make_interval(days => retention_days + 1)`.execute(
    db
  )
  return Math.max(config.eventRetentionDays, rows[0]?.days ?? 0)
}
