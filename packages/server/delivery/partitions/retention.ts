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
 * Forgets what was reported before a day, and remembers that it is gone. Its counters are kept forever. What is not
 * counted yet is kept, with the day before it, which its counter needs to be warm.
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
  // First the word that they are gone: a rebuild of the counters would miss what is dropped under it.
  await sql`
    insert into event_retention (kept_from) values (${keptFrom})
    on conflict (one) do update
    set kept_from = greatest(event_retention.kept_from, excluded.kept_from)`.execute(db)
  await log.dropBefore(new Date(keptFrom))
  await forgetVerdicts(db, new Date(keptFrom))
  await forgetStarts(db, new Date(keptFrom))
}

/**
 * For how many days events are kept: as the configuration says, and for longer as long as there is something that was reported
 * under a longer promise. A day is added for the time until the log says that there is another one.
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
