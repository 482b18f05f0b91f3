import { credit } from '../campaigns.ts'
import type { SignedInBrowser, TestApp } from '../test-app.ts'

/** Places an order for the offer and returns its id. */
export async function placeOrder(
  { context }: TestApp,
  { api, userId }: SignedInBrowser,
  offerId: string
): Promise<string> {
  await credit(context, userId, 10n ** 12n, 'USD')
  const placed = await api.marketplace.createOrder({
    offer_id: offerId,
    currency: 'usd',
    target_url: 'https://shop.example/',
    brief: 'Please write about bread.'
  })
  if (!placed.ok) throw new Error(`the order was refused: ${JSON.stringify(placed.errors)}`)
  return placed.value.data.id
}

/** Moves an order through accepted and published to disputed. */
export async function disputeOrder(
  advertiser: SignedInBrowser,
  publisher: SignedInBrowser,
  id: string
): Promise<void> {
  const proof_url = 'http://127.0.0.1:1/proof'
  const moves = [
    await publisher.api.marketplace.updateOrder({ id, state: 'accepted' }),
    await publisher.api.marketplace.updateOrder({ id, state: 'published', proof_url }),
    await advertiser.api.marketplace.updateOrder({ id, state: 'disputed', reason: 'No link' })
  ]
  const refused = moves.find(it => !it.ok)
  if (refused) throw new Error(`the order did not move: ${JSON.stringify(refused)}`)
}
