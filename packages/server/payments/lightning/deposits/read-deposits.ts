import type { LightningDeposit } from '@mille/api/payments/endpoints.ts'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { invoicesOf, openInvoicesOf } from '../../invoices-of.ts'

type Row = {
  id: bigint
  userId: number
  campaignId: number | null
  amount: bigint
  credited: bigint
  invoice: string
  createdAt: Date
  expiresAt: Date
  creditedAt: Date | null
}

/** Returns an account's deposits by Lightning, newest first, or only the one with an ID. */
export async function readLightningDeposits(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  { offset, limit, id = null }: { offset: number; limit: number; id?: bigint | null }
): Promise<{ data: LightningDeposit[]; records: number }> {
  const found = sql`${invoicesOf(userId)} and (${id}::bigint is null or id = ${id})`
  const { rows } = await sql<Row>`
    select id, user_id as "userId", campaign_id as "campaignId", lightning_deposits.amount, credited, invoice,
      lightning_deposits.created_at as "createdAt", expires_at as "expiresAt", credited_at as "creditedAt"
    ${found}
    order by id desc limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ records: bigint }>`select count(*) as records ${found}`.execute(db)
  const at = now()
  return {
    data: rows.map(row => documentOf(row, at)),
    records: Number(counted.rows[0]?.records ?? 0n)
  }
}

/** Returns how many invoices of an account can still be paid. */
export async function countOpenInvoices(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number
): Promise<number> {
  const { rows } = await sql<{ open: bigint }>`
    select count(*) as open ${openInvoicesOf(userId, now())}`.execute(db)
  return Number(rows[0]?.open ?? 0n)
}

function documentOf(row: Row, now: Date): LightningDeposit {
  const { id, userId, campaignId, creditedAt } = row
  return {
    type: 'lightning_deposits',
    id: String(id),
    attributes: {
      depositable_type: campaignId === null ? 'user' : 'campaign',
      depositable_id: String(campaignId ?? userId),
      invoice: row.invoice,
      amount: row.amount.toString(),
      credited: creditedAt === null ? null : row.credited.toString(),
      state: creditedAt ? 'credited' : row.expiresAt <= now ? 'expired' : 'open',
      created_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
      credited_at: creditedAt?.toISOString() ?? null
    }
  }
}
