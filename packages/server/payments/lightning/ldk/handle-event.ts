import {
  type ChannelManager,
  type Event,
  Event_FundingGenerationReady,
  Event_PaymentClaimable,
  Event_PaymentClaimed,
  Event_PaymentFailed,
  Event_PaymentSent,
  Event_PendingHTLCsForwardable,
  Event_SpendableOutputs,
  Option_PaymentFailureReasonZ_Some,
  Option_ThirtyTwoBytesZ_Some,
  Option_u64Z_Some,
  PaymentPurpose_Bolt11InvoicePayment
} from 'lightningdevkit'
import type { Tx } from '../../../db/connect.ts'
import type { DecidedPayment, LightningChange, Received } from '../lightning.ts'
import { toHex } from './bytes.ts'
import { readSettled, writeReceived } from './invoices.ts'
import { type Decision, failureOf, writeDecision } from './payments.ts'
import { type Write, writeOutput } from './store.ts'

export type EventUses = {
  now: () => Date
  /** Is called in the transaction that settles an invoice, once for each. */
  credit: (tx: Tx, received: Received) => Promise<void>
  /** Is called in the transaction that decides a payment, once for each. */
  decided: (tx: Tx, payment: DecidedPayment) => Promise<void>
  /** The changes are read and announced after the commit. */
  add: (write: Write, changes?: () => readonly LightningChange[]) => void
  /** Calls LDK again after it has finished what it does now. */
  later: (action: (manager: ChannelManager) => void) => void
  fund: (event: Event_FundingGenerationReady) => void
  /** By payment hash, whether the invoice of a payment that waits for this was settled before. */
  settled: Map<string, boolean>
}

/**
 * Turns an event of LDK into rows that are committed with the snapshot that no longer has the event. Returns false for
 * an event that must come again after the next commit.
 */
export function handleEvent(event: Event, uses: EventUses): boolean {
  if (event instanceof Event_PendingHTLCsForwardable) {
    // LDK proposes to wait, so that a forwarding node cannot be timed. This node forwards nothing.
    uses.later(manager => manager.process_pending_htlc_forwards())
  } else if (event instanceof Event_PaymentClaimable) return claim(event, uses)
  else if (event instanceof Event_PaymentClaimed) {
    const hash = toHex(event.payment_hash)
    const received = { paymentHash: hash, msat: event.amount_msat, at: uses.now() }
    uses.add(writeReceived(received, uses.credit), () => [{ invoice: hash }])
  } else if (event instanceof Event_PaymentSent || event instanceof Event_PaymentFailed)
    decide(event, uses)
  else if (event instanceof Event_SpendableOutputs) {
    for (const output of event.outputs) uses.add(writeOutput(output.write(), uses.now()))
  } else if (event instanceof Event_FundingGenerationReady) uses.fund(event)
  return true
}

/** Claims a payment, or sends it back when its invoice is settled: LDK lets an invoice be paid any number of times. */
function claim(event: Event_PaymentClaimable, uses: EventUses): boolean {
  const { purpose, payment_hash: hash } = event
  const key = toHex(hash)
  const isSettled = uses.settled.get(key)
  if (isSettled === undefined) {
    uses.add(readSettled(key, it => void uses.settled.set(key, it)))
    return false
  }
  uses.settled.delete(key)
  const preimage =
    purpose instanceof PaymentPurpose_Bolt11InvoicePayment ? purpose.payment_preimage : null
  uses.later(manager => {
    if (!isSettled && preimage instanceof Option_ThirtyTwoBytesZ_Some)
      manager.claim_funds(preimage.some)
    else manager.fail_htlc_backwards(hash)
  })
  return true
}

function decide(event: Event_PaymentSent | Event_PaymentFailed, uses: EventUses): void {
  const key = keyOf(event)
  if (key === null) return
  const changes: LightningChange[] = []
  const found = async (tx: Tx, payment: DecidedPayment) => {
    changes.push({ payment: payment.paymentId })
    await uses.decided(tx, payment)
  }
  uses.add(writeDecision(key, decisionOf(event), uses.now(), found), () => changes)
}

function keyOf({ payment_id: id }: Event_PaymentSent | Event_PaymentFailed): string | null {
  if (id instanceof Uint8Array) return toHex(id)
  return id instanceof Option_ThirtyTwoBytesZ_Some ? toHex(id.some) : null
}

function decisionOf(event: Event_PaymentSent | Event_PaymentFailed): Decision {
  if (event instanceof Event_PaymentFailed) {
    const { reason } = event
    const failure = reason instanceof Option_PaymentFailureReasonZ_Some ? reason.some : null
    return { state: 'failed', failure: failureOf(failure) }
  }
  const fee = event.fee_paid_msat
  return {
    state: 'settled',
    preimage: toHex(event.payment_preimage),
    feeMsat: fee instanceof Option_u64Z_Some ? fee.some : 0n
  }
}
