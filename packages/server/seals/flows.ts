import { sql } from 'kysely'
import type { Check } from '../ledger/index.ts'

/** The owner and kind of the accounts between which a kind of transfer moves money. */
type Flow = readonly [kind: string, from: string, to: string]

/** Every kind of transfer that the code makes. Any other kind, or a transfer between other accounts, is wrong. */
const flows: readonly Flow[] = [
  ['adjustment', 'network outside', 'user available'],
  ['adjustment', 'user available', 'network outside'],
  ['coupon', 'network promotion', 'user promotion'],
  ['deposit', 'network outside', 'user available'],
  ['deposit', 'network lightning', 'user available'],
  ['deposit_reversal', 'user available', 'network outside'],
  ['deposit_reversal', 'campaign available', 'network outside'],
  ['funding', 'user available', 'campaign available'],
  ['funding', 'user promotion', 'campaign promotion'],
  ['refund', 'campaign available', 'user available'],
  ['refund', 'campaign promotion', 'user promotion'],
  ['hold', 'user available', 'user held'],
  ['hold', 'campaign available', 'campaign held'],
  ['hold', 'campaign promotion', 'campaign held'],
  ['hold', 'network fee', 'network held'],
  ['hold_return', 'user held', 'user available'],
  ['hold_return', 'network held', 'network fee'],
  ['hold_return', 'campaign held', 'campaign available'],
  ['hold_return', 'campaign held', 'campaign promotion'],
  ['hold_post', 'user held', 'order available'],
  ['settlement', 'campaign held', 'network settling'],
  ['unit_settlement', 'network settling', 'ad_unit available'],
  ['settlement_fee', 'campaign held', 'network fee'],
  ['settlement_referral', 'campaign held', 'user available'],
  ['earning', 'ad_unit available', 'user available'],
  ['take_back', 'ad_unit available', 'user available'],
  ['take_back', 'ad_unit available', 'user promotion'],
  ['take_back', 'network fee', 'user available'],
  ['take_back', 'network fee', 'user promotion'],
  ['given_up', 'user available', 'network fee'],
  ['given_up', 'user promotion', 'network promotion'],
  ['given_up', 'campaign available', 'network fee'],
  ['given_up', 'campaign promotion', 'network promotion'],
  ['order_refund', 'order available', 'user available'],
  ['order_release', 'order available', 'user available'],
  ['order_fee', 'order available', 'network fee'],
  ['order_referral', 'network fee', 'user available'],
  ['withdrawal', 'user held', 'network outside'],
  ['withdrawal', 'user held', 'network lightning'],
  ['routing_fee', 'user held', 'network lightning'],
  ['withdrawal_fee', 'user held', 'network fee'],
  ['network_send', 'network held', 'network outside'],
  ['miner_fee', 'network costs', 'network outside'],
  ['unknown_payout', 'network costs', 'network outside']
]

const allowed = sql`(values ${sql.join(
  flows.map(it => sql`(${sql.lit(it[0])}, ${sql.lit(it[1])}, ${sql.lit(it[2])})`)
)}) as allowed (kind, payer, payee)`

export const flowChecks: Check[] = [
  sql`
    select format('transfer %s (%s) moves %s of %s from %s %s to %s %s, which no rule does', transfer.id, transfer.key,
      transfer.amount, transfer.kind, payer.owner, payer.owner_id, payee.owner, payee.owner_id) as problem
    from ledger_transfers transfer
    join ledger_accounts payer on payer.id = from_account
    join ledger_accounts payee on payee.id = to_account
    where not exists (
      select from ${allowed}
      where allowed.kind = transfer.kind and allowed.payer = payer.owner || ' ' || payer.kind
        and allowed.payee = payee.owner || ' ' || payee.kind)
    order by transfer.id`,
  // Money on hold stays with its owner, and a campaign's funding comes from its own account.
  sql`
    select format('transfer %s (%s) moves %s from %s %s to %s %s, which belong to different accounts', transfer.id,
      transfer.key, transfer.kind, payer.owner, payer.owner_id, payee.owner, payee.owner_id) as problem
    from ledger_transfers transfer
    join ledger_accounts payer on payer.id = from_account
    join ledger_accounts payee on payee.id = to_account
    left join campaigns paying on payer.owner = 'campaign' and paying.id = payer.owner_id
    left join campaigns paid on payee.owner = 'campaign' and paid.id = payee.owner_id
    where transfer.kind in ('hold', 'hold_return') and (payer.owner, payer.owner_id) <> (payee.owner, payee.owner_id)
      or transfer.kind in ('funding', 'refund')
        and coalesce(paying.user_id, payer.owner_id) <> coalesce(paid.user_id, payee.owner_id)
    order by transfer.id`,
  sql`
    select format('%s transfers credit accounts from the command line, and the audit log has %s such commands',
      credits, commands) as problem
    from (select count(*) as credits from ledger_transfers where kind = 'adjustment' and key like 'credit:%') as given,
      (select count(*) as commands from audit_entries where act like 'mille credit %') as asked
    where credits > commands`,
  // Every hold belongs to a row that still exists.
  sql`
    select format('hold %s of %s (%s) belongs to nothing', hold.id, hold.amount, hold.reason) as problem
    from ledger_holds hold
    where not exists (select from campaign_holds where hold_id = hold.id)
      and not exists (select from withdrawals where hold_id = hold.id)
      and not exists (select from publication_orders where hold_id = hold.id)
    order by hold.id`,
  sql`
    select format('hold %s is called %s, and was made for %s', hold.id, hold.reason, used.reason) as problem
    from ledger_holds hold join (
      select hold_id, 'campaign_window' as reason from campaign_holds
      union all select hold_id, case when user_id is null then 'network_send'
        when not_before is not null then 'frozen_address' else 'withdrawal' end from withdrawals
      union all select hold_id, 'publication_order' from publication_orders where hold_id is not null
    ) as used on hold_id = hold.id
    where hold.reason <> used.reason
    order by hold.id`,
  sql`
    select format('campaign %s: hold %s of window %s is on the money of %s %s', campaign_id, hold_id, window_start,
      payer.owner, payer.owner_id) as problem
    from campaign_holds join ledger_holds hold on hold.id = hold_id
    join ledger_accounts payer on payer.id = from_account
    where (payer.owner, payer.owner_id) <> ('campaign', campaign_id)
      or hold.key not like format('window:%s:%%', campaign_id)
    order by hold_id`
]

/**
 * Checks that an operator or a command requested each correction. Only where there is no real money may the demo
 * network's corrections exist, which have their own keys.
 */
export const correctionCheck = (hasDemoMoney: boolean): Check =>
  sql`
    select format('transfer %s (%s) corrects the balance of user %s by %s, and the audit log does not say who asked for it',
      transfer.id, transfer.key, owned.owner_id, transfer.amount) as problem
    from ledger_transfers transfer
    join ledger_accounts owned on owned.id in (from_account, to_account) and owned.owner = 'user'
    where transfer.kind = 'adjustment' and transfer.key not like 'credit:%' and not (${hasDemoMoney} and transfer.key like 'demo credit %')
      and not ((transfer.key like format('adjustment:%s:%%', owned.owner_id) or exists (
        select from adjustments
        where transfer_id = transfer.id and transfer.key = format('adjustment:approved:%s', adjustments.id)
          and decided_by not in (made_by, user_id))) and exists (
        select from audit_entries
        where act like 'POST /api/v1/admin/%' and input ->> 'id' = owned.owner_id::text
          and input ->> 'asset' = transfer.asset
          and input ->> 'amount' = (case owned.id when to_account then '' else '-' end) || transfer.amount))
    order by transfer.id`
