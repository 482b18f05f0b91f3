import { hourMs } from '@mille/api/durations.ts'
import type { ProofCheck } from '@mille/api/marketplace/endpoints.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { notifyOfProof } from './notify-parties.ts'
import { changeOrder, lockOrder, type OrderRow } from './order-queries.ts'
import { scheduleEnd } from './order-rules.ts'
import { checkProof } from './proof.ts'
import { claimProofs } from './proof-queries.ts'
import { type ProofWatch, watchFound, watchMissed } from './proof-rules.ts'

/** Number of pages that are fetched at the same time. */
const atOnce = 8
/** Time after which a check that a crash interrupted is repeated. */
const leaseMs = hourMs

/**
 * Checks every publication that is due and returns how many were checked. Several processes may run it at once: each
 * check belongs to the process that claimed it. No row is locked while a page is fetched.
 */
export async function watchProofs(context: Context): Promise<number> {
  let looks = 0
  for (;;) {
    const now = context.now()
    const lease = new Date(now.getTime() + leaseMs)
    const orders = await claimProofs(context.db, now, lease, atOnce)
    await Promise.all(orders.map(order => look(context, order, lease)))
    looks += orders.length
    if (orders.length < atOnce) return looks
  }
}

async function look(context: Context, seen: OrderRow, lease: Date): Promise<void> {
  if (seen.proof_url === null) throw new Error(`Order ${seen.id} has no publication to look at`)
  const checked = await checkProof(context, seen.proof_url, seen)
  // Too many pages are being fetched: this check is repeated when its lease ends and does not count as a miss.
  if (!checked.ok) return
  const { value: check } = checked
  await context.db.transaction().execute(async tx => {
    const order = await lockOrder(tx, seen.id)
    // The order has changed in the meantime, or another check found the link.
    if (order?.proof_check_at?.getTime() !== lease.getTime()) return
    const at = context.now()
    await recordProof(
      tx,
      order,
      check,
      check.has_link ? watchFound(at) : watchMissed(order, at),
      at
    )
  })
}

/** Records the result of a check that a party requested. Only the daily check counts a missing link as a miss. */
export async function recordAskedProof(
  tx: Tx,
  order: OrderRow,
  check: ProofCheck,
  at: Date
): Promise<OrderRow> {
  const isWatched = order.state === 'published' || order.state === 'confirmed'
  return recordProof(tx, order, check, isWatched && check.has_link ? watchFound(at) : null, at)
}

async function recordProof(
  tx: Tx,
  order: OrderRow,
  check: ProofCheck,
  watch: ProofWatch | null,
  at: Date
): Promise<OrderRow> {
  const wasLost = order.proof_lost_at !== null
  const isLost = watch ? watch.proof_lost_at !== null : wasLost
  const changed = await changeOrder(tx, order.id, {
    proof: JSON.stringify(check),
    ...watch,
    ...(isLost === wasLost ? {} : dueWhen(order, isLost, at))
  })
  if (isLost !== wasLost) await notifyOfProof(tx, changed, isLost, at)
  return changed
}

/**
 * While the link is lost, payments wait until the schedule's end, when an operator decides. They resume at once when
 * the link is back.
 */
function dueWhen(order: OrderRow, isLost: boolean, at: Date): { due_at?: Date } {
  if (order.state !== 'confirmed' || order.confirmed_at === null) return {}
  return { due_at: isLost ? scheduleEnd(order.confirmed_at) : at }
}
