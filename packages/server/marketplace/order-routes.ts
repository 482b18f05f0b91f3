import type { ProofCheck } from '@mille/api/marketplace/endpoints.ts'
import * as endpoints from '@mille/api/marketplace/endpoints.ts'
import * as schema from '@mille/api/marketplace/order-schema.ts'
import { type Failure, failure, fileReply, reply } from '../http/answers/reply.ts'
import { consumeLimit, prepareLimit } from '../http/consume-limit.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import { readFormFile } from '../http/requests/form.ts'
import type { Call, Once, Serve } from '../http/serve.ts'
import { readUsdPerBtc } from '../payments/index.ts'
import { insertAttachment, readAttachment } from './attachment-queries.ts'
import { findReadable } from './find-readable.ts'
import { moveOrder } from './move-order.ts'
import { orderDocument, orderResource, sideOf, withoutWriting } from './order-documents.ts'
import { findOrder, listOrders, lockOrder } from './order-queries.ts'
import { isAllowed } from './order-rules.ts'
import { placeOrder } from './place-order.ts'
import { checkProof } from './proof.ts'
import { insertRating } from './rating-queries.ts'
import { readAttachedFile } from './uploads.ts'
import { recordAskedProof } from './watch-proofs.ts'

/** Routes for orders, for both of their parties. */
export function orderRoutes(serve: Serve): void {
  serve(endpoints.listOrders, schema.ordersInput, async ({ context, input, user, session }) => {
    const { rows, records } = await listOrders(
      context.db,
      user.id,
      { side: input['filter[side]'], state: input['filter[state]'] },
      { offset: input['page[offset]'], limit: input['page[limit]'] }
    )
    const isStranger = session?.lookAround != null
    const data = rows.map(row => {
      const order = orderResource(row, sideOf(row, user.id) ?? 'advertiser')
      return isStranger ? withoutWriting(order) : order
    })
    return reply({ data, meta: { pagination: { records } } })
  })

  serve(
    endpoints.createOrder,
    schema.createOrderInput,
    async (call, usdPerBtc: bigint | null) => {
      const { context, input, user } = call
      return placeOrder(call.once.tx, context, { ...input, userId: user.id, usdPerBtc })
    },
    async call => {
      const limited = await consumeLimit(call, limitNames.orders)
      return limited ?? { ok: true, value: await readUsdPerBtc(call.context) }
    }
  )

  serve(endpoints.readOrder, schema.orderInput, async ({ context, input, user }) => {
    const order = await findOrder(context.db, Number(input.id))
    const side = order && sideOf(order, user.id)
    return side ? reply(await orderDocument(context.db, order, side)) : failure('not_found')
  })

  serve(endpoints.updateOrder, schema.updateOrderInput, updateOrder, checkUpdate)

  serve(endpoints.checkOrderProof, schema.orderInput, checkOrderProof)

  serve(endpoints.rateOrder, schema.rateOrderInput, async call => {
    const { context, input, user } = call
    const { tx } = call.once
    const order = await lockOrder(tx, Number(input.id))
    const side = order && sideOf(order, user.id)
    if (!side) return failure('not_found')
    if (side !== 'advertiser' || order.state !== 'completed') {
      const detail = 'Only the advertiser can rate an order, once it is completed.'
      return failure('state_not_allowed', { detail })
    }
    const { stars, comment } = input
    const at = context.now()
    const rating = { order_id: order.id, offer_id: order.offer_id, created_at: at }
    if (!(await insertRating(tx, { ...rating, stars, comment }))) return failure('rated_already')
    return reply(await orderDocument(tx, order, side), 201)
  })

  attachmentRoutes(serve)
}

async function checkOrderProof(call: Call<{ id: string }>) {
  const { context, input, user } = call
  const order = await findOrder(context.db, Number(input.id))
  const side = order && sideOf(order, user.id)
  if (!side) return failure('not_found')
  if (order.proof_url === null)
    return failure('state_not_allowed', { detail: 'The publication has not been submitted yet.' })
  const limited = await consumeLimit(call, limitNames.proofChecks)
  if (limited) return limited
  const checked = await checkProof(context, order.proof_url, order)
  if (!checked.ok) return checked
  return context.db.transaction().execute(async tx => {
    const locked = await lockOrder(tx, order.id)
    if (!locked) return failure('not_found')
    const row = await recordAskedProof(tx, locked, checked.value, context.now())
    return reply(await orderDocument(tx, row, side))
  })
}

/** The publication is fetched before the order is locked, so that a slow page blocks nothing. */
async function checkUpdate(
  call: Call<UpdateInput>
): Promise<{ ok: true; value: ProofCheck | null } | Failure> {
  const { context, input, user } = call
  const seen = await findOrder(context.db, Number(input.id))
  const side = seen && sideOf(seen, user.id)
  if (!side) return failure('not_found')
  if (input.proof_url === undefined || !isAllowed(seen.state, 'published', side))
    return { ok: true, value: null }
  const limited = await consumeLimit(call, limitNames.proofChecks)
  return limited ?? (await checkProof(context, input.proof_url, seen))
}

async function updateOrder(call: Call<UpdateInput> & Once, check: ProofCheck | null) {
  const { context, input, user } = call
  const { tx } = call.once
  const order = await lockOrder(tx, Number(input.id))
  const side = order && sideOf(order, user.id)
  if (!side) return failure('not_found')
  const { state: to, proof_url: url, reason } = input
  const moved = await moveOrder(tx, order, {
    to,
    actor: side,
    userId: user.id,
    reason,
    proof: to === 'published' && url !== undefined && check ? { url, check } : undefined,
    at: context.now()
  })
  if (moved) return reply(await orderDocument(tx, moved, side))
  const detail = `As the ${side}, you cannot change an order from ${order.state} to ${to}.`
  return failure('state_not_allowed', { pointer: 'state', detail })
}

type UpdateInput = ReturnType<typeof schema.updateOrderInput.parse>

function attachmentRoutes(serve: Serve): void {
  serve(
    endpoints.uploadOrderAttachment,
    null,
    async call => {
      const { context, form, user } = call
      const file = readFormFile(form, 'data[file]')
      if (!file.ok) return failure('attachment_not_taken', { pointer: 'file', detail: file.detail })
      const read = await readAttachedFile(file.value)
      if (!read.ok) return failure(read.code, { pointer: 'file', detail: read.detail })
      const at = context.now()
      const { id, ...row } = await insertAttachment(context.db, {
        ...{ ...read.value, userId: user.id, at }
      })
      const data = {
        type: 'publication_attachments' as const,
        id: String(id),
        attributes: { ...row, source: null }
      }
      return reply({ data }, 201)
    },
    call => prepareLimit(call, limitNames.uploads)
  )

  serve(endpoints.readOrderAttachment, schema.attachmentInput, async call => {
    const { context, input, user } = call
    const order = await findReadable(context.db, Number(input.id), user, call.request)
    if (!order) return failure('not_found')
    const file = await readAttachment(context.db, order.id, Number(input.attachment_id))
    if (!file) return failure('not_found')
    const { content_type: contentType, file_name: name } = file
    return fileReply({ bytes: new Uint8Array(file.bytes), contentType, name })
  })
}
