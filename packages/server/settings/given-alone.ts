import { dayMs } from '@mille/api/durations.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import { takeTurn } from '../accounts/index.ts'
import type { Config } from '../config.ts'
import type { Tx } from '../db/connect.ts'
import { withWithdrawalLimits } from './queries.ts'

/** An amount in units of 1e-8, and the time at which it is given. */
type Gift = { operatorId: number; asset: Asset; amount: bigint; at: Date }

/**
 * Whether an operator may give an amount without a second operator: with everything else that they gave alone in 24
 * hours, of whatever kind, it is within the approval limit. Deductions from balances count too. Must be called before
 * the gift is stored.
 */
export async function mayGiveAlone(
  tx: Tx,
  config: Config,
  { operatorId, asset, amount, at }: Gift
): Promise<boolean> {
  // Two simultaneous gifts would each find room under the limit.
  await takeTurn(tx, operatorId)
  const since = new Date(at.getTime() - dayMs)
  const { rows } = await sql<{ before: bigint }>`
    select coalesce(sum(amount), 0)::bigint as before from given_alone
    where operator_id = ${operatorId} and asset = ${asset} and given_at > ${since}`.execute(tx)
  const { payments } = await withWithdrawalLimits(tx, config, at)
  return (rows[0]?.before ?? 0n) + amount <= payments.withdrawals.approvalAbove[asset]
}
