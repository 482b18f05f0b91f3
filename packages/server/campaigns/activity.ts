import type { CampaignState } from '@mille/api/constants.ts'
import { sql } from 'kysely'
import { suspendedAmong } from '../accounts/index.ts'
import type { Tx } from '../db/connect.ts'
import { datesState, type Use } from './rules.ts'

/**
 * Sets the state of a campaign and updates its activity to match the state and the dates. The caller has already
 * checked with the rules that the change is allowed.
 */
export async function setCampaignState(
  tx: Tx,
  id: number,
  state: CampaignState,
  at: Date
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('campaigns')
    .set({ state })
    .where('id', '=', id)
    .where('state', '<>', state)
    .executeTakeFirstOrThrow()
  const dates = await tx
    .selectFrom('campaigns')
    .select(['user_id', 'starts_at', 'ends_at'])
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirstOrThrow()
  const { starts_at, ends_at } = dates
  // Ads of a suspended account are not shown, so nothing is charged. The campaigns keep their states.
  const isSuspended = (await suspendedAmong(tx, [dates.user_id])).size > 0
  const isPlanned = state === 'active' && !isSuspended && datesState(dates, at) !== 'ended'
  const isNow = isPlanned && datesState(dates, at) === 'open'
  if (state !== 'active' || numUpdatedRows === 0n) {
    if (isNow && (await continueActivity(tx, id, at, ends_at))) return
    await closeActivity(tx, id, at)
  }
  if (isPlanned) await planActivity(tx, id, isNow || starts_at === null ? at : starts_at, ends_at)
}

/**
 * Ends the activity of an account's campaigns when it is suspended, and resumes it when the suspension is lifted. All
 * campaigns are locked: one that is activated meanwhile is either seen here as active, or its activation sees the
 * suspension.
 */
export async function followSuspension(tx: Tx, userId: number, at: Date): Promise<void> {
  const campaigns = await tx
    .selectFrom('campaigns')
    .select(['id', 'state'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, state } of campaigns)
    if (state === 'active') await setCampaignState(tx, id, state, at)
}

/** Extends the current activity until the campaign's end. Returns false if there is none. */
async function continueActivity(
  tx: Tx,
  id: number,
  at: Date,
  endsAt: Date | null
): Promise<boolean> {
  const { rows } = await sql<{ started_at: Date }>`
    select started_at from campaign_activity
    where campaign_id = ${id} and started_at <= ${at} and (ended_at is null or ended_at > ${at}) limit 1`.execute(
    tx
  )
  const [open] = rows
  if (!open) return false
  await sql`
    update campaign_activity set ended_at = ${endsAt}
    where campaign_id = ${id} and started_at = ${open.started_at} and ended_at is distinct from ${endsAt}`.execute(
    tx
  )
  return true
}

/**
 * Plans an activity, the period in which a campaign can be charged. It begins and ends with the campaign's dates, to
 * the second. The clocks of processes differ, so an activity never begins before the end of the last one.
 */
async function planActivity(tx: Tx, id: number, from: Date, until: Date | null): Promise<void> {
  await sql`
    insert into campaign_activity (campaign_id, started_at, ended_at)
    select ${id}, greatest(${from}::timestamptz, max(ended_at)), ${until}::timestamptz
    from campaign_activity where campaign_id = ${id}
    having greatest(${from}::timestamptz, max(ended_at)) < coalesce(${until}::timestamptz, 'infinity')
    on conflict (campaign_id, started_at) do update set ended_at = excluded.ended_at`.execute(tx)
}

/** Deletes planned activities and ends the current one. */
async function closeActivity(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`delete from campaign_activity where campaign_id = ${id} and started_at > ${at}`.execute(
    tx
  )
  await sql`
    update campaign_activity set ended_at = ${at}
    where campaign_id = ${id} and (ended_at is null or ended_at > ${at})`.execute(tx)
}

/** Returns when a campaign was last used, and until when it is settled. */
export async function readUse(tx: Tx, id: number, at: Date): Promise<Use> {
  const { rows } = await sql<Use>`
    select
      exists (select from campaign_activity where campaign_id = ${id} and (ended_at is null or ended_at > ${at})) as "isActive",
      (select max(ended_at) from campaign_activity where campaign_id = ${id}) as "activeUntil",
      (select max(bucket) from shared_delivery_counters where campaign_id = ${id} and kind = 'billable') as "lastBillable",
      -- Progress waits for every campaign; this one's own windows are settled in their order.
      greatest(
        (select settled_until from shared_settlement_progress limit 1),
        (select max(window_end) from shared_settlements where campaign_id = ${id})
      ) as "settledUntil"`.execute(tx)
  const use = rows[0]
  if (!use) throw new Error('a select without a table gives one row')
  return use
}
