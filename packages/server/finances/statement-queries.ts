import type { StatementKind } from '@mille/api/constants.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { ownersOf } from './owners.ts'

export type StatementLine = { date: string; kind: StatementKind; records: bigint; amount: bigint }
export type StatementMonth = {
  month: string
  asset: Asset
  in: bigint
  out: bigint
  /** Balance at the end of the month. */
  closing: bigint
}

/**
 * Why an account's money changed, by the kind of the ledger's transfer. Referrals and returns are transfers that the one
 * side pays and the other receives, so their sign decides.
 */
const kind = sql`case
  when transfer.kind in ('deposit', 'deposit_reversal', 'adjustment', 'withdrawal', 'withdrawal_fee') then transfer.kind
  when transfer.kind = 'coupon' then 'promotion'
  when transfer.kind = 'unit_settlement' then 'ad_earnings'
  when transfer.kind = 'order_release' then 'publication_earnings'
  when transfer.kind in ('settlement_referral', 'order_referral') and amount > 0 then 'referral'
  when transfer.kind = 'take_back' and amount < 0 then 'earnings_taken_back'
  when transfer.kind in ('take_back', 'order_refund') then 'charges_returned'
  when transfer.kind like 'settlement%' then 'advertising'
  when transfer.kind = 'hold_post' and subject_type = 'order' then 'publications'
  else 'other' end`

/** The UTC day of a transfer: of the start of its settlement period if it pays for one, else of the transfer itself. */
const day = sql`(case when subject_type in ('settlement', 'unit_settlement')
  then to_timestamp(split_part(subject_id, '-', 2)::float8) else at end at time zone 'UTC')::date`

/**
 * Selects every transfer in the ledger that changed what an account has in all: its own balance, money on hold, and
 * money on its campaigns and ad units. Transfers between these leave the sum unchanged and are not among them.
 */
const changesOf = (userId: number, asset: Asset | null) => sql`
  select transfer.asset, ${day} as day, ${kind} as kind, change.amount
  from (
    select entry.transfer, sum(entry.amount)::bigint as amount
    from (${ownersOf(userId)}) as owned
    join shared_ledger_accounts account using (owner, owner_id)
    join shared_ledger_entries entry on entry.account = account.id
    where ${asset}::text is null or account.asset = ${asset}
    group by entry.transfer having sum(entry.amount) <> 0) as change
  join (select id, asset, kind, at, subject_type, subject_id from shared_ledger_transfers) as transfer
    on transfer.id = change.transfer`

/**
 * Reads the balance before a month and the month's changes, folded by day, kind and direction, so that a correction and
 * its opposite on one day are both shown.
 */
export async function readMonth(
  db: Database | Tx,
  userId: number,
  { month, asset }: { month: string; asset: Asset }
): Promise<{ opening: bigint; lines: StatementLine[] }> {
  const first = `${month}-01`
  const { rows } = await sql<Omit<StatementLine, 'date'> & { date: string | null }>`
    select case when day >= ${first}::date then day end as date,
      case when day >= ${first}::date then kind end as kind, count(*) as records, sum(amount)::bigint as amount
    from (${changesOf(userId, asset)}) as changes
    where day < ${first}::date + interval '1 month'
    group by 1, 2, case when day >= ${first}::date then sign(amount) end order by 1, 2, sum(amount) desc limit 1000`.execute(
    db
  )
  const opening = rows.find(it => it.date === null)?.amount ?? 0n
  return { opening, lines: rows.filter((it): it is StatementLine => it.date !== null) }
}

/**
 * Reads the months of an account, newest first: in each currency from the first month with a change to the month of
 * `now`, with those between them in which nothing changed.
 */
export async function readMonths(
  db: Database | Tx,
  userId: number,
  now: Date,
  asset: Asset | null,
  page: { offset: number; limit: number }
): Promise<{ months: StatementMonth[]; records: number }> {
  const { rows } = await sql<StatementMonth & { records: bigint }>`
    with changed as (
      select asset, date_trunc('month', day::timestamp) as month,
        coalesce(sum(amount) filter (where amount > 0), 0)::bigint as "in",
        coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as "out"
      from (${changesOf(userId, asset)}) as changes group by 1, 2)
    select to_char(month, 'YYYY-MM') as month, asset, coalesce("in", 0) as "in", coalesce("out", 0) as "out",
      coalesce(sum("in" - "out") over (partition by asset order by month), 0)::bigint as closing,
      count(*) over () as records
    from (
      select asset, generate_series(min(month), greatest(max(month),
        date_trunc('month', ${now}::timestamptz at time zone 'UTC')), interval '1 month') as month
      from changed group by asset) as every
    left join changed using (asset, month)
    order by every.month desc, asset limit ${page.limit} offset ${page.offset}`.execute(db)
  return { months: rows, records: Number(rows[0]?.records ?? 0n) }
}
