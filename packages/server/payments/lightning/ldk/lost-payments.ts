import type { ChannelManager, RecentPaymentDetails } from 'lightningdevkit'
import {
  RecentPaymentDetails_Abandoned,
  RecentPaymentDetails_AwaitingInvoice,
  RecentPaymentDetails_Fulfilled,
  RecentPaymentDetails_Pending
} from 'lightningdevkit'
import type { Database } from '../../../db/connect.ts'
import { toHex } from './bytes.ts'

/**
 * Returns the payments that the database has in flight and LDK does not know. There are none unless rows of different times
 * came together: a payment and the snapshot that has it are written in one transaction.
 */
export async function findLost(db: Database, manager: ChannelManager): Promise<string[]> {
  const known = manager.list_recent_payments().flatMap(it => keyOf(it) ?? [])
  const rows = await db
    .selectFrom('lightning_payments')
    .select(['payment_id', 'payment_key'])
    .where('state', '=', 'in_flight')
    .orderBy('payment_id')
    .limit(10_000)
    .execute()
  return rows.filter(it => !known.includes(it.payment_key)).map(it => it.payment_id)
}

function keyOf(details: RecentPaymentDetails): string | null {
  const isKnown =
    details instanceof RecentPaymentDetails_Pending ||
    details instanceof RecentPaymentDetails_Fulfilled ||
    details instanceof RecentPaymentDetails_Abandoned ||
    details instanceof RecentPaymentDetails_AwaitingInvoice
  return isKnown ? toHex(details.payment_id) : null
}
