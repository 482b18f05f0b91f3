import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { checkClock } from '../../../db/check-clock.ts'
import { textsIn } from '../../../languages/texts.ts'
import { endUnsigned } from '../../payouts/end-withdrawal.ts'
import { isPayableAt, isRenewable, lockPayouts } from '../../payouts/payout-store.ts'
import { findDue } from '../../payouts/sign-due.ts'
import { eachOf } from '../guard.ts'
import type { Lightning } from '../lightning.ts'
import { endRefused } from './end-payment.ts'
import { isExpiring } from './rules.ts'

type Node = Pick<Lightning, 'decode' | 'pay'>
const batch = 50

const isPayable = (now: Date) => sql<boolean>`
  payment_hash is not null and state in ('requested', 'approved') and ${isPayableAt(now)} and not ${isRenewable(now)}`
const isStarted = sql<boolean>`
  payment_hash is not null and state = 'sent'
  and not exists (select from lightning_payments where payment_id = name::text)
  and not exists (select from restores where released_at is null)`
/** Whether a withdrawal gives `payInvoices` something to do. */
export const isUnpaid = (now: Date) => sql<boolean>`(${isPayable(now)} or ${isStarted})`

/**
 * Pays the withdrawals by Lightning that are due. Each is `sent` in the database before the node hears of it, so that it can
 * no longer be canceled, and is given to the node again until the node has a payment for it: its name is the payment's ID,
 * by which the node pays once. How it ended is written by `endPayment`.
 *
 * Throws `WrongClock` and starts nothing when this process does not know the time.
 */
export async function payInvoices(context: Context, node: Node): Promise<void> {
  if (await hasPayable(context)) await startPayments(context)
  await payStarted(context, node)
}

async function hasPayable({ db, now }: Context): Promise<boolean> {
  const row = await db
    .selectFrom('withdrawals')
    .select('id')
    .where(isPayable(now()))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function startPayments(context: Context): Promise<void> {
  await checkClock(context, 'payouts')
  await context.db.transaction().execute(async tx => {
    // With the payouts on the chain, which count toward the same limits.
    if (!(await lockPayouts(tx, 'bitcoin'))) return
    for (const { id } of await findDue(tx, context, 'bitcoin', 'lightning'))
      await tx
        .updateTable('withdrawals')
        .set({ state: 'sent', waits_for: null })
        .where('id', '=', id)
        .execute()
  })
}

type Started = { id: number; name: string; invoice: string; amount: bigint; fee: bigint }

/**
 * Gives the node what is started and has no payment yet, also after a crash between the two. A withdrawal that fails holds up
 * no other, and is thrown at the end.
 */
async function payStarted(context: Context, node: Node): Promise<void> {
  const { rows } = await sql<Started>`
    select id, name, address as invoice, amount - fee as amount, fee from withdrawals
    where ${isStarted}
    order by id limit ${batch}`.execute(context.db)
  await eachOf(rows, async ({ id, name: paymentId, invoice, amount, fee: maximumFee }) => {
    const at = context.now()
    const read = node.decode(invoice)
    const answer =
      read && isExpiring(read.expiresAt, at)
        ? ({ refused: 'invoice_expired' } as const)
        : await node.pay({ paymentId, invoice, amount, maximumFee })
    if (!('refused' in answer)) return
    if (answer.refused === 'payment_id_used')
      throw new Error(`The node has paid another invoice for withdrawal ${id}`)
    const cause = answer.refused === 'invoice_expired' ? 'invoice_expired' : 'no_way'
    await context.db.transaction().execute(tx => endRefused(tx, id, cause, at))
  })
}

/** Returns the money of withdrawals whose invoices expire while they wait. Those to Lightning Addresses get new invoices. */
export async function endExpired(context: Context, node: Pick<Lightning, 'decode'>): Promise<void> {
  const rows = await context.db
    .selectFrom('withdrawals')
    .select(['id', 'address'])
    .where('payment_hash', 'is not', null)
    .where('lightning_address', 'is', null)
    .where('state', 'in', ['requested', 'approved'])
    .orderBy('id')
    .limit(1_000)
    .execute()
  const at = context.now()
  const cause = { code: 'invoice_expired' } as const
  const reason = textsIn('en').causes.invoice_expired
  await eachOf(rows, async ({ id, address }) => {
    const read = node.decode(address)
    if (read && !isExpiring(read.expiresAt, at)) return
    const end = { userId: null, state: 'failed', reason, cause, at } as const
    await context.db.transaction().execute(tx => endUnsigned(tx, id, end))
  })
}
