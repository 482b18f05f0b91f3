import { setTimeout as sleep } from 'node:timers/promises'
import { longestInvoice } from '@mille/api/payments/schema.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '../../../context.ts'
import type { DecodedInvoice, Lightning } from '../lightning.ts'

const batch = 100
/** Time in milliseconds for which a request waits for the process with the node. */
const patienceMs = 8_000
const lookMs = 20
/** Age in seconds at which a check is left over from a request that broke off. */
const leftOverSeconds = 60

const answer = z
  .object({
    paymentHash: z.string(),
    amount: z.string().nullable(),
    isWhole: z.boolean(),
    expiresAt: z.string(),
    payee: z.string(),
    network: z.enum(['mainnet', 'testnet', 'regtest', 'other']),
    descriptionHash: z.string().nullable()
  })
  .nullable()

/** The form of every BOLT11 invoice in lower case. A text with a NUL character, for example, could not be stored. */
const form = new RegExp(`^ln[a-z0-9]{1,${longestInvoice - 2}}$`)

/**
 * Asks the process that runs the node to read an invoice, by a row, and waits for it. The invoice is null when it is not a
 * BOLT11 invoice; the answer is null when the process gives none in time.
 */
export async function orderCheck(
  { db, now }: Pick<Context, 'db' | 'now'>,
  invoice: string
): Promise<{ invoice: DecodedInvoice | null } | null> {
  if (!form.test(invoice)) return { invoice: null }
  const { id } = await db
    .insertInto('lightning_invoice_checks')
    .values({ invoice, created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const deadline = performance.now() + patienceMs
  let found: { answer: unknown } | undefined
  while (!found && performance.now() < deadline) {
    await sleep(lookMs)
    found = await db
      .selectFrom('lightning_invoice_checks')
      .select('answer')
      .where('id', '=', id)
      .where('answer', 'is not', null)
      .executeTakeFirst()
  }
  await db.deleteFrom('lightning_invoice_checks').where('id', '=', id).execute()
  if (!found) return null
  const read = answer.parse(found.answer)
  if (read === null) return { invoice: null }
  const { amount, expiresAt, ...rest } = read
  return {
    invoice: {
      ...rest,
      amount: amount === null ? null : BigInt(amount),
      expiresAt: new Date(expiresAt)
    }
  }
}

/** Whether an invoice has not been read yet. */
export const isUnread = sql<boolean>`answer is null`

/** Reads the invoices that requests wait for. */
export async function checkInvoices(
  { db }: Pick<Context, 'db'>,
  node: Pick<Lightning, 'decode'>
): Promise<void> {
  const rows = await db
    .selectFrom('lightning_invoice_checks')
    .select(['id', 'invoice'])
    .where(isUnread)
    .orderBy('id')
    .limit(batch)
    .execute()
  for (const { id, invoice } of rows) {
    const read = node.decode(invoice)
    const text = JSON.stringify(read && { ...read, amount: read.amount?.toString() ?? null })
    await sql`update lightning_invoice_checks set answer = ${text}::jsonb where id = ${id}`.execute(
      db
    )
  }
}

/** Deletes the checks of requests that broke off. */
export async function forgetChecks({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - leftOverSeconds * 1_000)
  await db.deleteFrom('lightning_invoice_checks').where('created_at', '<', before).execute()
}
