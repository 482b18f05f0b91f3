import { type Asset, assets } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'

// This domain writes nothing: it is how an account sees its money in the ledger and in the statements of settlement.

export type Wallet = {
  available: bigint
  held: bigint
  promotion: bigint
  inCampaigns: bigint
  /** Of `held`, what is held for the windows of campaigns. */
  heldInCampaigns: bigint
  inAdUnits: bigint
}

/** All of a user's money in each asset, by where it is. */
export async function readWallets(
  db: Database | Tx,
  userId: number
): Promise<{ asset: Asset; wallet: Wallet }[]> {
  const { rows } = await sql<Wallet & { asset: Asset }>`
    select asset,
      coalesce(sum(balance) filter (where owner = 'user' and kind = 'available'), 0) as available,
      coalesce(sum(balance) filter (where kind = 'held'), 0) as held,
      coalesce(sum(balance) filter (where owner = 'user' and kind = 'promotion'), 0) as promotion,
      coalesce(sum(balance) filter (where owner = 'campaign' and kind <> 'held'), 0) as "inCampaigns",
      coalesce(sum(balance) filter (where owner = 'campaign' and kind = 'held'), 0) as "heldInCampaigns",
      coalesce(sum(balance) filter (where owner = 'ad_unit' and kind <> 'held'), 0) as "inAdUnits"
    from (
      select 'user' as owner, ${userId}::integer as owner_id
      union all select 'campaign', id from campaigns where user_id = ${userId}
      union all select 'ad_unit', id from ad_units where user_id = ${userId}) as owned
    join ledger_accounts using (owner, owner_id)
    group by asset`.execute(db)
  return assets.map(asset => {
    const { asset: _, ...wallet } = rows.find(row => row.asset === asset) ?? { asset, ...empty }
    return { asset, wallet }
  })
}

const empty: Wallet = {
  available: 0n,
  held: 0n,
  promotion: 0n,
  inCampaigns: 0n,
  heldInCampaigns: 0n,
  inAdUnits: 0n
}

/** The user document's figures, in units of 1e-8 BTC. `total` is all there is, promotion money too. */
export async function userMoney(
  db: Database | Tx,
  userId: number
): Promise<{ total: bigint; inCampaigns: bigint; inAdUnits: bigint; promotion: bigint }> {
  const wallets = await readWallets(db, userId)
  const { available, held, promotion, inCampaigns, heldInCampaigns, inAdUnits } =
    wallets.find(it => it.asset === 'BTC')?.wallet ?? empty
  const total = available + held + promotion + inCampaigns + inAdUnits
  return { total, inCampaigns: inCampaigns + heldInCampaigns, inAdUnits, promotion }
}

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

/** The account's open holds, newest first, those of its campaigns and units too. */
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
      select 'campaign', id, coalesce((select link_text from creatives where creatives.campaign_id = campaigns.id
        order by state = 'live' desc, id desc limit 1), '') from campaigns where user_id = ${userId}
      union all select 'ad_unit', id, name from ad_units where user_id = ${userId}) as owned
    join ledger_accounts held on held.owner = owned.owner and held.owner_id = owned.owner_id and held.kind = 'held'
    join ledger_holds hold on hold.held_account = held.id and hold.state = 'open'
    join ledger_accounts source on source.id = hold.from_account
    left join campaign_holds on campaign_holds.hold_id = hold.id
    left join withdrawals on withdrawals.hold_id = hold.id
    left join publication_orders bought on bought.hold_id = hold.id
    order by hold.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return { holds: rows, records: Number(rows[0]?.records ?? 0n) }
}

export type Operation = {
  id: string
  date: Date
  type: 'spending' | 'earning' | 'deposit' | 'withdrawal'
  sourceType: 'campaign' | 'ad_unit' | 'account' | 'affiliate' | 'order'
  sourceId: number
  name: string
  asset: Asset
  /** Negative when the account paid. */
  amount: bigint
  reference: string
  state: 'done' | 'pending' | 'reversed'
}

/**
 * What happened to an account's money, newest first: each campaign's charge, each ad unit's earning and the referrals
 * by settlement window, and the operator's adjustments. Moving money to one's own campaign is no operation.
 */
export async function readOperations(
  db: Database,
  userId: number,
  filter: HistoryFilter,
  page: { offset: number; limit: number }
): Promise<{ operations: Operation[]; records: number }> {
  const order = filter.newestFirst ? sql`date desc, id desc` : sql`date, id`
  const { rows } = await sql<Operation>`
    select * from (${operationsOf(userId)}) as operations where ${matches(filter)}
    order by ${order}
    limit ${page.limit} offset ${page.offset}`.execute(db)
  const { rows: counts } = await sql<{ records: bigint }>`
    select count(*) as records from (${operationsOf(userId)}) as operations where ${matches(filter)}`.execute(
    db
  )
  return { operations: rows, records: Number(counts[0]?.records ?? 0n) }
}

export type HistoryFilter = {
  source: string | null
  /** Days, both included; null for no end. */
  from: string | null
  to: string | null
  types: readonly Operation['type'][] | null
  newestFirst: boolean
}

function matches({ source, from, to, types }: HistoryFilter) {
  return sql`(${source}::text is null or position(lower(${source}) in lower(name)) > 0)
    and (${from}::date is null or date >= (${from}::date)::timestamp at time zone 'UTC')
    and (${to}::date is null or date < (${to}::date + 1)::timestamp at time zone 'UTC')
    and (${types}::text[] is null or type = any(${types}))`
}

export async function findOperation(
  db: Database,
  userId: number,
  id: string
): Promise<Operation | undefined> {
  const { rows } = await sql<Operation>`
    select * from (${operationsOf(userId)}) as operations where id = ${id} limit 1`.execute(db)
  return rows[0]
}

export type OperationEntry = {
  transfer: bigint
  key: string
  kind: string
  owner: string
  ownerId: number
  accountKind: string
  amount: bigint
  balance: bigint
  at: Date
}

/** The entries that an operation made on the owner's accounts, in their order. */
export async function readEntries(
  db: Database,
  userId: number,
  operation: Operation
): Promise<OperationEntry[]> {
  const { rows } = await sql<OperationEntry>`
    select transfer.id as transfer, key, transfer.kind, account.owner, account.owner_id as "ownerId",
      account.kind as "accountKind", entry.amount, entry.balance, transfer.at
    from (
      select 'user' as owner, ${userId}::integer as owner_id
      union all select 'campaign', id from campaigns where user_id = ${userId}
      union all select 'ad_unit', id from ad_units where user_id = ${userId}) as owned
    join ledger_accounts account using (owner, owner_id)
    join ledger_transfers transfer on account.id in (from_account, to_account)
    join ledger_entries entry on entry.transfer = transfer.id and entry.account = account.id
    where ${isPartOf(operation)}
    order by transfer.id, entry.amount limit 1000`.execute(db)
  return rows
}

/** By the keys of the ledger's transfers. */
function isPartOf({ id, type, reference }: Operation) {
  const [word = '', number = ''] = id.split('-')
  if (word === 'adjustment') return sql`transfer.id = ${number}::bigint`
  if (word === 'deposit') return sql`key like ${`deposit:${number}:%`}`
  if (word === 'withdrawal') {
    const steps = ['paid', 'fee', 'back'].map(step => `withdrawal:${number}:${step}`)
    return sql`(key = any(${steps}::text[]) or key = (select hold.key from withdrawals
      join ledger_holds hold on hold.id = hold_id where withdrawals.id = ${number}::integer))`
  }
  // A campaign pays each unit apart; a unit's earning comes from any campaign.
  const pattern = type === 'spending' ? `${reference}:%` : reference.replace('*', '%')
  return sql`key like ${pattern}`
}

export type Stat = Record<Operation['type'], bigint> & { date: string; asset: Asset }

/** The four sums by day and currency, for days on which something moved. What was reversed is not counted. */
export async function readStats(
  db: Database,
  userId: number,
  { from, to }: { from: string; to: string }
): Promise<Stat[]> {
  const sum = (type: Operation['type']) =>
    sql`coalesce(sum(abs(amount)) filter (where type = ${type}), 0)`
  const { rows } = await sql<Stat>`
    select (date at time zone 'UTC')::date as date, asset, ${sum('spending')} as spending,
      ${sum('earning')} as earning, ${sum('withdrawal')} as withdrawal, ${sum('deposit')} as deposit
    from (${operationsOf(userId)}) as operations
    where state = 'done' and date >= (${from}::date)::timestamp at time zone 'UTC'
      and date < (${to}::date + 1)::timestamp at time zone 'UTC'
    group by 1, 2 order by 1, 2 limit 2000`.execute(db)
  return rows
}

/** As it stands in the keys of the ledger's transfers, so that a reference finds them. */
const windowStart = sql`to_char(window_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Publications: bought once they are confirmed, given back when a dispute is upheld after that, earned day by day. */
const publicationsOf = (userId: number) => sql`
  select format('order-%s', id) as id, confirmed_at as date, 'spending' as type, 'order' as "sourceType",
    id as "sourceId", name, asset, -amount as amount, format('order:%s:confirmed', id) as reference, 'done' as state
  from publication_orders where advertiser_id = ${userId} and confirmed_at is not null
  union all
  select format('order-refund-%s', id), at, 'spending', 'order', id, name, asset, refunded, format('order:%s:refund', id), 'done'
  from publication_orders join publication_order_events on order_id = id and to_state = 'refunded'
  where advertiser_id = ${userId} and confirmed_at is not null and refunded > 0
  union all
  select format('release-%s-%s', id, day), at, 'earning', 'order', id, name, asset, net, format('order:%s:release:%s', id, day), 'done'
  from publication_orders join publication_order_releases on order_id = id
  where publisher_id = ${userId} and net > 0
  union all
  select format('order-referral-%s-%s', asset, extract(epoch from at)::bigint), at, 'earning', 'affiliate', ${userId}, '',
    asset, sum(referral)::bigint, 'order:*:release:*:referral', 'done'
  from publication_orders join publication_order_releases on order_id = id
  where partner_id = ${userId} and referral > 0
  group by asset, at`

const operationsOf = (userId: number) => sql`
  select format('spending-%s-%s', campaign_id, extract(epoch from window_start)::bigint) as id,
    window_end as date, 'spending' as type, 'campaign' as "sourceType", campaign_id as "sourceId",
    coalesce(creative.link_text, '') as name, settlements.asset, -charged as amount,
    format('settlement:%s:%s', campaign_id, ${windowStart}) as reference, 'done' as state
  from settlements
  join campaigns on campaigns.id = campaign_id and user_id = ${userId}
  left join lateral (
    select link_text from creatives where creatives.campaign_id = campaigns.id
    order by state = 'live' desc, id desc limit 1) as creative on true
  where charged > 0
  union all
  select format('earning-%s-%s-%s', unit_id, asset, extract(epoch from window_start)::bigint),
    max(window_end), 'earning', 'ad_unit', unit_id, name, asset, sum(net)::bigint,
    format('settlement:*:%s:%s', ${windowStart}, unit_id), 'done'
  from settlement_shares
  join settlements using (campaign_id, window_start)
  join ad_units on ad_units.id = unit_id and user_id = ${userId}
  where net > 0
  group by unit_id, name, asset, window_start
  union all
  -- Of all whom the account brought together: what one of them spends is not the partner's to know.
  select format('referral-%s-%s', asset, extract(epoch from window_start)::bigint),
    max(window_end), 'earning', 'affiliate', ${userId}, '', asset, sum(referral)::bigint,
    format('settlement:*:%s:referral', ${windowStart}), 'done'
  from settlements where partner_id = ${userId} and referral > 0
  group by asset, window_start
  union all
  select format('deposit-%s', deposits.id), coalesce(credited_at, seen_at), 'deposit',
    case depositable_type when 'campaign' then 'campaign' else 'account' end,
    case depositable_type when 'campaign' then depositable_id else ${userId} end,
    case depositable_type when 'campaign' then coalesce(creative.link_text, '') else deposits.address end,
    asset, deposits.amount, transaction_id,
    case when is_gone or (credited = 0 and steps > 0) then 'reversed' when credited = deposits.amount then 'done'
      else 'pending' end
  from deposits
  left join deposit_addresses on deposit_addresses.id = address_id
  left join lateral (
    select link_text from creatives where depositable_type = 'campaign' and creatives.campaign_id = depositable_id
    order by state = 'live' desc, id desc limit 1) as creative on true
  where deposits.user_id = ${userId} and asset is not null and (not is_gone or steps > 0)
  union all
  select format('withdrawal-%s', withdrawals.id), withdrawals.created_at, 'withdrawal', 'account', ${userId}, address,
    asset, -amount, coalesce(transaction_id, ''),
    case when withdrawals.state = 'confirmed' then 'done' when withdrawals.state in ('cancelled', 'failed')
      then 'reversed' else 'pending' end
  from withdrawals left join payouts on payouts.id = payout_id where user_id = ${userId}
  union all
  select format('adjustment-%s-%s', transfer.id, account.kind), at,
    case when to_account = account.id then 'deposit' else 'withdrawal' end,
    'account', ${userId}, coalesce(reason, ''), transfer.asset,
    case when to_account = account.id then amount else -amount end, transfer.id::text, 'done'
  from ledger_accounts account
  join ledger_transfers transfer on account.id in (from_account, to_account)
  where account.owner = 'user' and account.owner_id = ${userId} and transfer.kind = 'adjustment'
  union all ${publicationsOf(userId)}`
