import type { CampaignState } from '@mille/api/constants.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import type { Use } from './rules.ts'

/** Writes a state and opens or closes the campaign's activity with it. What is allowed is decided before, by the rules. */
export async function setCampaignState(
  tx: Tx,
  id: number,
  state: CampaignState,
  at: Date
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({ state })
    .where('id', '=', id)
    .where('state', '<>', state)
    .execute()
  if (state === 'active') await openActivity(tx, id, at)
  else await closeActivity(tx, id, at)
}

/** Does nothing when activity is open. Clocks of several processes differ: a time never begins before the last ended. */
async function openActivity(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`
    insert into campaign_activity (campaign_id, started_at)
    select ${id}, greatest(${at}::timestamptz, max(ended_at)) from campaign_activity where campaign_id = ${id}
    having bool_or(ended_at is null) is not true
    on conflict (campaign_id, started_at) do update set ended_at = null`.execute(tx)
}

async function closeActivity(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`
    update campaign_activity set ended_at = greatest(started_at, ${at}::timestamptz)
    where campaign_id = ${id} and ended_at is null`.execute(tx)
}

/** When a campaign was last used, and how far settlement has come. */
export async function readUse(tx: Tx, id: number): Promise<Use> {
  const { rows } = await sql<Use>`
    select
      exists (select from campaign_activity where campaign_id = ${id} and ended_at is null) as "isActive",
      (select max(ended_at) from campaign_activity where campaign_id = ${id}) as "activeUntil",
      (select max(bucket) from delivery_counters where campaign_id = ${id} and kind = 'billable') as "lastBillable",
      -- Progress waits for every campaign; this one's own windows are settled in their order.
      greatest(
        (select settled_until from settlement_progress limit 1),
        (select max(window_end) from settlements where campaign_id = ${id})
      ) as "settledUntil"`.execute(tx)
  const use = rows[0]
  if (!use) throw new Error('a select without a table gives one row')
  return use
}
