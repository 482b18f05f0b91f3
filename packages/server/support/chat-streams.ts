import { mayOperate } from '@mille/api/may-operate.ts'
import { type ChatEvent, type ChatSide, inboxStream } from '@mille/api/support/streams.ts'
import { findLiveSessions } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { type Failure, failure, type Reply } from '../http/answers/reply.ts'
import type { Call } from '../http/serve.ts'
import { createStreamHub, type OpenStream } from '../http/stream-hub.ts'
import { messageResources } from './chat-documents.ts'
import { type ChatNote, chatChannel } from './chat-notes.ts'
import { isOnline, join, keepAlive, leave, maxStreams } from './chat-presence.ts'
import { endAbsence } from './conversation-queries.ts'
import { lastMessageId, readMessagesAfter } from './message-queries.ts'

export type ChatStreams = ReturnType<typeof createChatStreams>

type OpenCall = Call<{ after?: string | undefined }>

type PresenceNote = Omit<Extract<ChatNote, { kind: 'presence' }>, 'kind'>

type Open = OpenStream & {
  id: string
  side: ChatSide
  /** ID of the last message that was sent; the next read starts after it. */
  lastId: number
  /** What the user's stream last reported about operators being online; null before its first report. */
  isAnswered: boolean | null
}

/** Number of messages read at once: even the longest ones fit into the buffer of a slow reader. */
const readAtOnce = 25
const tooManyWindows = failure('too_many_requests', {
  retryAfterSeconds: 15,
  detail: 'The chat is open in too many windows. Close one of them.'
})

/** Manages the open chat streams of this process. Messages from other processes arrive as database notifications. */
export function createChatStreams(context: Context) {
  const { db } = context
  const hub = createStreamHub<Open>(context, {
    name: 'chat',
    channel: chatChannel,
    maxOfAccount: maxStreams,
    tooMany: tooManyWindows,
    findLiveSessions,
    onNote: (text, open) => deliver(JSON.parse(text) as ChatNote, open),
    sendNew,
    mayStay: (one, roles) => one.side === 'user' || mayOperate(inboxStream, roles),
    onBeat: open => keepAlive(db, open, context.now()),
    // A stream that could not leave is detected as stale by the next heartbeat of any process.
    onClosed: one => leave(db, one, context.now())
  })

  /** Opens a stream of the account's own conversation (`user`) or of all conversations (`operator`). */
  function open(call: OpenCall, side: ChatSide): Promise<Reply<void>> {
    return hub.open(call, stream => prepare(call, side, stream))
  }

  async function prepare(
    { request, user, input }: OpenCall,
    side: ChatSide,
    stream: OpenStream
  ): Promise<Open | Failure> {
    const after = request.headers.get('last-event-id') ?? input.after
    const scope = side === 'user' ? user.id : null
    const lastId = /^\d{1,9}$/.test(after ?? '') ? Number(after) : await lastMessageId(db, scope)
    const presence = { id: context.randomBytes(16).toString('base64url'), userId: user.id, side }
    const isJoined = await db.transaction().execute(async tx => {
      if (!(await join(tx, presence, context.now()))) return false
      if (side === 'user') await endAbsence(tx, user.id)
      return true
    })
    if (!isJoined) return tooManyWindows
    return { ...stream, ...presence, lastId, isAnswered: null }
  }

  function deliver(note: ChatNote, open: Iterable<Open>): void {
    for (const one of open) {
      const isConcerned = one.side === 'operator' || one.userId === note.conversation
      if (note.kind === 'message') {
        if (isConcerned) hub.wake(one)
      } else if (note.kind === 'read') {
        if (isConcerned) emit(one, readEvent(note))
      } else if (note.side !== one.side) showPresence(one, note)
    }
  }

  async function sendNew(one: Open): Promise<boolean> {
    if (one.side === 'user' && one.isAnswered === null) await sendPresence(one)
    const scope = one.side === 'user' ? one.userId : null
    const rows = await readMessagesAfter(db, scope, one.lastId, readAtOnce)
    for (const message of await messageResources(db, rows)) {
      one.events.send('message', message, message.id)
      one.lastId = Number(message.id)
    }
    return rows.length === readAtOnce
  }

  async function sendPresence(one: Open): Promise<void> {
    const isAnswered = await isOnline(db, 'operator', one.userId, context.now())
    // A presence note that arrived during the query is newer than the query's result.
    if (one.isAnswered === null)
      showPresence(one, { conversation: null, side: 'operator', isOnline: isAnswered })
  }

  return { open, beat: hub.beat, stop: hub.stop }
}

function emit(one: Open, { event, data }: ChatEvent): void {
  one.events.send(event, data)
}

/** Sends a user's stream the operators' presence when it has changed. */
function showPresence(one: Open, presence: PresenceNote): void {
  if (one.side === 'user') {
    if (one.isAnswered === presence.isOnline) return
    one.isAnswered = presence.isOnline
  }
  emit(one, presenceEvent(presence))
}

function readEvent(note: Extract<ChatNote, { kind: 'read' }>): ChatEvent {
  const { conversation, reader, message } = note
  return {
    event: 'read',
    data: { conversation_id: String(conversation), reader, message_id: String(message) }
  }
}

function presenceEvent({ conversation, side, isOnline: is_online }: PresenceNote): ChatEvent {
  const conversation_id = conversation === null ? null : String(conversation)
  return { event: 'presence', data: { conversation_id, side, is_online } }
}
