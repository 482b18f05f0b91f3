import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Lightning } from '../lightning.ts'

const expirySeconds = 3_600
const batch = 100
/** Time in milliseconds for which a request waits for the process with the node. */
const patienceMs = 8_000
const lookMs = 50

export type InvoiceOrder = { userId: number; campaignId: number | null; amount: bigint }

/**
 * Asks the process that runs the node for an invoice, by a row, and waits for it. Returns the ID of the deposit, or null
 * when no invoice was made in time: then nothing is left.
 */
export async function orderInvoice(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { userId, campaignId, amount }: InvoiceOrder
): Promise<bigint | null> {
  const { id } = await db
    .insertInto('lightning_deposits')
    .values({ user_id: userId, campaign_id: campaignId, amount, created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const made = await db
      .selectFrom('lightning_deposits')
      .select('id')
      .where('id', '=', id)
      .where('payment_hash', 'is not', null)
      .executeTakeFirst()
    if (made) return id
    await sleep(lookMs)
  }
  const { numDeletedRows } = await db
    .deleteFrom('lightning_deposits')
    .where('id', '=', id)
    .where('payment_hash', 'is', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 0n ? id : null
}

/** Whether a deposit has no invoice yet. */
export const isOrdered = sql<boolean>`payment_hash is null`

/**
 * Makes the invoices that were asked for. An invoice whose row is gone, or that a crash separates from its row, was
 * shown to no one, and expires unpaid.
 */
export async function makeInvoices(
  { db }: Pick<Context, 'db'>,
  node: Pick<Lightning, 'createInvoice'>
): Promise<void> {
  const rows = await db
    .selectFrom('lightning_deposits')
    .select(['id', 'amount'])
    .where(isOrdered)
    .orderBy('id')
    .limit(batch)
    .execute()
  for (const { id, amount } of rows) {
    const description = `Deposit ${id}`
    const { paymentHash } = await node.createInvoice({ amount, description, expirySeconds })
    await db
      .updateTable('lightning_deposits')
      .set({ payment_hash: paymentHash })
      .where('id', '=', id)
      .where('payment_hash', 'is', null)
      .execute()
  }
}
