import type { CampaignState } from '@mille/api/constants.ts'
import { sql } from 'kysely'
import { suspendedAmong } from '../accounts/index.ts'
import type { Tx } from '../db/connect.ts'
import { datesState, type Use } from './rules.ts'

/**
 * Writes a state and makes the campaign's activity follow it and the dates. What is allowed is decided before, by the
 * rules.
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
  // Nothing of a suspended account is shown, so nothing is charged. Its campaigns keep their states.
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
 * Ends the activity of an account's campaigns when it is suspended, and begins it again when that is lifted. All of them are
 * locked: one that is being activated meanwhile is either found as active here, or finds the account suspended.
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

/** Extends the open activity until the campaign's end. False where none is open. */
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
 * An activity may be planned: what it is charged for begins and ends with the campaign's dates, to the second. Clocks of
 * several processes differ: a time never begins before the last ended.
 */
async function planActivity(tx: Tx, id: number, from: Date, until: Date | null): Promise<void> {
  await sql`
    insert into campaign_activity (campaign_id, started_at, ended_at)
    select ${id}, greatest(${from}::timestamptz, max(ended_at)), ${until}::timestamptz
    from campaign_activity where campaign_id = ${id}
    having greatest(${from}::timestamptz, max(ended_at)) < coalesce(${until}::timestamptz, 'infinity')
    on conflict (campaign_id, started_at) do update set ended_at = excluded.ended_at`.execute(tx)
}

/** What was planned is dropped, and what is open ends. */
async function closeActivity(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`delete from campaign_activity where campaign_id = ${id} and started_at > ${at}`.execute(
    tx
  )
  await sql`
    update campaign_activity set ended_at = ${at}
    where campaign_id = ${id} and (ended_at is null or ended_at > ${at})`.execute(tx)
}

/** When a campaign was last used, and how far settlement has come. */
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
