import type { Order, OrderDocument } from '@mille/api/marketplace/endpoints.ts'
import type { Database, Tx } from '../db/connect.ts'
import { attachmentsOf } from './attachment-queries.ts'
import { eventsOf, type OrderRow, releasesOf, type Side } from './order-queries.ts'
import { nextStates } from './order-rules.ts'
import { ratingOf } from './rating-queries.ts'

export type Viewer = Side | 'operator'

/** Returns which party of an order an account is; null for any other account. */
export function sideOf(
  order: Pick<OrderRow, 'advertiser_id' | 'publisher_id'>,
  userId: number
): Side | null {
  if (order.advertiser_id === userId) return 'advertiser'
  return order.publisher_id === userId ? 'publisher' : null
}

export function orderResource(row: OrderRow, viewer: Viewer): Order {
  const { state, name, publication_offer_type, domain_name, included, turnaround_days } = row
  const { asset, fee_basis_points, target_url, brief, proof_url, proof } = row
  return {
    type: 'publication_orders',
    id: String(row.id),
    attributes: {
      ...{ state, name, publication_offer_type, domain_name, included, turnaround_days },
      ...{ asset, fee_basis_points, target_url, brief, proof_url, proof },
      side: viewer,
      offer_id: String(row.offer_id),
      price_us_cents: Number(row.price_us_cents),
      amount: row.amount.toString(),
      rate: row.rate?.toString() ?? null,
      released: row.released.toString(),
      refunded: row.refunded.toString(),
      proof_lost_at: row.proof_lost_at?.toISOString() ?? null,
      due_at: row.due_at?.toISOString() ?? null,
      confirmed_at: row.confirmed_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      next_states: nextStates(state, viewer)
    }
  }
}

/** Leaves out what the parties of an order wrote to each other, for strangers who look around in a demonstration. */
export function withoutWriting(order: Order): Order {
  const nothing = { target_url: '', brief: '', proof_url: null, proof: null }
  return { ...order, attributes: { ...order.attributes, ...nothing } }
}

export async function orderDocument(
  db: Database | Tx,
  row: OrderRow,
  viewer: Viewer
): Promise<OrderDocument> {
  const attachments = await attachmentsOf(db, row.id)
  const events = await eventsOf(db, row.id)
  const releases = await releasesOf(db, row.id)
  const rating = await ratingOf(db, row.id)
  return {
    data: orderResource(row, viewer),
    meta: {
      attachments: attachments.map(({ id, ...it }) => ({
        ...it,
        id: String(id),
        source: `/api/v1/publication_orders/${row.id}/attachments/${id}`
      })),
      events: events.map(it => ({ ...it, at: it.at.toISOString() })),
      releases: releases.map(({ day, gross, fee, net, at }) => ({
        day,
        gross: gross.toString(),
        fee: fee.toString(),
        net: net.toString(),
        at: at.toISOString()
      })),
      rating: rating && { ...rating, created_at: rating.created_at.toISOString() }
    }
  }
}
