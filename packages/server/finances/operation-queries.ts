import type { Asset } from '@mille/money/amount.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { isPartOf } from './operation-parts.ts'
import { type Operation, operationDay, operationsOf } from './operations.ts'
import { ownersOf } from './owners.ts'

/**
 * Reads what happened to an account's money, by day and newest first: each campaign's charges and the referrals by
 * settlement period, each ad unit's earnings by day, publications, deposits, withdrawals, promotional credit and the
 * operator's adjustments. Moving money to one's own campaign is not an operation.
 */
export async function readOperations(
  db: Database,
  userId: number,
  filter: HistoryFilter,
  page: { offset: number; limit: number }
): Promise<{ operations: Operation[]; records: number }> {
  const order = filter.newestFirst
    ? sql`${operationDay} desc, date desc, id desc`
    : sql`${operationDay}, date, id`
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

export type DaySums = {
  date: string
  asset: Asset
  isPeriods: boolean
  records: bigint
  in: bigint
  out: bigint
}

/**
 * Reads the sums of the days on which the given operations fall. The sums include all operations that match the filter.
 */
export async function readDaySums(
  db: Database,
  userId: number,
  filter: HistoryFilter,
  operations: readonly Operation[]
): Promise<DaySums[]> {
  const days = new Set(operations.map(it => (it.periodStart ?? it.date).toISOString().slice(0, 10)))
  const sum = (isCounted: RawBuilder<unknown>) => sql`
    coalesce(sum(abs(amount)) filter (where state in ('done', 'maturing') and ${isCounted}), 0)`
  const { rows } = await sql<DaySums>`
    select ${operationDay} as date, asset, "periodStart" is not null as "isPeriods", count(*) as records,
      ${sum(sql`amount > 0`)} as "in", ${sum(sql`amount < 0`)} as "out"
    from (${operationsOf(userId)}) as operations
    where ${matches(filter)} and ${operationDay} = any(${[...days]}::date[])
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

/** Position of an operation in the history, to the microsecond. */
export type OperationPlace = { moment: string; id: string }

/** Reads the operations after a position, and returns them with the position of the last one. */
export async function readOperationsAfter(
  db: Database,
  userId: number,
  filter: HistoryFilter,
  after: OperationPlace | null,
  limit: number
): Promise<{ operations: Operation[]; last: OperationPlace | null }> {
  const order = filter.newestFirst ? sql`date desc, id desc` : sql`date, id`
  const isAfter = filter.newestFirst ? sql`<` : sql`>`
  const { rows } = await sql<Operation & { moment: string }>`
    select *, date::text as moment from (${operationsOf(userId)}) as operations
    where ${matches(filter)} and (${after?.id ?? null}::text is null
      or (date, id) ${isAfter} (${after?.moment ?? null}::timestamptz, ${after?.id ?? null}::text))
    order by ${order} limit ${limit}`.execute(db)
  return { operations: rows, last: rows.at(-1) ?? after }
}

export type HistoryFilter = {
  source: string | null
  /** First and last day, both included; null for no limit. */
  from: string | null
  to: string | null
  types: readonly Operation['type'][] | null
  newestFirst: boolean
}

function matches({ source, from, to, types }: HistoryFilter) {
  return sql`(${source}::text is null or position(lower(${source}) in lower(name)) > 0)
    and (${from}::date is null or ${operationDay} >= ${from}::date)
    and (${to}::date is null or ${operationDay} <= ${to}::date)
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

/** Reads the ledger entries that an operation made on the owner's accounts, in order. */
export async function readEntries(
  db: Database,
  userId: number,
  operation: Operation
): Promise<OperationEntry[]> {
  const { rows } = await sql<OperationEntry>`
    select transfer.id as transfer, key, transfer.kind, account.owner, account.owner_id as "ownerId",
      account.kind as "accountKind", entry.amount, entry.balance, transfer.at
    from (${ownersOf(userId)}) as owned
    join shared_ledger_accounts account using (owner, owner_id)
    join shared_ledger_entries entry on entry.account = account.id
    join shared_ledger_transfers transfer on transfer.id = entry.transfer
    where ${isPartOf(operation, userId)}
    order by transfer.id, entry.amount limit 1000`.execute(db)
  return rows
}

export type Stat = Record<Operation['type'], bigint> & { date: string; asset: Asset }

/**
 * Reads the sums of the four types by day and currency, for days on which money moved. Reversed operations are left
 * out.
 */
export async function readStats(
  db: Database,
  userId: number,
  { from, to }: { from: string; to: string }
): Promise<Stat[]> {
  const sum = (type: Operation['type']) =>
    sql`coalesce(sum(abs(amount)) filter (where type = ${type}), 0)`
  const { rows } = await sql<Stat>`
    select ${operationDay} as date, asset, ${sum('spending')} as spending,
      ${sum('earning')} as earning, ${sum('withdrawal')} as withdrawal, ${sum('deposit')} as deposit
    from (${operationsOf(userId)}) as operations
    where state in ('done', 'maturing') and ${operationDay} between ${from}::date and ${to}::date
    group by 1, 2 order by 1, 2 limit 2000`.execute(db)
  return rows
}
