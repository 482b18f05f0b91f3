import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'

export type Operation = {
  id: string
  /** Time of the operation; for a settlement period, its end. */
  date: Date
  /**
   * Start of the settlement period that the operation is about, or null. The operation belongs to the day on which the
   * period began.
   */
  periodStart: Date | null
  type: 'spending' | 'earning' | 'deposit' | 'withdrawal'
  sourceType: 'campaign' | 'ad_unit' | 'account' | 'affiliate' | 'order' | 'coupon'
  sourceId: number
  name: string
  asset: Asset
  /** Negative when the account paid. */
  amount: bigint
  reference: string
  /** Operations that are `done` or `maturing` are the account's money, and their sum is everything that it has. */
  state: 'done' | 'maturing' | 'pending' | 'reversed' | 'too_small'
}

/** Selects all operations of an account, one row each, with the columns of `Operation`. */
export const operationsOf = (userId: number) => sql`
  select format('spending-%s-%s', campaign_id, ${epoch}) as id,
    window_end as date, 'spending' as type, 'campaign' as "sourceType", campaign_id as "sourceId",
    title as name, shared_settlements.asset, -charged as amount,
    format('settlement:%s:%s', campaign_id, ${windowStart}) as reference, 'done' as state, window_start as "periodStart"
  from shared_settlements
  join shared_campaigns on shared_campaigns.id = campaign_id and user_id = ${userId}
  join campaign_titles on campaign_titles.id = campaign_id
  where charged > 0
  union all
  -- A unit's day, once: it is the account's from the settlement on, and the later way to its balance is no operation.
  select format('earning-%s', earning.id), last_at, 'earning', 'ad_unit', unit_id, name, asset, amount,
    format('earning:%s', earning.id),
    case earning.state when 'paid' then 'done' when 'taken_back' then 'reversed' else 'maturing' end, null
  from shared_unit_earnings earning
  join shared_ad_units on shared_ad_units.id = unit_id and user_id = ${userId}
  union all
  -- Of all whom the account brought together: what one of them spends is not the partner's to know.
  select format('referral-%s-%s', asset, floor(extract(epoch from window_start))),
    max(window_end), 'earning', 'affiliate', ${userId}, '', asset, sum(referral)::bigint,
    format('referral:%s', ${windowStart}), 'done', window_start
  from shared_settlements where partner_id = ${userId} and referral > 0
  group by asset, window_start
  union all
  select format('deposit-%s', shared_deposits.id), coalesce(credited_at, seen_at), 'deposit',
    case depositable_type when 'campaign' then 'campaign' else 'account' end,
    case depositable_type when 'campaign' then depositable_id else ${userId} end,
    case depositable_type when 'campaign' then coalesce(title, '') else shared_deposits.address end,
    -- Of a reversed deposit that was spent already, what could not be taken back is still the account's.
    asset, case when credited > 0 then credited else coalesce(worth, shared_deposits.amount) end, transaction_id,
    case when credited > 0 then 'done' when is_gone or steps > 0 then 'reversed'
      when is_too_small then 'too_small' else 'pending' end, null
  from shared_deposits
  left join campaign_titles on depositable_type = 'campaign' and campaign_titles.id = depositable_id
  where shared_deposits.user_id = ${userId} and asset is not null and (not is_gone or steps > 0)
  union all
  select format('withdrawal-%s', id), created_at, 'withdrawal', 'account', ${userId}, address,
    asset, -amount, coalesce(transaction_id, ''),
    case when state = 'confirmed' then 'done' when state in ('cancelled', 'failed')
      then 'reversed' else 'pending' end, null
  from shared_withdrawals where user_id = ${userId}
  union all
  select format('adjustment-%s-%s', transfer.id, account.kind), at,
    case when entry.amount > 0 then 'deposit' else 'withdrawal' end,
    'account', ${userId}, coalesce(reason, ''), transfer.asset, entry.amount, transfer.id::text, 'done', null
  from shared_ledger_accounts account
  join shared_ledger_entries entry on entry.account = account.id
  join shared_ledger_transfers transfer on transfer.id = entry.transfer
  where account.owner = 'user' and account.owner_id = ${userId} and transfer.kind = 'adjustment'
  union all
  -- A gift that can be spent on campaigns.
  select format('coupon-%s', campaign_id), created_at, 'deposit', 'coupon', campaign_id, code, asset, amount,
    format('coupon:%s', campaign_id), 'done', null
  from coupon_gifts
  where user_id = ${userId} and effect = 'promotion'
  union all
  -- What an advertiser got back of what fraud had earned.
  select format('returned-%s-%s', earning_id, campaign_id), at, 'spending', 'campaign', campaign_id,
    title, asset, net + fee, format('take_back:%s-%s', earning_id, campaign_id), 'done', null
  from shared_earning_returns
  join campaign_titles on campaign_titles.id = campaign_id
  where user_id = ${userId}
  union all ${publicationsOf(userId)}`

/** The UTC day that an operation belongs to. */
export const operationDay = sql`(coalesce("periodStart", date) at time zone 'UTC')::date`

/** The start of the settlement period as it is written in an operation's id, in whole seconds. */
const epoch = sql`floor(extract(epoch from window_start))`

/** The start of the settlement period as it is written in the keys of ledger transfers. */
export const windowStart = sql`to_char(window_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Publications: spent once they are confirmed, returned if a dispute is upheld after that, and earned day by day. */
const publicationsOf = (userId: number) => sql`
  select format('order-%s', id) as id, confirmed_at as date, 'spending' as type, 'order' as "sourceType",
    id as "sourceId", name, asset, -amount as amount, format('order:%s:confirmed', id) as reference, 'done' as state,
    null::timestamptz as "periodStart"
  from shared_orders where advertiser_id = ${userId} and confirmed_at is not null
  union all
  select format('order-refund-%s', id), at, 'spending', 'order', id, name, asset, refunded, format('order:%s:refund', id), 'done', null
  from shared_orders join publication_refunds on order_id = id
  where advertiser_id = ${userId} and confirmed_at is not null and refunded > 0
  union all
  select format('release-%s-%s', id, day), at, 'earning', 'order', id, name, asset, net, format('order:%s:release:%s', id, day), 'done', null
  from shared_orders join shared_order_releases on order_id = id
  where publisher_id = ${userId} and net > 0
  union all
  select format('order-referral-%s-%s', asset, floor(extract(epoch from at))), at, 'earning', 'affiliate', ${userId}, '',
    asset, sum(referral)::bigint, format('referral:%s', min(id)), 'done', null
  from shared_orders join shared_order_releases on order_id = id
  where partner_id = ${userId} and referral > 0
  group by asset, at`
