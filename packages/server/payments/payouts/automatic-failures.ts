import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { textsIn } from '../../languages/texts.ts'
import { type Cause, notify } from '../../notifications/outbox.ts'

type Money = { amount: string; asset: Asset }
type Failed = { userId: number; at: Date; data: Money & { reason: string } }
type Failing = { id: number; address: string; failingSince: Date }

/**
 * Notes that the payment of an automatic payout by Lightning did not arrive, and notifies its owner unless that was done for
 * an earlier try since the last payment. Returns false for every other withdrawal.
 */
export async function failAutomatic(
  tx: Tx,
  withdrawalId: number,
  cause: Cause,
  { userId, at, data }: Failed
): Promise<boolean> {
  const { rows } = await sql<Failing>`
    update automatic_payouts set problem = 'payment_failed', problem_detail = ${data.reason},
      failing_since = coalesce(failing_since, ${at})
    where last_withdrawal_id = ${withdrawalId}
    returning id, address, failing_since as "failingSince"`.execute(tx)
  const [failing] = rows
  if (!failing) return false
  await notifyOfFailure(tx, failing, { userId, at, data, cause })
  return true
}

/** Notes that no invoice to pay came from the address of an automatic payout, and notifies its owner likewise. */
export async function failUnpayable(
  tx: Tx,
  id: number,
  { code, detail }: { code: string; detail: string },
  { userId, at, nextTryAt, money }: { userId: number; at: Date; nextTryAt: Date; money: Money }
): Promise<void> {
  const { rows } = await sql<Failing>`
    update automatic_payouts set problem = ${code}, problem_detail = ${detail}, next_try_at = ${nextTryAt},
      failing_since = coalesce(failing_since, ${at})
    where id = ${id}
    returning id, address, failing_since as "failingSince"`.execute(tx)
  const [failing] = rows
  if (!failing) return
  const cause = { code: 'address_unpayable' } as const
  const data = { ...money, reason: textsIn('en').causes.address_unpayable }
  await notifyOfFailure(tx, failing, { userId, at, data, cause })
}

async function notifyOfFailure(
  tx: Tx,
  { id, address, failingSince }: Failing,
  { userId, at, data, cause }: Failed & { cause: Cause }
): Promise<void> {
  const event = `automatic payout ${id} fails since ${failingSince.toISOString()}`
  await notify(tx, {
    ...{ kind: 'automatic_payout_failed', userId, event, at },
    data: { ...data, address, cause }
  })
}

/** Ends the failure of the automatic payout that made a withdrawal, which has been paid. */
export async function endFailing(tx: Tx, withdrawalId: number): Promise<void> {
  await sql`
    update automatic_payouts set failing_since = null
    where last_withdrawal_id = ${withdrawalId}`.execute(tx)
}
