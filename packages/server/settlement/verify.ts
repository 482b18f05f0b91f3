import { sql } from 'kysely'
import { atOneMoment } from '../db/at-one-moment.ts'
import type { Database } from '../db/connect.ts'
import { type Check, firstProblem } from '../ledger/index.ts'
import { type Unproven, unproven } from './unproven.ts'
import { firstWrongCharge } from './verify-charges.ts'

export type SettlementVerdict = { ok: true; settlements: bigint } | { ok: false; problem: string }

/**
 * Compares every settlement, in one snapshot, with its shares, its ledger transfers, and a recomputed charge. With
 * `since`, only unproven settlements are compared with transfers and recomputed.
 */
export async function verifySettlements(
  db: Database,
  since: Unproven | null = null
): Promise<SettlementVerdict> {
  const checks = [...statementChecks, transferCheck(since), unitTransferCheck(since), ...holdChecks]
  return atOneMoment(db, async tx => {
    const problem = (await firstProblem(tx, checks)) ?? (await firstWrongCharge(tx, since))
    if (problem !== null) return { ok: false, problem }
    const { rows } = await sql<{ settlements: bigint }>`
      select count(*) as settlements from settlements`.execute(tx)
    return { ok: true, settlements: rows[0]?.settlements ?? 0n }
  })
}

/** Formats `window_start` as `Date.toISOString` does, which is the form used in transfer keys. */
const inKey = (table: string) =>
  sql`to_char(${sql.ref(`${table}.window_start`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The shares of the settlements to verify. */
const sharesSince = (since: Unproven | null) => sql`shares as (
      select campaign_id, window_start, unit_id, net, waiting, asset
      from settlement_shares join ${unproven(since)} settlements using (campaign_id, window_start))`

const statementChecks: Check[] = [
  sql`
    select format('campaign %s, window %s: charged %s with a fee of %s, a referral of %s and %s billable, but its shares sum to %s, %s, %s and %s',
      campaign_id, window_start, charged, fee, referral, billable, coalesce(gross, 0), coalesce(share_fee, 0),
      coalesce(share_referral, 0), coalesce(share_billable, 0)) as problem
    from settlements left join (
      select campaign_id, window_start, sum(gross) as gross, sum(fee) as share_fee, sum(referral) as share_referral,
        sum(billable) as share_billable
      from settlement_shares group by campaign_id, window_start
    ) as shares using (campaign_id, window_start)
    where (charged, fee, referral, billable) is distinct from
      (coalesce(gross, 0), coalesce(share_fee, 0), coalesce(share_referral, 0), coalesce(share_billable, 0))
    order by campaign_id, window_start`,
  sql`
    select format('campaign %s: window %s begins before the one before it has ended', campaign_id, window_start) as problem
    from (
      select campaign_id, window_start,
        lag(window_end) over (partition by campaign_id order by window_start) as end_before
      from settlements) as chained
    where window_start < end_before
    order by campaign_id, window_start`
]

/**
 * Each settlement must have its transfers, from the campaign's held money to the right account, and no other transfer
 * may be of a settlement kind.
 */
const transferCheck = (since: Unproven | null): Check =>
  sql`
    with ${sharesSince(since)}, expected as (
      select format('settlement:%s:%s:units', campaign_id, ${inKey('shares')}) as key,
        sum(net)::bigint as amount, campaign_id, asset, 'settlement' as kind,
        'campaign' as payer, 'held' as payer_kind, 'network' as owner, 0 as owner_id, 'settling' as account_kind
      from shares group by campaign_id, window_start, asset having sum(net) > 0
      union all
      select format('settlement:%s:%s:fee', campaign_id, ${inKey('settlements')}),
        fee, campaign_id, asset, 'settlement_fee', 'campaign', 'held', 'network', 0, 'fee'
      from ${unproven(since)} settlements where fee > 0
      union all
      select format('settlement:%s:%s:referral', campaign_id, ${inKey('settlements')}),
        referral, campaign_id, asset, 'settlement_referral', 'campaign', 'held', 'user', partner_id, 'available'
      from ${unproven(since)} settlements where referral > 0
    ), actual as (
      select key, amount, payer.owner_id as campaign_id, transfer.asset, transfer.kind,
        payer.owner as payer, payer.kind as payer_kind, payee.owner, payee.owner_id, payee.kind as account_kind
      from ledger_transfers transfer
      join ledger_accounts payer on payer.id = from_account
      join ledger_accounts payee on payee.id = to_account
      where transfer.kind in ('settlement', 'settlement_fee', 'settlement_referral')
        and (${since === null} or not transfer.id <@ ${since?.transfers ?? '{}'}::int8multirange
          or key in (select key from expected))
    )
    select case when actual.key is null then format('%s: there is no transfer of %s', expected.key, expected.amount)
      when expected.key is null then format('%s: a transfer of %s that no settlement has', actual.key, actual.amount)
      else format('%s: the transfer of %s is not the settlement''s %s', actual.key, actual.amount, expected.amount)
      end as problem
    from expected full join actual using (key)
    where expected is distinct from actual
    order by key`

/**
 * What the campaigns paid together for an ad unit in a window must equal what the unit received. Several groups of
 * campaigns may have paid the unit for one window, each with its own transfer.
 */
const unitTransferCheck = (since: Unproven | null): Check =>
  sql`
    with ${sharesSince(since)}, expected as (
      select format('%s-%s', unit_id, floor(extract(epoch from window_start))) as period, unit_id, asset, waits,
        sum(case when waits then waiting else net - waiting end)::bigint as amount
      from shares cross join (values (false), (true)) as part (waits)
      where case when waits then waiting else net - waiting end > 0
      group by 1, 2, 3, 4
    ), actual as (
      select coalesce(subject_id, key) as period, case payee.owner when 'ad_unit' then payee.owner_id end as unit_id,
        transfer.asset, key like '%:waiting' as waits, sum(amount)::bigint as amount
      from ledger_transfers transfer join ledger_accounts payee on payee.id = to_account
      where transfer.kind = 'unit_settlement' and (${since === null} or transfer.at >= ${since?.settledSince ?? null}
        or not transfer.id <@ ${since?.transfers ?? '{}'}::int8multirange)
      group by 1, 2, 3, 4
    )
    select format('ad unit %s, settlement period %s: got %s %s, and its shares sum to %s', unit_id, period,
      coalesce(actual.amount, 0), asset, coalesce(expected.amount, 0)) as problem
    from expected full join actual using (period, unit_id, asset, waits)
    where expected.amount is distinct from actual.amount
    order by period, unit_id`

const holdChecks: Check[] = [
  // A campaign's money may only be held for its windows, and settled windows may not hold any.
  sql`
    select format('hold %s of campaign %s is for no window of its', hold.id, held.owner_id) as problem
    from ledger_holds hold
    join ledger_accounts held on held.id = held_account and held.owner = 'campaign'
    left join shared_campaign_holds on hold_id = hold.id
    where campaign_id is distinct from held.owner_id
    order by hold.id`,
  sql`
    select format('hold %s of campaign %s is open, but its window %s is settled', hold.id, campaign_id, window_start) as problem
    from shared_campaign_holds join ledger_holds hold on hold.id = hold_id and state = 'open'
    where window_start < (
      select max(window_end) from settlements where settlements.campaign_id = shared_campaign_holds.campaign_id)
    order by hold.id`,
  sql`
    select format('campaign %s was charged %s, of it %s promotion money, but its holds paid %s and %s', campaign_id,
      coalesce(charged, 0), coalesce(promotion, 0), coalesce(posted, 0), coalesce(posted_promotion, 0)) as problem
    from (
      select campaign_id, sum(charged) as charged, sum(promotion) as promotion
      from settlements group by campaign_id) as settled
    full join (
      select campaign_id, sum(posted) as posted,
        coalesce(sum(posted) filter (where account.kind = 'promotion'), 0) as posted_promotion
      from shared_campaign_holds
      join ledger_holds hold on hold.id = hold_id
      join ledger_accounts account on account.id = from_account
      group by campaign_id) as held using (campaign_id)
    where (coalesce(charged, 0), coalesce(promotion, 0)) <> (coalesce(posted, 0), coalesce(posted_promotion, 0))
    order by campaign_id`
]
