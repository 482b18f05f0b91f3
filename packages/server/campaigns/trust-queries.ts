import { maxCountedReviews } from '@mille/api/constants.ts'
import { sql } from 'kysely'
import { suspendedAmong } from '../accounts/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import type { TrustRecord } from './trust-rules.ts'

/** Returns what the trust in accounts depends on, by account ID. */
export async function readTrustRecords(
  db: Database | Tx,
  userIds: readonly number[]
): Promise<Map<number, TrustRecord>> {
  if (userIds.length === 0) return new Map()
  const suspended = await suspendedAmong(db, userIds)
  const { rows } = await sql<Omit<TrustRecord, 'is_suspended'> & { user_id: number }>`
    select owner.id as user_id, rejected_at, swapped_at, (
      select count(*)::integer from (
        select from campaigns join creatives on creatives.campaign_id = campaigns.id
        where user_id = owner.id and decided_by is not null and rejected_reason is null
          and decided_at > coalesce(rejected_at, '-infinity')
        limit ${maxCountedReviews}
      ) as approved) as approvals
    from unnest(${userIds}::integer[]) as owner (id)
    cross join lateral (
      select max(decided_at) as rejected_at from campaigns join creatives on creatives.campaign_id = campaigns.id
      where user_id = owner.id and rejected_reason is not null) as rejection
    cross join lateral (
      select max(landing_swaps.at) as swapped_at from campaigns
      join creatives on creatives.campaign_id = campaigns.id join landing_swaps on creative_id = creatives.id
      where user_id = owner.id) as swap
    limit ${userIds.length}`.execute(db)
  return new Map(
    rows.map(({ user_id, ...record }) => [
      user_id,
      { ...record, is_suspended: suspended.has(user_id) }
    ])
  )
}

/** Whether a creative has a picture that is in no creative that a reviewer approved. */
export async function hasUnseenPicture(tx: Tx, creativeId: number): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select banner_id as id from creative_banners where creative_id = ${creativeId}
      union select unnest(array[advert_logo, advert_illustration]) from creatives where id = ${creativeId}
    ) as picture
    where id is not null and not exists (
      select from creatives as seen
      where decided_by is not null and rejected_reason is null and seen.id in (
        select creative_id from creative_banners where banner_id = picture.id
        union all select named.id from creatives as named where advert_logo = picture.id
        union all select named.id from creatives as named where advert_illustration = picture.id)
    ) limit 1`.execute(tx)
  return rows.length > 0
}

/** Stores that a creative went live by trust, and whether a reviewer is to review it afterwards. */
export async function markTrusted(
  tx: Tx,
  creativeId: number,
  { at, isSampled }: { at: Date; isSampled: boolean }
): Promise<void> {
  await tx
    .updateTable('creatives')
    .set({ trusted_at: at, is_sampled: isSampled })
    .where('id', '=', creativeId)
    .execute()
}

/** First number of the advisory lock of an account's trust. The second is the account. */
const trustLock = 5_293

/**
 * Waits until no other transaction uses or ends the trust in an account, so that nothing goes live by a trust that another
 * one is ending. Campaigns and balances must be locked before.
 */
export async function lockTrust(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${trustLock}::integer, ${userId}::integer)`.execute(tx)
}

/**
 * Puts every ad of an account that is live by trust alone in the review queue, since the trust ended. A row that is locked
 * is just being decided or replaced, and waiting for it could be a deadlock.
 */
export async function sampleAllTrusted(tx: Tx, userId: number): Promise<void> {
  await lockTrust(tx, userId)
  await sql`
    update creatives set is_sampled = true where id in (
      select creatives.id from creatives join campaigns on campaigns.id = campaign_id
      where user_id = ${userId} and creatives.state = 'live'
        and trusted_at is not null and not is_sampled and decided_by is null
      for no key update of creatives skip locked)`.execute(tx)
}
