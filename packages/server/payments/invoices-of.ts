import { sql } from 'kysely'

/** Selects the invoices for deposits to an account. */
export const invoicesOf = (userId: number) => sql`
  from lightning_deposits join lightning_invoices using (payment_hash) where user_id = ${userId}`

/** Selects those that can still be paid. */
export const openInvoicesOf = (userId: number, at: Date) =>
  sql`${invoicesOf(userId)} and credited = 0 and expires_at > ${at}`
