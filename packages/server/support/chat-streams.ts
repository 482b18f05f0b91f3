import type { ChatEvent, ChatSide } from '@mille/api/support/streams.ts'
import { findLiveSessions } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { type Listener, listenTo } from '../db/listen.ts'
import { createEventStream, type EventStream } from '../http/answers/event-stream.ts'
import { failure, type Reply, streamReply } from '../http/answers/reply.ts'
import type { Call } from '../http/serve.ts'
import { createStreamPlaces } from '../http/stream-places.ts'
import { messageResources } from './chat-documents.ts'
import { type ChatNote, chatChannel } from './chat-notes.ts'
import { isOnline, join, keepAlive, leave, maxStreams } from './chat-presence.ts'
import { endAbsence } from './conversation-queries.ts'
import { lastMessageId, readMessagesAfter } from './message-queries.ts'

export type ChatStreams = ReturnType<typeof createChatStreams>

type OpenCall = Call<{ after?: string | undefined }>

type PresenceNote = Omit<Extract<ChatNote, { kind: 'presence' }>, 'kind'>

type Open = {
  id: string
  userId: number
  side: ChatSide
  sessionHash: Buffer
  /** The last message that was sent; the next reading starts after it. */
  lastId: number
  /** What a user's stream last said of the operators; null until it has said something. */
  isAnswered: boolean | null
  events: EventStream
  isReading: boolean
  isStale: boolean
}

const beatMs = 15_000
/** The longest messages of one reading fit into what may wait for a reader. */
const readAtOnce = 25
const tooManyWindows = failure('too_many_requests', {
  retryAfterSeconds: 15,
  detail: 'The chat is open in too many windows. Close one of them.'
})

/** The open streams of this process. What is said in another reaches them through the database's notifications. */
export function createChatStreams(context: Context) {
  const { db } = context
  const all = new Map<string, Open>()
  const places = createStreamPlaces(maxStreams)
  const leaving = new Set<Promise<void>>()
  let listener: Listener | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  /** The account's own conversation for `user`, all of them for `operator`. */
  async function open(call: OpenCall, side: ChatSide): Promise<Reply<void>> {
    // Hono answers HEAD with what GET answers, and this answer would never be read.
    if (call.request.method !== 'GET') return failure('method_not_allowed')
    if (isStopped) return failure('unavailable', { retryAfterSeconds: 5 })
    return places.openIn(call, tooManyWindows, leavePlace => openAt(call, side, leavePlace))
  }

  async function openAt(
    { request, session, user, input }: OpenCall,
    side: ChatSide,
    leavePlace: () => void
  ): Promise<Reply<void>> {
    if (!session) return failure('method_not_allowed')
    await listening()
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
    const events = createEventStream(() => {
      leavePlace()
      close(presence.id)
    })
    const opened: Open = {
      ...presence,
      sessionHash: session.idHash,
      lastId,
      isAnswered: null,
      events,
      isReading: false,
      isStale: false
    }
    all.set(opened.id, opened)
    if (isStopped) events.close()
    if (side === 'user') {
      const isAnswered = await isOnline(db, 'operator', user.id, context.now())
      // A note that came meanwhile is newer than what was read.
      if (opened.isAnswered === null)
        showPresence(opened, { conversation: null, side: 'operator', isOnline: isAnswered })
    }
    wake(opened)
    return streamReply(events.body)
  }

  function listening(): Promise<void> {
    listener ??= listenTo(context, chatChannel, {
      onNote: text => deliver(JSON.parse(text) as ChatNote),
      onConnect: () => {
        for (const one of all.values()) wake(one)
      }
    })
    timer ??= setInterval(() => void beat(), beatMs).unref()
    return listener.ready
  }

  function deliver(note: ChatNote): void {
    for (const one of all.values()) {
      const isConcerned = one.side === 'operator' || one.userId === note.conversation
      if (note.kind === 'message') {
        if (isConcerned) wake(one)
      } else if (note.kind === 'read') {
        if (isConcerned) emit(one, readEvent(note))
      } else if (note.side !== one.side) showPresence(one, note)
    }
  }

  /** Sends what is new; what comes meanwhile makes another round, so that order and completeness are the table's. */
  function wake(one: Open): void {
    one.isStale = true
    if (one.isReading) return
    one.isReading = true
    void sendNew(one).catch((error: Error) => {
      // The browser connects again and says where it was.
      context.log.warn({ error: error.message }, 'a chat stream could not be read and is closed')
      one.events.close()
    })
  }

  async function sendNew(one: Open): Promise<void> {
    while (one.isStale && all.has(one.id)) {
      one.isStale = false
      const scope = one.side === 'user' ? one.userId : null
      const rows = await readMessagesAfter(db, scope, one.lastId, readAtOnce)
      for (const message of await messageResources(db, rows)) {
        one.events.send('message', message, message.id)
        one.lastId = Number(message.id)
      }
      if (rows.length === readAtOnce) one.isStale = true
    }
    one.isReading = false
  }

  /** Runs by itself: keeps connections and presence alive, and ends the streams of sessions that have ended. */
  async function beat(): Promise<void> {
    try {
      const open = [...all.values()]
      const sessions = await findLiveSessions(
        db,
        open.map(one => one.sessionHash),
        context.now()
      )
      for (const one of open) {
        const roles = sessions.get(one.sessionHash.toString('hex'))
        if (!roles || (one.side === 'operator' && !roles.includes('admin'))) one.events.close()
        else one.events.beat()
      }
      await keepAlive(db, [...all.values()], context.now())
    } catch (error) {
      context.log.warn({ error: (error as Error).message }, 'the chat streams missed a beat')
    }
  }

  function close(id: string): void {
    const closed = all.get(id)
    if (!all.delete(id) || !closed) return
    const left = leave(db, closed, context.now())
      // The next beat of any process finds it stale.
      .catch((error: Error) => context.log.warn({ error: error.message }, 'a chat stream stays'))
      .finally(() => leaving.delete(left))
    leaving.add(left)
  }

  /** Browsers connect again, to another process or to this one when it is back. */
  async function stop(): Promise<void> {
    isStopped = true
    clearInterval(timer)
    for (const one of [...all.values()]) one.events.close()
    await Promise.all(leaving)
    await listener?.stop()
  }

  return { open, beat, stop }
}

function emit(one: Open, { event, data }: ChatEvent): void {
  one.events.send(event, data)
}

/** A user's stream shows whether operators are there when that changes. */
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
