import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { checkClock } from '../../db/check-clock.ts'
import type { Tx } from '../../db/connect.ts'
import { withWithdrawalLimits } from '../../settings/index.ts'
import type { ChainName } from '../facts/chain-facts.ts'
import { askSigner } from '../signer/ask-signer.ts'
import {
  type PasskeyAnswer,
  passkeyAnswer,
  type SignerAnswer,
  type SignerRequest
} from '../signer/protocol.ts'
import { findOverLimit } from './daily-limit.ts'
import { type DueWithdrawal, lockDue, lockPayouts, setWaiting, type Way } from './payout-store.ts'

/** The signer cannot be reached, cannot record what it signs, or signed something other than was requested. */
export class SignerAway extends Error {
  override name = 'SignerAway'
}

/** Error codes of the signer that concern all requests, not just the transaction in question. */
const refusesAll: readonly string[] = ['file_broken', 'wrong_chain', 'wrong_version']

/**
 * Passes the withdrawals that may be signed now to `sign`, in a transaction that prevents others from signing on the
 * chain and from canceling them. When the signer cannot be reached, all of them say so.
 *
 * Throws `WrongClock` and signs nothing when this process does not know the time: otherwise a frozen address could be
 * used, or a day's limit counted twice.
 */
export async function signDue(
  context: Context,
  chain: ChainName,
  sign: (tx: Tx, due: readonly DueWithdrawal[]) => Promise<void>
): Promise<void> {
  await checkClock(context, 'payouts')
  let due: DueWithdrawal[] = []
  try {
    await context.db.transaction().execute(async tx => {
      if (!(await lockPayouts(tx, chain))) return
      due = await findDue(tx, context, chain, 'chain')
      if (due.length > 0) await sign(tx, due)
    })
  } catch (error) {
    if (error instanceof SignerAway)
      await setWaiting(
        context.db,
        due.map(({ id }) => ({ id, waitsFor: 'signer' }))
      )
    throw error
  }
}

/** Returns and locks the withdrawals that may be paid now, after the limits of today have been applied. */
export async function findDue(
  tx: Tx,
  context: Context,
  chain: ChainName,
  way: Way
): Promise<DueWithdrawal[]> {
  const waiting = await holdBack(tx, context, chain)
  return lockDue(tx, chain, context.now(), waiting, way)
}

/**
 * Applies a lowered limit to unsigned withdrawals. Those above it, alone or with the account's requests of the 24 hours
 * before, need an operator after all. Returns the IDs of those that wait only for room under the 24-hour limit.
 */
async function holdBack(tx: Tx, { config, now }: Context, chain: ChainName): Promise<number[]> {
  const at = now()
  const { payments } = await withWithdrawalLimits(tx, config, at)
  const { approvalAbove, dailyLimit } = payments.withdrawals
  await sql`
    update withdrawals set needs_approval = true
    where chain = ${chain} and state = 'requested' and not needs_approval and payout_id is null
      and (amount + (
          select coalesce(sum(earlier.amount), 0) from withdrawals earlier
          where (earlier.user_id = withdrawals.user_id or earlier.user_id is null and withdrawals.user_id is null)
            and earlier.asset = withdrawals.asset and earlier.id < withdrawals.id and not earlier.needs_approval
            and earlier.state not in ('cancelled', 'failed')
            and earlier.created_at > withdrawals.created_at - interval '24 hours'
        ) > case asset when 'BTC' then ${approvalAbove.BTC}::bigint else ${approvalAbove.USD}::bigint end
        or user_id is not null
          and amount > case asset when 'BTC' then ${dailyLimit.BTC}::bigint else ${dailyLimit.USD}::bigint end)`.execute(
    tx
  )
  const waiting = await findOverLimit(tx, chain, dailyLimit, at)
  await setWaiting(
    tx,
    waiting.map(id => ({ id, waitsFor: 'limit' }))
  )
  return waiting
}

/**
 * Has a payout of withdrawals signed, or returns the reason why the signer refuses. Throws `SignerAway` when the signer
 * gives no usable answer.
 */
export async function signWithdrawals(
  socketPath: string,
  request: SignerRequest
): Promise<SignerAnswer> {
  const answer = await askSigner(socketPath, request).catch((error: Error) => {
    throw new SignerAway(`The signer gives no answer: ${error.message}`)
  })
  if (!answer.ok && refusesAll.includes(answer.code))
    throw new SignerAway(`The signer refuses: ${answer.detail}`)
  return answer
}

/** Returns what the signer learns about a withdrawal in addition to the amount. */
export function namedPayment({ name, address, insteadOf, approval }: DueWithdrawal) {
  return { withdrawal: name, address, insteadOf, approval: readApproval(approval) }
}

function readApproval(stored: unknown): PasskeyAnswer | null {
  const read = passkeyAnswer.safeParse(stored)
  return read.success ? read.data : null
}
