import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type { ChatMessage } from './endpoints.ts'
import type * as schema from './schema.ts'

/**
 * Streams of server-sent events are separate from the calls: they are opened with `new EventSource(path)`, not with the
 * client. An event's name is `event`, and its data is the JSON of `data`. A message's ID is also the event's ID, so
 * that a reconnecting browser receives what it missed. Heartbeats are sent as comments.
 */
export type ChatEvent =
  | { event: 'message'; data: ChatMessage }
  /** The `reader` side has read all messages up to this one. */
  | { event: 'read'; data: { conversation_id: string; reader: ChatSide; message_id: string } }
  /** The operators, or the account of this conversation, went online or offline. */
  | {
      event: 'presence'
      data: { conversation_id: string | null; side: ChatSide; is_online: boolean }
    }

export type ChatSide = z.infer<typeof schema.chatSide>
export const chatEventNames = ['message', 'read', 'presence'] as const

/** The stream of the account's own conversation. The query `after` is the ID of the last message that the page has. */
export const chatStream = endpoint<z.input<typeof schema.streamInput>, void>({
  method: 'GET',
  path: '/api/v1/chat/stream',
  statuses: [200],
  auth: 'user',
  eventStream: true,
  errors: ['too_many_requests'],
  summary: 'Events of the account’s own conversation, as server-sent events'
})

/** The stream of all conversations, for the inbox. Operators count as online while one of them has it open. */
export const inboxStream = endpoint<z.input<typeof schema.streamInput>, void>({
  method: 'GET',
  path: '/api/v1/admin/chat/stream',
  statuses: [200],
  auth: 'admin',
  roles: ['support'],
  eventStream: true,
  errors: ['too_many_requests'],
  summary: 'Events of all conversations, as server-sent events'
})
