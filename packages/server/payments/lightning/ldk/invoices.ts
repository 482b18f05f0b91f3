import {
  Bolt11InvoiceDescription,
  type ChannelManager,
  Description,
  Option_ThirtyTwoBytesZ,
  Option_u16Z,
  Option_u32Z,
  Option_u64Z,
  Result_Bolt11InvoiceSignOrCreationErrorZ_OK,
  Result_DescriptionCreationErrorZ_OK,
  Sha256
} from 'lightningdevkit'
import type { Database, Tx } from '../../../db/connect.ts'
import type { CreatedInvoice, InvoiceRequest, OwnInvoice, Received } from '../lightning.ts'
import { fromHex, toHex } from './bytes.ts'
import type { Write } from './store.ts'

/** Signs an invoice. Nothing is saved yet. */
export function signInvoice(
  manager: ChannelManager,
  request: InvoiceRequest,
  now: Date
): CreatedInvoice {
  const { amount, expirySeconds } = request
  if (amount <= 0n || !Number.isInteger(expirySeconds) || expirySeconds < 1)
    throw new RangeError('An invoice needs an amount and an expiry in whole seconds')
  // LDK has no clock here and dates invoices by the last block, so an hour may already have passed: the expiry is longer.
  const draft = sign(manager, request, expirySeconds)
  const wanted = Math.ceil(now.getTime() / 1000) + expirySeconds
  const seconds = Math.max(1, wanted - Number(draft.duration_since_epoch()))
  const invoice = sign(manager, request, seconds)
  return {
    invoice: invoice.to_str(),
    paymentHash: toHex(invoice.payment_hash()),
    expiresAt: new Date(Number(invoice.duration_since_epoch() + invoice.expiry_time()) * 1000)
  }
}

function sign(manager: ChannelManager, request: InvoiceRequest, seconds: number) {
  const description = Description.constructor_new(request.description)
  if (!(description instanceof Result_DescriptionCreationErrorZ_OK))
    throw new RangeError('The description of an invoice has at most 639 bytes')
  const result = manager.create_bolt11_invoice(
    Option_u64Z.constructor_some(request.amount * 1000n),
    request.descriptionHash === undefined
      ? Bolt11InvoiceDescription.constructor_direct(description.res)
      : Bolt11InvoiceDescription.constructor_hash(
          Sha256.constructor_from_bytes(fromHex(request.descriptionHash))
        ),
    Option_u32Z.constructor_some(seconds),
    Option_u16Z.constructor_none(),
    Option_ThirtyTwoBytesZ.constructor_none()
  )
  if (!(result instanceof Result_Bolt11InvoiceSignOrCreationErrorZ_OK))
    throw new Error('LDK did not create the invoice')
  return result.res
}

export function writeInvoice(created: CreatedInvoice, request: InvoiceRequest, now: Date): Write {
  return tx =>
    tx
      .insertInto('lightning_invoices')
      .values({
        payment_hash: created.paymentHash,
        invoice: created.invoice,
        amount: request.amount,
        description: request.description,
        created_at: now,
        expires_at: created.expiresAt
      })
      .execute()
}

/**
 * Settles an invoice, and lets the caller credit it in the same transaction. The same event may come again after a restart
 * and changes nothing then.
 */
export function writeReceived(
  received: Received,
  credit: (tx: Tx, received: Received) => Promise<void>
): Write {
  const { paymentHash, msat, at } = received
  return async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('lightning_invoices')
      .set({ received_msat: msat, settled_at: at })
      .where('payment_hash', '=', paymentHash)
      .where('settled_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 1n) await credit(tx, received)
  }
}

/** Finds out whether an invoice is settled, also by what the same commit has written before. */
export function readSettled(paymentHash: string, found: (isSettled: boolean) => void): Write {
  return async tx => {
    const row = await tx
      .selectFrom('lightning_invoices')
      .select('payment_hash')
      .where('payment_hash', '=', paymentHash)
      .where('settled_at', 'is not', null)
      .executeTakeFirst()
    found(row !== undefined)
  }
}

export async function findInvoice(
  db: Database,
  paymentHash: string,
  now: Date
): Promise<OwnInvoice | null> {
  const row = await db
    .selectFrom('lightning_invoices')
    .selectAll()
    .where('payment_hash', '=', paymentHash)
    .executeTakeFirst()
  if (!row) return null
  const common = {
    invoice: row.invoice,
    paymentHash,
    expiresAt: row.expires_at,
    amount: row.amount,
    description: row.description
  }
  if (row.received_msat !== null && row.settled_at !== null)
    return {
      ...common,
      state: 'settled',
      received: row.received_msat / 1000n,
      settledAt: row.settled_at
    }
  return { ...common, state: row.expires_at <= now ? 'expired' : 'open' }
}
