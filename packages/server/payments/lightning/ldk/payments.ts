import {
  type ChannelManager,
  Option_u64Z,
  PaymentFailureReason,
  Result_C3Tuple_ThirtyTwoBytesRecipientOnionFieldsRouteParametersZNoneZ_OK,
  Result_NoneRetryableSendFailureZ_Err,
  Retry,
  RetryableSendFailure,
  UtilMethods
} from 'lightningdevkit'
import type { Database, Tx } from '../../../db/connect.ts'
import type {
  DecidedPayment,
  LightningNetwork,
  Payment,
  PaymentFailure,
  PayRefusal,
  PayRequest
} from '../lightning.ts'
import { sha256, toHex } from './bytes.ts'
import type { ReadInvoice } from './decode.ts'
import type { Write } from './store.ts'

/** Ways that LDK tries before a payment fails. */
const attempts = 5

function paymentKey(paymentId: string): string {
  return toHex(sha256(paymentId))
}

/** Says why an invoice is not paid, before anything is started. */
export function refuse(
  read: ReadInvoice,
  request: PayRequest,
  own: { publicKey: string; network: LightningNetwork },
  now: Date
): PayRefusal | null {
  if (read.network !== own.network) return 'wrong_network'
  if (read.payee === own.publicKey) return 'own_invoice'
  if (read.expiresAt <= now) return 'invoice_expired'
  if (request.amount <= 0n || !read.isWhole) return 'amount_differs'
  return read.amount === null || read.amount === request.amount ? null : 'amount_differs'
}

/** Starts a payment; returns why it failed at once, or null. Nothing leaves before the next commit. */
export function send(
  manager: ChannelManager,
  read: ReadInvoice,
  request: PayRequest
): PaymentFailure | null {
  const made =
    read.amount === null
      ? UtilMethods.constructor_payment_parameters_from_variable_amount_invoice(
          read.invoice,
          request.amount * 1000n
        )
      : UtilMethods.constructor_payment_parameters_from_invoice(read.invoice)
  if (!(made instanceof Result_C3Tuple_ThirtyTwoBytesRecipientOnionFieldsRouteParametersZNoneZ_OK))
    throw new Error('LDK did not read the amount of the invoice')
  const route = made.res.get_c()
  route.set_max_total_routing_fee_msat(Option_u64Z.constructor_some(request.maximumFee * 1000n))
  const result = manager.send_payment(
    made.res.get_a(),
    made.res.get_b(),
    sha256(request.paymentId),
    route,
    Retry.constructor_attempts(attempts)
  )
  if (!(result instanceof Result_NoneRetryableSendFailureZ_Err)) return null
  // LDK has a payment that the database does not have: saying that it failed could pay it twice.
  if (result.err === RetryableSendFailure.LDKRetryableSendFailure_DuplicatePayment)
    throw new Error(`LDK is already paying ${request.paymentId}`)
  if (result.err === RetryableSendFailure.LDKRetryableSendFailure_PaymentExpired) return 'expired'
  if (result.err === RetryableSendFailure.LDKRetryableSendFailure_RouteNotFound) return 'no_route'
  return 'other'
}

const failures: Readonly<Partial<Record<PaymentFailureReason, PaymentFailure>>> = {
  [PaymentFailureReason.LDKPaymentFailureReason_RouteNotFound]: 'no_route',
  [PaymentFailureReason.LDKPaymentFailureReason_RecipientRejected]: 'rejected',
  [PaymentFailureReason.LDKPaymentFailureReason_PaymentExpired]: 'expired',
  [PaymentFailureReason.LDKPaymentFailureReason_RetriesExhausted]: 'retries_exhausted'
}
export function failureOf(reason: PaymentFailureReason | null): PaymentFailure {
  return (reason === null ? null : failures[reason]) ?? 'other'
}

export function writePayment(
  read: ReadInvoice,
  request: PayRequest,
  failure: PaymentFailure | null,
  now: Date,
  decided: Decided
): Write {
  return async tx => {
    await tx
      .insertInto('lightning_payments')
      .values({
        payment_id: request.paymentId,
        payment_key: paymentKey(request.paymentId),
        payment_hash: read.paymentHash,
        invoice: read.invoice.to_str(),
        amount: request.amount,
        maximum_fee: request.maximumFee,
        state: failure === null ? 'in_flight' : 'failed',
        failure,
        created_at: now,
        decided_at: failure === null ? null : now
      })
      .execute()
    if (failure !== null)
      await decided(tx, { paymentId: request.paymentId, state: 'failed', failure, at: now })
  }
}

type Decided = (tx: Tx, payment: DecidedPayment) => Promise<void>
export type Decision =
  | { state: 'settled'; preimage: string; feeMsat: bigint }
  | { state: 'failed'; failure: PaymentFailure }

/** The same event may come again after a restart and changes nothing then. `found` is called when it changes something. */
export function writeDecision(key: string, decision: Decision, now: Date, found: Decided): Write {
  const columns =
    decision.state === 'settled'
      ? { state: decision.state, preimage: decision.preimage, fee_msat: decision.feeMsat }
      : decision
  return async tx => {
    const row = await tx
      .updateTable('lightning_payments')
      .set({ ...columns, decided_at: now })
      .where('payment_key', '=', key)
      .where('state', '=', 'in_flight')
      .returning('payment_id')
      .executeTakeFirst()
    if (row) await found(tx, { ...decision, paymentId: row.payment_id, at: now })
  }
}

export type SavedPayment = Payment & { invoice: string }

export async function findPayment(
  db: Database,
  by: 'payment_id' | 'payment_hash',
  value: string
): Promise<SavedPayment | null> {
  const row = await db
    .selectFrom('lightning_payments')
    .selectAll()
    .where(by, '=', value)
    // A hash may have failed before; the payment that counts is the one that has not.
    .orderBy(eb => eb('state', '=', 'failed'))
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { payment_id: paymentId, payment_hash: paymentHash, amount, invoice } = row
  const common = { paymentId, paymentHash, amount, invoice }
  if (row.preimage !== null && row.fee_msat !== null)
    return {
      ...common,
      state: 'settled',
      preimage: row.preimage,
      fee: (row.fee_msat + 999n) / 1000n
    }
  if (row.failure !== null)
    return { ...common, state: 'failed', failure: row.failure as PaymentFailure }
  return { ...common, state: 'in_flight' }
}
