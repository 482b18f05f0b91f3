import type { ReportReason } from '@mille/api/ad-reports/reasons.ts'
import { dayMs } from '@mille/api/durations.ts'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { readWaiting, type Waiting } from '../db/count-rows.ts'
import type { CreativeReports } from '../db/schema.generated.ts'

export type Report = Omit<Insertable<CreativeReports>, 'decision' | 'decided_by' | 'decided_at'> & {
  reason: ReportReason
  network_hash: Buffer
}

/** Stores a report. A second report from the same network has no effect. */
export async function insertReport(tx: Tx, report: Report): Promise<void> {
  await tx
    .insertInto('creative_reports')
    .values(report)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export type ReportedRow = {
  creative_id: number
  reports: number
  reasons: { reason: ReportReason; count: number }[]
  note: string | null
  newest_id: number
  first_at: Date
  last_at: Date
}

/** Returns creatives with undecided reports, those with the most reports first. */
export async function listReported(
  db: Database,
  page: { offset: number; limit: number }
): Promise<{ rows: ReportedRow[]; records: number }> {
  const { rows } = await sql<ReportedRow>`
    with waiting as (
      select creative_id, count(*)::integer as reports, max(id) as newest_id,
        min(created_at) as first_at, max(created_at) as last_at
      from creative_reports where decision is null
      group by creative_id order by reports desc, creative_id
      offset ${page.offset} limit ${page.limit}
    )
    select waiting.*,
      (select note from creative_reports as noted
        where noted.creative_id = waiting.creative_id and decision is null and note is not null
        order by id desc limit 1) as note,
      (select json_agg(counted order by counted.count desc, counted.reason) from (
        select reason, count(*)::integer as count from creative_reports as grouped
        where grouped.creative_id = waiting.creative_id and decision is null group by reason
      ) as counted) as reasons
    from waiting order by reports desc, creative_id`.execute(db)
  return { rows, records: (await readReportedQueue(db)).waiting }
}

export type ReportAbout = {
  id: number
  campaign_id: number
  reason: ReportReason
  decision: 'dismiss' | 'reject' | null
  created_at: Date
}

/** Returns the reports about ads of an account, newest first, and their total number. */
export async function listReportsAbout(
  db: Database,
  userId: number,
  limit: number
): Promise<{ rows: ReportAbout[]; records: number }> {
  const about = sql`
    from shared_campaigns campaign
    join shared_creatives creative on creative.campaign_id = campaign.id
    join creative_reports report on report.creative_id = creative.id
    where campaign.user_id = ${userId}`
  const { rows } = await sql<ReportAbout>`
    select report.id, creative.campaign_id, reason, decision, report.created_at ${about}
    order by report.id desc limit ${limit}`.execute(db)
  const counted = await sql<{ records: bigint }>`select count(*) as records ${about}`.execute(db)
  return { rows, records: Number(counted.rows[0]?.records ?? 0n) }
}

/** Counts the reported creatives of each account, up to a maximum, without those whose reports were all dismissed. */
export async function countReportedOf(
  db: Database,
  userIds: readonly number[],
  max: number
): Promise<Map<number, number>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{ user_id: number; reported: number }>`
    select user_id, least(count(distinct creative.id), ${max})::integer as reported
    from shared_campaigns campaign
    join shared_creatives creative on creative.campaign_id = campaign.id
    join creative_reports report on report.creative_id = creative.id
    where campaign.user_id = any(${userIds}::integer[]) and decision is distinct from 'dismiss'
    group by user_id limit ${userIds.length}`.execute(db)
  return new Map(rows.map(row => [row.user_id, row.reported]))
}

/** Returns the queue of creatives whose reports await an operator, each since its first undecided report. */
export function readReportedQueue(db: Database): Promise<Waiting> {
  const first = sql`
    select min(created_at) as first_at from creative_reports where decision is null group by creative_id`
  return readWaiting(db, sql`first_at`, sql`from (${first}) as reported`)
}

export type Decision = { decision: 'dismiss' | 'reject'; by: number; at: Date }

/**
 * Closes the reports that the operator has seen, or all reports if the creative is gone. Returns false if none was
 * open.
 */
export async function closeReports(
  tx: Tx,
  creativeId: number,
  upTo: number | 'all',
  { decision, by, at }: Decision
): Promise<boolean> {
  let open = tx
    .updateTable('creative_reports')
    .set({ decision, decided_by: by, decided_at: at })
    .where('creative_id', '=', creativeId)
    .where('decision', 'is', null)
  if (upTo !== 'all') open = open.where('id', '<=', upTo)
  const { numUpdatedRows } = await open.executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes the network hashes of reports that are older than a day. */
export async function forgetReporters(db: Database, at: Date): Promise<void> {
  await db
    .updateTable('creative_reports')
    .set({ network_hash: null })
    .where('network_hash', 'is not', null)
    .where('created_at', '<', new Date(at.getTime() - dayMs))
    .execute()
}
