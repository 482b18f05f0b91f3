import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import { createInherited, type Inherited } from '../counter/inherited.ts'

/** What a network that ran before there was a log had counted; null when there is none, or none any more. */
export async function readInherited(db: Database): Promise<Inherited | null> {
  const reports = await sql<{ decision: Buffer; kinds: number }>`
    select uuid_send(decision) as decision, kinds from inherited_reports`.execute(db)
  const charges = await sql<{ campaign: number; day: string; visitor: Buffer; at: Date }>`
    select campaign_id as campaign, day, visitor, charged_at as at from inherited_charges`.execute(
    db
  )
  if (reports.rows.length === 0 && charges.rows.length === 0) return null
  return createInherited(
    reports.rows,
    charges.rows.map(({ day, at, ...row }) => ({
      ...row,
      dayNumber: Date.parse(day) / dayMs,
      atMs: at.getTime()
    }))
  )
}

/** Nothing of it is asked for any more when every partition is a day past it. */
export async function forgetInherited(tx: Tx): Promise<void> {
  const earliest = sql`(select min(at) from counter_partitions)`
  await sql`delete from inherited_charges where charged_at <= ${earliest} - interval '1 day'`.execute(
    tx
  )
  await sql`delete from inherited_reports where at <= ${earliest} - interval '1 day'`.execute(tx)
}
