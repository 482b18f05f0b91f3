import type { AnswerOf } from '@mille/api/endpoint.ts'
import * as endpoints from '@mille/api/support/endpoints.ts'
import * as schema from '@mille/api/support/schema.ts'
import * as streams from '@mille/api/support/streams.ts'
import type { z } from 'zod'
import { failure, type Reply, reply } from '../http/answers/reply.ts'
import type { Call, Once, Serve } from '../http/serve.ts'
import { planAwayMail } from './away-mail.ts'
import { conversationResources, messageResources } from './chat-documents.ts'
import { isOnline } from './chat-presence.ts'
import { pictureIdOf, readId } from './chat-routes.ts'
import type { ChatStreams } from './chat-streams.ts'
import {
  countUnreadByOperators,
  findConversation,
  findListedConversation,
  listConversations,
  lockConversation,
  markRead
} from './conversation-queries.ts'
import { readMessages, writeMessage } from './message-queries.ts'

/** Routes for the operators' side of the chat: all operators share one inbox and its read marks. */
export function inboxRoutes(serve: Serve, open: ChatStreams['open']): void {
  serve(endpoints.listConversations, schema.conversationsInput, async ({ context, input }) => {
    const { rows, records, unreadCount } = await listConversations(context.db, {
      onlyUnread: input['filter[unread]'] === '1',
      offset: input['page[offset]'],
      limit: input['page[limit]']
    })
    return reply({
      data: await conversationResources(context.db, rows, context.now()),
      meta: { pagination: { records }, unread_count: unreadCount }
    })
  })

  serve(endpoints.readConversation, schema.conversationInput, async ({ context, input }) => {
    const row = await findListedConversation(context.db, Number(input.id))
    const [data] = await conversationResources(context.db, row ? [row] : [], context.now())
    return data ? reply({ data }) : failure('not_found')
  })

  serve(endpoints.readConversationMessages, schema.conversationMessagesInput, readPage)

  serve(endpoints.answerConversation, schema.answerInput, answerConversation)

  serve(
    endpoints.markConversationRead,
    schema.conversationReadMarkInput,
    async ({ context, input }) => {
      const isKnown = await context.db
        .transaction()
        .execute(tx => markRead(tx, Number(input.id), 'operator', Number(input.message_id)))
      return isKnown ? reply(undefined, 204) : failure('not_found')
    }
  )

  serve(streams.inboxStream, schema.streamInput, call => open(call, 'operator'))
}

async function readPage({
  context,
  input
}: Call<z.output<typeof schema.conversationMessagesInput>>): Promise<
  Reply<AnswerOf<typeof endpoints.readConversationMessages>>
> {
  const { db } = context
  const userId = Number(input.id)
  const conversation = await findConversation(db, userId)
  if (!conversation) return failure('not_found')
  const before = input['page[before]']
  const { rows, hasMore } = await readMessages(
    db,
    userId,
    before === undefined ? null : Number(before),
    input['page[limit]']
  )
  const unread = await countUnreadByOperators(db, [userId])
  return reply({
    data: await messageResources(db, rows),
    meta: {
      has_more: hasMore,
      unread_count: unread.get(userId) ?? 0,
      own_read_id: readId(conversation.operator_read_id),
      other_read_id: readId(conversation.user_read_id),
      is_other_online: await isOnline(db, 'user', userId, context.now())
    }
  })
}

async function answerConversation(
  call: Call<z.output<typeof schema.answerInput>> & Once
): Promise<Reply<AnswerOf<typeof endpoints.answerConversation>>> {
  const { context, input, user } = call
  const { tx } = call.once
  const userId = Number(input.id)
  const at = context.now()
  // Reads the conversation without a row lock, because locks are taken in the order of writing: the chat's first, then
  // the conversation's.
  if (!(await findConversation(tx, userId))) return failure('not_found')
  const row = await writeMessage(tx, {
    userId,
    operatorId: user.id,
    text: input.text,
    pictureId: pictureIdOf(input),
    at
  })
  if (!row) return failure('chat_picture_unknown', { pointer: 'picture_id' })
  const conversation = await lockConversation(tx, userId)
  if (conversation?.away_mailed_at === null) await planAwayMail(tx, userId, at)
  const [data] = await messageResources(tx, [row])
  if (!data) throw new Error('a message has one resource')
  return reply({ data }, 201)
}
