import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type { ChatMessage } from './endpoints.ts'
import type * as schema from './schema.ts'

/**
 * Streams of server-sent events are separate from the calls: they are opened with `new EventSource(path)`, not with the
 * client. An event's name is `event`, its data the JSON of `data`. Messages carry their id as the event's id, so that a
 * browser that connects again gets what it missed. Comments come as heartbeats.
 */
export type ChatEvent =
  | { event: 'message'; data: ChatMessage }
  /** That side has read up to this message. */
  | { event: 'read'; data: { conversation_id: string; reader: ChatSide; message_id: string } }
  /** The operators, or the account of this conversation, came or went. */
  | {
      event: 'presence'
      data: { conversation_id: string | null; side: ChatSide; is_online: boolean }
    }

export type ChatSide = z.infer<typeof schema.chatSide>
export const chatEventNames = ['message', 'read', 'presence'] as const

/** The account's own conversation. Query `after`: the id of the last message that the page has. */
export const chatStream = endpoint<z.input<typeof schema.streamInput>, void>({
  method: 'GET',
  path: '/api/v1/chat/stream',
  statuses: [200],
  auth: 'user',
  eventStream: true,
  errors: ['too_many_requests'],
  summary: 'Events of the account’s own conversation, as server-sent events'
})

/** All conversations, for the inbox; the operators are online while one of them has it open. */
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
