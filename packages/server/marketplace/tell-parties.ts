import type { Tx } from '../db/connect.ts'
import { notify } from '../notifications/outbox.ts'
import type { OrderRow } from './order-queries.ts'

/** Tells whoever has to know that an order came into its state; `reason` is what the other party wrote. */
export async function tellParties(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'name' | 'state' | 'advertiser_id' | 'publisher_id'>,
  reason: string | null,
  at: Date
): Promise<void> {
  const { id: orderId, name, state, advertiser_id: advertiser, publisher_id: publisher } = order
  const data = { orderId, name }
  const common = { event: `order ${orderId} ${state}`, at }
  if (state === 'placed')
    await notify(tx, { ...common, userId: publisher, kind: 'order_placed', data })
  if (state === 'accepted')
    await notify(tx, { ...common, userId: advertiser, kind: 'order_accepted', data })
  if (state === 'published')
    await notify(tx, { ...common, userId: advertiser, kind: 'order_published', data })
  if (state === 'disputed') {
    const disputed = { ...data, reason: reason ?? '' }
    await notify(tx, { ...common, userId: publisher, kind: 'order_disputed', data: disputed })
  }
  if (state !== 'completed') return
  for (const userId of [advertiser, publisher])
    await notify(tx, { ...common, userId, kind: 'order_completed', data })
}
