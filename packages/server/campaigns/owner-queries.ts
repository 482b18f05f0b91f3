import { maxCountedReviews } from '@mille/api/constants.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { isReviewed } from './creative-queries.ts'

export type PendingOwner = {
  id: number
  user_id: number
  user_name: string | null
  joined_at: Date
  submitted_at: Date
  approved: number
  rejected: number
}

/**
 * Returns whose each creative is, since when it waits, and how many creatives of the same account were approved and
 * rejected, without those that went live by trust. An account may have any number of them, so both counts end at a maximum.
 */
export async function readPendingOwners(
  db: Database,
  creativeIds: readonly number[]
): Promise<PendingOwner[]> {
  if (creativeIds.length === 0) return []
  const { rows } = await sql<PendingOwner>`
    with waiting as (
      select creatives.id, user_id, creatives.created_at as submitted_at
      from creatives join campaigns on campaigns.id = campaign_id
      where creatives.id = any(${creativeIds}::integer[]) limit ${creativeIds.length}
    ), owners as (
      select owner.id, name, created_at as joined_at,
        ${decided(sql`rejected_reason is null`)} as approved, ${decided(sql`rejected_reason is not null`)} as rejected
      from (select distinct user_id as id from waiting) as owner
      join shared_users using (id) join account_names using (id)
    )
    select waiting.id, user_id, name as user_name, joined_at, submitted_at, approved, rejected
    from waiting join owners on owners.id = user_id`.execute(db)
  return rows
}

/** Counts the creatives of an account that were reviewed and meet a condition. */
function decided(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select count(*)::integer from (
      select from campaigns join creatives on creatives.campaign_id = campaigns.id
      where campaigns.user_id = owner.id and ${isReviewed} and ${condition} limit ${maxCountedReviews}
    ) as counted)`
}
