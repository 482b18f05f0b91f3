import { type OrderState, orderDays } from '@mille/api/constants.ts'
import type { Context } from '../context.ts'
import { checkClock } from '../db/check-clock.ts'
import type { Tx } from '../db/connect.ts'
import { textsIn } from '../languages/texts.ts'
import type { Cause } from '../notifications/outbox.ts'
import { moveOrder, releaseDue } from './move-order.ts'
import { dueOrderIds, lockDueOrder, type OrderRow } from './order-queries.ts'
import { elapsedDays, overdueStates } from './order-rules.ts'

const batch = 100

/**
 * Moves on every order whose deadline has passed, each in its own transaction, and returns how many. Any number of
 * processes may run this at once: an order is locked by one of them, and is no longer due afterwards. An order that
 * fails does not delay the others; the job fails at the end and is retried. Throws `WrongClock`, and moves none, when
 * this process does not know the time: what was released too early could not be disputed.
 */
export async function fireDeadlines(context: Context): Promise<number> {
  await checkClock(context, 'orders')
  const now = context.now()
  const failed: number[] = []
  let fired = 0
  let last = 0
  for (;;) {
    const ids = await dueOrderIds(context.db, now, last, batch)
    for (const id of ids) {
      try {
        if (await context.db.transaction().execute(tx => fireDeadline(tx, id, now))) fired++
      } catch (error) {
        context.log.error({ order: id, err: error }, 'an order cannot move on')
        failed.push(id)
      }
    }
    last = ids.at(-1) ?? last
    if (ids.length < batch) break
  }
  if (failed.length > 0) throw new Error(`Orders that cannot move on: ${failed.join(', ')}`)
  return fired
}

async function fireDeadline(tx: Tx, id: number, now: Date): Promise<boolean> {
  const order = await lockDueOrder(tx, id, now)
  if (!order) return false
  if (order.state === 'confirmed' && !isScheduleOver(order, now)) {
    await releaseDue(tx, order, now)
    return true
  }
  const next = whatTimeDoes(order)
  const moved =
    next && (await moveOrder(tx, order, { ...next, actor: 'deadline', userId: null, at: now }))
  if (!moved) throw new Error(`Order ${id} is due, but ${order.state} has no deadline`)
  return true
}

/**
 * Returns what happens to an order whose deadline has passed. If the link is missing when the payment schedule ends, an
 * operator decides about the unpaid rest.
 */
function whatTimeDoes(order: OrderRow): { to: OrderState; reason?: string; cause?: Cause } | null {
  if (order.state === 'confirmed' && order.proof_lost_at !== null) {
    const since = order.proof_lost_at.toISOString().slice(0, 10)
    return {
      to: 'disputed',
      reason: textsIn('en').causes.link_missing({ day: since }),
      cause: { code: 'link_missing', since }
    }
  }
  const to = overdueStates[order.state]
  return to ? { to } : null
}

function isScheduleOver(order: OrderRow, now: Date): boolean {
  return order.confirmed_at !== null && elapsedDays(order.confirmed_at, now) >= orderDays.release
}
