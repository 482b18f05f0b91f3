import { dayMs, hourMs } from '@mille/api/durations.ts'
import { maximumRoutingFee, payableFrom } from '@mille/api/payments/routing-limit.ts'
import { sql } from 'kysely'
import type { LightningConfig } from '../../../config/payments.ts'
import type { Context } from '../../../context.ts'
import { checkClock } from '../../../db/check-clock.ts'
import type { Database, Tx } from '../../../db/connect.ts'
import { inOneProcess } from '../../../db/one-process.ts'
import type { Failure } from '../../../http/answers/reply.ts'
import { withWithdrawalLimits } from '../../../settings/index.ts'
import { failUnpayable } from '../../payouts/automatic-failures.ts'
import {
  automaticKey,
  lockDuePayout,
  type PayoutRow,
  readDuePayouts
} from '../../withdrawals/automatic-payouts.ts'
import { withdrawnSince } from '../../withdrawals/withdrawals.ts'
import { isNodeRunning } from './renew-invoices.ts'
import { requestPayment } from './request-payment.ts'
import { type Resolved, resolveAddress } from './resolve-address.ts'

/** Number of the advisory lock of the process that pays out, different from every other lock's. */
const lockNumber = 1_814_562_392
/** Servers of addresses that are requested at the same time. */
const atOnce = 20
/** Time in milliseconds after which the rest of the payouts is left to the next run. */
const runMs = 30_000
/** How long a payout waits for room under the daily limit before it looks again. */
const limitWaitMs = hourMs

/**
 * Requests the automatic withdrawals to Lightning Addresses that are due, in one process at a time, by the rules of all
 * withdrawals. An account is tried once in 24 hours at most: a withdrawal and the note that it was made are one transaction,
 * so a crash loses both or neither. Returns the number of withdrawals. Throws `WrongClock` and requests none when this
 * process does not know the time.
 */
export async function payOutByLightning(context: Context): Promise<number> {
  await checkClock(context, 'payouts')
  const { lightning } = context.config.payments
  let made = 0
  if (!lightning) return made
  await inOneProcess(context.db, lockNumber, async () => {
    const end = performance.now() + runMs
    const seen: number[] = []
    // Without the node, no invoice can be paid, and strangers' servers are left alone.
    while (performance.now() < end && (await isNodeRunning(context))) {
      const which = { except: seen, limit: atOnce }
      const rows = await readDuePayouts(context.db, 'lightning', context.now(), which)
      if (rows.length === 0) return
      const paid = await Promise.all(rows.map(it => payOne(context, lightning, it)))
      made += paid.filter(Boolean).length
      seen.push(...rows.map(it => it.id))
    }
  })
  return made
}

/** Returns whether the payout has made a withdrawal. */
async function payOne(
  context: Context,
  lightning: LightningConfig,
  due: PayoutRow
): Promise<boolean> {
  const { db } = context
  try {
    const config = await withWithdrawalLimits(db, context.config, context.now())
    const current = { ...context, config }
    const amount = await findAmount(db, current, lightning, due)
    if (amount === null) {
      await db.transaction().execute(tx => waitForRoom(tx, current, due))
      return false
    }
    const resolved = await resolveAddress(current, lightning, { address: due.address, amount })
    return await db.transaction().execute(tx => finish(tx, current, { due, amount, resolved }))
  } catch (error) {
    context.log.error({ automaticPayout: due.id, err: error }, 'an automatic payout was not made')
    await waitADay(context, due)
    return false
  }
}

/** Leaves a payout that an unexpected error stopped to the next day, because its address's server may have been requested. */
async function waitADay({ db, now, log }: Context, due: PayoutRow): Promise<void> {
  try {
    await db
      .updateTable('automatic_payouts')
      .set({ next_try_at: new Date(now().getTime() + dayMs) })
      .where('id', '=', due.id)
      .where('address', '=', due.address)
      .execute()
  } catch (error) {
    log.error({ automaticPayout: due.id, err: error }, 'an automatic payout is tried again at once')
  }
}

/** Returns what the address would receive: what the balance and the daily limit pay with routing; null if that is too little. */
async function findAmount(
  db: Database,
  { config, now }: Context,
  { minimumWithdrawal, maximumWithdrawal }: LightningConfig,
  { userId, available }: PayoutRow
): Promise<bigint | null> {
  const before = await db.transaction().execute(tx => withdrawnSince(tx, userId, 'BTC', now()))
  const left = config.payments.withdrawals.dailyLimit.BTC - before.all
  const payable = payableFrom(left < available ? left : available)
  const amount = payable < maximumWithdrawal ? payable : maximumWithdrawal
  return amount < minimumWithdrawal ? null : amount
}

async function waitForRoom(tx: Tx, { now }: Context, due: PayoutRow): Promise<void> {
  const at = now()
  if (!(await lockDuePayout(tx, 'lightning', at, due))) return
  await sql`
    update automatic_payouts set problem = 'amount_over_limit', problem_detail = null,
      next_try_at = ${new Date(at.getTime() + limitWaitMs)}
    where id = ${due.id}`.execute(tx)
}

type Invoice = Extract<Resolved, { ok: true }>['value']
type Tried = { due: PayoutRow; amount: bigint; resolved: Resolved }

/** Requests the withdrawal and notes it, or notes why there is none. Returns whether there is one. */
async function finish(
  tx: Tx,
  context: Context,
  { due, amount, resolved }: Tried
): Promise<boolean> {
  // The network's own node does not answer, so the next run tries again.
  if (!resolved.ok && resolved.code === 'lightning_unavailable') return false
  const { id, userId } = due
  const at = context.now()
  const same = await lockDuePayout(tx, 'lightning', at, due)
  // What was fetched is for this address and amount only.
  if (!same || same.address !== due.address || same.available < amount + maximumRoutingFee(amount))
    return false
  const nextTryAt = new Date(at.getTime() + dayMs)
  await sql`savepoint request`.execute(tx)
  const asked = resolved.ok ? await request(tx, context, same, resolved.value) : resolved
  if (asked.ok) {
    await sql`
      update automatic_payouts set problem = null, problem_detail = null, runs = runs + 1,
        next_try_at = ${nextTryAt}, last_withdrawal_id = ${asked.id}
      where id = ${id}`.execute(tx)
    return true
  }
  // A request that is refused late has put the money on hold.
  await sql`rollback to savepoint request`.execute(tx)
  if (!isOfAddress(asked)) return false
  const money = { amount: amount.toString(), asset: 'BTC' } as const
  const problem = { code: asked.code, detail: asked.detail ?? '' }
  await failUnpayable(tx, id, problem, { userId, at, nextTryAt, money })
  return false
}

function request(tx: Tx, context: Context, due: PayoutRow, invoice: Invoice) {
  const of = { userId: due.userId, key: automaticKey(due) }
  return requestPayment(tx, context, of, { ...invoice, lightningAddress: due.address })
}

/** Whether the address's server is to blame, and not a change of the account since the invoice was requested. */
function isOfAddress({ code }: Failure): boolean {
  return code !== 'account_frozen' && code !== 'amount_over_limit' && code !== 'insufficient_funds'
}
