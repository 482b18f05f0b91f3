import { z } from 'zod'
import { maxAttachments, offerTypes, orderLengths, orderStates } from '../constants.ts'
import {
  asset,
  document,
  documentWithMeta,
  httpUrl,
  idInput,
  moment,
  pageInput,
  pagination,
  plainText,
  resource,
  units
} from '../schema.ts'

const orderSides = ['advertiser', 'publisher'] as const
const state = z.enum(orderStates)
const actor = z.enum([...orderSides, 'operator', 'deadline'])

export const ordersInput = z.object({
  ...pageInput,
  /** Whether to list orders that the account placed or that it received; both if omitted. */
  'filter[side]': z.enum(orderSides).optional(),
  'filter[state]': state.optional()
})
export const orderInput = z.object({ id: idInput })
export const createOrderInput = z.object({
  offer_id: idInput,
  currency: z.enum(['btc', 'usd']),
  /** The address that the publication links to. */
  target_url: httpUrl,
  brief: plainText(orderLengths.brief, 10),
  attachment_ids: z.array(idInput).max(maxAttachments).default([]),
  /** The price that the buyer saw. An order is rejected if the offer's price is different. */
  price_us_cents: z.number().int().optional()
})
export const updateOrderInput = z
  .object({
    id: idInput,
    state,
    reason: plainText(orderLengths.reason).optional(),
    proof_url: httpUrl.optional()
  })
  .refine(it => it.state !== 'published' || it.proof_url !== undefined, {
    error: 'is required: the URL of the publication',
    path: ['proof_url']
  })
  .refine(it => !['declined', 'disputed'].includes(it.state) || it.reason !== undefined, {
    error: 'is required',
    path: ['reason']
  })
export const messagesInput = z.object({ id: idInput, ...pageInput })
export const sendMessageInput = z.object({ id: idInput, body: plainText(orderLengths.message) })
export const rateOrderInput = z.object({
  id: idInput,
  stars: z.number().int().min(1).max(5),
  comment: plainText(orderLengths.comment, 0).default('')
})
export const attachmentInput = z.object({ id: idInput, attachment_id: idInput })

/** The result of checking the address of the proof of publication. */
export const proofCheck = z.object({
  checked_at: moment,
  is_reachable: z.boolean(),
  /** HTTP status of the page, or 0 if it did not answer. */
  status: z.number().int(),
  /** Why the page was not reachable, as the end of a sentence. */
  problem: z.string().nullable(),
  is_on_site: z.boolean(),
  has_link: z.boolean(),
  /** Values of the link's `rel` attribute, such as `sponsored` and `nofollow`. */
  rel: z.array(z.string())
})
const attachment = z.object({
  id: z.string(),
  file_name: z.string(),
  content_type: z.string(),
  size: z.number().int(),
  source: z.string().nullable()
})
export const order = resource(
  'publication_orders',
  z.object({
    state,
    side: z.enum([...orderSides, 'operator']),
    offer_id: z.string(),
    name: z.string(),
    publication_offer_type: z.enum(offerTypes),
    domain_name: z.string(),
    included: z.array(z.string()),
    turnaround_days: z.number().int(),
    price_us_cents: z.number().int(),
    asset,
    amount: units,
    /** Exchange rate at the time of the order, in units of 1e-8 USD for one BTC; null for an order in USD. */
    rate: units.nullable(),
    fee_basis_points: z.number().int(),
    released: units,
    refunded: units,
    target_url: z.string(),
    brief: z.string(),
    proof_url: z.string().nullable(),
    proof: proofCheck.nullable(),
    /** When the link disappeared, which pauses payments; null while the link exists or if it was never found. */
    proof_lost_at: moment.nullable(),
    /** When the order changes its state automatically. */
    due_at: moment.nullable(),
    confirmed_at: moment.nullable(),
    created_at: moment,
    /** The states that this account may ask for now. */
    next_states: z.array(state)
  })
)
const event = z.object({
  from_state: state.nullable(),
  to_state: state,
  actor,
  reason: z.string().nullable(),
  at: moment
})
const release = z.object({
  day: z.number().int(),
  gross: units,
  fee: units,
  net: units,
  at: moment
})
const rating = z.object({ stars: z.number().int(), comment: z.string(), created_at: moment })
export const orderList = documentWithMeta(z.array(order), pagination)
export const orderDocument = documentWithMeta(
  order,
  z.object({
    attachments: z.array(attachment),
    events: z.array(event),
    releases: z.array(release),
    rating: rating.nullable()
  })
)
export const message = resource(
  'publication_order_messages',
  z.object({
    body: z.string(),
    side: z.enum([...orderSides, 'operator']),
    is_own: z.boolean(),
    created_at: moment
  })
)
export const messageList = documentWithMeta(z.array(message), pagination)
export const messageDocument = document(message)
export const attachmentDocument = document(
  resource('publication_attachments', attachment.omit({ id: true }))
)

export const disputesInput = z.object(pageInput)
export const decideDisputeInput = z.object({
  id: idInput,
  decision: z.enum(['uphold', 'dismiss']),
  reason: plainText(orderLengths.reason)
})
