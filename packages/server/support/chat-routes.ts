import * as endpoints from '@mille/api/support/endpoints.ts'
import * as schema from '@mille/api/support/schema.ts'
import * as streams from '@mille/api/support/streams.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { messageResources } from './chat-documents.ts'
import { isOnline } from './chat-presence.ts'
import type { ChatStreams } from './chat-streams.ts'
import {
  countUnreadByUser,
  endAbsence,
  findConversation,
  markRead
} from './conversation-queries.ts'
import { countWritten, readMessages, writeMessage } from './message-queries.ts'

const messagesPerMinute = 20
const minuteMs = 60_000

/** Routes for the account's side of the chat. */
export function chatRoutes(serve: Serve, open: ChatStreams['open']): void {
  serve(endpoints.readChatConfiguration, null, async ({ context }) => {
    const { chatwoot } = context.config
    const configuration: endpoints.ChatConfiguration = chatwoot
      ? { provider: 'chatwoot', url: chatwoot.url, website_token: chatwoot.token }
      : { provider: 'built-in' }
    return reply(configuration, 200, {
      headers: { 'Cache-Control': 'public, max-age=60' }
    })
  })

  serve(endpoints.readChatMessages, schema.messagesInput, async ({ context, input, user }) => {
    const { db } = context
    await endAbsence(db, user.id)
    const before = input['page[before]']
    const { rows, hasMore } = await readMessages(
      db,
      user.id,
      before === undefined ? null : Number(before),
      input['page[limit]']
    )
    const conversation = await findConversation(db, user.id)
    return reply({
      data: await messageResources(db, rows),
      meta: {
        has_more: hasMore,
        unread_count: await countUnreadByUser(db, user.id),
        own_read_id: readId(conversation?.user_read_id),
        other_read_id: readId(conversation?.operator_read_id),
        is_other_online: await isOnline(db, 'operator', user.id, context.now())
      }
    })
  })

  serve(endpoints.sendChatMessage, schema.sendMessageInput, async call => {
    const { context, input, user } = call
    if (context.config.chatwoot)
      return failure('chat_elsewhere', {
        detail: 'This chat is not in use. Support uses another service.'
      })
    const { tx } = call.once
    const at = context.now()
    const written = await countWritten(tx, user.id, new Date(at.getTime() - minuteMs))
    if (written >= messagesPerMinute) return failure('too_many_requests', { retryAfterSeconds: 60 })
    const row = await writeMessage(tx, {
      userId: user.id,
      operatorId: null,
      text: input.text,
      pictureId: pictureIdOf(input),
      at
    })
    if (!row) return failure('chat_picture_unknown', { pointer: 'picture_id' })
    await endAbsence(tx, user.id)
    const [data] = await messageResources(tx, [row])
    if (!data) throw new Error('a message has one resource')
    return reply({ data }, 201)
  })

  serve(endpoints.markChatRead, schema.readMarkInput, async ({ context, input, user }) => {
    const isKnown = await context.db.transaction().execute(async tx => {
      await endAbsence(tx, user.id)
      return markRead(tx, user.id, 'user', Number(input.message_id))
    })
    return isKnown ? reply(undefined, 204) : failure('not_found')
  })

  serve(streams.chatStream, schema.streamInput, call => open(call, 'user'))
}

export function pictureIdOf(input: { picture_id?: string | undefined }): number | null {
  return input.picture_id === undefined ? null : Number(input.picture_id)
}

/** Converts a read mark to a message ID; null when nothing was read yet. */
export function readId(id: number | undefined): string | null {
  return id ? String(id) : null
}
