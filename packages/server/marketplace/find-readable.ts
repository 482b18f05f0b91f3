import { readDispute } from '@mille/api/marketplace/endpoints.ts'
import { mayOperate } from '@mille/api/may-operate.ts'
import type { Database, Tx } from '../db/connect.ts'
import { markAsOperator } from '../http/callers/as-operator.ts'
import type { SignedIn } from '../http/callers/session.ts'
import { sideOf } from './order-documents.ts'
import { findOrder, type OrderRow, wasDisputed } from './order-queries.ts'

/**
 * Finds an order for someone who may read its messages and attachments: its parties, and operators once it was
 * disputed.
 */
export async function findReadable(
  db: Database | Tx,
  id: number,
  user: SignedIn,
  request: Request
): Promise<OrderRow | undefined> {
  const order = await findOrder(db, id)
  if (!order || sideOf(order, user.id)) return order
  const isOperator = mayOperate(readDispute, user.roles) && (await wasDisputed(db, order.id))
  if (!isOperator) return undefined
  markAsOperator(request)
  return order
}
