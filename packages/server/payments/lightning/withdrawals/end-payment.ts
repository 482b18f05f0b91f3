import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/connect.ts'
import { textsIn } from '../../../languages/texts.ts'
import { endHolds, networkAccount } from '../../../ledger/index.ts'
import { notify } from '../../../notifications/outbox.ts'
import { endFailing } from '../../payouts/automatic-failures.ts'
import { type Returned, returnMoney } from '../../payouts/end-withdrawal.ts'
import type { DecidedPayment } from '../lightning.ts'

type Sent = Returned & { userId: number; fee: bigint; paymentHash: string }
const name = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Ends the withdrawal of a decided payment in the transaction that decides it: pays the amount and what routing has cost
 * from the hold and returns the rest, or returns everything. A payment that is for no withdrawal is left alone.
 */
export async function endPayment(tx: Tx, payment: DecidedPayment): Promise<void> {
  const { paymentId, at } = payment
  if (!name.test(paymentId)) return
  const sent = await lockSent(tx, sql`name = ${paymentId}::uuid`)
  if (!sent) return
  if (payment.state === 'failed')
    return returnSent(tx, sent, payment.failure === 'expired' ? 'invoice_expired' : 'no_way', at)
  await pay(tx, sent, payment.feeMsat, at)
}

/** Returns and locks the withdrawal by Lightning that is in flight and meets the condition. */
async function lockSent(tx: Tx, which: RawBuilder<unknown>): Promise<Sent | undefined> {
  const { rows } = await sql<Sent>`
    select id, user_id as "userId", hold_id as "holdId", amount, fee, asset, payment_hash as "paymentHash"
    from withdrawals where ${which} and payment_hash is not null and state = 'sent'
    for no key update`.execute(tx)
  return rows[0]
}

async function pay(tx: Tx, sent: Sent, feeMsat: bigint, at: Date): Promise<void> {
  const { id, userId, holdId, amount, fee, asset, paymentHash } = sent
  const subject = { type: 'withdrawal', id: String(id) }
  const to = networkAccount(asset, 'lightning')
  const net = amount - fee
  const routing = (feeMsat + 999n) / 1_000n
  const paid = { key: `withdrawal:${id}:paid`, kind: 'withdrawal', amount: net, to, subject }
  const cost = {
    key: `withdrawal:${id}:routing`,
    kind: 'routing_fee',
    amount: routing,
    to,
    subject
  }
  const payments = routing > 0n ? [paid, cost] : [paid]
  const ended = await endHolds(tx, [{ holdIds: [holdId], payments, at }])
  if (!ended.ok) throw new Error(`Withdrawal ${id} by Lightning cannot be booked: ${ended.code}`)
  await tx
    .updateTable('withdrawals')
    .set({ state: 'confirmed', ended_at: at })
    .where('id', '=', id)
    .execute()
  await endFailing(tx, id)
  const data = { amount: (net + routing).toString(), asset, reference: paymentHash }
  await notify(tx, { kind: 'withdrawal_sent', userId, data, event: `withdrawal ${id} sent`, at })
}

/**
 * Fails a withdrawal whose payment the node has refused to start. Does nothing when the node has a payment for it or it has
 * ended.
 */
export async function endRefused(
  tx: Tx,
  id: number,
  cause: 'invoice_expired' | 'no_way',
  at: Date
): Promise<void> {
  const isUnknown = sql`not exists (select from lightning_payments where payment_id = name::text)`
  const sent = await lockSent(tx, sql`id = ${id} and ${isUnknown}`)
  if (sent) await returnSent(tx, sent, cause, at)
}

async function returnSent(
  tx: Tx,
  sent: Sent,
  code: 'invoice_expired' | 'no_way',
  at: Date
): Promise<void> {
  const reason = textsIn('en').causes[code]
  await returnMoney(tx, sent, { state: 'failed', reason, cause: { code }, at })
}
