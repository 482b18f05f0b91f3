import type { Tx } from '../db/connect.ts'
import { type Cause, type Notice, notify } from '../notifications/outbox.ts'
import type { OrderRow, Side } from './order-queries.ts'
import type { Actor } from './order-rules.ts'

type Notified = Pick<OrderRow, 'id' | 'name' | 'state' | 'advertiser_id' | 'publisher_id'>
/** How an order got into its state. `reason` is the text of the person who moved it, unless there is a `cause`. */
type Step = { actor: Actor; reason: string | null; cause?: Cause | undefined }
type News = { to: readonly Side[]; notice: Notice }

const both: readonly Side[] = ['advertiser', 'publisher']

/** Notifies the parties that need to know about an order's new state. */
export async function notifyParties(tx: Tx, order: Notified, step: Step, at: Date): Promise<void> {
  const news = newsOf(order, step)
  if (news) await notifySides(tx, order, news, { event: order.state, at })
}

/** Notifies both parties that the link in a publication is missing, or is back. */
export async function notifyOfProof(
  tx: Tx,
  order: Notified & Pick<OrderRow, 'target_url' | 'proof_url'>,
  isLost: boolean,
  at: Date
): Promise<void> {
  const { id: orderId, name, target_url: target, proof_url: page } = order
  const notice: Notice = isLost
    ? { kind: 'order_link_lost', data: { orderId, name, target, page: page ?? '' } }
    : { kind: 'order_link_back', data: { orderId, name } }
  const event = `${isLost ? 'link lost' : 'link back'} ${at.toISOString()}`
  await notifySides(tx, order, { to: both, notice }, { event, at })
}

function newsOf(
  { id: orderId, name, state }: Notified,
  { actor, reason, cause }: Step
): News | null {
  const data = { orderId, name }
  const withReason = { ...data, reason: reason ?? '', ...(cause ? { cause } : {}) }
  switch (state) {
    case 'placed':
      return { to: ['publisher'], notice: { kind: 'order_placed', data } }
    case 'accepted':
      return { to: ['advertiser'], notice: { kind: 'order_accepted', data } }
    case 'declined':
      return { to: ['advertiser'], notice: { kind: 'order_declined', data: withReason } }
    case 'cancelled':
      return { to: ['publisher'], notice: { kind: 'order_cancelled', data } }
    case 'published':
      return { to: ['advertiser'], notice: { kind: 'order_published', data } }
    case 'disputed':
      return {
        to: actor === 'deadline' ? both : ['publisher'],
        notice: { kind: 'order_disputed', data: withReason }
      }
    case 'refunded':
      return {
        to: both,
        notice:
          actor === 'deadline'
            ? { kind: 'order_expired', data }
            : { kind: 'order_refunded', data: withReason }
      }
    case 'completed':
      return { to: both, notice: { kind: 'order_completed', data } }
    case 'confirmed':
      return null
  }
}

async function notifySides(
  tx: Tx,
  order: Notified,
  { to, notice }: News,
  { event, at }: { event: string; at: Date }
): Promise<void> {
  const ids = { advertiser: order.advertiser_id, publisher: order.publisher_id }
  for (const side of to)
    await notify(tx, { ...notice, userId: ids[side], event: `order ${order.id} ${event}`, at })
}
