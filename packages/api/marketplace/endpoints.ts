import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as orderSchema from './order-schema.ts'
import type * as schema from './schema.ts'

export type Offer = z.infer<typeof schema.offer>
/** An offer with its description as a tree. */
export type WholeOffer = z.infer<typeof schema.wholeOffer>
export type OfferList = z.infer<typeof schema.offerList>
export type OfferPreview = z.infer<typeof schema.offerPreview>
export type OfferDocument = z.infer<typeof schema.offerDocument>
export type Facets = z.infer<typeof schema.facets>
export type Order = z.infer<typeof orderSchema.order>
export type OrderList = z.infer<typeof orderSchema.orderList>
export type OrderDocument = z.infer<typeof orderSchema.orderDocument>
export type OrderMessage = z.infer<typeof orderSchema.message>
export type OrderMessages = z.infer<typeof orderSchema.messageList>
export type ProofCheck = z.infer<typeof orderSchema.proofCheck>

type OfferChanged = z.infer<typeof schema.offerChanged>

/** Read across origins without credentials, by the marketplace widget on partners' pages. */
export const previewOffers = endpoint<z.input<typeof schema.previewInput>, OfferPreview>({
  method: 'GET',
  path: '/api/v1/publication_offers/preview',
  statuses: [200],
  auth: 'public',
  anyOrigin: true,
  errors: [],
  summary: 'The newest offers, for the preview widget'
})

export const listOffers = endpoint<z.input<typeof schema.listInput>, OfferList>({
  method: 'GET',
  path: '/api/v1/publication_offers',
  statuses: [200],
  auth: 'public',
  errors: ['not_authenticated'],
  summary:
    'The offer catalog, most expensive first, 18 a page, with facets; filter[mine]=1 gives the account’s own offers'
})

export const readOffer = endpoint<z.input<typeof schema.offerInput>, OfferDocument>({
  method: 'GET',
  path: '/api/v1/publication_offers/{id}',
  statuses: [200],
  auth: 'public',
  errors: ['not_found'],
  summary: 'One offer, with similar offers and others from the same publisher'
})

/** Public because an offer can be written before signing up. */
export const previewDescription = endpoint<
  z.input<typeof schema.previewDescriptionInput>,
  z.infer<typeof schema.descriptionPreview>
>({
  method: 'POST',
  path: '/api/v1/publication_offer_previews',
  statuses: [201],
  auth: 'public',
  type: 'publication_offer_previews',
  errors: ['description_too_complex', 'too_many_requests'],
  summary: 'Reads the Markdown of a description as it would be shown, and stores nothing'
})

export const createOffer = endpoint<z.input<typeof schema.createOfferInput>, OfferChanged>({
  method: 'POST',
  path: '/api/v1/publication_offers',
  statuses: [201],
  auth: 'user',
  type: 'publication_offers',
  idempotency: 'optional',
  errors: ['site_not_verified', 'description_too_complex', 'logo_unknown', 'too_many_requests'],
  summary: 'Offers a publication on a verified site; it is then reviewed'
})

export const updateOffer = endpoint<z.input<typeof schema.updateOfferInput>, OfferChanged>({
  method: 'PATCH',
  path: '/api/v1/publication_offers/{id}',
  statuses: [200],
  auth: 'user',
  type: 'publication_offers',
  errors: [
    'not_found',
    'site_not_verified',
    'description_too_complex',
    'logo_unknown',
    'state_not_allowed',
    'too_many_requests'
  ],
  summary:
    'Edits one of the account’s own offers; any change other than the price and turnaround is reviewed again'
})

export const archiveOffer = endpoint<z.input<typeof schema.offerInput>, void>({
  method: 'DELETE',
  path: '/api/v1/publication_offers/{id}',
  statuses: [204],
  auth: 'user',
  errors: ['not_found'],
  summary: 'Removes one of the account’s own offers from the catalog; its orders continue'
})

/** The form's field is `data[image]`. */
export const uploadOfferLogo = endpoint<{ form: FormData }, z.infer<typeof schema.logoDocument>>({
  method: 'POST',
  path: '/api/v1/publication_offer_logos',
  statuses: [201],
  auth: 'user',
  multipart: { 'data[image]': 'file' },
  errors: ['banner_not_image', 'banner_too_large', 'too_many_requests'],
  summary: 'Uploads a logo, which is re-encoded as a square of 256 pixels'
})

export const listOrders = endpoint<z.input<typeof orderSchema.ordersInput>, OrderList>({
  method: 'GET',
  path: '/api/v1/publication_orders',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'The account’s orders, placed and received, newest first'
})

export const createOrder = endpoint<z.input<typeof orderSchema.createOrderInput>, OrderDocument>({
  method: 'POST',
  path: '/api/v1/publication_orders',
  statuses: [201],
  auth: 'user',
  type: 'publication_orders',
  idempotency: 'required',
  errors: [
    'account_frozen',
    'offer_unknown',
    'offer_own',
    'price_changed',
    'attachment_unknown',
    'insufficient_funds',
    'unavailable',
    'too_many_requests'
  ],
  summary: 'Orders a publication; its price is held until it is declined, refunded, or confirmed'
})

export const readOrder = endpoint<z.input<typeof orderSchema.orderInput>, OrderDocument>({
  method: 'GET',
  path: '/api/v1/publication_orders/{id}',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'An order that the account is a party to, with its history and payments'
})

export const updateOrder = endpoint<z.input<typeof orderSchema.updateOrderInput>, OrderDocument>({
  method: 'PATCH',
  path: '/api/v1/publication_orders/{id}',
  statuses: [200],
  auth: 'user',
  type: 'publication_orders',
  idempotency: 'optional',
  errors: ['not_found', 'state_not_allowed', 'too_many_requests'],
  summary:
    'Moves an order to its next state: accepted, declined with a reason, canceled by its advertiser before it is accepted, published with proof_url, confirmed, or disputed with a reason'
})

export const listOrderMessages = endpoint<z.input<typeof orderSchema.messagesInput>, OrderMessages>(
  {
    method: 'GET',
    path: '/api/v1/publication_orders/{id}/messages',
    statuses: [200],
    auth: 'user',
    errors: ['not_found'],
    summary: 'The messages between the parties of an order, newest first'
  }
)

export const sendOrderMessage = endpoint<
  z.input<typeof orderSchema.sendMessageInput>,
  z.infer<typeof orderSchema.messageDocument>
>({
  method: 'POST',
  path: '/api/v1/publication_orders/{id}/messages',
  statuses: [201],
  auth: 'user',
  type: 'publication_order_messages',
  idempotency: 'optional',
  errors: ['not_found', 'too_many_requests'],
  summary: 'Sends a message to the other party of an order'
})

export const checkOrderProof = endpoint<z.input<typeof orderSchema.orderInput>, OrderDocument>({
  method: 'POST',
  path: '/api/v1/publication_orders/{id}/proof_checks',
  statuses: [200],
  auth: 'user',
  errors: ['not_found', 'state_not_allowed', 'too_many_requests'],
  summary:
    'Checks the published page again: whether it is online, contains the link, and how the link is marked'
})

export const rateOrder = endpoint<z.input<typeof orderSchema.rateOrderInput>, OrderDocument>({
  method: 'POST',
  path: '/api/v1/publication_orders/{id}/ratings',
  statuses: [201],
  auth: 'user',
  type: 'publication_order_ratings',
  idempotency: 'optional',
  errors: ['not_found', 'state_not_allowed', 'rated_already'],
  summary: 'Rates a completed order, once, as its advertiser'
})

/** The form's field is `data[file]`. */
export const uploadOrderAttachment = endpoint<
  { form: FormData },
  z.infer<typeof orderSchema.attachmentDocument>
>({
  method: 'POST',
  path: '/api/v1/publication_attachments',
  statuses: [201],
  auth: 'user',
  multipart: { 'data[file]': 'file' },
  errors: ['attachment_not_taken', 'attachment_too_large', 'too_many_requests'],
  summary: 'Uploads a picture, PDF, or plain text file for the brief of an order'
})

export const readOrderAttachment = endpoint<z.input<typeof orderSchema.attachmentInput>, string>({
  method: 'GET',
  path: '/api/v1/publication_orders/{id}/attachments/{attachment_id}',
  statuses: [200],
  auth: 'user',
  file: true,
  errors: ['not_found'],
  summary: 'The file itself, always as a download'
})

export const listPendingOffers = endpoint<
  z.input<typeof schema.pendingOffersInput>,
  z.infer<typeof schema.pendingOffer>
>({
  method: 'GET',
  path: '/api/v1/admin/publication_offers',
  statuses: [200],
  auth: 'admin',
  roles: ['reviewer'],
  errors: [],
  summary: 'Offers waiting for review, oldest first'
})

export const decideOffer = endpoint<z.input<typeof schema.decideOfferInput>, OfferChanged>({
  method: 'PATCH',
  path: '/api/v1/admin/publication_offers/{id}',
  statuses: [200],
  auth: 'admin',
  roles: ['reviewer'],
  type: 'publication_offers',
  idempotency: 'optional',
  errors: ['not_found', 'state_not_allowed'],
  summary: 'Approves an offer, which adds it to the catalog, or rejects it with a reason'
})

export const listDisputes = endpoint<z.input<typeof orderSchema.disputesInput>, OrderList>({
  method: 'GET',
  path: '/api/v1/admin/publication_disputes',
  statuses: [200],
  auth: 'admin',
  errors: [],
  summary: 'Disputed orders, oldest first'
})

export const readDispute = endpoint<z.input<typeof orderSchema.orderInput>, OrderDocument>({
  method: 'GET',
  path: '/api/v1/admin/publication_disputes/{id}',
  statuses: [200],
  auth: 'admin',
  errors: ['not_found'],
  summary: 'An order that is or was disputed, as its parties see it'
})

export const decideDispute = endpoint<
  z.input<typeof orderSchema.decideDisputeInput>,
  OrderDocument
>({
  method: 'PATCH',
  path: '/api/v1/admin/publication_disputes/{id}',
  statuses: [200],
  auth: 'admin',
  stepUp: true,
  type: 'publication_orders',
  idempotency: 'optional',
  errors: ['not_found', 'state_not_allowed', 'own_dispute'],
  summary:
    'Upholds a dispute, which refunds the unreleased part, or dismisses it, which pays the rest'
})
