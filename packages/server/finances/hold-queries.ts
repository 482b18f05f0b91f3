import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

export type Held = {
  id: bigint
  asset: Asset
  amount: bigint
  reason: string
  isPromotion: boolean
  sourceType: 'campaign' | 'ad_unit' | 'account' | 'order'
  sourceId: number
  name: string
  createdAt: Date
  until: Date | null
}

/** Reads the account's open holds, newest first, including those of its campaigns and ad units. */
export async function readHolds(
  db: Database,
  userId: number,
  page: { offset: number; limit: number }
): Promise<{ holds: Held[]; records: number }> {
  const { rows } = await sql<Held & { records: bigint }>`
    select hold.id, held.asset, hold.amount, hold.reason, source.kind = 'promotion' as "isPromotion",
      case when bought.id is not null then 'order' when owned.owner = 'user' then 'account' else owned.owner end as "sourceType",
      coalesce(bought.id, owned.owner_id) as "sourceId", coalesce(bought.name, owned.name) as name,
      hold.created_at as "createdAt", coalesce(expires_at, window_end, not_before, bought.due_at) as until, count(*) over () as records
    from (
      select 'user' as owner, ${userId}::integer as owner_id, '' as name
      union all
      select 'campaign', id, title from shared_campaigns join campaign_titles using (id) where user_id = ${userId}
      union all select 'ad_unit', id, name from shared_ad_units where user_id = ${userId}) as owned
    join shared_ledger_accounts held on held.owner = owned.owner and held.owner_id = owned.owner_id and held.kind = 'held'
    join shared_ledger_holds hold on hold.held_account = held.id and hold.state = 'open'
    join shared_ledger_accounts source on source.id = hold.from_account
    left join shared_campaign_holds on shared_campaign_holds.hold_id = hold.id
    left join shared_withdrawals on shared_withdrawals.hold_id = hold.id
    left join shared_orders bought on bought.hold_id = hold.id
    order by hold.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return { holds: rows, records: Number(rows[0]?.records ?? 0n) }
}
