import { dayMs } from '@mille/api/durations.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import type { ChainName } from '../facts/chain-facts.ts'

/**
 * Finds due withdrawals that have to wait because their account would otherwise exceed its 24-hour limit. The limit is
 * also checked on request, but several days of withdrawals become due together when an address stops being frozen or an
 * outage ends, and the limit may have been lowered.
 *
 * Withdrawals that an operator approves are neither counted nor held back. Withdrawals are considered in the order of
 * their requests, so that later ones cannot overtake an earlier one forever.
 */
export async function findOverLimit(
  tx: Tx,
  chain: ChainName,
  limit: Record<Asset, bigint>,
  now: Date
): Promise<number[]> {
  const since = new Date(now.getTime() - dayMs)
  const { rows } = await sql<{ id: number }>`
    with due as (
      select id, user_id, asset, sum(amount) over (partition by user_id, asset order by id) as amount
      from withdrawals
      where chain = ${chain} and payout_id is null and state = 'requested' and not needs_approval
        and user_id is not null and (not_before is null or not_before <= ${now})
    ), signed as (
      select user_id, asset, sum(amount) as amount from (
      select user_id, asset, amount
      from withdrawals
      join payouts on payouts.id = payout_id
      -- One with a higher fee takes the place of the first, and pays nothing more.
      join payouts first on first.id = coalesce(payouts.replaces, payouts.id)
      where user_id in (select user_id from due) and approved_by is null
        and first.created_at > ${since}
      union all
      select user_id, asset, withdrawals.amount
      from withdrawals left join lightning_payments payment on payment_id = name::text
      where user_id in (select user_id from due) and approved_by is null and withdrawals.payment_hash is not null
        and withdrawals.state in ('sent', 'confirmed') and coalesce(payment.created_at, ${now}) > ${since}) as paid
      group by user_id, asset
    )
    select id from due left join signed using (user_id, asset)
    where due.amount + coalesce(signed.amount, 0)
      > case asset when 'BTC' then ${limit.BTC}::bigint else ${limit.USD}::bigint end
    order by id limit 10000`.execute(tx)
  return rows.map(row => row.id)
}
