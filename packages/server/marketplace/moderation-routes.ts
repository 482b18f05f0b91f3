import type { AnswerOf } from '@mille/api/endpoint.ts'
import * as endpoints from '@mille/api/marketplace/endpoints.ts'
import * as orderSchema from '@mille/api/marketplace/order-schema.ts'
import * as schema from '@mille/api/marketplace/schema.ts'
import type { z } from 'zod'
import { premiumContact } from '../accounts/index.ts'
import type { Tx } from '../db/connect.ts'
import { failure, type Reply, reply } from '../http/answers/reply.ts'
import type { Call, Once, Serve } from '../http/serve.ts'
import { notify } from '../notifications/outbox.ts'
import { moveOrder } from './move-order.ts'
import { offerResource, wholeOfferResource } from './offer-documents.ts'
import { changeOffer, listPendingOffers, lockOffer } from './offer-queries.ts'
import { orderDocument, orderResource } from './order-documents.ts'
import { findOrder, listDisputed, lockOrder, wasDisputed } from './order-queries.ts'

/** Routes for an operator's decisions about pending offers and disputed orders. */
export function moderationRoutes(serve: Serve): void {
  serve(endpoints.listPendingOffers, schema.pendingOffersInput, async ({ context, input }) => {
    const { rows, records } = await listPendingOffers(
      context.db,
      input['page[offset]'],
      input['page[limit]']
    )
    return reply({ data: rows.map(wholeOfferResource), meta: { pagination: { records } } })
  })

  serve(endpoints.decideOffer, schema.decideOfferInput, decideOffer)

  serve(endpoints.listDisputes, orderSchema.disputesInput, async ({ context, input }) => {
    const { rows, records } = await listDisputed(
      context.db,
      input['page[offset]'],
      input['page[limit]']
    )
    const data = rows.map(row => orderResource(row, 'operator'))
    return reply({ data, meta: { pagination: { records } } })
  })

  serve(endpoints.readDispute, orderSchema.orderInput, async ({ context, input }) => {
    const order = await findOrder(context.db, Number(input.id))
    if (!order || !(await wasDisputed(context.db, order.id))) return failure('not_found')
    return reply(await orderDocument(context.db, order, 'operator'))
  })

  serve(endpoints.decideDispute, orderSchema.decideDisputeInput, async call => {
    const { context, input, user } = call
    const { tx } = call.once
    const order = await lockOrder(tx, Number(input.id))
    if (!order) return failure('not_found')
    if ([order.advertiser_id, order.publisher_id].includes(user.id)) return failure('own_dispute')
    const moved = await moveOrder(tx, order, {
      to: input.decision === 'uphold' ? 'refunded' : 'completed',
      actor: 'operator',
      userId: user.id,
      reason: input.reason,
      at: context.now()
    })
    if (moved) return reply(await orderDocument(tx, moved, 'operator'))
    return failure('state_not_allowed', { detail: 'The order is no longer disputed.' })
  })
}

async function decideOffer(
  call: Call<z.output<typeof schema.decideOfferInput>> & Once
): Promise<Reply<AnswerOf<typeof endpoints.decideOffer>>> {
  const { context, input, user } = call
  const { promotion_level: level } = input
  const { tx } = call.once
  const offer = await lockOffer(tx, Number(input.id))
  if (!offer) return failure('not_found')
  if (offer.state !== 'pending') {
    const detail = 'The offer has already been reviewed.'
    return failure('state_not_allowed', { detail })
  }
  const isApproved = input.decision === 'approve'
  const reason = isApproved ? null : (input.reason ?? '')
  const at = context.now()
  const row = await changeOffer(tx, offer.id, {
    state: isApproved ? 'live' : 'rejected',
    rejected_reason: reason,
    decided_by: user.id,
    decided_at: at,
    ...(level === undefined ? {} : await promotionOf(tx, offer.user_id, level))
  })
  const about = { offerId: offer.id, name: offer.name }
  await notify(tx, {
    ...(reason === null
      ? { kind: 'offer_approved', data: about }
      : { kind: 'offer_rejected', data: { ...about, reason } }),
    userId: offer.user_id,
    // An offer that is changed is reviewed again, so the event includes the moment.
    event: `offer ${offer.id} ${input.decision} ${at.toISOString()}`,
    at
  })
  return reply({ data: offerResource(row) })
}

/**
 * Returns the promotion columns. Offers of a Premium account are hot automatically, so `is_hot_by_hand` is set only
 * when the account is not Premium or the operator removes the promotion.
 */
async function promotionOf(tx: Tx, userId: number, level: number) {
  const isByPremium = level > 0 && (await premiumContact(tx, userId)) !== null
  return { promotion_level: level, ...(isByPremium ? {} : { is_hot_by_hand: level > 0 }) }
}
