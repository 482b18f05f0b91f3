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
import { type DueWithdrawal, lockDue, lockPayouts, setWaiting } from './payout-store.ts'

/** The signer is not there, cannot count what it lets out, or signs something else than it was asked for. */
export class SignerAway extends Error {
  override name = 'SignerAway'
}

/** Codes of the signer that say nothing about the one transaction that was asked for. */
const refusesAll: readonly string[] = ['file_broken', 'wrong_chain', 'wrong_version']

/**
 * Gives the withdrawals that may be signed now to `sign`, in a transaction that keeps others from signing on that chain
 * and from canceling one of them. When the signer cannot be reached, all of them say so. Throws WrongClock, and signs
 * none, when this process does not know the time: an address would be used while it is frozen, and a day's limit
 * counted twice.
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
      const waiting = await holdBack(tx, context, chain)
      due = await lockDue(tx, chain, context.now(), waiting)
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

/**
 * A limit that was lowered since counts for what is not signed yet: what it does not let out, alone or with what the
 * account had asked for in the 24 hours before, waits for another operator after all, and what only the limit of 24 hours
 * holds back waits until the account has room. Gives those that wait so.
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

/** Has a payout of withdrawals signed, or gives why the signer does not let it out. Throws when it cannot say. */
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

/** What the signer learns about a withdrawal in addition to what is paid. */
export function namedPayment({ name, address, insteadOf, approval }: DueWithdrawal) {
  return { withdrawal: name, address, insteadOf, approval: readApproval(approval) }
}

function readApproval(stored: unknown): PasskeyAnswer | null {
  const read = passkeyAnswer.safeParse(stored)
  return read.success ? read.data : null
}
