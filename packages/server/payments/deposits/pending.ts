import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import { openInvoicesOf } from '../invoices-of.ts'

type Pending = { deposits: bigint; withdrawals: bigint }

/**
 * Returns an account's deposits that are seen but not credited, and withdrawals that are requested but not confirmed.
 */
export async function pendingPayments(
  db: Database | Tx,
  userId: number
): Promise<Record<Asset, Pending>> {
  const { rows } = await sql<Pending & { asset: Asset }>`
    select asset, coalesce(sum(incoming), 0) as deposits, coalesce(sum(outgoing), 0) as withdrawals
    from (
      select asset, coalesce(worth, amount) - credited as incoming, 0 as outgoing from deposits
      where user_id = ${userId} and asset is not null and not is_gone and not is_too_small
        and credited < coalesce(worth, amount)
      union all
      select asset, 0, amount from withdrawals
      where user_id = ${userId} and state in ('requested', 'approved', 'signed', 'sent')) as pending
    group by asset`.execute(db)
  const none: Pending = { deposits: 0n, withdrawals: 0n }
  const of = (asset: Asset) => rows.find(row => row.asset === asset) ?? none
  return { BTC: of('BTC'), USD: of('USD') }
}

/** Whether a payment to the account waits for its confirmations, or may still be made by an open invoice. */
export async function hasUncreditedDeposits(
  db: Database | Tx,
  userId: number,
  at: Date
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from deposits where user_id = ${userId} and credited < amount and not is_gone and not is_too_small
    ) or exists (select ${openInvoicesOf(userId, at)}) as found`.execute(db)
  return rows[0]?.found ?? false
}
