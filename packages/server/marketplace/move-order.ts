import { type OrderState, orderDays } from '@mille/api/constants.ts'
import type { ProofCheck } from '@mille/api/marketplace/endpoints.ts'
import type { Tx } from '../db/connect.ts'
import type { Cause } from '../notifications/outbox.ts'
import { notifyParties } from './notify-parties.ts'
import { type MoneyChange, refund, release, releaseRest, takePrice } from './order-money.ts'
import { changeOrder, insertEvent, type OrderRow } from './order-queries.ts'
import {
  type Actor,
  dueAfter,
  elapsedDays,
  isAllowed,
  nextRelease,
  scheduleEnd
} from './order-rules.ts'
import { watchFound } from './proof-rules.ts'

export type Move = {
  to: OrderState
  actor: Actor
  /** Account that moved the order; null when a deadline moved it. */
  userId: number | null
  reason?: string | undefined
  /** Cause that the network itself states, for a reason that no person wrote. */
  cause?: Cause | undefined
  /** The URL and check of a publication, when the order becomes published. */
  proof?: { url: string; check: ProofCheck } | undefined
  at: Date
}

/**
 * Moves a locked order to another state, with its money, its event and its next deadline in one transaction; null when
 * the table of transitions does not allow it.
 */
export async function moveOrder(tx: Tx, order: OrderRow, move: Move): Promise<OrderRow | null> {
  const { to, actor, at } = move
  if (!isAllowed(order.state, to, actor)) return null
  const money = await moveMoney(tx, order, to, at)
  await insertEvent(tx, {
    order_id: order.id,
    from_state: order.state,
    to_state: to,
    actor,
    user_id: move.userId,
    reason: move.reason ?? null,
    at
  })
  const isTaken = to === 'confirmed' || (to === 'completed' && order.confirmed_at === null)
  const moved = await changeOrder(tx, order.id, {
    state: to,
    due_at: dueAt(order, to, at),
    ...(to === 'confirmed' ? {} : { proof_check_at: null }),
    ...money,
    ...(isTaken ? { confirmed_at: at } : {}),
    ...(move.proof
      ? {
          proof_url: move.proof.url,
          proof: JSON.stringify(move.proof.check),
          published_at: at,
          ...(move.proof.check.has_link ? watchFound(at) : {})
        }
      : {})
  })
  await notifyParties(tx, moved, { actor, reason: move.reason ?? null, cause: move.cause }, at)
  return moved
}

/**
 * Returns an order's next deadline. While the link is missing nothing is paid, and the order moves on only at the end
 * of the schedule.
 */
function dueAt(order: OrderRow, to: OrderState, at: Date): Date | null {
  if (to === 'confirmed' && order.proof_lost_at !== null) return scheduleEnd(at)
  return dueAfter(to, at, order.turnaround_days)
}

/** Pays the publisher what is due by the schedule so far. On the last day the order is completed instead. */
export async function releaseDue(tx: Tx, order: OrderRow, at: Date): Promise<void> {
  if (order.confirmed_at === null) throw new Error(`Order ${order.id} was never confirmed`)
  const day = elapsedDays(order.confirmed_at, at)
  const money = await release(tx, order, day, at)
  const days = money.released_days ?? order.released_days
  await changeOrder(tx, order.id, { ...money, due_at: nextRelease(order.confirmed_at, days) })
}

async function moveMoney(tx: Tx, order: OrderRow, to: OrderState, at: Date): Promise<MoneyChange> {
  if (to === 'declined' || to === 'cancelled' || to === 'refunded') return refund(tx, order, at)
  if (to === 'confirmed') await takePrice(tx, order, at)
  if (to !== 'completed') return {}
  if (order.state === 'confirmed') return release(tx, order, orderDays.release, at)
  // An operator decided for the publisher, so the rest is paid at once.
  if (order.confirmed_at === null) await takePrice(tx, order, at)
  return releaseRest(tx, order, at)
}
