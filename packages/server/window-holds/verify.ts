import { sql } from 'kysely'
import { type Check, transfersNamed } from '../ledger/index.ts'

/** `window_start` in the format used in transfer keys. */
const start = sql`to_char(window_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Compares what campaigns drew from their accounts with the transfers that moved the money. */
export const drawChecks: Check[] = [
  // Each draw must have its transfers, and no other transfer may have such a key.
  sql`
    with expected as (
      select format('draw:%s:%s:%s', campaign_id, ${start}, kind) as key, part.amount, campaign_id, kind as payer, kind as payee
      from campaign_draws, lateral (values ('promotion', promotion), ('available', amount - promotion)) as part (kind, amount)
      where part.amount > 0
    ), actual as (
      select key, amount, payee_id as campaign_id, payer, payee from (${transfersNamed('funding', 'draw:')}) as moved
    )
    select case when actual.key is null then format('%s: there is no transfer of %s', expected.key, expected.amount)
      else format('%s: a transfer of %s that no campaign drew', actual.key, actual.amount) end as problem
    from expected full join actual using (key)
    where expected is distinct from actual
    order by key`,
  sql`
    select format('campaign %s has drawn %s in all, and says %s after %s', campaign_id, summed, total, window_start) as problem
    from (
      select *, sum(amount) over (partition by campaign_id order by window_start) as summed from campaign_draws) as draws
    where total <> summed
    order by campaign_id, window_start`
]
