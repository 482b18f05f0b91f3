import * as endpoints from '@mille/api/marketplace/endpoints.ts'
import * as schema from '@mille/api/marketplace/order-schema.ts'
import { failure, reply } from '../http/answers/reply.ts'
import { prepareLimit } from '../http/consume-limit.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Serve } from '../http/serve.ts'
import { findReadable } from './find-readable.ts'
import { insertMessage, listMessages, type MessageRow } from './message-queries.ts'
import { sideOf } from './order-documents.ts'
import type { OrderRow } from './order-queries.ts'

/** Routes for the messages between the parties of an order. An operator can join once the order was disputed. */
export function messageRoutes(serve: Serve): void {
  serve(
    endpoints.listOrderMessages,
    schema.messagesInput,
    async ({ context, input, user, request }) => {
      const order = await findReadable(context.db, Number(input.id), user, request)
      if (!order) return failure('not_found')
      const { rows, records } = await listMessages(
        context.db,
        order.id,
        input['page[offset]'],
        input['page[limit]']
      )
      const data = rows.map(row => messageResource(row, order, user.id))
      return reply({ data, meta: { pagination: { records } } })
    }
  )

  serve(
    endpoints.sendOrderMessage,
    schema.sendMessageInput,
    async call => {
      const { context, input, user } = call
      const { tx } = call.once
      const order = await findReadable(tx, Number(input.id), user, call.request)
      if (!order) return failure('not_found')
      const row = await insertMessage(tx, {
        order_id: order.id,
        user_id: user.id,
        body: input.body,
        created_at: context.now()
      })
      return reply({ data: messageResource(row, order, user.id) }, 201)
    },
    call => prepareLimit(call, limitNames.orderMessages)
  )
}

function messageResource(row: MessageRow, order: OrderRow, reader: number): endpoints.OrderMessage {
  return {
    type: 'publication_order_messages',
    id: String(row.id),
    attributes: {
      body: row.body,
      side: sideOf(order, row.user_id) ?? 'operator',
      is_own: row.user_id === reader,
      created_at: row.created_at.toISOString()
    }
  }
}
