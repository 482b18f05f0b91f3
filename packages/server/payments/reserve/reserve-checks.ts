import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'

export type ReserveCheck = {
  asset: Asset
  checkedAt: Date
  /** What the blockchains held at the network's addresses. */
  holdings: bigint
  /** What accounts were owed at that time. */
  liabilities: bigint
}

/** Returns the last comparison of each asset that has, or had, a connected chain. */
export async function readReserveChecks(db: Database | Tx): Promise<ReserveCheck[]> {
  const { rows } = await sql<ReserveCheck>`
    select asset, checked_at as "checkedAt", holdings, liabilities
    from reserve_checks order by asset limit 10`.execute(db)
  return rows
}

/** Stores the comparisons. If two processes compare at the same time, the later one counts. */
export async function saveReserveChecks(
  db: Database,
  checks: readonly Omit<ReserveCheck, 'checkedAt'>[],
  at: Date
): Promise<void> {
  await sql`
    insert into reserve_checks (asset, checked_at, holdings, liabilities)
    select asset, ${at}, holdings, liabilities from unnest(
      ${checks.map(it => it.asset)}::text[], ${checks.map(it => it.holdings)}::bigint[],
      ${checks.map(it => it.liabilities)}::bigint[]) as found (asset, holdings, liabilities)
    on conflict (asset) do update
    set checked_at = excluded.checked_at, holdings = excluded.holdings, liabilities = excluded.liabilities
    where reserve_checks.checked_at <= excluded.checked_at`.execute(db)
}
