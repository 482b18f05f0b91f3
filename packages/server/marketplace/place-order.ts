import type { OrderDocument } from '@mille/api/marketplace/endpoints.ts'
import type { createOrderInput } from '@mille/api/marketplace/order-schema.ts'
import { currencies, largestAmount } from '@mille/money/amount.ts'
import type { z } from 'zod'
import { refuseWhileFrozen } from '../accounts/index.ts'
import { partnersOf } from '../affiliates/index.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { failure, type Reply, reply } from '../http/answers/reply.ts'
import { readSetting } from '../settings/index.ts'
import { attach } from './attachment-queries.ts'
import { notifyParties } from './notify-parties.ts'
import { lockOffer } from './offer-queries.ts'
import { orderDocument } from './order-documents.ts'
import { holdPrice } from './order-money.ts'
import { changeOrder, insertEvent, insertOrder } from './order-queries.ts'
import { dueAfter, priceIn } from './order-rules.ts'

/** `usdPerBtc` is the exchange rate at that moment; null when it is unknown. */
export type PlacedOrder = z.output<typeof createOrderInput> & {
  userId: number
  usdPerBtc: bigint | null
}

/** Places an order: records what is agreed, and holds the price on the advertiser's account at once. */
export async function placeOrder(
  tx: Tx,
  context: Context,
  { userId, usdPerBtc, ...input }: PlacedOrder
): Promise<Reply<OrderDocument>> {
  const frozen = await refuseWhileFrozen(tx, userId)
  if (frozen) return frozen
  const at = context.now()
  const offer = await lockOffer(tx, Number(input.offer_id))
  if (offer?.state !== 'live') return failure('offer_unknown', { pointer: 'offer_id' })
  if (offer.user_id === userId) return failure('offer_own', { pointer: 'offer_id' })
  const cents = offer.price_us_cents
  if (input.price_us_cents !== undefined && BigInt(input.price_us_cents) !== cents) {
    const detail = `The offer costs ${Number(cents) / 100} USD now.`
    return failure('price_changed', { pointer: 'price_us_cents', detail })
  }
  const { asset } = currencies[input.currency]
  const rate = asset === 'BTC' ? usdPerBtc : null
  if (asset === 'BTC' && rate === null) {
    const detail = 'There is no exchange rate right now. Pay in USD, or try again later.'
    return failure('unavailable', { pointer: 'currency', detail })
  }
  const amount = priceIn(asset, cents, rate)
  if (amount > largestAmount) return failure('insufficient_funds', { pointer: 'currency' })
  const partner = (await partnersOf(tx, [userId], at)).get(userId) ?? null
  const { name, publication_offer_type, domain_name, included, turnaround_days } = offer
  const agreed = { name, publication_offer_type, domain_name, included, turnaround_days }
  const id = await insertOrder(tx, {
    ...agreed,
    ...{ asset, amount, rate },
    offer_id: offer.id,
    advertiser_id: userId,
    publisher_id: offer.user_id,
    price_us_cents: cents,
    fee_basis_points: Number(await readSetting(tx, context.config, 'fee_basis_points', at)),
    partner_id: partner,
    target_url: input.target_url,
    brief: input.brief,
    due_at: dueAfter('placed', at, turnaround_days),
    created_at: at
  })
  if (!(await attach(tx, userId, id, input.attachment_ids.map(Number))))
    return failure('attachment_unknown', { pointer: 'attachment_ids' })
  const holdId = await holdPrice(tx, { id, advertiser_id: userId, asset, amount }, at)
  if (holdId === null) return failure('insufficient_funds', { pointer: 'currency' })
  const order = await changeOrder(tx, id, { hold_id: holdId })
  await insertEvent(tx, {
    ...{ order_id: id, from_state: null, to_state: 'placed' },
    ...{ actor: 'advertiser', user_id: userId, reason: null, at }
  })
  await notifyParties(tx, order, { actor: 'advertiser', reason: null }, at)
  return reply(await orderDocument(tx, order, 'advertiser'), 201)
}
