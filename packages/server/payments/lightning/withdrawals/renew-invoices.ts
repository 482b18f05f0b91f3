import { sql } from 'kysely'
import type { LightningConfig } from '../../../config/payments.ts'
import type { Context } from '../../../context.ts'
import { checkClock } from '../../../db/check-clock.ts'
import { textsIn } from '../../../languages/texts.ts'
import { readLightning } from '../../lightning-health.ts'
import { endUnsigned } from '../../payouts/end-withdrawal.ts'
import { isRenewable, lockPayouts } from '../../payouts/payout-store.ts'
import { findDue } from '../../payouts/sign-due.ts'
import { isUsed } from './request-payment.ts'
import { resolveAddress } from './resolve-address.ts'

/** Age in milliseconds at which what the node said of itself is too old to rely on. */
const staleMs = 30_000

type Expiring = { id: number; address: string; amount: bigint; paymentHash: string }

/**
 * Fetches new invoices for withdrawals to Lightning Addresses that may be paid now, but whose invoices have expired while they
 * waited. If the address's server sends none that can be paid, the withdrawal fails and its money is returned.
 */
export async function renewInvoices(context: Context): Promise<void> {
  const { lightning } = context.config.payments
  if (!lightning) return
  // The servers answer at the same time, so that a slow one does not keep the others waiting.
  await Promise.all((await findExpiring(context)).map(it => renew(context, lightning, it)))
}

async function findExpiring(context: Context): Promise<Expiring[]> {
  const { db, now } = context
  const some = await db
    .selectFrom('withdrawals')
    .select('id')
    .where(isRenewable(now()))
    .limit(1)
    .executeTakeFirst()
  // Without the node, nothing can be done with new invoices, and strangers' servers are left alone.
  if (!some || !(await isNodeRunning(context))) return []
  await checkClock(context, 'payouts')
  return db.transaction().execute(async tx => {
    if (!(await lockPayouts(tx, 'bitcoin'))) return []
    const due = await findDue(tx, context, 'bitcoin', 'renewal')
    const { rows } = await sql<Expiring>`
      select id, lightning_address as address, amount - fee as amount, payment_hash as "paymentHash"
      from withdrawals where id = any(${due.map(it => it.id)}::integer[]) limit ${due.length}`.execute(
      tx
    )
    return rows
  })
}

/** Whether the process with the node has said recently that it runs. */
export async function isNodeRunning(context: Context): Promise<boolean> {
  const node = await readLightning(context)
  if (!node?.seenAt || node.stopped !== null) return false
  return context.now().getTime() - node.seenAt.getTime() <= staleMs
}

async function renew(
  context: Context,
  lightning: LightningConfig,
  { id, address, amount, paymentHash }: Expiring
): Promise<void> {
  const resolved = await resolveAddress(context, lightning, { address, amount })
  // The network's own node does not answer, so the next round tries again.
  if (!resolved.ok && resolved.code === 'lightning_unavailable') return
  const { db, now } = context
  await db.transaction().execute(async tx => {
    // The withdrawal may have been canceled or renewed meanwhile.
    const same = await tx
      .selectFrom('withdrawals')
      .select('id')
      .where('id', '=', id)
      .where('payment_hash', '=', paymentHash)
      .where('state', 'in', ['requested', 'approved'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!same) return
    if (resolved.ok && !(await isUsed(tx, resolved.value.paymentHash))) {
      const { text, expiresAt, paymentHash: newHash } = resolved.value
      await tx
        .updateTable('withdrawals')
        .set({ address: text, payment_hash: newHash, invoice_expires_at: expiresAt })
        .where('id', '=', id)
        .execute()
      return
    }
    const cause = { code: 'address_unpayable' } as const
    const reason = textsIn('en').causes.address_unpayable
    await endUnsigned(tx, id, { userId: null, state: 'failed', reason, cause, at: now() })
  })
}
