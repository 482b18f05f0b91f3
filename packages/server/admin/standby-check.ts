import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { HealthCheck } from './health-rules.ts'

type Replication = { awaited: string; followers: bigint; waiting: bigint }

/** Checks whether a standby confirms the commits. Returns null if the database has no standby and none is required. */
export async function standbyCheck(db: Database, isWanted: boolean): Promise<HealthCheck | null> {
  // Uses only what every PostgreSQL user may read; `pg_monitor` would see more about a standby.
  const { rows } = await sql<Replication>`
    select current_setting('synchronous_standby_names') as awaited,
      (select count(*) from pg_stat_replication) as followers,
      (select count(*) from pg_stat_activity
        where wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '3 seconds') as waiting`.execute(
    db
  )
  const { awaited = '', followers = 0n, waiting = 0n } = rows[0] ?? {}
  if (!isWanted && awaited === '' && followers === 0n) return null
  return { name: 'Standby', ...judge(awaited, followers, waiting) }
}

function judge(awaited: string, followers: bigint, waiting: bigint): Omit<HealthCheck, 'name'> {
  if (followers === 0n)
    return awaited === ''
      ? { state: 'warning', text: 'The database has no standby.' }
      : {
          state: 'alarm',
          text: `The database has no standby, and commits are waiting for ${awaited}. Nothing is counted or saved.`
        }
  if (awaited === '')
    return {
      state: 'warning',
      text: 'Commits do not wait for the standby. Data that it has not received is lost if the primary fails.'
    }
  return waiting === 0n
    ? { state: 'ok', text: `Commits are confirmed by ${awaited}.` }
    : {
        state: 'alarm',
        text: `The standby does not respond: ${waiting} commits have been waiting for ${awaited} for more than three seconds.`
      }
}
