import type { Asset } from '@mille/money/amount.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import type { Check } from '../ledger/index.ts'

/**
 * Sums since midnight UTC, over this day and the 29 before it, and since the network began. A settlement counts on the
 * day on which its period began.
 */
export type PeriodSums = { today: bigint; month: bigint; ever: bigint }

export type BookTotals = {
  asset: Asset
  /** Publishers' earnings after fees and referrals, minus what was taken back from them. */
  publishers: PeriodSums
  /** What the network keeps of charges and orders, minus what it passes on to partners and refunds to advertisers. */
  fees: PeriodSums
  /** What was sent to addresses that account holders chose, without the cost of sending. */
  withdrawals: PeriodSums
}

/**
 * Transfer kinds that each sum adds and subtracts. `charged` is what publishers, the network and its referrers get.
 * Kinds that count only for one kind of payer name it.
 */
const parts = {
  charged: {
    plus: sql`kind in ('settlement', 'settlement_fee', 'settlement_referral', 'order_release', 'order_fee')`,
    minus: sql`kind = 'take_back'`
  },
  deposits: { plus: sql`kind = 'deposit'`, minus: sql`kind = 'deposit_reversal'` },
  publishers: {
    plus: sql`kind in ('settlement', 'order_release')`,
    minus: sql`kind = 'take_back' and payer = 'ad_unit'`
  },
  fees: {
    plus: sql`kind in ('settlement_fee', 'order_fee')`,
    minus: sql`kind = 'order_referral' or kind = 'take_back' and payer = 'network'`
  },
  withdrawals: { plus: sql`kind = 'withdrawal'`, minus: sql`false` }
} as const

type Part = keyof typeof parts
type Sums<Name extends Part, Period extends string> = { asset: Asset } & Record<
  Name,
  Record<Period, bigint>
>

const monthUntil = (today: string, daysAgo: number) =>
  sql`day > ${today}::date - ${sql.lit(daysAgo + 30)} and day <= ${today}::date - ${sql.lit(daysAgo)}`

/** Returns the totals by asset, as far as the ledger is sealed. `today` is a day such as `2026-03-02`. */
export function readBookTotals(db: Database | Tx, today: string): Promise<BookTotals[]> {
  return readSums(db, sql`true`, ['publishers', 'fees', 'withdrawals'], {
    today: sql`day = ${today}`,
    month: monthUntil(today, 0),
    ever: sql`true`
  })
}

/** Returns the totals including charges and deposits, for the last 30 days and the 30 days before them. */
export function readBookPeriods(db: Database | Tx, today: string) {
  const names = ['charged', 'publishers', 'fees', 'deposits', 'withdrawals'] as const
  return readSums(db, sql`day > ${today}::date - 60 and day <= ${today}`, names, {
    today: sql`day = ${today}`,
    month: monthUntil(today, 0),
    before: monthUntil(today, 30)
  })
}

async function readSums<Name extends Part, Period extends string>(
  db: Database | Tx,
  days: RawBuilder<unknown>,
  names: readonly Name[],
  periods: Record<Period, RawBuilder<unknown>>
): Promise<Sums<Name, Period>[]> {
  const each = Object.entries<RawBuilder<unknown>>(periods)
  const columns = names.flatMap(name =>
    each.map(([period, within]) => {
      const { plus, minus } = parts[name]
      return sql`coalesce(sum(case when ${plus} then amount when ${minus} then -amount end)
        filter (where ${within}), 0) as ${sql.ref(`${name}_${period}`)}`
    })
  )
  const { rows } = await sql<Record<string, bigint> & { asset: Asset }>`
    select asset, ${sql.join(columns)}
    from book_days where ${days} group by asset order by asset limit 10`.execute(db)
  return rows.map(row => {
    const sumsOf = (name: Name) =>
      Object.fromEntries(each.map(([period]) => [period, row[`${name}_${period}`]]))
    return {
      asset: row.asset,
      ...Object.fromEntries(names.map(name => [name, sumsOf(name)]))
    } as Sums<Name, Period>
  })
}

/** Adds the sealed transfers that are not in the totals yet. The caller holds the lock of sealing. */
export async function addToBookDays(tx: Tx): Promise<void> {
  await sql`
    with fresh as (
      select sealed.rows - coalesce((select rows from book_days_progress), '{}') as rows
      from book_progress sealed where book = 'ledger_transfers'
    ), added as (
      insert into book_days_progress (rows) select rows from fresh where not isempty(rows)
      on conflict (one) do update set rows = book_days_progress.rows + excluded.rows)
    insert into book_days (day, asset, kind, payer, amount, transfers)
    ${sumsOf(sql`fresh`)}
    on conflict (day, asset, kind, payer) do update
    set amount = book_days.amount + excluded.amount, transfers = book_days.transfers + excluded.transfers`.execute(
    tx
  )
}

/**
 * Day on which a transfer counts: for a settlement, the day on which its period began, as in statements and reports;
 * otherwise the day of booking. A network that is catching up would otherwise count settlements on the wrong days.
 */
const day = sql`
  (case when transfer.subject_type in ('settlement', 'unit_settlement')
    then to_timestamp(split_part(transfer.subject_id, '-', 2)::float8) else transfer.at end at time zone 'UTC')::date`

const sumsOf = (rows: ReturnType<typeof sql>) => sql`
  select ${day} as day, transfer.asset, transfer.kind, payer.owner as payer,
    sum(transfer.amount)::bigint as amount, count(*) as transfers
  from ${rows} as numbers, unnest(numbers.rows) as piece
  join ledger_transfers transfer on transfer.id >= lower(piece) and transfer.id < upper(piece)
  join ledger_accounts payer on payer.id = transfer.from_account
  group by 1, 2, 3, 4`

export const bookDayChecks: Check[] = [
  sql`
    select format('the totals of %s say that %s transfers moved %s %s as %s from %s accounts, and the ledger says that %s moved %s',
      day, coalesce(total.transfers, 0), coalesce(total.amount, 0), asset, kind, payer,
      coalesce(summed.transfers, 0), coalesce(summed.amount, 0)) as problem
    from book_days total full join (${sumsOf(sql`book_days_progress`)}) summed using (day, asset, kind, payer)
    where (total.amount, total.transfers) is distinct from (summed.amount, summed.transfers)
    order by day, asset, kind, payer`,
  sql`
    select format('the daily totals count transfers %s, which are not sealed', left((counted.rows - coalesce(sealed.rows, '{}'))::text, 80)) as problem
    from book_days_progress counted left join book_progress sealed on book = 'ledger_transfers'
    where not counted.rows <@ coalesce(sealed.rows, '{}')`
]
